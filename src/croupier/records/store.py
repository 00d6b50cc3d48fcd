"""A store: one SQLite file with the records of an experiment's games.

A game is one transaction, written at once. The file is in WAL mode with `synchronous = NORMAL`, and is synced to the disk
at least once a second while games arrive: a process that is killed loses nothing that `add` returned from, a power cut
loses the games of the last second, whole games, and resuming plays them again. (`FULL`, a sync a game, costs a disk's
latency each time.)
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sqlite3
import time
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from croupier.records import plan as plans
from croupier.records import schema
from croupier.records.errors import FAILURES, DamagedError, StoreError, room_beside, told
from croupier.records.lock import WriterLock
from croupier.records.place import network
from croupier.records.record import CHECK_BITS, COLUMNS, GameRecord, check_of, columns_of, hash_of, record_of

SYNC_SECONDS = 1.0
"""So often, at least, is what was added synced to the disk."""

_WAL_PAGES = 16000
_SHARE = 8 * 4096
"""An eighth of the room on a disk, in bytes a page, is what the journal may take."""

_LONGEST = 64 << 20
"""Bytes that one value, or one statement, may have."""

_NAMES = ", ".join(COLUMNS)
_ADD = f'INSERT INTO record (id, hash, rules, origin, {_NAMES}, "check") VALUES ({", ".join("?" * (len(COLUMNS) + 5))})'
_READ = f'SELECT id, hash, rules, origin, {_NAMES}, "check" FROM record'
_LOW = (1 << 32) - 1


def _over_all(term: str) -> str:
    """The sum of a term over all tables but the seal."""
    return " + ".join(f"coalesce((SELECT {term} FROM {table}), 0)" for table in schema.TABLES[:-1])


_HALVES = (f'sum("check" & {(1 << 30) - 1})', 'sum("check" >> 30)')  # a sum of whole checks could be too large
_SEAL = f'SELECT "rows", total, {", ".join(map(_over_all, ("count(*)", *_HALVES)))} FROM seal'


class Store:
    """The file of an experiment's games: `Store.open` to write it, `Store.read` to read it, also while it is written."""

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: WriterLock | None) -> None:
        self.path = path
        self._connection = connection
        self._lock = lock
        self._synced = time.monotonic()
        self._keys: dict[tuple[str, ...], int] = {}

    @classmethod
    def open(
        cls,
        path: str | os.PathLike[str],
        plan: Mapping[str, Any],
        *,
        grows: Collection[str] = (),
        mix: bool = False,
        wait: float = 0.0,
    ) -> Self:
        """Open a store to write the games that `plan` asks for; it is made where there is none.

        The plan is what was asked for, in JSON's types: game, variant, rules, schedule, players, pairs, opening, seed. A
        store made for another plan is refused, but that numbers under the keys in `grows` may be larger now; with `mix` it
        is taken, and the plan noted. `wait` seconds are spent on another writer.
        """
        place = _named(path)
        kind = network(place)
        if kind:
            raise StoreError(
                f"{place} lies on a network file system ({kind}), where no store is safe: use a local disk"
            )
        lock = WriterLock(place, wait)
        try:
            if not place.exists():
                _make(place, plan)
            store = cls(place, _connect(place, "rw"), lock)
            try:
                store._begin_writing(plan, grows, mix)
            except BaseException:
                store._connection.close()
                raise
            return store
        except FAILURES as error:
            lock.release()
            raise told(place, error) from None
        except BaseException:
            lock.release()
            raise

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Self:
        """Open a store to read it."""
        place = _named(path)
        if not place.exists():
            raise StoreError(f"{place}: no such file")
        try:
            return cls(place, _connect(place, "ro"), None)
        except FAILURES as error:
            raise told(place, error) from None

    # writing

    def add(self, record: GameRecord) -> None:
        """Keep a game: it is in the file when this returns."""
        columns = columns_of(record)
        known = hash_of(record.game, record.variant, record.rules, columns)
        row = (record.pairing << 32 | record.number, known, self._rules(record), self._origin(record), *columns)
        try:
            self._connection.execute(_ADD, (*row, check_of(row)))
            if time.monotonic() - self._synced > SYNC_SECONDS:
                self.sync()
        except sqlite3.IntegrityError:
            raise StoreError(
                f"{self.path}: game {record.number} of pairing {record.pairing} is in it already"
            ) from None
        except FAILURES as error:
            raise told(self.path, error) from None

    def add_many(self, records: Iterable[GameRecord]) -> None:
        """Keep games, each in a transaction of its own."""
        for record in records:
            self.add(record)

    def sync(self) -> None:
        """Have everything that was added on the disk, should the power fail."""
        self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
        self._bound_journal()
        self._synced = time.monotonic()

    def close(self) -> None:
        """Write what is left and let others write. A store that was closed is one file."""
        try:
            self._connection.close()
        except FAILURES as error:
            raise told(self.path, error) from None
        finally:
            if self._lock:
                self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # reading

    @property
    def plan(self) -> dict[str, Any]:
        """What the store was last asked for."""
        return self.plans[-1]

    @property
    def plans(self) -> list[dict[str, Any]]:
        """Everything it was asked for, in order; more than one where experiments were mixed or made larger."""
        found = [plans.read(plan) for _, plan in self._rows("experiment", "plan")]
        if not found or None in found:
            raise DamagedError(f"{self.path}: it does not say what it was made for")
        return [plan for plan in found if plan is not None]

    def __len__(self) -> int:
        return int(self._all("SELECT count(*) FROM record")[0][0])

    def estimate(self) -> int:
        """How many games there are, 0 where a damaged file does not tell."""
        try:
            return len(self)
        except StoreError:
            return 0

    def __contains__(self, id: tuple[int, int]) -> bool:
        return bool(self._all("SELECT 1 FROM record WHERE id = ?", id[0] << 32 | id[1]))

    def ids(self) -> set[tuple[int, int]]:
        """The (pairing, number) of every game, after a look whether any was lost."""
        self.check_seal()
        return {(int(id) >> 32, int(id) & _LOW) for (id,) in self._all("SELECT id FROM record")}

    def records(self, pairing: int | None = None) -> Iterator[GameRecord]:
        """The games in the order of their ids, each checked: `DamagedError` names the first that is damaged."""
        self.check_seal()
        rules, origins = self.tables()
        for row in self.rows(pairing):
            try:
                yield read_row(row, rules, origins)
            except ValueError as error:
                raise DamagedError(
                    f"{self.path}: {_which(row)} is damaged ({error}); `croupier verify` says what is left"
                ) from None

    def tables(self) -> tuple[dict[int, tuple[str, ...]], dict[int, tuple[str, ...]]]:
        """The rules and the origins that rows name by id."""
        rules = {id: tuple(words) for id, *words in self._rows("rules", "game, variant, fingerprint")}
        return rules, {id: tuple(words) for id, *words in self._rows("origin", "versions, machine")}

    def rows(self, pairing: int | None = None, backwards: bool = False) -> Iterator[tuple[Any, ...]]:
        """The rows of the games as they are kept, in the order of their ids, unchecked."""
        within = () if pairing is None else (pairing << 32, pairing << 32 | _LOW)
        where = "" if pairing is None else " WHERE id BETWEEN ? AND ?"
        try:
            found = self._connection.execute(f"{_READ}{where} ORDER BY id{' DESC' if backwards else ''}", within)
            for row in found:  # noqa: UP028 - `yield from` would close the cursor of a store that is closed already
                yield row
        except FAILURES as error:
            raise told(self.path, error) from None

    def structure(self) -> list[str]:
        """What is wrong with the file itself, in words: SQLite's own check, then the seal."""
        try:
            found = [str(line) for (line,) in self._all("PRAGMA integrity_check(10)") if line != "ok"]
            self.check_seal()
        except StoreError as error:
            return [str(error)]
        return [f"{self.path}: SQLite says: {' '.join(line.split())[:200]}" for line in found]

    def digest(self) -> str:
        """SHA-256 over the hashes of the games in the order of their ids: the same games, the same digest."""
        digest = hashlib.sha256()
        for (found,) in self._all("SELECT hash FROM record ORDER BY id"):
            digest.update(str(found).encode("utf-8", "surrogateescape"))
        return digest.hexdigest()

    def check_seal(self) -> None:
        """See that no row of any table was lost. One statement, so that what a writer adds meanwhile does not matter."""
        mask = (1 << CHECK_BITS) - 1
        found = [(rows, total, seen, (low + (high << 30)) & mask) for rows, total, seen, low, high in self._all(_SEAL)]
        if len(found) != 1 or found[0][:2] != found[0][2:]:
            raise DamagedError(
                f"{self.path}: damaged: rows were lost or changed; `croupier verify` says what is left of it"
            )

    # the rest

    def _begin_writing(self, plan: Mapping[str, Any], grows: Collection[str], mix: bool) -> None:
        mode = self._all("PRAGMA journal_mode = WAL")[0][0]
        if mode != "wal":
            raise StoreError(f"{self.path} lies where SQLite cannot keep a store safe (no WAL): use a local disk")
        for setting in ("synchronous = NORMAL", "foreign_keys = ON"):
            self._connection.execute(f"PRAGMA {setting}")
        self._bound_journal()
        self.check_seal()
        if plans.written(plan) != plans.written(self.plan):
            different = plans.differences(self.plan, plan, grows)
            if different and not mix:
                raise StoreError(f"{self.path} holds another experiment: {'; '.join(different[:3])}")
            self._note("experiment", "plan", (plans.written(plan),))

    def _bound_journal(self) -> None:
        """Keep the journal small beside the room on the disk: it must not fill what the games themselves need."""
        pages = max(8, min(_WAL_PAGES, room_beside(self.path) // _SHARE))
        self._connection.execute(f"PRAGMA wal_autocheckpoint = {pages}")

    def _rules(self, record: GameRecord) -> int:
        return self._key("rules", "game, variant, fingerprint", (record.game, record.variant, record.rules))

    def _origin(self, record: GameRecord) -> int:
        return self._key("origin", "versions, machine", (record.versions, record.machine))

    def _key(self, table: str, names: str, words: tuple[str, ...]) -> int:
        """The id of a row with these words; it is made where there is none."""
        key = (table, *words)
        if key not in self._keys:
            found = [id for id, *kept in self._rows(table, names) if tuple(kept) == words]
            self._keys[key] = found[0] if found else self._note(table, names, words)
        return self._keys[key]

    def _note(self, table: str, names: str, words: tuple[str, ...]) -> int:
        return note(self._connection, table, names, words)

    def _rows(self, table: str, names: str) -> list[tuple[Any, ...]]:
        """The rows of a small table, checked."""
        rows = self._all(f'SELECT id, {names}, "check" FROM {table} ORDER BY id')
        for row in rows:
            if check_of(row[:-1]) != row[-1]:
                raise DamagedError(f"{self.path}: row {row[0]} of table {table} is damaged")
        return [row[:-1] for row in rows]

    def _all(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        try:
            return self._connection.execute(sql, values).fetchall()
        except FAILURES as error:
            raise told(self.path, error) from None


def note(connection: sqlite3.Connection, table: str, names: str, words: tuple[str, ...]) -> int:
    """Add a row to a small table and return its id."""
    id = int(connection.execute(f"SELECT coalesce(max(id), 0) + 1 FROM {table}").fetchone()[0])
    marks = ", ".join("?" * (len(words) + 2))
    connection.execute(
        f'INSERT INTO {table} (id, {names}, "check") VALUES ({marks})', (id, *words, check_of((id, *words)))
    )
    return id


def read_row(
    row: tuple[Any, ...], rules: Mapping[int, tuple[str, ...]], origins: Mapping[int, tuple[str, ...]]
) -> GameRecord:
    """The record of a row; ValueError says what is wrong with it."""
    id, hash, rule, origin, *columns, check = row
    if check_of(row[:-1]) != check:
        raise ValueError("a column is not as it was written")
    if rule not in rules or origin not in origins:
        raise ValueError("its rules or its origin are gone")
    game, variant, fingerprint = rules[rule]
    if hash_of(game, variant, fingerprint, columns) != hash:
        raise ValueError("its hash is not that of its columns")
    record = record_of(columns, game, variant, fingerprint, *origins[origin])
    if id != record.pairing << 32 | record.number:
        raise ValueError("its id is not that of its pairing and number")
    return record


def _which(row: tuple[Any, ...]) -> str:
    id = row[0] if isinstance(row[0], int) else 0
    return f"game {id & _LOW} of pairing {id >> 32}"


def _named(path: str | os.PathLike[str]) -> Path:
    """The path of a store, looked at before SQLite does."""
    text = os.fspath(path)
    if not isinstance(text, str) or not text or "\0" in text:
        raise StoreError("a store is given by the path of its file")
    place = Path(text)
    try:
        if place.is_dir():
            raise StoreError(f"{place}: a folder, and not the file of a store")
        if not place.parent.is_dir():
            raise StoreError(f"{place}: there is no folder {place.parent}")
        if place.exists():
            _look_at(place)
    except OSError as error:
        raise StoreError(f"{place}: {error.strerror}") from None
    return place


def _look_at(place: Path) -> None:
    """Refuse a file that is not a store."""
    if not place.is_file():
        raise StoreError(f"{place}: not a file")
    with open(place, "rb") as file:
        head = file.read(100)
    if not head:
        raise StoreError(f"{place}: empty, and not a store")
    if not head.startswith(b"SQLite format 3\0"):
        raise StoreError(f"{place}: not a store of Croupier")


def _connect(place: Path, mode: str) -> sqlite3.Connection:
    """A connection to a file that has shown to be a store."""
    connection = _open(place, mode)
    try:
        for setting in schema.SETTINGS:
            connection.execute(setting)
        if mode == "ro":
            connection.execute("PRAGMA query_only = ON")
        application = connection.execute("PRAGMA application_id").fetchone()[0]
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if application != schema.APPLICATION:
            raise StoreError(f"{place}: an SQLite file, but not a store of Croupier")
        if version != schema.FORMAT:
            raise StoreError(
                f"{place}: a store of format {version}; this Croupier reads and writes format {schema.FORMAT}"
            )
        wrong = schema.difference(connection.execute("SELECT name, sql FROM sqlite_master").fetchall())
        if wrong:
            raise DamagedError(f"{place}: not a store of Croupier, or a damaged one: its tables differ ({wrong})")
    except BaseException:
        connection.close()
        raise
    return connection


def _open(place: Path, mode: str) -> sqlite3.Connection:
    """A connection. Readers clear up behind themselves as writers do; one who cannot write there takes the file as it is."""
    fixed = ""
    if mode == "ro":
        writable = os.access(place.parent, os.W_OK) and not network(place)
        fixed = "" if writable or _beside(place, "-wal").exists() else "&immutable=1"
        mode = "rw" if writable else "ro"
    uri = f"{place.absolute().as_uri()}?mode={mode}{fixed}"
    connection = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=10, check_same_thread=False)
    connection.text_factory = lambda text: text.decode("utf-8", "surrogateescape")
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST)
    connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
    return connection


def _make(place: Path, plan: Mapping[str, Any]) -> None:
    """Make an empty store. It has its name only when it is whole, so that a process killed meanwhile leaves none."""
    left = [name for suffix in ("-wal", "-journal") if (name := _beside(place, suffix)).exists()]
    if left:
        raise StoreError(f"{left[0]} is left of a store that is gone: move it away first")
    new = _beside(place, ".new")
    new.unlink(missing_ok=True)
    connection = _open(new, "rwc")
    try:
        connection.execute("PRAGMA journal_mode = MEMORY")  # no second file that could be left beside it
        connection.execute("BEGIN")
        connection.execute(f"PRAGMA application_id = {schema.APPLICATION}")
        connection.execute(f"PRAGMA user_version = {schema.FORMAT}")
        for statement in schema.STATEMENTS:
            connection.execute(statement)
        connection.execute("INSERT INTO seal VALUES (1, 0, 0)")
        note(connection, "experiment", "plan", (plans.written(plan),))
        connection.execute("COMMIT")
        connection.close()
        os.replace(new, place)
    except BaseException:
        connection.close()
        with contextlib.suppress(OSError):
            new.unlink(missing_ok=True)
        raise


def _beside(place: Path, suffix: str) -> Path:
    return place.with_name(place.name + suffix)
