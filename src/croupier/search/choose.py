"""Policies that need a tree: AMAF, RAVE, GRAVE and a report's global table. The others are in `bandits.policies`.

All blend a child's mean q with its AMAF mean q~ (the mean reward of the iterations in which the action was played by the
same seat anywhere below the node), and share the arithmetic, so that equal weights choose equally.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from croupier.bandits.policy import register_policy, root_log, wide
from croupier.rules.bridge import shared


@shared
def blend(arms: Any, i: int, amaf_visits: float, amaf_sum: float, beta: float) -> float:
    """(1 - beta) q + beta q~; q~ alone where the child was not visited, q alone where its action was never played."""
    if amaf_visits == 0.0:
        return wide(arms.mean[i])
    if int(arms.visits[i]) == 0:
        return amaf_sum / amaf_visits
    return (1.0 - beta) * wide(arms.mean[i]) + beta * (amaf_sum / amaf_visits)


@register_policy
class AMAF(NamedTuple):
    """alpha-AMAF: alpha q~ + (1 - alpha) q + c sqrt(ln N / n).

    D. Helmbold and A. Parker-Wood, "All-moves-as-first heuristics in Monte-Carlo Go", ICAI 2009.
    """

    alpha: float = 0.5
    c: float = 0.5

    uses_spread = 1
    uses_amaf = 1
    tries_all = 0

    def level(self, at: Any) -> float:
        return self.c * root_log(at.visits)

    def tried(self, level: float, arms: Any, at: Any, i: int) -> bool:
        if int(arms.visits[i]) > 0:
            return True
        return self.c == 0.0 and self.alpha > 0.0 and wide(arms.amaf_visits[i]) > 0.0

    def index(self, level: float, arms: Any, at: Any, i: int) -> float:
        value = blend(arms, i, wide(arms.amaf_visits[i]), wide(arms.amaf_sums[i]), self.alpha)
        return value + level * wide(arms.spread[i])


@register_policy
class RAVE(NamedTuple):
    """RAVE: (1 - beta) q + beta q~ + c sqrt(ln N / n).

    With `k` >= 0 the hand-selected schedule beta = sqrt(k / (3 N + k)): k visits at which both weigh 1/2. With k < 0 the
    minimum-MSE schedule beta = n~ / (n + n~ + bias n n~), bias = 4 b^2. With `inside` the exploration term is weighted
    by 1 - beta too, as report C4 has it. S. Gelly and D. Silver, "Monte-Carlo tree search and rapid action value
    estimation in computer Go", Artificial Intelligence 175 (2011).
    """

    k: float = -1.0
    bias: float = 1e-5
    c: float = 0.0
    inside: int = 0

    uses_spread = 1
    uses_amaf = 1
    tries_all = 0

    def level(self, at: Any) -> tuple[float, float]:
        beta = math.sqrt(self.k / (3.0 * at.visits + self.k)) if self.k > 0.0 else 0.0
        return self.c * root_log(at.visits), beta

    def tried(self, level: tuple[float, float], arms: Any, at: Any, i: int) -> bool:
        if int(arms.visits[i]) > 0:
            return True
        return self.c == 0.0 and self.k != 0.0 and wide(arms.amaf_visits[i]) > 0.0

    def index(self, level: tuple[float, float], arms: Any, at: Any, i: int) -> float:
        visits = int(arms.visits[i])
        played = wide(arms.amaf_visits[i])
        beta = level[1]
        if self.k < 0.0:
            beta = played / (played + visits + self.bias * played * visits)
        value = blend(arms, i, played, wide(arms.amaf_sums[i]), beta)
        exploration = level[0] * wide(arms.spread[i])
        if self.inside and played > 0.0:
            exploration *= 1.0 - beta
        return value + exploration


@register_policy
class GRAVE(NamedTuple):
    """GRAVE: (1 - beta) q + beta q~ with beta = n~ / (n + n~ + bias n n~), where q~ and n~ are of the closest ancestor
    with more than `ref` visits (the node itself counts); no exploration term unless c is given.

    A node's AMAF statistics begin when it gets its children, at its second visit. T. Cazenave, "Generalized rapid
    action value estimation", IJCAI 2015.
    """

    ref: int = 50
    bias: float = 1e-5
    c: float = 0.0

    uses_spread = 1
    uses_amaf = 2
    tries_all = 0

    def level(self, at: Any) -> float:
        return self.c * root_log(at.visits)

    def tried(self, level: float, arms: Any, at: Any, i: int) -> bool:
        if int(arms.visits[i]) > 0:
            return True
        return self.c == 0.0 and wide(arms.tables[at.row, 0, at.base + int(arms.mark[i])]) > 0.0

    def index(self, level: float, arms: Any, at: Any, i: int) -> float:
        visits = int(arms.visits[i])
        code = at.base + int(arms.mark[i])
        played = wide(arms.tables[at.row, 0, code])
        beta = played / (played + visits + self.bias * played * visits) if played > 0.0 else 0.0
        return blend(arms, i, played, wide(arms.tables[at.row, 1, code]), beta) + level * wide(arms.spread[i])


@register_policy
class GlobalAMAF(NamedTuple):
    """Report C4's "AMAF" and "GRAVE": UCT plus the mean of one table of actions for the whole tree, unweighted, to which
    every node of the path adds in its own view and which knows no seats. Kept to explain that report's results.
    """

    c: float = 2.0

    uses_spread = 1
    uses_amaf = 3

    def level(self, at: Any) -> float:
        return self.c * root_log(at.visits)

    def index(self, level: float, arms: Any, at: Any, i: int) -> float:
        played = wide(arms.tables[0, 0, int(arms.mark[i])])
        everywhere = wide(arms.tables[0, 1, int(arms.mark[i])]) / played if played > 0.0 else 0.0
        return wide(arms.mean[i]) + level * wide(arms.spread[i]) + everywhere
