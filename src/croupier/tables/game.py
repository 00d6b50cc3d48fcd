"""What a table is dealt, and what it gives back."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from croupier.positions.outcome import Outcome
from croupier.rules.streams import root_of, splitmix


class Deal(NamedTuple):
    """A game to be played: who sits where, by number, and what has been played already."""

    pairing: int
    game: int
    players: tuple[int, ...]
    opening: tuple[int, ...] = ()

    def origin(self, seed: int) -> int:
        """The root of this game's streams in an experiment of this seed."""
        return splitmix(_root(seed, self.pairing), self.game)


@lru_cache(4096)
def _root(seed: int, pairing: int) -> int:
    return root_of("game", seed, pairing)


class Played(NamedTuple):
    """A finished game: what was played after the opening, by whom, by action what it took, and how it ended."""

    deal: Deal
    actions: list[int]
    actors: list[int]
    spent: tuple[
        list[int], list[int], list[int]
    ]  # iterations, playouts, nodes by action; 0 for chance and where no search was needed
    seconds: list[float]  # by action
    outcome: Outcome
