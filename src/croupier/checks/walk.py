"""The walker: one random game in which every member of the contract is asked at every position and its answer noted.

It is one plain function, compiled as an entry and run as it is in the interpreter; the notes of both must be equal. The
compiled walk trusts nobody: `legal` writes into a buffer with guards behind it, and what is outside of the contract ends
the walk with a code instead of being obeyed.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from croupier.rules.bridge import register_fact, register_method, shared
from croupier.rules.compiled import compiled
from croupier.rules.contract import CHANCE
from croupier.rules.game import Variant
from croupier.rules.playouts import pick_weighted
from croupier.rules.registration import register_structure
from croupier.rules.streams import below, mix, plus, root_of, seed_stream

SEATS, ACTIONS, BRANCHING, TRACES, SYMMETRIES, PLIES, LONGEST, DRAWS = range(8)
"""Places in `limits`: the facts of the variant, after how many plies to stop, how often to sample the start."""

SEAT, COUNT, LISTED, WEIGHTS, TRACED, IMAGED, SAMPLED, ACTION, HASHED = range(9)
"""Columns of `marks`, one row a ply."""
MARKS = 9

CODE, PLY, STAMP = range(3)
"""Places in `found`."""

(
    FINE,
    BAD_SEAT,
    BAD_COUNT,
    BAD_GUARD,
    BAD_RANGE,
    BAD_TWICE,
    BAD_WEIGHT,
    BAD_TRACE,
    BAD_SAMPLE,
    BAD_LENGTH,
    BAD_RETURNS,
) = range(11)

WORDS = (
    "nothing",
    "seat() is out of range",
    "legal() lists more actions than `branching` says",
    "legal() writes beyond `branching` + 1 actions",
    "legal() lists an action out of range",
    "legal() lists an action twice",
    "a weight is not positive",
    "a trace is out of range",
    "sample() draws what legal() does not list",
    "the game is longer than `longest` says",
    "the returns are not as the contract shares them",
)

GUARD = -0x5EA1_5EA1_5EA1
"""What stands in `out` where `legal` has no business."""
GUARDS = 4
"""So many cells behind the buffer are looked at in every position, all of them after every game."""

EPSILON = 1e-9

IMAGES = 3
"""So many symmetries are tried in a position."""


@shared
def note(
    state: Any, probe: Any, row: int, limits: Any, rng: Any, out: Any, seen: Any, marks: Any, values: Any, tally: Any
) -> int:
    """Ask every member in this position and write the answers to row `row`; a code, FINE if all is in range."""
    who = state.seat()
    n = state.legal(out)
    marks[row, SEAT] = who
    marks[row, COUNT] = n
    marks[row, HASHED] = state.scramble()
    if who < CHANCE or who >= limits[SEATS] or (n == 0 and who == CHANCE):
        return BAD_SEAT
    if n < 0 or n > limits[BRANCHING]:
        return BAD_COUNT
    for i in range(GUARDS):
        if out[limits[BRANCHING] + 1 + i] != GUARD:
            return BAD_GUARD
    code = note_actions(state, row, n, who, limits, out, seen, marks)
    if code != FINE:
        return code
    marks[row, IMAGED] = note_images(state, row, limits[SYMMETRIES] - 1, out, n)
    for which in range(probe.evaluations):
        for seat in range(limits[SEATS]):
            values[row, which * limits[SEATS] + seat] = probe.evaluation(state, seat, which)
    draws = limits[DRAWS] if row == 0 else 0
    return choose(state, row, n, who, draws, rng, out, seen, marks, tally)


@shared
def note_actions(state: Any, row: int, n: int, who: int, limits: Any, out: Any, seen: Any, marks: Any) -> int:
    """Hashes of the listed actions, their weights and traces; a code. `seen` is stamped with the actions."""
    seen[limits[ACTIONS]] += 1
    stamp = int(seen[limits[ACTIONS]])
    listed = weights = traced = 0
    for i in range(n):
        action = int(out[i])
        if action < 0 or action >= limits[ACTIONS]:
            return BAD_RANGE
        if seen[action] == stamp:
            return BAD_TWICE
        seen[action] = stamp
        listed = mix(plus(listed, action + 1))
        if who == CHANCE:
            weight = state.weight(action)
            if weight < 1:
                return BAD_WEIGHT
            weights = mix(plus(weights, weight))
        else:
            trace = state.trace(action)
            if trace < 0 or trace >= limits[TRACES]:
                return BAD_TRACE
            traced = mix(plus(traced, trace + 1))
    marks[row, LISTED] = listed
    marks[row, WEIGHTS] = weights
    marks[row, TRACED] = traced
    return FINE


@shared
def note_images(state: Any, row: int, others: int, out: Any, n: int) -> int:
    """A hash of a few symmetric positions and of the actions in them; another few in every row."""
    h = 0
    for few in range(min(IMAGES, others)):
        which = 1 + (row + few * max(1, others // IMAGES)) % others
        h = mix(plus(h, state.image(which).scramble()))
        for i in range(n):
            h = mix(plus(h, state.image_action(int(out[i]), which) + 1))
    return h


@shared
def choose(
    state: Any, row: int, n: int, who: int, draws: int, rng: Any, out: Any, seen: Any, marks: Any, tally: Any
) -> int:
    """Draw the action of this row, by `sample` where there is one or from the list; -1 at the end; a code.

    `sample` is drawn `draws` times more, into `tally`.
    """
    sampled = -1
    actions = seen.shape[0] - 1
    if state.has_sample:
        for _ in range(draws + 1):
            sampled = state.sample(rng)
            tally[sampled if 0 <= sampled < actions else actions] += 1
        marks[row, SAMPLED] = sampled
        if (sampled < 0) != (n == 0) or (n > 0 and (sampled >= actions or seen[sampled] != seen[actions])):
            return BAD_SAMPLE
    action = sampled
    if n > 0 and (sampled < 0 or below(rng, 2) == 0):
        by_weight = who == CHANCE and state.has_weight
        action = pick_weighted(state, rng, out, n) if by_weight else int(out[below(rng, n)])
    marks[row, SAMPLED] = sampled
    marks[row, ACTION] = action
    return FINE


@shared
def note_end(state: Any, row: int, limits: Any, probe: Any, values: Any) -> int:
    """Write down returns and scores of a finished game; a code."""
    seats = limits[SEATS]
    first = probe.evaluations * seats
    total = 0.0
    most = -2.0
    for seat in range(seats):
        payoff = float(state.returns(seat))
        values[row, first + seat] = payoff
        values[row, first + seats + seat] = float(state.score(seat))
        total += payoff
        most = max(most, payoff)
    if not abs(total) <= EPSILON or not most <= 1.0:
        return BAD_RETURNS
    winners = 0
    for seat in range(seats):
        winners += values[row, first + seat] == most
    for seat in range(seats):
        due = -1.0 / (seats - 1) if seats > 1 else 0.0
        if values[row, first + seat] == most:
            due = (seats / winners - 1.0) / (seats - 1) if seats > 1 else 0.0
        if not abs(values[row, first + seat] - due) <= EPSILON:
            return BAD_RETURNS
    return FINE


@compiled
def walk(
    start: Any,
    probe: Any,
    limits: Any,
    root: int,
    number: int,
    rng: Any,
    out: Any,
    seen: Any,
    nodes: Any,
    marks: Any,
    values: Any,
    tally: Any,
    found: Any,
) -> int:
    """Play random game `number` of a root and note every position; how many plies were played.

    `found` gets a code and its ply. `sample` is drawn `limits[DRAWS]` times more at the start, into `tally`.
    """
    seed_stream(rng, root, number)
    found[CODE] = FINE
    state = start
    ply = 0
    while True:
        state.store(nodes, ply)
        code = note(state, probe, ply, limits, rng, out, seen, marks, values, tally)
        if code == FINE and marks[ply, COUNT] == 0:
            code = note_end(state, ply, limits, probe, values)
        elif code == FINE and ply >= limits[LONGEST]:
            code = BAD_LENGTH
        if code != FINE:
            found[CODE] = code
            found[PLY] = ply
            return ply
        if marks[ply, COUNT] == 0 or ply >= limits[PLIES]:
            return ply
        state = state.play(int(marks[ply, ACTION]))
        ply += 1


def evaluations(cls: Any) -> list[str]:
    """The names of a game's heuristics, `evaluate_...`."""
    return [name for name in dir(cls) if name.startswith("evaluate_") and callable(getattr(cls, name))]


