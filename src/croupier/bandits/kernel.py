"""Many plays of one policy on one bandit. The one entry of the laboratory: compiled once for each policy."""

from __future__ import annotations

from typing import Any

from croupier.bandits.arms import reward_of, set_means
from croupier.bandits.memory import (
    END_BEST,
    END_FOUND,
    END_PSEUDO,
    END_REGRET,
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
from croupier.rules.streams import seed_stream, unit

STOP, WRONG, FLAGS = range(3)
"""Places in `flags`: a stop is wanted; 1 + what the policy chose where that is no arm, or -1 for a number below 0."""


@shared
def clear(policy: Any, arms: Any, sums: Any) -> None:
    """A play begins: nothing was seen."""
    for i in range(sums.shape[0]):
        sums[i] = 0.0
        arms.visits[i] = 0
        arms.mean[i] = 0.0
        if policy.uses_spread:
            arms.spread[i] = 0.0
        if policy.uses_squares:
            arms.squares[i] = 0.0
        for k in range(policy.uses_own):
            arms.own[k, i] = 0.0
    for k in range(policy.uses_notes):
        arms.notes[k] = 0.0


@shared
def begin_means(bandit: Any, mu: Any, rng: Any) -> None:
    """The means at the first choice, or those that this play draws for itself."""
    set_means(bandit, 0, mu)
    if bandit.arms_anew:
        for i in range(mu.shape[0]):
            mu[i] = bandit.mean_low + (bandit.mean_high - bandit.mean_low) * unit(rng)


@shared
def largest(mu: Any) -> float:
    """The best mean."""
    best = float(mu[0])
    for i in range(1, mu.shape[0]):
        best = max(best, float(mu[i]))
    return best


@shared
def note_time(
    bandit: Any, ledger: Any, pulls: Any, sums: Any, mu: Any, top: float, lost: float, row: int, k: int
) -> None:
    """Add a play, as it stands, to the sums of a time. `top` is what the best arms would have paid, `lost` the
    pseudo-regret where means move; elsewhere the pulls give it exactly.
    """
    gain = 0.0
    pseudo = lost
    best = largest(mu)
    for i in range(mu.shape[0]):
        n = int(pulls[i])
        gain += float(sums[i])
        if not bandit.arms_move:
            pseudo += n * (best - float(mu[i]))
        ledger.pulled[row, i] += n
        if n > 0:
            estimate = float(sums[i]) / n
            ledger.estimate_sums[row, i] += estimate
            ledger.estimate_squares[row, i] += estimate * estimate
            ledger.met_plays[row, i] += 1
    regret = top - gain
    ledger.moment_sums[row, GAIN] += gain
    ledger.moment_sums[row, GAIN_SQUARE] += gain * gain
    ledger.moment_sums[row, REGRET] += regret
    ledger.moment_sums[row, REGRET_SQUARE] += regret * regret
    ledger.moment_sums[row, PSEUDO] += pseudo
    ledger.moment_sums[row, PSEUDO_SQUARE] += pseudo * pseudo
    if k < ledger.regret_bands.shape[1]:
        ledger.regret_bands[row, k] = regret
    ledger.play_ends[k, END_REGRET] = regret
    ledger.play_ends[k, END_PSEUDO] = pseudo


@shared
def note_end(ledger: Any, pulls: Any, sums: Any, mu: Any, on_best: int, done: int, k: int) -> None:
    """What only the end of a play shows: pulls of a best arm, and whether the arm pulled most is one."""
    most = 0
    for i in range(1, mu.shape[0]):
        more = int(pulls[i]) > int(pulls[most])
        equal = int(pulls[i]) == int(pulls[most]) and int(pulls[i]) > 0
        if more or (equal and float(sums[i]) > float(sums[most])):
            most = i
    ledger.play_ends[k, END_BEST] = on_best * 1.0 / done
    ledger.play_ends[k, END_FOUND] = 1.0 if float(mu[most]) == largest(mu) else 0.0


@shared
def play_once(
    policy: Any, bandit: Any, arms: Any, ledger: Any, mu: Any, pulls: Any, sums: Any, times: Any, flags: Any, rng: Any,
    number: int, k: int,
) -> None:  # fmt: skip
    """One play: play `number` of its root, the k-th of its block."""
    count = mu.shape[0]
    clear(policy, arms, sums)
    for i in range(count):
        pulls[i] = 0
    begin_means(bandit, mu, rng)
    best = largest(mu)
    top = 0.0
    lost = 0.0
    on_best = 0
    row = 0
    for done in range(bandit.horizon):
        if bandit.arms_move and done > 0:
            set_means(bandit, done, mu)
            best = largest(mu)
        chosen = policy.pick(arms, At(0, count, done, 0, 0), rng)
        if chosen < 0 or chosen >= count:
            flags[WRONG] = chosen + 1 if chosen >= 0 else -1
        if flags[STOP] != 0 or flags[WRONG] != 0:
            return
        reward = reward_of(bandit, mu, chosen, rng)
        policy.update(arms, chosen, reward)
        pulls[chosen] += 1
        sums[chosen] += reward
        on_best += int(float(mu[chosen]) == best)
        if bandit.arms_move:
            top += best
            lost += best - float(mu[chosen])
        if number == 0 and done < ledger.journal.shape[0]:
            ledger.journal[done] = chosen
        if done + 1 == int(times[row]):
            expected = top if bandit.arms_move else (done + 1) * best
            note_time(bandit, ledger, pulls, sums, mu, expected, lost, row, k)
            row += 1
    note_end(ledger, pulls, sums, mu, on_best, bandit.horizon, k)


@compiled
def play_block(
    policy: Any, bandit: Any, arms: Any, ledger: Any, mu: Any, pulls: Any, sums: Any, times: Any, flags: Any, rng: Any,
    root: int, first: int, plays: int,
) -> None:  # fmt: skip
    """Play plays `first` to `first + plays - 1` of a root into a ledger; `times`, which ends with the horizon, are looked
    at.
    """
    for k in range(plays):
        seed_stream(rng, root, first + k)
        play_once(policy, bandit, arms, ledger, mu, pulls, sums, times, flags, rng, first + k, k)
        if flags[STOP] != 0 or flags[WRONG] != 0:
            return
