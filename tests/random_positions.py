"""Positions of random games, for round trips."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from croupier.games import find, names
from croupier.positions import Position
from croupier.rules.contract import CHANCE
from croupier.rules.game import Variant

OPEN_FAMILIES = {
    "connect-four": ("4x4", "9x6", "3x12"),
    "draughts": ("report(limit=80, promotion=stop)", "english(removal=at-once)"),
    "marrakech": ("two(order=alternate)", "three(size=5, die=before)", "four(rugs=2)"),
}

VARIANTS = [
    find(name).variant(text) for name in names() for text in (*find(name).variants, *OPEN_FAMILIES.get(name, ()))
]
"""Every listed variant of every game, and some of the open families."""


def title(variant: Variant) -> str:
    """What a parametrized test is called."""
    return f"{variant.game.name}-{variant.name}"


def share(variant: Variant, total: int) -> int:
    """How many of `total` a game this variant of it takes, and 200 at least."""
    return max(200, total // sum(other.game is variant.game for other in VARIANTS))


def random_games(variant: Variant, positions: int, seed: int) -> Iterator[Position]:
    """Finished random games that have so many positions together, or more."""
    rng = random.Random(f"{title(variant)} {seed}")
    seen = 0
    while seen < positions:
        position = Position(variant)
        while not position.outcome:
            options = position.legal_actions
            weights = [position.state.weight(a) for a in options] if position.seat == CHANCE else None
            position.play(rng.choices(options, weights)[0])
        seen += position.ply + 1
        yield position


def states(position: Position) -> list[Any]:
    """Every state of a game, from the start."""
    again = Position(position.variant, position.start)
    found = [again.state]
    for action in position.history:
        found.append(again.play(action).state)
    return found