@functools.cache
def probe_of(cls: Any) -> Any:
    """A structure that reaches the heuristics of a class by number, for `walk`."""
    names = evaluations(cls)
    if not names:
        return register_structure(_Probe)(0)
    lines = ["def _generated_evaluation(self, state, seat, which):"]
    for which, name in enumerate(names):
        lines += [f"    if which == {which}:", f"        return float(state.{name}(seat))"]
    namespace: dict[str, Any] = {"__name__": __name__}
    exec("\n".join([*lines, "    return 0.0"]), namespace)
    members = {"__slots__": (), "evaluations": len(names), "evaluation": namespace["_generated_evaluation"]}
    return type(f"_ProbeOf{cls.__name__}", (_Probe,), members)(0)


class _Probe(NamedTuple):
    """A game without heuristics."""

    unused_: int = 0

    evaluations = 0  # type: ignore[misc]

    def evaluation(self, state: Any, seat: int, which: int) -> float:
        return 0.0


register_method("evaluation", ("state", "seat", "which"), "the checks")
register_fact("evaluations", "the checks")


@dataclass
class Notes:
    """What one walk wrote down."""

    plies: int
    code: int
    marks: Any
    nodes: Any
    values: Any
    out: Any
    tally: Any
    guarded: bool

    def actions(self, plies: int | None = None) -> list[int]:
        """The actions up to a ply."""
        return [int(action) for action in self.marks[: self.plies if plies is None else plies, ACTION]]


