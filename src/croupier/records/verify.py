"""Verification: every byte that matters against the checks, every game against the rules. Nothing that a store names is run:
no engine is started and no module imported.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from croupier.errors import CroupierError, InputError
from croupier.games import names, resolve, resolve_variant
from croupier.records import journal
from croupier.records.errors import LockedError, StoreError
from croupier.records.lock import WriterLock
from croupier.records.record import GameRecord
from croupier.records.replay import ReplayError, replay
from croupier.records.rules import rules_of
from croupier.records.store import Store, read_row
from croupier.rules.game import Game, Variant
from croupier.specs import parse, shown

SHOWN = 20
"""So many damaged games are named."""


@dataclass(frozen=True)
class Verification:
    """What verification found. `bad` names damaged or wrong games, (pairing, number, what is wrong), the first ones;
    `faults` is what is wrong with the file itself; `notes` is worth knowing and no fault.
    """

    path: str
    plan: dict[str, Any]
    games: int
    good: int
    bad: list[tuple[int, int, str]]
    faults: list[str]
    notes: list[str]
    digest: str
    seconds: float
    ids: set[tuple[int, int]] = field(repr=False, compare=False, default_factory=set)
    """The good games; not part of the JSON."""

    @property
    def sound(self) -> bool:
        """Whether everything is as it was written, and as the rules say."""
        return not self.bad and not self.faults

    def as_dict(self) -> dict[str, Any]:
        """What `--json` prints."""
        found = asdict(self) | {"sound": self.sound}
        del found["ids"]
        return found

    def __str__(self) -> str:
        lines = [f"{self.path}: {self.games} games, {self.good} good"]
        lines += [f"game {number} of pairing {pairing}: {what}" for pairing, number, what in self.bad]
        lines += self.faults + self.notes
        lines.append(f"digest {self.digest}" if self.sound else "NOT SOUND: do not trust statistics made of it")
        return "\n".join(map(shown, lines))


def verify(
    path: str | os.PathLike[str], game: Any = None, progress: Callable[[int, int], None] | None = None
) -> Verification:
    """Check a store and replay its games. Rules that are not the house's are given as `game`, a file or a class."""
    began = time.perf_counter()
    notes = _journal_notes(Path(path))
    with Store.read(path) as store:
        checked = _Checked(store, _games(game))
        for done, row in enumerate(_rows(store, checked.faults)):
            checked.look_at(row)
            if progress:
                progress(done, checked.expected)
        return checked.result(notes, time.perf_counter() - began)


def salvage(found: Verification, to: str | os.PathLike[str]) -> int:
    """Write the good games of a store to a new one, which can be resumed; how many there were."""
    if Path(to).exists():
        raise StoreError(f"{to}: is there already")
    with Store.read(found.path) as store, Store.open(to, found.plan) as new:
        rules, origins = store.tables()
        for row in _rows(store, []):
            if (row[0] >> 32, row[0] & 0xFFFFFFFF) in found.ids:
                new.add(read_row(row, rules, origins))
        return len(new)


def _games(game: Any) -> Mapping[str, Game]:
    """The games that may be replayed: the house's, and the one that is given."""
    given = resolve(game) if game is not None else None
    found = {} if given is None else {given.name: given}
    return {name: resolve(name) for name in names()} | found


def _journal_notes(path: Path) -> list[str]:
    """What is left in the journal of a store that nobody writes now."""
    if not path.is_file():
        return []
    beside = path.with_name(path.name + "-wal")
    if not beside.exists():
        return []
    try:
        lock = WriterLock(path)
    except LockedError as error:
        return [str(error)]
    except StoreError:
        return []
    try:
        found = journal.look_at(beside)
    finally:
        lock.release()
    if found.lost:
        lost = f"its journal is damaged: {found.lost} pages behind page {found.committed} are lost"
        return [f"{lost}; resuming plays those games again"]
    if found.uncommitted:
        return ["a game was cut off while it was written; resuming plays it again"]
    return []


