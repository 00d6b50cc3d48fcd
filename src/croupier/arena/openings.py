"""Openings: what is played before the players begin, the same for all games of a pair."""

from __future__ import annotations

from functools import lru_cache

from croupier.errors import InputError
from croupier.positions.position import Position
from croupier.rules.contract import CHANCE
from croupier.rules.game import Variant
from croupier.rules.playouts import draw
from croupier.rules.streams import root_of, seed_stream

ATTEMPTS = 1000
"""Random openings that are tried until one does not end the game."""


class Openings:
    """The openings of an experiment: so many random actions of the seats, or a list that is gone through in order."""

    def __init__(self, variant: Variant, seed: int, given: int | tuple[tuple[int, ...], ...]) -> None:
        self._variant = variant
        self._seed = seed
        self._given = given
        self.of = lru_cache(65536)(self._of)

    def _of(self, pairing: int, pair: int) -> tuple[int, ...]:
        if not isinstance(self._given, int):
            return self._given[pair % len(self._given)]
        if self._given == 0:
            return ()
        root = root_of("opening", self._seed, pairing, pair)
        for attempt in range(ATTEMPTS):
            opening = self._drawn(root, attempt)
            if opening is not None:
                return opening
        raise InputError(
            f"opening: no game of {self._variant.game.name} {self._variant.name} was found that goes on after "
            f"{self._given} random plies: ask for fewer"
        )

    def _drawn(self, root: int, attempt: int) -> tuple[int, ...] | None:
        """Random actions from the start, chance between them included; None where the game is over after them."""
        state = self._variant.start
        rng, out = [0, 0], [0] * (state.branching + 1)
        seed_stream(rng, root, attempt)
        left, played = int(self._given), []  # type: ignore[arg-type]
        while state.legal(out) and left:
            left -= state.seat() != CHANCE
            action = draw(state, rng, out)
            played.append(action)
            state = state.play(action)
        position = Position(self._variant)
        position.play_all(played)
        return None if position.outcome else tuple(played)
