"""Upper confidence bounds with one constant: UCB1, and UCT at a tree's node."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from croupier.bandits.policy import register_policy, wide


@register_policy
class UCB(NamedTuple):
    """UCB1: mean + c sqrt(ln N / n), for rewards in [0, 1]; N choices so far, n of this arm; c = sqrt 2 as published.

    P. Auer, N. Cesa-Bianchi and P. Fischer, "Finite-time analysis of the multiarmed bandit problem", Machine Learning 47
    (2002). At a node of a tree this is UCT: L. Kocsis and C. Szepesvari, "Bandit based Monte-Carlo planning", ECML 2006.
    """

    c: float = math.sqrt(2)

    uses_spread = 1

    def level(self, at: Any) -> float:
        return self.c * math.sqrt(math.log(max(1, at.visits)))

    def index(self, level: float, arms: Any, at: Any, i: int) -> float:
        return wide(arms.mean[i]) + level * wide(arms.spread[i])


@register_policy
class UCBTuned(NamedTuple):
    """UCB1-tuned: mean + c sqrt(ln N / n min(1/4, V)), V = variance of the arm's rewards + sqrt(2 ln N / n).

    Auer, Cesa-Bianchi and Fischer (2002), section 4, where c = 1.
    """

    c: float = 1.0

    uses_squares = 1

    def level(self, at: Any) -> float:
        return math.log(max(1, at.visits))

    def index(self, level: float, arms: Any, at: Any, i: int) -> float:
        visits = int(arms.visits[i])
        mean = wide(arms.mean[i])
        spread = wide(arms.squares[i]) / visits - mean * mean + math.sqrt(2.0 * level / visits)
        return mean + self.c * math.sqrt(level / visits * min(0.25, spread))

    def update(self, arms: Any, i: int, reward: float) -> None:
        visits = int(arms.visits[i]) + 1
        mean = wide(arms.mean[i])
        arms.visits[i] = visits
        arms.mean[i] = mean + (reward - mean) / visits
        arms.squares[i] = wide(arms.squares[i]) + reward * reward
