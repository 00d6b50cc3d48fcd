"""A plan: the parts of a search, their values, and its budget. What a spec describes and a search carries out."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from croupier.errors import InputError
from croupier.rules.streams import root_of
from croupier.search.budget import Budget
from croupier.search.choice import MEAN, SECURE, VISITS
from croupier.search.playout import Uniform
from croupier.search.reward import OUTCOME, Reward

FINALS = {"visits": VISITS, "mean": MEAN, "secure": SECURE}
"""How the action is chosen in the end, see `choice`."""


@dataclass(frozen=True)
class Plan:
    """`levels` bounds the depth of the tree (None: unbounded; 1: the root is a bandit; 0: nothing is looked at and any
    action is played).
    """

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
        times, playouts = self.playout.times, self.budget.playouts
        if playouts is not None and playouts < times:
            raise InputError(
                f"{self.spec}: playouts must be at least the times={times} of one iteration, not {playouts}"
            )

    @cached_property
    def key(self) -> int:
        """What its searches' streams are named by, beside their seeds."""
        return root_of("search", self.spec)
