"""Rewards: what a search learns from, in [0, 1], each seat's own view."""

from __future__ import annotations

from typing import NamedTuple

from croupier.rules.parts import register_part

OUTCOME, SCORE, RAW = 0, 1, 2


class Reward(NamedTuple):
    """How a finished game is rewarded; one class for all kinds, so that they share a compilation.

    OUTCOME: (1 + returns) / 2, but `draw` where the return is 0. SCORE: for two seats the difference of the game
    points, for more the lead over the mean of the others, mapped from [-high, high] to [0, 1] and clipped there. RAW: the
    difference itself, which leaves [0, 1]; for searches that only compare means.
    """

    kind: int
    draw_value: float
    high: float

    def of_outcome(self, payoff: float) -> float:
        """The reward of a payoff in [-1, 1]."""
        return self.draw_value if payoff == 0.0 else 0.5 * (1.0 + payoff)

    def of_lead(self, lead: float) -> float:
        """The reward of a lead in game points."""
        return lead if self.kind == RAW else min(1.0, max(0.0, 0.5 + 0.5 * lead / self.high))


register_part(Reward, {}, {})
