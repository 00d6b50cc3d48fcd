"""Policies that follow the best mean, now and then at random."""

from __future__ import annotations

from typing import Any, NamedTuple

from croupier.bandits.policy import register_policy, wide
from croupier.rules.streams import below, unit


@register_policy
class Uniform(NamedTuple):
    """Every arm with the same probability, each choice anew; with `once`, every arm once before that."""

    once: int = 0

    def pick(self, arms: Any, at: Any, rng: Any) -> int:
        if self.once and at.visits < at.count:
            return at.first + at.visits
        return at.first + below(rng, at.count)


@register_policy
class RoundRobin(NamedTuple):
    """The arms in turn, in `blocks` of so many plays of an arm at a time (1: one each, then again)."""

    blocks: int = 1

    def pick(self, arms: Any, at: Any, rng: Any) -> int:
        return at.first + at.visits // self.blocks % at.count


@register_policy
class EpsilonGreedy(NamedTuple):
    """With probability epsilon any arm, else the best mean; arms that were not tried come first.

    R. Sutton and A. Barto, "Reinforcement Learning", section 2.2.
    """

    epsilon: float = 0.1

    def pick(self, arms: Any, at: Any, rng: Any) -> int:
        untried = 0
        for i in range(at.first, at.first + at.count):
            untried += int(arms.visits[i]) == 0
        if untried == 0 and unit(rng) < self.epsilon:
            return at.first + below(rng, at.count)
        chosen = at.first
        best = -1.0
        ties = 0
        for i in range(at.first, at.first + at.count):
            value = 2.0 if int(arms.visits[i]) == 0 else wide(arms.mean[i])
            if value > best:
                best = value
                chosen = i
                ties = 1
            elif value == best:
                ties += 1
                if below(rng, ties) == 0:
                    chosen = i
        return chosen
