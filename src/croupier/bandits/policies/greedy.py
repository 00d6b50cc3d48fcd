"""Policies that follow the best mean, now and then at random."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from croupier.bandits.policy import register_policy, untried, wide
from croupier.rules.bridge import shared
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
        fresh = untried(arms, at, rng)
        if fresh >= 0:
            return fresh
        if unit(rng) < self.epsilon:
            return at.first + below(rng, at.count)
        return best_mean(arms, at, 0, rng)


@register_policy
class Greedy(NamedTuple):
    """`pulls` of every arm, then the best mean, equal ones at random (with `lowest`, the first of them). With
    probability `epsilon` any arm instead, once those pulls are done; with `always`, from the first choice on, where
    the random pulls count too.

    "Explore, then exploit"; report B's greedy, and its epsilon-greedy in both readings. The arms are explored one after
    another, each until it has its pulls.
    """

    pulls: int = 10
    epsilon: float = 0.0
    always: int = 0
    lowest: int = 0

    def pick(self, arms: Any, at: Any, rng: Any) -> int:
        next_ = at.first
        while next_ < at.first + at.count and int(arms.visits[next_]) >= self.pulls:
            next_ += 1
        explores = next_ < at.first + at.count
        if self.epsilon > 0.0 and (self.always or not explores) and unit(rng) < self.epsilon:
            return at.first + below(rng, at.count)
        if explores:
            return next_
        return best_mean(arms, at, self.lowest, rng)


@shared
def best_mean(arms: Any, at: Any, lowest: int, rng: Any) -> int:
    """The arm with the best mean; equal ones at random, or the first of them."""
    best = wide(arms.mean[at.first])
    ties = 1
    chosen = at.first
    for i in range(at.first + 1, at.first + at.count):
        value = wide(arms.mean[i])
        if value > best:
            best = value
            ties = 1
            chosen = i
        elif value == best:
            ties += 1
    if ties > 1 and not lowest:
        skip = below(rng, ties)
        for i in range(at.first, at.first + at.count):
            if wide(arms.mean[i]) == best:
                if skip == 0:
                    return i
                skip -= 1
    return chosen


@register_policy
class EpsilonDecreasing(NamedTuple):
    """Epsilon-n-greedy: with probability min(1, c K / t) any of the K arms, else the best mean; t choices so far. Arms
    that were not tried come first.

    P. Auer, N. Cesa-Bianchi and P. Fischer, "Finite-time analysis of the multiarmed bandit problem", Machine Learning 47
    (2002), whose c / d^2 is this c.
    """

    c: float = 1.0

    def pick(self, arms: Any, at: Any, rng: Any) -> int:
        fresh = untried(arms, at, rng)
        if fresh >= 0:
            return fresh
        if unit(rng) * at.visits < self.c * at.count:
            return at.first + below(rng, at.count)
        return best_mean(arms, at, 0, rng)


@register_policy
class Softmax(NamedTuple):
    """Softmax, or Boltzmann exploration: an arm with probability proportional to exp(mean / tau); arms that were not
    tried come first.

    R. Sutton and A. Barto, "Reinforcement Learning", section 2.8.
    """

    tau: float = 0.1

    def pick(self, arms: Any, at: Any, rng: Any) -> int:
        fresh = untried(arms, at, rng)
        if fresh >= 0:
            return fresh
        best = wide(arms.mean[at.first])
        for i in range(at.first + 1, at.first + at.count):
            best = max(best, wide(arms.mean[i]))
        total = 0.0
        for i in range(at.first, at.first + at.count):
            total += math.exp((wide(arms.mean[i]) - best) / self.tau)
        left = unit(rng) * total
        for i in range(at.first, at.first + at.count - 1):
            left -= math.exp((wide(arms.mean[i]) - best) / self.tau)
            if left < 0.0:
                return i
        return at.first + at.count - 1
