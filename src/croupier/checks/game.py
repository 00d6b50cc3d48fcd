"""The conformance test of a game: every claim of the contract, in the interpreter and compiled, in every variant.

First the positions nearest to the start are examined one by one, then random games to their end, all with watched
arithmetic; then the compiled game is held against the interpreted one, walks alone behind guards, and its `sample` is
counted. The first fault ends the test.
"""

from __future__ import annotations

import os
import random
import time
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from croupier.checks import draws
from croupier.checks.claims import Examiner
from croupier.checks.patience import Patience
from croupier.checks.phases import Phases
from croupier.checks.report import ClaimError, Done, Fault, Report
from croupier.checks.shortest import Found, explore, shorten
from croupier.checks.walk import COUNT, FINE, SEAT, WORDS, Difference, Notes, Walker, first_difference
from croupier.errors import ContractError, InputError
from croupier.games import is_path, names, resolve
from croupier.rules.contract import CHANCE, NOT_COMPILED
from croupier.rules.files import load_class
from croupier.rules.game import Game, Variant
from croupier.rules.watched import Watched, watch

EXPLORED = 500
"""Positions nearest to the start, all variants together."""
WALKED = 600
"""Positions of random games in the interpreter, all variants together."""
COMPARED = 1200
"""Positions where compiled and interpreted are compared, all variants together."""
COMPILED = 100_000
"""Positions of compiled random games, all variants together."""
LOOKED = 100
"""Games in which an earlier difference is looked for, once there is one."""
MOST = {"longest": 200_000, "actions": 1 << 24}
"""Larger facts than these would need tables that fill the memory."""
DRAWN = 24
"""Positions where `sample` is counted, all variants together."""

Progress = Callable[[int, int], None]


def check(
    game: str | os.PathLike[str] | type | Game,
    variants: Iterable[str] | None = None,
    seed: int = 0,
    progress: Progress | None = None,
) -> Report:
    """Test a game against the contract. The first fault ends the test.

    `game` is the name of one, the path of a Python file, or a class, which need not be a game yet.
    `variants` names those to look at, the listed ones by default; the same seed does the same. `progress` is told how many
    parts of how many are done.
    """
    return _Check(game, variants, seed, progress or (lambda done, total: None)).run()


