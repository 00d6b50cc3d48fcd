"""Games for a designer's view of a game: a player against itself, and against a weaker one; who led on the way."""

from __future__ import annotations

import math
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from croupier.analysis.games import Games
from croupier.analysis.match import MatchResult, match_result
from croupier.analysis.study import Course, GameStudy, study
from croupier.arena.experiment import Experiment
from croupier.arena.run import Run
from croupier.errors import InputError
from croupier.players.agents import agent_of
from croupier.players.spec import parse
from croupier.records import GameRecord, Store
from croupier.rules.contract import CHANCE
from croupier.rules.game import Variant
from croupier.rules.playouts import SCALE, SUMS, play_games
from croupier.rules.registration import scratch
from croupier.rules.streams import root_of

PLAYOUTS = 128
"""Random games from a position that say who leads in it."""

CLEAR = 3.0
"""Standard errors that a leader must be ahead by: with 2 every game would have leaders by accident."""

WEAKER = 4
"""A weaker player has this part of the budget."""

_BUDGETS = ("iterations", "playouts", "nodes", "iterations_per_action", "playouts_per_action", "seconds", "depth")

Progress = Callable[[int, int], None]


def study_game(
    variant: Variant,
    spec: str,
    games: int,
    seed: int = 0,
    workers: int = 1,
    weak: str | None = None,
    progress: Progress | None = None,
) -> GameStudy:
    """Play so many games between equals, at least, and half as many against the weaker player, and look at them."""
    weak = weaker(spec) if weak is None else weak
    equal = _experiment(variant, (spec, spec), games, seed)
    unequal = _experiment(variant, (spec, weak), max(2, games // 2), seed) if weak else None
    total = equal.games + (unequal.games if unequal else 0)
    records, seconds = _played(equal, workers, lambda done: progress(done, total) if progress else None)
    skill = _skill(unequal, workers, lambda done: progress(equal.games + done, total) if progress else None)
    with ThreadPoolExecutor(workers) as pool:
        courses = list(pool.map(lambda record: course(record, variant, seed), records))
    names = {"game": variant.game.name, "variant": variant.name, "spec": equal.players[0], "seed": seed}
    return study(Games.of(records), courses, skill, _lead_by(variant), seconds, **names)


def weaker(spec: str) -> str | None:
    """The same player with a quarter of its budget; random for one without a budget; None for random."""
    call = parse(spec)
    if call.place is None and call.name == "random":
        return None
    if call.place is not None:
        return "random"
    given = [name for name in _BUDGETS if name in call.arguments]
    budgets = {name: _quarter(call.arguments[name]) for name in given} or {"iterations": 1000 // WEAKER}
    return str(replace(call, arguments=call.arguments | budgets))


def _quarter(budget: float) -> float:
    return budget / WEAKER if isinstance(budget, float) else max(1, budget // WEAKER)


def _experiment(variant: Variant, specs: tuple[str, str], games: int, seed: int) -> Experiment:
    """A match without openings: every game begins at the start, and differs by chance and by the players' own."""
    if variant.seats < 2:
        raise InputError(f"{variant.game.name} is a game for one: there are no seats to compare")
    agents = tuple(agent_of(spec, trusted=True) for spec in specs)
    for agent in agents:
        agent.check(variant)
    players = tuple(agent.spec for agent in agents)
    one = Experiment(variant, players, agents, pairs=1, opening=0, seed=seed)
    return replace(one, pairs=-(-games // len(one.seatings)))


def _played(experiment: Experiment, workers: int, done: Callable[[int], Any]) -> tuple[list[GameRecord], float]:
    """The games of an experiment, by number, and how long they took."""
    with (
        tempfile.TemporaryDirectory(prefix="croupier-") as folder,
        Store.open(Path(folder) / "games", experiment.plan()) as store,
    ):
        run = Run(experiment, store, workers, watch=lambda run: done(run.done)).go()
        if run.failed:
            raise InputError(f"a game could not be played: {run.failed[0].why}")
        return list(store.records()), run.seconds


def _skill(experiment: Experiment | None, workers: int, done: Callable[[int], Any]) -> MatchResult | None:
    if experiment is None:
        return None
    records, seconds = _played(experiment, workers, done)
    return match_result(Games.of(records, experiment.players), seconds=seconds)


def course(record: GameRecord, variant: Variant, seed: int) -> Course:
    """A game played again, to see the choices and the leaders on its way."""
    state, out = variant.start, [0] * (variant.branching + 1)
    branching, leaders = [], []
    last = CHANCE
    for ply, action in enumerate((*record.opening, *record.actions)):
        seat = state.seat()
        if seat != CHANCE:
            branching.append(int(state.legal(out)))
            if seat != last:
                leaders.append(leader(state, variant, root_of("lead", seed, record.pairing, record.number, ply)))
        last = seat
        state = state.play(action)
    return Course(branching, leaders)


def leader(state: Any, variant: Variant, root: int) -> int:
    """The seat that is ahead in a position, -1 where none is: by game points where the game counts them, else by random
    games. Of n equal seats the difference of two payoffs varies by sqrt(2n) / (n-1).
    """
    n = variant.seats
    if state.has_score:
        points = [float(state.score(seat)) for seat in range(n)]
        best = max(points)
        return points.index(best) if points.count(best) == 1 else -1
    sums = np.zeros(SUMS + 2 * n, np.int64)
    play_games(state, n, root, 0, PLAYOUTS, 0, np.zeros(2, np.int64), scratch(state), sums)
    means = sums[SUMS::2] / SCALE / PLAYOUTS
    *_, second, first = np.argsort(means)
    clear = CLEAR * math.sqrt(2 * n / PLAYOUTS) / (n - 1)
    return int(first) if means[first] - means[second] > clear else -1


def _lead_by(variant: Variant) -> str:
    if variant.start.has_score:
        return "by game points, at the beginning of each turn"
    return f"who does clearly better in {PLAYOUTS} random games from the beginning of each turn"
