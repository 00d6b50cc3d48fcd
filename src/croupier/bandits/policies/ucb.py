"""Upper confidence bounds in closed form: UCB1 (UCT at a tree's node), UCB1-tuned, UCB-V and MOSS."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from croupier.bandits.policy import register_policy, root_log, wide


@register_policy
class UCB(NamedTuple):
    """UCB1: mean + c sqrt(ln N / n), for rewards in [0, 1]; N choices so far, n of this arm; c = sqrt 2 as published.

    P. Auer, N. Cesa-Bianchi and P. Fischer, "Finite-time analysis of the multiarmed bandit problem", Machine Learning 47
    (2002). At a node of a tree this is UCT: L. Kocsis and C. Szepesvari, "Bandit based Monte-Carlo planning", ECML 2006.
    """

    c: float = math.sqrt(2)

    uses_spread = 1

    def level(self, at: Any) -> float:
        return self.c * root_log(at.visits)

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


@register_policy
class UCBV(NamedTuple):
    """UCB-V: mean + sqrt(2 V zeta ln N / n) + 3 c zeta ln N / n, V = variance of the arm's rewards, for rewards in [0, 1].

    J.-Y. Audibert, R. Munos and C. Szepesvari, "Exploration-exploitation tradeoff using variance estimates in
    multi-armed bandits", Theoretical Computer Science 410 (2009), where zeta = 1.2 and c = 1.
    """

    zeta: float = 1.2
    c: float = 1.0

    uses_squares = 1

    def level(self, at: Any) -> float:
        return self.zeta * math.log(max(1, at.visits))

    def index(self, level: float, arms: Any, at: Any, i: int) -> float:
        visits = int(arms.visits[i])
        mean = wide(arms.mean[i])
        variance = max(0.0, wide(arms.squares[i]) / visits - mean * mean)
        return mean + math.sqrt(2.0 * variance * level / visits) + 3.0 * self.c * level / visits


@register_policy
class MOSS(NamedTuple):
    """MOSS: mean + sqrt(max(0, ln(T / (K n))) / n) for K arms and T choices in all; with horizon 0, T is the number of
    choices so far, so that none need be known.

    J.-Y. Audibert and S. Bubeck, "Minimax policies for adversarial and stochastic bandits", COLT 2009; without a horizon:
    R. Degenne and V. Perchet, "Anytime optimal algorithms in stochastic multi-armed bandits", ICML 2016.
    """

    horizon: int = 0

    def level(self, at: Any) -> float:
        choices = self.horizon if self.horizon > 0 else at.visits
        return choices * 1.0 / at.count

    def index(self, level: float, arms: Any, at: Any, i: int) -> float:
        visits = int(arms.visits[i])
        return wide(arms.mean[i]) + math.sqrt(max(0.0, math.log(level / visits)) / visits)
