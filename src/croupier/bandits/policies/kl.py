"""KL-UCB: the largest mean that the rewards do not refute, measured by relative entropy."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from croupier.bandits.policy import register_policy, wide
from croupier.rules.bridge import shared

STEPS = 60
"""Newton's steps at most; it needs three to six."""


@shared
def highest_mean(mean: float, bound: float) -> float:
    """The largest q with kl(mean, q) <= bound, kl the relative entropy of two Bernoulli laws.

    kl(p, .) is convex and grows to the right of p, so Newton's steps from a q that is too large only go down and never
    pass the root. Too large are p + sqrt(bound / 2), by Pinsker's inequality, and 1 - exp((h - bound) / (1 - p)), where
    h = p ln p + (1 - p) ln(1 - p).
    """
    p = min(max(mean, 0.0), 1.0)
    if p >= 1.0 or bound <= 0.0:
        return p
    if p <= 0.0:
        return 1.0 - math.exp(-bound)
    entropy = p * math.log(p) + (1.0 - p) * math.log(1.0 - p)
    q = min(p + math.sqrt(0.5 * bound), 1.0 - math.exp((entropy - bound) / (1.0 - p)))
    for _ in range(STEPS):
        if q <= p or q >= 1.0:
            break
        over = entropy - p * math.log(q) - (1.0 - p) * math.log(1.0 - q) - bound
        step = over * q * (1.0 - q) / (q - p)
        q -= step
        if step <= 1e-10 * q:
            break
    return min(max(q, p), 1.0)


@register_policy
class KLUCB(NamedTuple):
    """KL-UCB: the largest q with n kl(mean, q) <= ln N + c ln ln N, for rewards in [0, 1]; c = 0 as advised for use, 3 in
    the proof. For Bernoulli arms its regret grows as slowly as any policy's can.

    A. Garivier and O. Cappe, "The KL-UCB algorithm for bounded stochastic bandits and beyond", COLT 2011.
    """

    c: float = 0.0

    def level(self, at: Any) -> float:
        log = math.log(max(1, at.visits))
        return log + (self.c * math.log(log) if log > 1.0 else 0.0)

    def index(self, level: float, arms: Any, at: Any, i: int) -> float:
        return highest_mean(wide(arms.mean[i]), level / int(arms.visits[i]))
