"""Many plays of one policy on one bandit. The one entry of the laboratory: compiled once for each policy."""

from __future__ import annotations

from typing import Any

from croupier.bandits.arms import begin_means, reward_of, set_means
from croupier.bandits.memory import (
    BEST,
    BEST_SQUARE,
    FOUND,
    GAIN,
    GAIN_SQUARE,
    PSEUDO,
    PSEUDO_SQUARE,
    REGRET,
    REGRET_SQUARE,
)
from croupier.bandits.policy import At
from croupier.rules.bridge import shared
from croupier.rules.compiled import compiled
from croupier.rules.streams import seed_stream

STOP, WRONG, FLAGS = range(3)
"""Places in `flags`: a stop is wanted; 1 + what the policy chose where that is no arm, or -1 for a number below 0."""


@shared
def clear(policy: Any, arms: Any, play: Any) -> None:
    """A play begins: nothing was seen."""
    for i in range(play.mu.shape[0]):
        play.pulls[i] = 0
        play.sums[i] = 0.0
        arms.visits[i] = 0
        arms.mean[i] = 0.0
        arms.totals[i] = 0.0
        if policy.uses_spread:
            arms.spread[i] = 0.0
        if policy.uses_squares:
            arms.squares[i] = 0.0
        for k in range(policy.uses_own):
            arms.own[k, i] = 0.0
    for k in range(policy.uses_notes):
        arms.notes[k] = 0.0


@shared
def largest(mu: Any) -> float:
    """The best mean."""
    best = float(mu[0])
    for i in range(1, mu.shape[0]):
        best = max(best, float(mu[i]))
    return best


@shared
def most_pulled(play: Any) -> int:
    """The arm pulled most; of equal ones, the one that paid more."""
    most = 0
    for i in range(1, play.mu.shape[0]):
        more = int(play.pulls[i]) > int(play.pulls[most])
        equal = int(play.pulls[i]) == int(play.pulls[most])
        if more or (equal and float(play.sums[i]) > float(play.sums[most])):
            most = i
    return most


@shared
def note_arms(ledger: Any, play: Any, row: int) -> None:
    """Add the pulls and estimates of a play, as it stands, to the sums of a time."""
    for i in range(play.mu.shape[0]):
        n = int(play.pulls[i])
        ledger.pulled[row, i] += n
        if n > 0:
            estimate = float(play.sums[i]) / n
            ledger.estimate_sums[row, i] += estimate
            ledger.estimate_squares[row, i] += estimate * estimate
            ledger.met_plays[row, i] += 1


@shared
def note_time(bandit: Any, ledger: Any, play: Any, top: float, lost: float, on_best: float, row: int, k: int) -> None:
    """Add a play, as it stands, to the sums of a time. `top` is what the best arms would have paid, `lost` the
    pseudo-regret where means move; elsewhere the pulls give it exactly; `on_best` the share of pulls of a best arm.
    """
    gain = 0.0
    pseudo = lost
    best = largest(play.mu)
    for i in range(play.mu.shape[0]):
        gain += float(play.sums[i])
        if not bandit.arms_move:
            pseudo += int(play.pulls[i]) * (best - float(play.mu[i]))
    regret = top - gain
    ledger.moment_sums[row, GAIN] += gain
    ledger.moment_sums[row, GAIN_SQUARE] += gain * gain
    ledger.moment_sums[row, REGRET] += regret
    ledger.moment_sums[row, REGRET_SQUARE] += regret * regret
    ledger.moment_sums[row, PSEUDO] += pseudo
    ledger.moment_sums[row, PSEUDO_SQUARE] += pseudo * pseudo
    ledger.moment_sums[row, BEST] += on_best
    ledger.moment_sums[row, BEST_SQUARE] += on_best * on_best
    ledger.moment_sums[row, FOUND] += 1.0 if float(play.mu[most_pulled(play)]) == best else 0.0
    if k < ledger.regret_bands.shape[1]:
        ledger.regret_bands[row, k] = regret
    ledger.end_regrets[k] = regret
    note_arms(ledger, play, row)


@shared
def play_once(
    policy: Any, bandit: Any, arms: Any, ledger: Any, play: Any, times: Any, flags: Any, rng: Any, number: int, k: int
) -> None:
    """One play: play `number` of its root, the k-th of its block."""
    count = play.mu.shape[0]
    clear(policy, arms, play)
    begin_means(bandit, play, rng)
    best = largest(play.mu)
    top = 0.0
    lost = 0.0
    on_best = 0
    row = 0
    for done in range(bandit.horizon):
        if bandit.arms_move and done > 0:
            set_means(bandit, done, play)
            best = largest(play.mu)
        chosen = policy.pick(arms, At(0, count, done, 0, 0), rng)
        if chosen < 0 or chosen >= count:
            flags[WRONG] = chosen + 1 if chosen >= 0 else -1
        if flags[STOP] != 0 or flags[WRONG] != 0:
            return
        reward = reward_of(bandit, play.mu, chosen, rng)
        policy.update(arms, chosen, reward)
        play.pulls[chosen] += 1
        play.sums[chosen] += reward
        on_best += int(float(play.mu[chosen]) == best)
        if bandit.arms_move:
            top += best
            lost += best - float(play.mu[chosen])
        if number == 0 and done < ledger.journal.shape[0]:
            ledger.journal[done] = chosen
        if done + 1 == int(times[row]):
            expected = top if bandit.arms_move else (done + 1) * best
            note_time(bandit, ledger, play, expected, lost, on_best / (done + 1), row, k)
            row += 1


@compiled
def play_block(
    policy: Any, bandit: Any, arms: Any, ledger: Any, play: Any, times: Any, flags: Any, rng: Any,
    root: int, first: int, plays: int,
) -> None:  # fmt: skip
    """Play plays `first` to `first + plays - 1` of a root into a ledger; `times`, which ends with the horizon, are looked
    at.
    """
    for k in range(plays):
        seed_stream(rng, root, first + k)
        play_once(policy, bandit, arms, ledger, play, times, flags, rng, first + k, k)
        if flags[STOP] != 0 or flags[WRONG] != 0:
            return