class Walker:
    """Walks of one variant, compiled or in the interpreter, in buffers of its own."""

    def __init__(self, variant: Variant, seed: int = 0, start: Any = None) -> None:
        self.start = variant.start if start is None else start
        self.facts = variant.facts
        self.root = root_of("check", variant.game.name, variant.name, seed)
        self.probe = probe_of(variant.game.cls)
        columns = variant.seats * (self.probe.evaluations + 2)
        rows = variant.longest + 2
        self._marks = np.zeros((rows, MARKS), np.int64)
        self._values = np.zeros((rows, columns), np.float64)
        self._nodes = np.zeros((len(self.start), rows), np.int64)
        self._found = np.zeros(3, np.int64)
        self._tally = np.zeros(variant.facts["actions"] + 1, np.int64)
        self._seen = np.zeros(variant.facts["actions"] + 1, np.int64)
        self._rng = np.zeros(2, np.int64)
        slack = min(1 << 20, 2 * variant.facts["actions"] + 4096)
        self._memory = np.full(slack + variant.branching + 1 + slack, GUARD, np.int64)
        self._out = self._memory[slack:]

    def prepare(self) -> None:
        """Compile, or load from disk; `ContractError` if the game cannot be compiled."""
        walk.prepare(*self._arguments(0, 1, 0))

    def compiled(self, number: int, plies: int | None = None, draws: int = 0, copy: bool = True) -> Notes:
        """Game `number`, compiled. Without `copy` the notes hold until the next walk only."""
        plies = walk(*self._arguments(number, plies, draws))
        return self._notes(plies, copy)

    def interpreted(self, number: int, plies: int | None = None) -> Notes:
        """Game `number` by the same function in the interpreter."""
        start, probe, limits, *others = self._arguments(number, plies, 0)
        plies = walk.python(start, probe, limits.tolist(), *others)
        return self._notes(plies, True)

    def _arguments(self, number: int, plies: int | None, draws: int) -> tuple[Any, ...]:
        facts, longest = self.facts, self.facts["longest"]
        stop = longest if plies is None else plies
        exact = [facts[fact] for fact in ("seats", "actions", "branching", "traces", "images")]
        self._tally[:] = 0
        buffers = (self._rng, self._out, self._seen, self._nodes, self._marks, self._values, self._tally, self._found)
        return self.start, self.probe, np.array([*exact, stop, longest, draws], np.int64), self.root, number, *buffers

    def _notes(self, plies: int, copy: bool) -> Notes:
        branching = self.facts["branching"]
        before = len(self._memory) - len(self._out)
        intact = (self._memory[:before] == GUARD).all() and (self._out[branching + 1 :] == GUARD).all()
        listed = self._out[: branching + 1].copy()
        self._memory[:] = GUARD
        rows = slice(plies + 1)
        parts = (self._marks[rows], self._nodes[:, rows], self._values[rows])
        marks, nodes, values = (part.copy() for part in parts) if copy else parts
        code = BAD_GUARD if self._found[CODE] == FINE and not intact else int(self._found[CODE])
        return Notes(int(plies), code, marks, nodes, values, listed, self._tally.copy(), bool(intact))


MEMBERS = {
    SEAT: "seat",
    COUNT: "legal",
    LISTED: "legal",
    WEIGHTS: "weight",
    TRACED: "trace",
    IMAGED: "image",
    SAMPLED: "sample",
    HASHED: "scramble",
}


@dataclass
class Difference:
    """Where two walks part: the ply, the member, what each says if it can be said in a word."""

    ply: int
    member: str
    compiled: str
    interpreted: str


def first_difference(
    compiled: Notes, interpreted: Notes, names: list[str], seats: int, fields: Any
) -> Difference | None:
    """The first place where the notes of a compiled walk are not those of its twin."""
    for ply in range(min(compiled.plies, interpreted.plies) + 1):
        for found in _row_differences(compiled, interpreted, ply, names, seats, fields):
            return found
    if compiled.code != interpreted.code or compiled.plies != interpreted.plies:
        ply = min(compiled.plies, interpreted.plies)
        return Difference(ply, "the end", WORDS[compiled.code], WORDS[interpreted.code])
    return None


def _row_differences(
    compiled: Notes, interpreted: Notes, ply: int, names: list[str], seats: int, fields: Any
) -> Iterator[Difference]:
    for i, field in enumerate(fields):
        mine, other = int(compiled.nodes[i, ply]), int(interpreted.nodes[i, ply])
        if mine != other:
            yield Difference(ply - 1, "play", f"{field} = {mine}", f"{field} = {other}")
    for column, member in MEMBERS.items():
        mine, other = int(compiled.marks[ply, column]), int(interpreted.marks[ply, column])
        if mine != other:
            told = column in (SEAT, COUNT, SAMPLED)
            yield Difference(ply, member, str(mine) if told else "one thing", str(other) if told else "another")
    labels = [f"{name}({seat})" for name in (*names, "returns", "score") for seat in range(seats)]
    for column, label in enumerate(labels):
        one, two = float(compiled.values[ply, column]), float(interpreted.values[ply, column])
        if one != two and not (one != one and two != two):
            yield Difference(ply, label, repr(one), repr(two))
