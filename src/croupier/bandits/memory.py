"""What a play keeps: statistics of the arms as a policy sees them, and the ledger that many plays are added up in."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from croupier.rules.registration import register_structure


class Arms(NamedTuple):
    """Statistics of the arms in one play, [arm] each; what the policy does not ask for has length 0."""

    visits: Any  # int64
    mean: Any  # float64: mean reward
    spread: Any  # float64: 1 / sqrt(visits)
    squares: Any  # float64: sum of squared rewards
    own: Any  # float64 [k, arm]: numbers of the policy's own
    notes: Any  # float64 [k]: the same, for all arms
    ring: Any  # float64 [0 choice or 1 reward, place]: the last choices


class Ledger(NamedTuple):
    """Sums over the plays of one block, in the order of their numbers; `[time]` is one of the times looked at."""

    pulled: Any  # int64 [time, arm]: pulls
    estimate_sums: Any  # float64 [time, arm]: sums of the arms' means in the plays that pulled them
    estimate_squares: Any  # float64 [time, arm]
    met_plays: Any  # int64 [time, arm]: plays that pulled the arm
    moment_sums: Any  # float64 [time, MOMENTS]
    regret_bands: Any  # float32 [time, play]: regret, of as many plays as there is room for
    play_ends: Any  # float64 [play, ENDS]: each play at the horizon
    journal: Any  # int64 [pull]: the arms of play 0, as far as there is room


GAIN, GAIN_SQUARE, REGRET, REGRET_SQUARE, PSEUDO, PSEUDO_SQUARE, MOMENTS = range(7)
"""Places in `moment_sums`: gain, regret and pseudo-regret, and their squares."""

END_REGRET, END_PSEUDO, END_BEST, END_FOUND, ENDS = range(5)
"""Places in `play_ends`: regret, pseudo-regret, share of pulls of a best arm, 1 if a best arm was pulled most."""

for _structure in (Arms, Ledger):
    register_structure(_structure)


def make_arms(policy: Any, count: int) -> Arms:
    """Room for the statistics that a policy asks for."""
    return Arms(
        visits=np.zeros(count, np.int64),
        mean=np.zeros(count),
        spread=np.zeros(count if policy.uses_spread else 0),
        squares=np.zeros(count if policy.uses_squares else 0),
        own=np.zeros((policy.uses_own, count)),
        notes=np.zeros(policy.uses_notes),
        ring=np.zeros((2, policy.window if policy.uses_ring else 0)),
    )


def make_ledger(times: int, count: int, plays: int, banded: int, journal: int = 0) -> Ledger:
    """An empty ledger."""
    return Ledger(
        pulled=np.zeros((times, count), np.int64),
        estimate_sums=np.zeros((times, count)),
        estimate_squares=np.zeros((times, count)),
        met_plays=np.zeros((times, count), np.int64),
        moment_sums=np.zeros((times, MOMENTS)),
        regret_bands=np.zeros((times, banded), np.float32),
        play_ends=np.zeros((plays, ENDS)),
        journal=np.full(journal, -1, np.int64),
    )
