"""Opponents by name, for people who do not know what an iteration is: levels of each game, weakest first.

Each beats the one below in 55 to 85 % of 200 games: `python -m benchmarks levels` measures it, docs/web.md has the table.
"""

from __future__ import annotations

from typing import NamedTuple

from croupier.errors import InputError, closest

NAMES = ("first-steps", "easy", "medium", "strong", "master")
STANDARD = "medium"
"""The level that nobody chose."""

_SPECS = {
    "tic-tac-toe": (1, 3, 8, 20, 80),
    "connect-four": (15, 45, 150, 600, 4000),
    "quarto": (10, 40, 200, 1500, 20_000),
    "draughts": (20, 50, 130, 400, 2000),
    "marrakech": (20, 60, 180, 600, 2000),
}
"""Iterations of UCT."""

_OTHERS = (20, 100, 500, 2_500, 12_500)
"""For a game that the house has not measured."""


class Level(NamedTuple):
    """A named opponent of a game."""

    name: str
    spec: str


def levels(game: str) -> list[Level]:
    """The levels of a game, weakest first."""
    steps = _SPECS.get(game, _OTHERS)
    return [Level(name, f"uct(iterations={steps[i]})") for i, name in enumerate(NAMES)]


def level(game: str, name: str) -> Level:
    """The level of this name."""
    for found in levels(game):
        if found.name == name:
            return found
    raise InputError(f"there is no level {name!r}: {closest(name, NAMES)}")


def standard(game: str) -> str:
    """The level of somebody who has not chosen."""
    return STANDARD