class _Check:
    """One test under way."""

    def __init__(self, subject: Any, variants: Iterable[str] | None, seed: int, progress: Progress) -> None:
        self.subject = subject
        self.name = str(getattr(subject, "name", subject))
        self.asked = None if variants is None else list(variants)
        self.seed = seed
        self.progress = progress
        self.counts: Counter[str] = Counter()
        self.warnings: list[str] = []
        self.variants: list[Variant] = []
        self.patience = Patience()

    def run(self) -> Report:
        began = time.perf_counter()
        fault = self._contract()
        for number, variant in enumerate(self.variants):
            fault = fault or _OneVariant(self, variant, number).run()
        return Report(
            game=self.name,
            variants=[variant.name for variant in self.variants],
            seed=self.seed,
            checks=[Done(name, self.counts[key], unit) for key, name, unit in _LINES if self.counts[key]],
            warnings=self.warnings,
            fault=fault,
            seconds=time.perf_counter() - began,
        )

    def share(self, total: int, least: int = 1) -> int:
        """The part of a total that each variant gets."""
        return max(least, total // max(1, len(self.variants)))

    def warn(self, text: str) -> None:
        if text not in self.warnings:
            self.warnings.append(text)

    def _contract(self) -> Fault | None:
        """The class as it is written, and its variants."""
        try:
            game = _game(self.subject)
            self.name = game.name
            asked = list(game.variants) if self.asked is None else self.asked
            self.variants = [game.variant(name) for name in asked]
            for variant in self.variants:
                _check_variant(variant)
        except ContractError as error:
            return Fault("contract", str(error))
        except ClaimError as broken:
            return Fault(broken.claim, broken.sentence)
        except InputError:
            raise
        except Exception as error:
            return Fault("contract", f"the variants cannot be made: {type(error).__name__}: {error}")
        own = [name for name in (*_METHODS, *NOT_COMPILED) if name in vars(game.cls)]
        self.counts["members"] = len(own)
        self.counts["variants"] = len(self.variants)
        return None


def _game(subject: Any) -> Game:
    """The game meant; unlike `games.resolve`, this plays no game of a file first."""
    if isinstance(subject, os.PathLike) or (isinstance(subject, str) and subject not in names() and is_path(subject)):
        return Game(load_class(Path(subject)))
    return resolve(subject)


_METHODS = ("seat", "legal", "play", "returns", "sample", "score", "weight", "trace", "image", "image_action")


def _check_variant(variant: Variant) -> None:
    """A variant's start and facts, against those of its class."""
    for field, value in zip(variant.start._fields, variant.start, strict=True):
        if type(value) is not int or not -(1 << 63) <= value < 1 << 63:
            raise ClaimError(
                "variants", f"variant {variant.name} starts with {field} = {value!r}: every field is an int of 64 bits"
            )
    for fact, value in variant.facts.items():
        largest = getattr(variant.start, fact)
        if not isinstance(value, int) or not 1 <= value <= largest:
            raise ClaimError(
                "variants",
                f"variant {variant.name} has {fact} = {value!r}, but {fact} = {largest} in the class, which must be the "
                "largest of all variants",
            )
    for fact, most in MOST.items():
        if variant.facts[fact] > most:
            raise ClaimError(
                fact,
                f"variant {variant.name} has {fact} = {variant.facts[fact]}, and no table holds more than {most:,}: "
                f"{_TOO_MANY[fact]}",
            )


_TOO_MANY = {
    "longest": "give every variant a limit that ends the game",
    "actions": "number the actions from 0 on, with few holes",
}


class _OneVariant:
    """The test of one variant."""

    def __init__(self, whole: _Check, variant: Variant, number: int) -> None:
        self.whole = whole
        self.variant = variant
        self.number = number
        watched = watch(type(variant.start))
        self._warn_unseen(watched)
        self.examiner = Examiner(variant, watched, whole.patience, whole.counts, whole.warn)
        self.phases = Phases(variant.start._fields)
        self.random = random.Random(f"{whole.seed} {variant.game.name} {variant.name}")

    def run(self) -> Fault | None:
        parts = (self._explored, self._walked, self._compared, self._long_run, self._drawn)
        for done, part in enumerate(parts):
            self.whole.progress(self.number * len(parts) + done, len(self.whole.variants) * len(parts))
            fault = part()
            if fault:
                return fault
        if collision := self.phases.collision():
            self.whole.warn(collision)
        return None

    def _warn_unseen(self, watched: Watched) -> None:
        if watched.unseen:
            self.whole.warn(
                f"the arithmetic of {', '.join(sorted(set(watched.unseen)))} was not watched: no text of it was found"
            )

    def _explored(self) -> Fault | None:
        """The start, and the positions nearest to it."""
        found = self._guarded(lambda: explore(self.examiner, self.whole.share(EXPLORED, 40)))
        return self._fault(found) if found else None

    def _walked(self) -> Fault | None:
        """Random games in the interpreter."""
        left = self.whole.share(WALKED)
        while left > 0:
            walk: list[int] = []
            found = self._guarded(lambda walk=walk: self._walk(walk))  # type: ignore[misc]
            if found:
                return self._fault(self._shortened(found))
            left -= len(walk) + 1
            self.whole.counts["games"] += 1
        return None

    def _walk(self, walk: list[int]) -> Found | None:
        """One random game; its actions are put into `walk`."""
        state = self.examiner.start
        longest = self.variant.longest
        self.phases.begin()
        while True:
            try:
                following = self.examiner.examine(state, 2, self.random.randrange(self.variant.branching))
                if following and len(walk) == longest:
                    raise ClaimError(
                        "longest", f"the game still goes on after {longest} actions, but longest = {longest}"
                    )
                if not following and not walk:
                    raise ClaimError(
                        "variants",
                        f"variant {self.variant.name} is over before it begins: legal() gives 0 at the start",
                    )
            except ClaimError as broken:
                return Found(broken, walk, state)
            if not following:
                return None
            action, after = following[0]
            self.phases.action(state, action, after)
            walk.append(action)
            state = after

    def _compared(self) -> Fault | None:
        """Compiled and interpreted, the same random games."""
        self.walker = Walker(self.variant, self.whole.seed)
        try:
            self.walker.prepare()
        except ContractError as error:
            return Fault("compiled", str(error), self.variant.name)
        self.notes: list[Notes] = []
        left = self.whole.share(COMPARED)
        number = 0
        while left > 0:
            compiled = self.walker.compiled(number)
            self.whole.patience.tick()
            interpreted = self._interpreted(number)
            if isinstance(interpreted, Fault):
                return interpreted
            fault = self._compiled_fault(compiled) if compiled.code == interpreted.code else None
            fault = fault or self._difference(number, compiled, interpreted)
            if fault:
                return fault
            self.notes.append(compiled)
            left -= compiled.plies + 1
            number += 1
            self.whole.counts["compared"] += compiled.plies + 1
        return None

    def _interpreted(self, number: int) -> Notes | Fault:
        """The walk in the interpreter, where it ends and does not fail; else the fault."""
        kept: list[Notes] = []
        found = self._guarded(lambda: kept.append(self.walker.interpreted(number)))
        return self._fault(found) if found else kept[0]

    def _difference(self, number: int, compiled: Notes, interpreted: Notes) -> Fault | None:
        """The first place where a compiled game and its twin part, or an earlier one of the next few games."""
        found = self._parting(compiled, interpreted)
        if found is None:
            return None
        for other in range(number + 1, number + LOOKED):
            if found.ply < 1:
                break
            twins = self.walker.compiled(other, found.ply - 1), self.walker.interpreted(other, found.ply - 1)
            earlier = self._parting(*twins)
            found, interpreted = (earlier, twins[1]) if earlier else (found, interpreted)
        action = interpreted.actions(found.ply + 1)[-1] if found.member == "play" else None
        what = found.member if "(" in found.member or " " in found.member else f"{found.member}()"
        sentence = (
            f"{what} differs: compiled it says {found.compiled}, in the interpreter {found.interpreted}; both run the same "
            "text, so look for tables and arithmetic that are not of 64-bit whole numbers"
        )
        state = self.examiner.start._make(interpreted.nodes[:, found.ply].tolist())
        return self._fault(Found(ClaimError("compiled", sentence, action), interpreted.actions(found.ply), state))

    def _parting(self, compiled: Notes, interpreted: Notes) -> Difference | None:
        names, fields = self.examiner.heuristics, self.variant.start._fields
        return first_difference(compiled, interpreted, names, self.variant.seats, fields)

    def _long_run(self) -> Fault | None:
        """Compiled random games, guarded; of all faults the one with the shortest walk."""
        left = self.whole.share(COMPILED)
        worst: Notes | None = None
        seats = set()
        number = 0
        while left > 0:
            notes = self.walker.compiled(number, copy=False)
            if notes.code != FINE and (worst is None or notes.plies < worst.plies):
                worst = self.walker.compiled(number)
            if number < 50:
                seats |= set(notes.marks[:, SEAT].tolist())
            left -= notes.plies + 1
            number += 1
            self.whole.counts["walked"] += notes.plies + 1
        self.whole.counts["compiled games"] += number
        idle = [seat for seat in range(self.variant.seats) if seat not in seats]
        if idle and worst is None:
            self.whole.warn(
                f"variant {self.variant.name}: seats = {self.variant.seats}, but seat {idle[0]} never acted"
            )
        return self._compiled_fault(worst) if worst else None

    def _compiled_fault(self, notes: Notes) -> Fault | None:
        """What stopped a compiled walk, in the words of the interpreter, which is asked again."""
        if notes.code == FINE:
            return None
        walk = notes.actions()
        found = self._guarded(lambda: self._follow(walk))
        if found:
            return self._fault(self._shortened(found))
        state = self.examiner.start._make(notes.nodes[:, notes.plies].tolist())
        sentence = f"compiled, {WORDS[notes.code]} here; in the interpreter it is not so"
        return self._fault(Found(ClaimError("compiled", sentence), walk, state))

    def _follow(self, walk: list[int]) -> Found | None:
        """Examine the end of a walk."""
        state = self.examiner.start
        for action in walk:
            state = self.examiner.play(state, action)
        try:
            if self.examiner.examine(state) and len(walk) >= self.variant.longest:
                longest = self.variant.longest
                raise ClaimError("longest", f"the game still goes on after {longest} actions, but longest = {longest}")
        except ClaimError as broken:
            return Found(broken, walk, state)
        return None

    def _drawn(self) -> Fault | None:
        """How often `sample` draws what."""
        if not self.variant.start.has_sample:
            return None
        for notes, ply in self._places(self.whole.share(DRAWN, 2)):
            state = self.variant.start._make(notes.nodes[:, ply].tolist())
            actions = self.examiner.legal(self.examiner.start._make(state))
            by_chance = state.seat() == CHANCE
            weights = [int(state.weight(action)) if by_chance else 1 for action in actions]
            walker = Walker(self.variant, self.whole.seed, state)
            times = max(draws.DRAWS, 40 * len(actions))
            tally = walker.compiled(0, 0, times).tally
            self.whole.counts["drawn"] += times
            if draws.deviation([int(tally[action]) for action in actions], weights) > draws.STRICT:
                action, drawn, due = draws.farthest(actions, [int(tally[a]) for a in actions], weights)
                rule = "weight()" if by_chance else "legal() and equal chances"
                sentence = (
                    f"sample() drew action {action} {drawn} times in {times}; by {rule} it should be about {due:.0f}"
                )
                return self._fault(Found(ClaimError("sample", sentence, action), notes.actions(ply), state))
        return None

    def _places(self, many: int) -> list[tuple[Notes, int]]:
        """Positions with a choice, chance's and the seats' alike, the nearest to the start first."""
        by_kind: dict[int, list[tuple[int, int]]] = {}
        for number, notes in enumerate(self.notes):
            for ply in range(notes.plies):
                if notes.marks[ply, COUNT] > 1:
                    kind = int(notes.marks[ply, SEAT] == CHANCE)
                    by_kind.setdefault(kind, []).append((ply, number))
        chosen: set[tuple[int, int]] = set()
        for places in by_kind.values():
            places.sort()
            step = max(1, len(places) * len(by_kind) // many)
            chosen |= set(places[::step][: max(1, many // len(by_kind))])
        return [(self.notes[number], ply) for ply, number in sorted(chosen)]

    def _guarded(self, work: Callable[[], Found | None]) -> Found | None:
        """Work in the interpreter under the watch."""
        try:
            with self.whole.patience.watching(self.examiner.line):
                return work()
        except ClaimError as broken:
            return Found(broken, [], self.examiner.start)

    def _shortened(self, found: Found) -> Found:
        if found.broken.claim in ("longest", "ends", "variants"):
            return found
        counts = self.whole.counts.copy()
        shorter = shorten(self.examiner, found)
        self.whole.counts.clear()
        self.whole.counts.update(counts)
        return shorter

    def _fault(self, found: Found) -> Fault:
        own = self.variant.start._make(found.state)
        action = found.broken.action
        return Fault(
            claim=found.broken.claim,
            sentence=found.broken.sentence,
            variant=self.variant.name,
            walk=found.walk,
            walk_notation=self._words(found.walk),
            position=dict(zip(own._fields, own, strict=True)),
            text=_quietly(own, "text"),
            action=action,
            action_notation=None if action is None else _quietly(own, "notation", action),
        )

    def _words(self, walk: list[int]) -> list[str] | None:
        state = self.variant.start
        words = []
        for action in walk:
            word = _quietly(state, "notation", action)
            if word is None:
                return None
            words.append(word)
            state = state.play(action)
        return words


def _quietly(state: Any, name: str, *args: Any) -> str | None:
    """What an optional member says, for display; None where there is none or it fails."""
    try:
        return str(getattr(state, name)(*args))
    except Exception:
        return None


_LINES = (
    ("members", "contract", "members, as they are written"),
    ("variants", "variants", "start, and end in time"),
    ("positions", "positions", "examined in the interpreter, arithmetic watched"),
    ("games", "games", "played to the end in the interpreter"),
    ("legal actions", "legal actions", "distinct and in range"),
    ("plays", "plays", "twice the same, the position unchanged"),
    ("chance outcomes", "chance outcomes", "with a positive weight"),
    ("ends", "ends", "with returns shared by the rule"),
    ("samples", "samples", "legal"),
    ("heuristic values", "heuristic values", "in [-1, 1]"),
    ("texts", "texts", "read back as the same position"),
    ("wrong texts", "wrong texts", "refused, or read as something else"),
    ("notations", "notations", "distinct, and parsed as the same action"),
    ("equalities", "equal states", "as their fields say, equal hashes"),
    ("images", "images", "with the same rules"),
    ("compared", "compiled = interpreted", "positions, every member"),
    ("walked", "compiled alone", "positions behind guards"),
    ("drawn", "draws", "as likely as legal and weight say"),
)
