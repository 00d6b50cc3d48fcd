"""Thompson sampling: each arm with the probability that it is the best, given what was seen."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from croupier.bandits.draws import beta, normal
from croupier.bandits.policy import register_policy, wide


@register_policy
class Thompson(NamedTuple):
    """Thompson sampling with beta priors: draw from Beta(a + S, b + n - S) for each arm, S the sum of its n rewards in
    [0, 1], and choose the largest draw.

    W. Thompson, Biometrika 25 (1933); E. Kaufmann, N. Korda and R. Munos, "Thompson sampling: an asymptotically optimal
    finite-time analysis", ALT 2012. A reward between 0 and 1 counts as that part of a success.
    """

    a: float = 1.0
    b: float = 1.0

    def pick(self, arms: Any, at: Any, rng: Any) -> int:
        chosen = at.first
        best = -1.0
        for i in range(at.first, at.first + at.count):
            visits = int(arms.visits[i])
            won = min(max(wide(arms.mean[i]) * visits, 0.0), visits * 1.0)
            value = beta(rng, self.a + won, self.b + visits - won)
            if value > best:
                best = value
                chosen = i
        return chosen


@register_policy
class ThompsonGaussian(NamedTuple):
    """Thompson sampling with Gaussian priors: draw from the normal law with mean S / (n + 1) and standard deviation
    sigma / sqrt(n + 1) for each arm, S the sum of its n rewards, and choose the largest draw.

    S. Agrawal and N. Goyal, "Further optimal regret bounds for Thompson sampling", AISTATS 2013, where sigma = 1.
    """

    sigma: float = 1.0

    def pick(self, arms: Any, at: Any, rng: Any) -> int:
        chosen = at.first
        best = -math.inf
        for i in range(at.first, at.first + at.count):
            visits = int(arms.visits[i])
            centre = wide(arms.mean[i]) * visits / (visits + 1)
            value = centre + normal(rng) * self.sigma / math.sqrt(visits + 1)
            if value > best:
                best = value
                chosen = i
        return chosen
