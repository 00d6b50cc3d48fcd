"""What a play keeps: statistics of the arms as a policy sees them, and the ledger that many plays are added up in."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from croupier.rules.registration import register_structure


class Arms(NamedTuple):
    """Statistics of the arms in one play, [arm] each; what the policy does not ask for has length 0."""

    visits: Any  # int64
    mean: Any  # float64: mean reward
    totals: Any  # float64: sum of rewards
    spread: Any  # float64: 1 / sqrt(visits)
    squares: Any  # float64: sum of squared rewards
    own: Any  # float64 [k, arm]: numbers of the policy's own
    notes: Any  # float64 [k]: the same, for all arms
    ring: Any  # float64 [0 choice or 1 reward, place]: the last choices

    def count_in(self, i: int, reward: float) -> None:
        """Count a reward. The mean is the sum by the visits: arms with equal sums and visits have equal means, whatever the
        order their rewards came in, so that a tie is seen as one. (A running mean made greedy lose 0.02 more.)
        """
        visits = int(self.visits[i]) + 1
        total = float(self.totals[i]) + reward
        self.visits[i] = visits
        self.totals[i] = total
        self.mean[i] = total / visits


class Play(NamedTuple):
    """What is true of the arms in one play, [arm] each, and what they paid: nothing that a policy may see."""

    mu: Any  # float64: mean now
    mu_before: Any  # float64: mean at the first choice
    mu_after: Any  # float64: mean at the last, or after a change
    pulls: Any  # int64
    sums: Any  # float64: rewards


class Ledger(NamedTuple):
    """Sums over the plays of one block, in the order of their numbers; `[time]` is one of the times looked at."""

    pulled: Any  # int64 [time, arm]: pulls
    estimate_sums: Any  # float64 [time, arm]: sums of the arms' means in the plays that pulled them
    estimate_squares: Any  # float64 [time, arm]
    met_plays: Any  # int64 [time, arm]: plays that pulled the arm
    moment_sums: Any  # float64 [time, MOMENTS]
    regret_bands: Any  # float32 [time, play]: regret, of as many plays as there is room for
    end_regrets: Any  # float64 [play]: regret at the horizon
    journal: Any  # int64 [pull]: the arms of play 0, as far as there is room


GAIN, GAIN_SQUARE, REGRET, REGRET_SQUARE, PSEUDO, PSEUDO_SQUARE, BEST, BEST_SQUARE, FOUND, MOMENTS = range(10)
"""Places in `moment_sums`: gain, regret, pseudo-regret and share of pulls of a best arm, each with its squares; 1 if a
best arm was pulled most.
"""

for _structure in (Arms, Play, Ledger):
    register_structure(_structure)


def make_arms(policy: Any, count: int) -> Arms:
    """Room for the statistics that a policy asks for."""
    return Arms(
        visits=np.zeros(count, np.int64),
        mean=np.zeros(count),
        totals=np.zeros(count),
        spread=np.zeros(count if policy.uses_spread else 0),
        squares=np.zeros(count if policy.uses_squares else 0),
        own=np.zeros((policy.uses_own, count)),
        notes=np.zeros(policy.uses_notes),
        ring=np.zeros((2, policy.window if policy.uses_ring else 0)),
    )


def make_play(count: int) -> Play:
    """Room for one play."""
    return Play(np.zeros(count), np.zeros(count), np.zeros(count), np.zeros(count, np.int64), np.zeros(count))


def make_ledger(times: int, count: int, plays: int, banded: int, journal: int = 0) -> Ledger:
    """An empty ledger."""
    return Ledger(
        pulled=np.zeros((times, count), np.int64),
        estimate_sums=np.zeros((times, count)),
        estimate_squares=np.zeros((times, count)),
        met_plays=np.zeros((times, count), np.int64),
        moment_sums=np.zeros((times, MOMENTS)),
        regret_bands=np.zeros((times, banded), np.float32),
        end_regrets=np.zeros(plays),
        journal=np.full(journal, -1, np.int64),
    )
