"""The games in examples/ against brute force that shares no line with them."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from croupier.rules import perft, playouts
from croupier.rules.files import load_game

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
UPRIGHT, FLAT = (1, 0), (0, 1)

Cells = frozenset[tuple[int, int]]


@pytest.fixture(scope="module")
def domineering() -> Any:
    return load_game(EXAMPLES / "domineering.py").variant()


def lays(free: Cells, seat: int) -> Iterator[Cells]:
    """What stays free after each domino that a seat can lay."""
    down, right = (UPRIGHT, FLAT)[seat]
    for row, column in free:
        other = (row + down, column + right)
        if other in free:
            yield free - {(row, column), other}


def square(size: int) -> Cells:
    return frozenset((row, column) for row in range(size) for column in range(size))


def brute_perft(free: Cells, seat: int, depth: int) -> int:
    return 1 if depth == 0 else sum(brute_perft(rest, 1 - seat, depth - 1) for rest in lays(free, seat))


@functools.cache
def mover_wins(free: Cells, seat: int) -> bool:
    return any(not mover_wins(rest, 1 - seat) for rest in lays(free, seat))


@functools.cache
def first_wins_at_random(free: Cells, seat: int) -> Fraction:
    rests = list(lays(free, seat))
    if not rests:
        return Fraction(seat)
    return sum((first_wins_at_random(rest, 1 - seat) for rest in rests), Fraction(0)) / len(rests)


@functools.cache
def mover_wins_by_the_rules(state: Any) -> bool:
    out = [0] * (state.branching + 1)
    n = state.legal(out)
    if n == 0:
        return bool(state.returns(state.seat()) > 0)
    return any(not mover_wins_by_the_rules(state.play(action)) for action in out[:n])


def small(variant: Any) -> Any:
    """The 4x4 board as a position of the 5x5 one: its last row and column are covered."""
    covered = sum(1 << (5 * row + column) for row in range(5) for column in range(5) if row == 4 or column == 4)
    return variant.start._replace(taken=covered)


def test_domineering_counts_its_games_as_brute_force_does(domineering: Any) -> None:
    """Perft 1 to 4 of the 5x5 board."""
    expected = [brute_perft(square(5), 0, depth) for depth in range(1, 5)]
    assert perft.run(domineering, 4).leaves == expected


def test_domineering_has_its_known_values(domineering: Any) -> None:
    """4x4 is won by who begins, 5x5 by who comes second (Breuker, Uiterwijk and van den Herik, 2000)."""
    assert mover_wins(square(4), 0)
    assert not mover_wins(square(5), 0)
    assert mover_wins_by_the_rules(small(domineering))
    assert not mover_wins_by_the_rules(domineering.start)


def test_domineering_random_games_split_as_computed(domineering: Any) -> None:
    """The share of wins among random games of the 4x4 board is the exact one, within five standard errors."""
    games = 100_000
    exact = float(first_wins_at_random(square(4), 0))
    wins = playouts.run(domineering._replace(start=small(domineering)), games).wins
    assert sum(wins) == games
    assert abs(wins[0] / games - exact) < 5 * (exact * (1 - exact) / games) ** 0.5


def test_every_example_is_short() -> None:
    """An example shows how little a game needs: at most 60 lines, its words included."""
    for path in EXAMPLES.glob("*.py"):
        assert len(path.read_text().splitlines()) <= 60, path.name
