"""Exp3: weights that grow exponentially, for rewards that an adversary may choose."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from croupier.bandits.policy import credit, register_policy
from croupier.rules.streams import unit


@register_policy
class Exp3(NamedTuple):
    """Exp3: arm i with probability p_i = (1 - gamma) w_i / sum w + gamma / K; then w_i grows by the factor
    exp(gamma x / (p_i K)) for a reward x in [0, 1].

    P. Auer, N. Cesa-Bianchi, Y. Freund and R. Schapire, "The nonstochastic multiarmed bandit problem", SIAM Journal on
    Computing 32 (2002). Kept are ln w_i and, of the last choice, p_i. It cannot serve at a node of a tree, which has no
    place for weights.
    """

    gamma: float = 0.1

    uses_own = 2

    def pick(self, arms: Any, at: Any, rng: Any) -> int:
        top = float(arms.own[0, 0])
        for i in range(1, at.count):
            top = max(top, float(arms.own[0, i]))
        total = 0.0
        for i in range(at.count):
            total += math.exp(float(arms.own[0, i]) - top)
        left = unit(rng)
        chosen = -1
        for i in range(at.count):
            share = math.exp(float(arms.own[0, i]) - top) / total
            p = (1.0 - self.gamma) * share + self.gamma / at.count
            arms.own[1, i] = p
            left -= p
            if left < 0.0 and chosen < 0:
                chosen = i
        return chosen if chosen >= 0 else at.count - 1

    def update(self, arms: Any, i: int, reward: float) -> None:
        credit(arms, i, reward)
        grown = self.gamma * reward / (float(arms.own[1, i]) * arms.own.shape[1])
        arms.own[0, i] = float(arms.own[0, i]) + grown
