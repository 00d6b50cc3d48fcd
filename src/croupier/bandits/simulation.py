"""Simulations: many plays of several policies on one bandit, on all cores, the same answer on any number of them.

Play number i of a policy has stream i of the root of (seed, policy). Plays are done in blocks whose size depends on the
horizon alone, and the sums of blocks are added in the order of the blocks.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from croupier import numbers
from croupier.bandits import memory
from croupier.bandits.arms import REPORT_B, Bandit, Machine, lai_robbins, machine
from croupier.bandits.kernel import FLAGS, STOP, WRONG, play_block
from croupier.bandits.memory import BEST, FOUND, GAIN, PSEUDO, REGRET, Ledger
from croupier.bandits.named import policy_of
from croupier.bandits.results import Curve, PolicyResult, Simulation, deviation, interval, quantiles
from croupier.bandits.trial import try_policy
from croupier.errors import ContractError, InputError
from croupier.rules.streams import root_of
from croupier.specs import expand, split

REPORT_B_POLICIES = ("random", "greedy(pulls=10)", "epsilon_greedy(epsilon=0.1, pulls=10)", "ucb")
HORIZON = 100
PLAYS = 10_000

_BLOCK_PULLS = 100_000
_BANDED = 10_000
"""Plays whose regret is kept at every time, for the bands of curves."""
_FLAGS = 6
"""Place of the flags among the arguments of the kernel."""
_TIMES = 50
"""Times looked at, about, if none are given."""


@dataclass
class _Run:
    """One policy while it is simulated."""

    spec: str
    policy: Any
    root: int
    ledger: Ledger
    flags: Any = field(default_factory=lambda: np.zeros(FLAGS, np.int64))
    next_block: int = 0
    waiting: dict[int, Ledger] = field(default_factory=dict)


def simulate(
    arms: Any = REPORT_B,
    policies: str | Iterable[Any] = REPORT_B_POLICIES,
    *,
    horizon: int = HORIZON,
    plays: int = PLAYS,
    seed: int = 0,
    workers: int | None = None,
    times: Iterable[int] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Simulation:
    """Simulate `plays` plays of `horizon` pulls for each policy; with no argument, report B's experiment.

    `arms` are means of Bernoulli arms, specs such as `gaussian(mean=0.3, sd=1)`, or `random(count=10)`. A policy is a spec
    such as `ucb(c=1)` or `my_policy.py:Mine(c=2)`, a policy class or a policy. `times` are looked at besides the horizon
    (about fifty if not given). The same seed gives the same answer, whatever the number of `workers` (threads, all cores
    if not given). `progress` is told how many pulls are done, of how many.
    """
    horizon = numbers.whole(horizon, "horizon", *numbers.HORIZON)
    plays = numbers.whole(plays, "plays", *numbers.PLAYS)
    seed = numbers.whole(seed, "seed", *numbers.SEED)
    workers = numbers.whole(os.cpu_count() or 1 if workers is None else workers, "workers", *numbers.WORKERS)
    given = machine(arms, horizon, seed)
    looked_at = _times(times, given.bandit)
    named = [policy_of(policy, horizon, len(given.arms), trusted=True) for policy in _listed(policies)]
    for spec, policy in named:
        try_policy(spec, policy)
    began = time.perf_counter()
    for _, policy in named:
        play_block.prepare(*_arguments(policy, given.bandit, memory.make_ledger(1, 2, 1, 0), looked_at, 0, 0, 0))
    compiled = time.perf_counter()
    runs = [_run(spec, policy, seed, plays, len(given.arms), len(looked_at)) for spec, policy in named]
    _play(runs, given.bandit, looked_at, plays, workers, progress)
    seconds = time.perf_counter() - compiled
    return Simulation(
        arms=given.means,
        horizon=horizon,
        plays=plays,
        policies=[_result(run, looked_at, plays) for run in runs],
        seconds=seconds,
        compile_seconds=compiled - began,
        seed=seed,
        workers=workers,
        arm_specs=[str(arm) for arm in given.arms],
        lai_robbins=_reference(given),
    )


def _reference(given: Machine) -> float | None:
    return None if given.bandit.arms_anew else lai_robbins(given.arms)


def _listed(policies: str | Iterable[Any]) -> list[Any]:
    """Specs with lists in them stand for several."""
    items = split(policies) if isinstance(policies, str) else list(policies)
    if not items:
        raise InputError("policies: name at least one")
    return [one for item in items for one in (expand(item) if isinstance(item, str) else [item])]


def _times(given: Iterable[int] | None, bandit: Bandit) -> Any:
    """The times to look at, rising, the horizon the last; where arms change at once, also that moment."""
    horizon = bandit.horizon
    if given is not None:
        return np.array(sorted({numbers.whole(value, "a time", 1, horizon) for value in given} | {horizon}), np.int64)
    if bandit.arms_move:
        changes = [*bandit.arm_changes.tolist(), *bandit.arm_returns.tolist()]
        found = np.union1d(np.linspace(0, horizon, _TIMES + 1), [t for t in set(changes) if 0 < t <= horizon][:_TIMES])
    elif horizon <= 4 * _TIMES:
        found = np.linspace(0, horizon, _TIMES + 1)
    else:
        found = np.concatenate([np.geomspace(1, horizon, _TIMES // 2), np.linspace(1, horizon, _TIMES // 2)])
    return np.unique(np.rint(found).astype(np.int64).clip(1))


def _run(spec: str, policy: Any, seed: int, plays: int, count: int, times: int) -> _Run:
    return _Run(
        spec, policy, root_of("bandits", spec, seed), memory.make_ledger(times, count, plays, min(plays, _BANDED))
    )


def _arguments(
    policy: Any, bandit: Bandit, ledger: Ledger, times: Any, root: int, first: int, plays: int
) -> tuple[Any, ...]:
    count = len(bandit.arm_families)
    arms, play = memory.make_arms(policy, count), memory.make_play(count)
    rng, flags = np.zeros(2, np.int64), np.zeros(FLAGS, np.int64)
    return (policy, bandit, arms, ledger, play, times, flags, rng, root, first, plays)


def _play(
    runs: list[_Run], bandit: Bandit, times: Any, plays: int, workers: int, progress: Callable[[int, int], None] | None
) -> None:
    """Play every block of every policy, the policies in turn, and add them up in order."""
    size = max(1, _BLOCK_PULLS // bandit.horizon)
    blocks = -(-plays // size)
    todo = ((run, block) for block in range(blocks) for run in runs)
    done = 0

    def work(run: _Run, block: int) -> tuple[_Run, int, Ledger]:
        first = block * size
        count = min(size, plays - first)
        ledger = memory.make_ledger(len(times), len(bandit.arm_families), count, max(0, min(count, _BANDED - first)))
        arguments = list(_arguments(run.policy, bandit, ledger, times, run.root, first, count))
        arguments[_FLAGS] = run.flags
        play_block(*arguments)
        return run, block, ledger

    with ThreadPoolExecutor(workers) as pool:
        running: set[Future[tuple[_Run, int, Ledger]]] = set()
        try:
            while True:
                while len(running) < 2 * workers and (item := next(todo, None)):
                    running.add(pool.submit(work, *item))
                if not running:
                    break
                finished, running = wait(running, return_when=FIRST_COMPLETED)
                for future in finished:
                    run, block, ledger = future.result()
                    _check(run, len(bandit.arm_families))
                    run.waiting[block] = ledger
                    _add_up(run, size)
                    done += len(ledger.end_regrets) * bandit.horizon
                    if progress:
                        progress(done, plays * bandit.horizon * len(runs))
        except BaseException:
            for run in runs:
                run.flags[STOP] = 1
            pool.shutdown(wait=True, cancel_futures=True)
            raise


def _check(run: _Run, count: int) -> None:
    wrong = int(run.flags[WRONG])
    if wrong:
        chosen = "a number below 0" if wrong < 0 else str(wrong - 1)
        raise ContractError(f"{run.spec}: chose arm {chosen}, and there are arms 0 to {count - 1}: look at its `pick`")


def _add_up(run: _Run, size: int) -> None:
    """Add the ledgers of blocks that are next in order."""
    while run.next_block in run.waiting:
        part = run.waiting.pop(run.next_block)
        first = run.next_block * size
        for name in ("pulled", "estimate_sums", "estimate_squares", "met_plays", "moment_sums"):
            total = getattr(run.ledger, name)
            total += getattr(part, name)
        run.ledger.end_regrets[first : first + len(part.end_regrets)] = part.end_regrets
        banded = part.regret_bands.shape[1]
        run.ledger.regret_bands[:, first : first + banded] = part.regret_bands
        run.next_block += 1


def _result(run: _Run, times: Any, plays: int) -> PolicyResult:
    means = run.ledger.moment_sums / plays
    regrets = run.ledger.end_regrets
    estimates = _means(run.ledger)

    def mean(place: int) -> float:
        return float(means[-1, place])

    def spread(place: int) -> list[float]:
        return interval(mean(place), mean(place + 1), plays)

    return PolicyResult(
        policy=run.spec,
        gain=mean(GAIN),
        regret=mean(REGRET),
        pseudo_regret=mean(PSEUDO),
        interval=spread(PSEUDO),
        pulls=(run.ledger.pulled[-1] / plays).tolist(),
        estimates=estimates[-1],
        gain_interval=spread(GAIN),
        regret_interval=spread(REGRET),
        deviation=deviation(mean(REGRET), mean(REGRET + 1), plays),
        quantiles=quantiles(regrets),
        best=mean(BEST),
        best_interval=spread(BEST),
        found=mean(FOUND),
        estimate_deviations=_estimate_deviations(run.ledger),
        curve=Curve(
            times=times.tolist(),
            gain=means[:, GAIN].tolist(),
            regret=means[:, REGRET].tolist(),
            pseudo_regret=means[:, PSEUDO].tolist(),
            deviations=[deviation(row[REGRET], row[REGRET + 1], plays) for row in means.tolist()],
            bands=[quantiles(row) for row in run.ledger.regret_bands],
            best=means[:, BEST].tolist(),
            found=means[:, FOUND].tolist(),
            pulls=(run.ledger.pulled / plays).tolist(),
            estimates=estimates,
        ),
        regrets=regrets.copy(),
    )


def _means(ledger: Ledger) -> list[list[float | None]]:
    """Mean of the arms' means, of the plays that pulled them."""
    return [
        [total / n if n else None for total, n in zip(row, counts, strict=True)]
        for row, counts in zip(ledger.estimate_sums.tolist(), ledger.met_plays.tolist(), strict=True)
    ]


def _estimate_deviations(ledger: Ledger) -> list[float | None]:
    rows = zip(
        ledger.estimate_sums[-1].tolist(),
        ledger.estimate_squares[-1].tolist(),
        ledger.met_plays[-1].tolist(),
        strict=True,
    )
    return [deviation(total / n, square / n, n) if n else None for total, square, n in rows]
