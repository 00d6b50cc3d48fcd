"""A plan: the parts of a search, their values, and its budget. What a spec describes and a search carries out."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from croupier.errors import InputError
from croupier.search.budget import Budget
from croupier.search.playout import Uniform
from croupier.search.reward import OUTCOME, Reward

FINALS = ("visits", "mean", "secure")
"""How the action is chosen in the end: most visits (equal ones by mean), best mean, best mean - 1 / sqrt(visits)."""


@dataclass(frozen=True)
class Plan:
    """`levels` bounds the depth of the tree (None: unbounded; 1: the root is a bandit)."""

    spec: str
    choose: Any
    playout: Any = field(default_factory=Uniform)
    reward: Any = field(default_factory=lambda: Reward(OUTCOME, 0.5, 1.0))
    final: str = "visits"
    levels: int | None = None
    trees: int = 1
    budget: Budget = field(default_factory=lambda: Budget(iterations=1000))

    def __post_init__(self) -> None:
        if self.final not in FINALS:
            raise InputError(f"final must be one of {', '.join(FINALS)}, not {self.final!r}")
        if any(getattr(self.choose, fact, 0) for fact in ("uses_own", "uses_notes", "uses_ring")):
            raise InputError(
                f"{self.spec}: {type(self.choose).__name__} keeps numbers of its own, for which a node of a tree has no "
                "place: it can play bandits only"
            )
        if not 1 <= self.trees <= 1024:
            raise InputError(f"trees must be a whole number from 1 to 1024, not {self.trees}")
        if not self.budget.ends:
            raise InputError(
                f"{self.spec}: a budget is needed: iterations, playouts, nodes, seconds, iterations_per_action or "
                "playouts_per_action"
            )


def secure(mean: float, visits: int) -> float:
    """Lower confidence value q - A / sqrt(n) with A = 1: G. Chaslot et al., "Progressive strategies for Monte-Carlo tree
    search" (2008).
    """
    return mean - 1.0 / math.sqrt(visits)
