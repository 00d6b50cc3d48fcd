"""PUCT: exploration led by prior probabilities."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from croupier.bandits.policy import register_policy, wide


@register_policy
class PUCT(NamedTuple):
    """PUCT: mean + c P sqrt(N) / (1 + n), where P is the prior probability of the action; an arm that was not tried
    counts as `first_play`. Without priors (a game gives them by `prior(action)`) all are equally likely.

    D. Silver et al., "Mastering the game of Go without human knowledge", Nature 550 (2017).
    """

    c: float = 1.25
    first_play: float = 0.5

    uses_priors = 1
    tries_all = 0

    def level(self, at: Any) -> float:
        return self.c * math.sqrt(at.visits)

    def tried(self, level: float, arms: Any, at: Any, i: int) -> bool:
        return True

    def index(self, level: float, arms: Any, at: Any, i: int) -> float:
        visits = int(arms.visits[i])
        mean = self.first_play if visits == 0 else wide(arms.mean[i])
        return mean + level * wide(arms.priors[i]) / (1 + visits)