class _Checked:
    """What is known of a store while its games are gone through."""

    def __init__(self, store: Store, games: Mapping[str, Game]) -> None:
        self.faults = store.structure()
        self._store = store
        self._games = games
        self._plans = _said(store, self.faults)
        self._tables = _tables(store, self.faults)
        self._variants: dict[tuple[str, str], Variant] = {}
        self._bad: list[tuple[int, int, str]] = []
        self._games_seen = self._outside = self._by_other_rules = 0
        self._ids: set[tuple[int, int]] = set()
        self._code: set[str] = set()
        self._digest = hashlib.sha256()
        self.expected = store.estimate()
        strange = [name for name, *_ in self._tables[0].values() if name not in games]
        if strange:
            raise InputError(
                f"{store.path} has games of {strange[0]!r}, which is no game of the house: give its file as well (--game)"
            )

    def look_at(self, row: tuple[Any, ...]) -> None:
        """One game."""
        self._games_seen += 1
        id = row[0] if isinstance(row[0], int) else 0
        try:
            record = read_row(row, *self._tables)
            self._judge(record)
        except (ValueError, CroupierError) as error:
            if len(self._bad) < SHOWN:
                self._bad.append((id >> 32, id & 0xFFFFFFFF, " ".join(str(error).split())[:300]))
            return
        self._ids.add(record.id)
        self._digest.update(record.hash.encode())

    def _judge(self, record: GameRecord) -> None:
        variant = self._variant(record)
        self._by_other_rules += record.rules != rules_of(variant.game.cls)
        self._outside += not replay(record, variant)
        wrong = _beside_plan(record, self._plans)
        if wrong:
            raise ReplayError(wrong)
        self._code.update(spec for spec in record.seats if _runs_code(spec))

    def _variant(self, record: GameRecord) -> Variant:
        key = record.game, record.variant
        if key not in self._variants:
            self._variants[key] = resolve_variant(self._games[record.game], record.variant)
        return self._variants[key]

    def result(self, notes: list[str], seconds: float) -> Verification:
        """What was found."""
        good = len(self._ids)
        bad = self._games_seen - good
        if bad > len(self._bad):
            self.faults.append(f"{bad - len(self._bad)} games more are not good")
        if self._outside:
            notes.append(f"{self._outside} games were ended by a clock, a cap or a fault, which no replay can confirm")
        if self._by_other_rules:
            notes.append(f"{self._by_other_rules} games were played by another text of the rules; they keep to today's")
        if len(self._plans) > 1:
            notes.append(f"it holds games of {len(self._plans)} plans")
        notes += [f"names a player that runs code of its own, which was not run: {spec}" for spec in sorted(self._code)]
        return Verification(
            str(self._store.path), self._plans[-1] if self._plans else {}, self._games_seen, good, self._bad, self.faults,
            notes, self._digest.hexdigest() if not self.faults and not bad else "", seconds, self._ids,
        )  # fmt: skip


def _said(store: Store, faults: list[str]) -> list[dict[str, Any]]:
    try:
        return store.plans
    except StoreError as error:
        faults.append(str(error))
        return []


def _tables(store: Store, faults: list[str]) -> tuple[Any, Any]:
    try:
        return store.tables()
    except StoreError as error:
        faults.append(str(error))
        return {}, {}


def _rows(store: Store, faults: list[str]) -> Iterator[tuple[Any, ...]]:
    """Every row that can be reached: where the file is torn, those behind the tear are read from the end."""
    last: Any = None
    try:
        for row in store.rows():
            last = row[0]
            yield row
        return
    except StoreError as error:
        if str(error) not in faults:
            faults.append(str(error))
    behind = []
    try:
        for row in store.rows(backwards=True):
            if last is not None and isinstance(row[0], int) and row[0] <= last:
                break
            behind.append(row)
    except StoreError:
        pass
    yield from reversed(behind)


def _beside_plan(record: GameRecord, plans: list[dict[str, Any]]) -> str:
    """What of a record no plan of the store asks for."""
    for name, said in (("game", record.game), ("variant", record.variant), ("seed", record.seed)):
        if plans and not any(plan.get(name, said) == said for plan in plans):
            return f"its {name} {said!r} is not what the store was made for"
    players = [plan["players"] for plan in plans if isinstance(plan.get("players"), list)]
    strangers = [spec for spec in record.seats if players and not any(spec in known for known in players)]
    return f"{strangers[0]!r} is not a player of the experiment" if strangers else ""


def _runs_code(spec: str) -> bool:
    """Whether a spec names a player that is more than the house's own algorithms."""
    try:
        call = parse(spec)
    except InputError:
        return True
    return call.place is not None or call.name == "engine"
