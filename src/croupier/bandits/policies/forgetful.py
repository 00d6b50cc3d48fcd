"""Upper confidence bounds that forget, for arms that change: discounted and sliding-window UCB."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from croupier.bandits.policy import credit, register_policy


@register_policy
class DiscountedUCB(NamedTuple):
    """Discounted UCB: M + 2 sqrt(xi ln N / n), where n, M and N are an arm's choices, its mean and all choices, each
    choice weighing `discount` to the power of its age, for rewards in [0, 1].

    A. Garivier and E. Moulines, "On upper-confidence bound policies for switching bandit problems", ALT 2011, where
    xi = 1/2. It cannot serve at a node of a tree, which has no place for discounted sums.
    """

    discount: float = 0.99
    xi: float = 0.5

    uses_own = 2

    def level(self, at: Any) -> float:
        choices = at.visits * 1.0
        if self.discount < 1.0:
            choices = (1.0 - math.exp(at.visits * math.log(self.discount))) / (1.0 - self.discount)
        return 2.0 * math.sqrt(self.xi * max(0.0, math.log(max(1.0, choices))))

    def index(self, level: float, arms: Any, at: Any, i: int) -> float:
        # a weight can shrink to nothing; then the arm is as good as untried
        weight = max(float(arms.own[0, i]), 1e-300)
        return float(arms.own[1, i]) / weight + level / math.sqrt(weight)

    def update(self, arms: Any, i: int, reward: float) -> None:
        credit(arms, i, reward)
        for j in range(arms.own.shape[1]):
            arms.own[0, j] = float(arms.own[0, j]) * self.discount
            arms.own[1, j] = float(arms.own[1, j]) * self.discount
        arms.own[0, i] = float(arms.own[0, i]) + 1.0
        arms.own[1, i] = float(arms.own[1, i]) + reward


@register_policy
class SlidingUCB(NamedTuple):
    """Sliding-window UCB: M + sqrt(xi ln min(t, window) / n), where n and M are an arm's choices among the last `window`
    and their mean, t all choices, for rewards in [0, 1]; arms that are not among them come first.

    Garivier and Moulines (2011), where xi = 1/2 is advised. It cannot serve at a node of a tree, which has no place for
    a window.
    """

    window: int = 1000
    xi: float = 0.5

    uses_own = 2
    uses_notes = 1
    uses_ring = 1
    tries_all = 0

    def level(self, at: Any) -> float:
        return math.sqrt(self.xi * math.log(max(1, min(at.visits, self.window))))

    def tried(self, level: float, arms: Any, at: Any, i: int) -> bool:
        return float(arms.own[0, i]) > 0.0

    def index(self, level: float, arms: Any, at: Any, i: int) -> float:
        n = float(arms.own[0, i])
        return float(arms.own[1, i]) / n + level / math.sqrt(n)

    def update(self, arms: Any, i: int, reward: float) -> None:
        credit(arms, i, reward)
        done = int(arms.notes[0])
        place = done % self.window
        if done >= self.window:
            old = int(arms.ring[0, place])
            left = float(arms.own[0, old]) - 1.0
            arms.own[0, old] = left
            arms.own[1, old] = float(arms.own[1, old]) - float(arms.ring[1, place]) if left > 0.0 else 0.0
        arms.ring[0, place] = i
        arms.ring[1, place] = reward
        arms.own[0, i] = float(arms.own[0, i]) + 1.0
        arms.own[1, i] = float(arms.own[1, i]) + reward
        arms.notes[0] = done + 1
