"""The same source, interpreted and compiled: every member of every game gives the same in both worlds."""

from __future__ import annotations

import threading
from collections.abc import MutableSequence
from typing import Any, NamedTuple

import numpy as np
import pytest

import walker
from croupier import games
from croupier.rules import CHANCE, below
from croupier.rules.compiled import Entry, compiled
from croupier.rules.game import Game, Variant
from croupier.rules.playouts import draw
from croupier.rules.streams import root_of, seed_stream

POSITIONS = 100_000
"""For each game, shared by its variants."""

ELSEWHERE = {"connect-four": ["5x4", "9x5"]}
"""Variants of open families, beside the listed ones."""


def variants(name: str) -> list[Variant]:
    game = games.find(name)
    return [*game.variants.values(), *(game.variant(text) for text in ELSEWHERE.get(name, []))]


@pytest.mark.parametrize("name", games.names())
def test_interpreter_and_compiled_agree_on_every_member(name: str) -> None:
    """All members of the contract on a hundred thousand positions of random games, in every variant."""
    some = variants(name)
    for variant in some:
        positions = -(-POSITIONS // len(some))
        count, digests = walker.compiled_digests(variant, positions)
        slow_count, slow_digests = walker.interpreted_digests(variant, positions)
        pairs = zip(walker.MEMBERS, digests, slow_digests, strict=True)
        assert [member for member, fast, slow in pairs if fast != slow] == [], variant.name
        assert count == slow_count > 1
        silent = {member for member, digest in zip(walker.MEMBERS, digests, strict=True) if digest == 0}
        assert silent <= {"weight"}, "a member was never asked"


class Planted(NamedTuple):
    """Three plies of two choices, with arithmetic in `trace` that overflows."""

    ply: int = 0

    name = "planted"
    seats, actions, branching, longest = 2, 2, 2, 3

    def seat(self) -> int:
        return self.ply & 1

    def legal(self, out: MutableSequence[int]) -> int:
        out[0] = 0
        out[1] = 1
        return 2 if self.ply < 3 else 0

    def play(self, action: int) -> Planted:
        return Planted(self.ply + 1)

    def returns(self, seat: int) -> float:
        return 0.0

    def trace(self, action: int) -> int:
        return ((action << 62) << 2) >> 60


def test_the_walker_notices_a_difference() -> None:
    """Arithmetic beyond 64 bits in one member is told of that member alone."""
    variant = Game(Planted).variant()
    digests = [walker.compiled_digests(variant, 100)[1], walker.interpreted_digests(variant, 100)[1]]
    differing = [member for member, fast, slow in zip(walker.MEMBERS, *digests, strict=True) if fast != slow]
    assert differing == ["trace"]


def evaluator(name: str) -> Entry:
    """An entry that asks a heuristic by its name."""
    space: dict[str, Any] = {"__name__": "evaluators"}
    exec(f"def value(state, seat): return float(state.{name}(seat))", space)
    return compiled(space["value"])


HEURISTICS = [
    (name, member) for name in games.names() for member in dir(games.find(name).cls) if member.startswith("evaluate_")
]


@pytest.mark.parametrize(("name", "member"), HEURISTICS)
def test_heuristics_agree_and_stay_in_their_range(name: str, member: str) -> None:
    """`evaluate_<name>` gives the same float in both worlds, in [-1, 1], and is zero-sum for two seats."""
    entry = evaluator(member)
    for variant in variants(name):
        for state in wander(variant, 300):
            values = [entry(state, seat) for seat in range(variant.seats)]
            assert values == [float(getattr(state, member)(seat)) for seat in range(variant.seats)]
            assert all(-1 <= value <= 1 for value in values)
            assert variant.seats != 2 or values[0] == -values[1]


def wander(variant: Variant, positions: int) -> list[Any]:
    """Positions of random games."""
    found: list[Any] = []
    rng, out = [0, 0], [0] * (variant.start.branching + 1)
    for game in range(positions):
        seed_stream(rng, root_of("wander", variant.name), game)
        state, action = variant.start, 0
        while action >= 0 and len(found) < positions:
            found.append(state)
            action = draw(state, rng, out)
            state = state.play(action) if action >= 0 else state
    return found


class Dice(NamedTuple):
    """A die whose faces have weights, thrown once."""

    face: int = -1

    name = "dice"
    seats, actions, branching, longest = 1, 4, 4, 1
    offset = 3

    def seat(self) -> int:
        return CHANCE if self.face < 0 else 0

    def legal(self, out: MutableSequence[int]) -> int:
        for i in range(4):
            out[i] = i
        return 4 if self.face < 0 else 0

    def play(self, action: int) -> Dice:
        return Dice(action)

    def returns(self, seat: int) -> float:
        return 0.0

    def weight(self, action: int) -> int:
        return action * action + self.offset - 3


@compiled
def throws(start: Any, root: int, count: int, rng: Any, out: Any, faces: Any) -> int:
    """How often each face comes up."""
    for number in range(count):
        seed_stream(rng, root, number)
        faces[draw(start, rng, out)] += 1
    return count


def test_weights_are_kept_in_both_worlds() -> None:
    """Faces weighing 0, 1, 4, 9 come up so, alike interpreted and compiled."""
    start = Game(Dice).variant().start
    faces, count = np.zeros(4, np.int64), 14_000
    throws(start, 5, count, np.zeros(2, np.int64), np.zeros(5, np.int64), faces)
    slow = [0] * 4
    throws.python(start, 5, count, [0, 0], [0] * 5, slow)
    assert list(faces) == slow
    assert slow[0] == 0
    for seen, weight in zip(slow, (0, 1, 4, 9), strict=True):
        share = weight / 14
        assert abs(seen - count * share) <= 5 * (count * share * (1 - share)) ** 0.5


def add_up(state: Any, n: int) -> int:
    """Sum of the weights of `n` faces."""
    total = 0
    for i in range(n):
        total += state.weight(i)
    return total


def test_many_threads_may_call_a_cold_entry() -> None:
    """Eight threads that meet an entry at once compile it once, and all get the right number."""
    entry, results, start = compiled(add_up), [0] * 8, Game(Dice).variant().start
    together = threading.Barrier(8)

    def call(number: int) -> None:
        together.wait()
        results[number] = entry(start, number % 4 + 1)

    threads = [threading.Thread(target=call, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [0, 1, 5, 14] * 2
    assert [len(dispatcher.overloads) for dispatcher in entry._dispatchers.values()] == [1]


def test_preparing_twice_compiles_once_and_calling_adds_nothing() -> None:
    """After `prepare` no kind of call that was prepared compiles again."""
    entry, start = compiled(add_up), Game(Dice).variant().start
    entry.prepare(start, 1)
    (dispatcher,) = entry._dispatchers.values()
    kept = dict(dispatcher.overloads)
    entry.prepare(start, 3)
    assert entry(start, 3) == 5
    assert entry(start, np.int64(3)) == 5
    assert dict(dispatcher.overloads) == kept


def test_an_entry_is_described_by_its_function() -> None:
    """Name, docstring and the plain function stay at hand."""
    entry = compiled(add_up)
    assert (entry.__name__, entry.__doc__, entry.python) == ("add_up", add_up.__doc__, add_up)
    assert entry.python(Dice(), 4) == 14


def test_below_is_uniform_in_both_worlds() -> None:
    """The walk's own choices come from one generator: a stream gives the same numbers to lists and arrays."""
    slow, fast = [0, 0], np.zeros(2, np.int64)
    seed_stream(slow, 1, 2)
    seed_stream(fast, 1, 2)  # type: ignore[arg-type]
    assert [below(slow, 7) for _ in range(50)] == [below(fast, 7) for _ in range(50)]  # type: ignore[arg-type]
