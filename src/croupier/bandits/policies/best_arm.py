"""Best-arm identification: spend a number of pulls to find the best arm, whatever the pulls cost meanwhile.

Both policies drop arms between phases. The arm to recommend in the end is the one pulled most. They cannot serve at a
node of a tree, which has no place for the arms that were dropped.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from croupier.bandits.policy import register_policy, wide
from croupier.rules.bridge import shared
from croupier.rules.streams import below

PHASE, QUOTA, LEFT = range(3)
"""Places in `notes`: phases done, pulls that every arm still in shall have by the end of this one, arms still in."""


@shared
def next_in(arms: Any, count: int) -> int:
    """The arm with the fewest pulls among those still in."""
    chosen = -1
    for i in range(count):
        if float(arms.own[0, i]) == 0.0 and (chosen < 0 or int(arms.visits[i]) < int(arms.visits[chosen])):
            chosen = i
    return chosen


@shared
def drop_worst(arms: Any, count: int, rng: Any) -> None:
    """Drop the arm with the lowest mean, one of them at random where several have it."""
    worst = math.inf
    ties = 0
    for i in range(count):
        if float(arms.own[0, i]) == 0.0:
            value = wide(arms.mean[i])
            if value < worst:
                worst = value
                ties = 1
            elif value == worst:
                ties += 1
    skip = below(rng, ties)
    for i in range(count):
        if float(arms.own[0, i]) == 0.0 and wide(arms.mean[i]) == worst:
            if skip == 0:
                arms.own[0, i] = 1.0
                break
            skip -= 1
    arms.notes[LEFT] = arms.notes[LEFT] - 1.0


@register_policy
class SuccessiveRejects(NamedTuple):
    """Successive rejects: K - 1 phases; by the end of phase k each of the K + 1 - k arms still in has
    ceil((T - K) / (L (K + 1 - k))) pulls, L = 1/2 + 1/2 + 1/3 + ... + 1/K, and the worst is dropped.

    J.-Y. Audibert, S. Bubeck and R. Munos, "Best arm identification in multi-armed bandits", COLT 2010.
    """

    horizon: int = 1000

    uses_own = 1
    uses_notes = 3

    def pick(self, arms: Any, at: Any, rng: Any) -> int:
        if at.visits == 0:
            arms.notes[LEFT] = at.count
            arms.notes[QUOTA] = rejects_quota(self.horizon, at.count, 0)
        i = next_in(arms, at.count)
        while int(arms.notes[LEFT]) > 1 and int(arms.visits[i]) >= int(arms.notes[QUOTA]):
            drop_worst(arms, at.count, rng)
            arms.notes[PHASE] = arms.notes[PHASE] + 1.0
            arms.notes[QUOTA] = rejects_quota(self.horizon, at.count, int(arms.notes[PHASE]))
            i = next_in(arms, at.count)
        return i


@shared
def rejects_quota(horizon: int, count: int, phase: int) -> int:
    """Pulls an arm by the end of a phase, counted from 0."""
    total = 0.5
    for i in range(2, count + 1):
        total += 1.0 / i
    return max(1, math.ceil((horizon - count) / (total * (count - phase))))


@register_policy
class SequentialHalving(NamedTuple):
    """Sequential halving: ceil(log2 K) rounds; in each, the arms still in share T / ceil(log2 K) pulls equally, and the
    worse half is dropped. Means are of all rounds so far; what rounding leaves of T goes to the arm that remains.

    Z. Karnin, T. Koren and O. Somekh, "Almost optimal exploration in multi-armed bandits", ICML 2013.
    """

    horizon: int = 1000

    uses_own = 1
    uses_notes = 3

    def pick(self, arms: Any, at: Any, rng: Any) -> int:
        if at.visits == 0:
            arms.notes[LEFT] = at.count
            arms.notes[QUOTA] = halving_share(self.horizon, at.count, at.count)
        i = next_in(arms, at.count)
        while int(arms.notes[LEFT]) > 1 and int(arms.visits[i]) >= int(arms.notes[QUOTA]):
            for _ in range(int(arms.notes[LEFT]) // 2):
                drop_worst(arms, at.count, rng)
            arms.notes[QUOTA] = arms.notes[QUOTA] + halving_share(self.horizon, at.count, int(arms.notes[LEFT]))
            i = next_in(arms, at.count)
        return i


@shared
def halving_share(horizon: int, count: int, left: int) -> int:
    """Pulls an arm in a round with so many arms."""
    rounds = 0
    while 1 << rounds < count:
        rounds += 1
    return max(1, horizon // (left * rounds))
