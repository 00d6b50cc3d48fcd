"""A short match between two searches: pairs of games from the same random opening, seats swapped."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

from croupier.players.named import plan_of
from croupier.rules.contract import CHANCE
from croupier.rules.game import Variant
from croupier.rules.playouts import draw
from croupier.rules.streams import root_of, seed_stream
from croupier.search.run import Search

Chooser = Callable[[Any, int], int]
"""Who chooses an action in a state; the number is a seed of its own for every choice."""


class Result(NamedTuple):
    """Of the first player."""

    wins: int
    draws: int
    losses: int

    @property
    def score(self) -> float:
        return (self.wins + self.draws / 2) / sum(self)

    def interval(self, z: float = 1.96) -> tuple[float, float]:
        """Wilson's interval of the score."""
        n, p = sum(self), self.score
        middle, half = p + z * z / (2 * n), z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return (middle - half) / (1 + z * z / n), (middle + half) / (1 + z * z / n)

    def __str__(self) -> str:
        low, high = self.interval()
        return f"+{self.wins} ={self.draws} -{self.losses}: {self.score:.1%} [{low:.1%}, {high:.1%}]"


def searcher(variant: Variant, spec: str) -> Chooser:
    """A player from a spec."""
    plan = plan_of(spec)
    return lambda state, seed: Search(variant, state, plan, seed).go().best() or 0


def random_action(state: Any, seed: int) -> int:
    """Any legal action, or a chance outcome by its weight."""
    rng = [0, 0]
    seed_stream(rng, seed, 0)
    return draw(state, rng, [0] * (state.branching + 1))


def match(variant: Variant, first: Chooser, second: Chooser, pairs: int, seed: int = 0, plies: int = 2) -> Result:
    """Games of two players, seats swapped, each pair from its own opening of so many random plies."""
    counts = [0, 0, 0]
    for pair in range(pairs):
        opening = variant.start
        for ply in range(plies):
            opening = opening.play(random_action(opening, root_of(seed, "opening", pair, ply)))
        for swapped in (False, True):
            players = (second, first) if swapped else (first, second)
            payoff = play(variant, opening, players, root_of(seed, pair, int(swapped)))[int(swapped)]
            counts[0 if payoff > 0 else 1 if payoff == 0 else 2] += 1
    return Result(*counts)


def play(variant: Variant, state: Any, players: tuple[Chooser, ...], root: int) -> list[float]:
    """Play a game to its end; the payoff of each seat."""
    out = [0] * (state.branching + 1)
    for ply in range(variant.longest + 1):
        if state.legal(out) == 0:
            break
        seed = root_of(root, ply) & 0x7FFF_FFFF_FFFF_FFFF
        who = state.seat()
        state = state.play(random_action(state, seed) if who == CHANCE else players[who](state, seed))
    return [state.returns(seat) for seat in range(len(players))]
