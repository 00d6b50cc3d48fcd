"""Matches and tournaments: an experiment, perhaps a store, workers, and what comes of it."""

from __future__ import annotations

import contextlib
import dataclasses
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from croupier import numbers
from croupier.analysis import MatchResult, match_result, standings
from croupier.analysis.ratings import SAMPLES
from croupier.arena.experiment import KNOCK_OUT, Experiment
from croupier.arena.reading import experiment_of, read
from croupier.arena.results import Interrupted, TournamentResult, failure, own_doing
from croupier.arena.run import Run
from croupier.errors import CroupierError, InputError
from croupier.records import Store

R = TypeVar("R")

Watch = Callable[[Run], None]
AnyPath = str | os.PathLike[str]

SUFFIX = ".db"
"""A tournament's file has its store beside it, with this ending."""

SAMPLES_IF_INTERRUPTED = 200
"""Samples of the bootstrap after Ctrl-C, when nobody wants to wait."""


def tournament(
    given: AnyPath | Mapping[str, Any],
    store: AnyPath | None = None,
    workers: int | None = None,
    watch: Watch | None = None,
    processes: bool = False,
) -> TournamentResult:
    """Play what a TOML file or a dictionary asks for, or what of it is missing in the store."""
    if isinstance(given, Mapping):
        experiment = experiment_of(given)
    else:
        experiment = experiment_of(read(given), os.fspath(given))
        store = store_of(given) if store is None else store
    return carried_out(experiment, store, workers, watch, processes, _tournament_result)


def match(
    content: Mapping[str, Any],
    games: int,
    store: AnyPath | None = None,
    workers: int | None = None,
    watch: Watch | None = None,
    processes: bool = False,
) -> MatchResult:
    """Play a match of the two players of a dictionary."""
    one = experiment_of({**content, "pairs": 1})
    if len(one.players) != 2:
        raise InputError(f"a match is between two players, not {len(one.players)}; a tournament takes more")
    size = len(one.seatings)
    if numbers.whole(games, "games", *numbers.GAMES) % size:
        way = "pairs with the seats swapped" if size == 2 else f"sets of {size}, one for each seating"
        raise InputError(f"games must be a multiple of {size}, since they are played as {way}; not {games}")
    experiment = experiment_of({**content, "pairs": games // size})
    return carried_out(experiment, store, workers, watch, processes, _match_result)


def store_of(file: AnyPath) -> Path:
    """Where the games of a tournament's file are kept if no other place is named."""
    return Path(file).with_suffix(SUFFIX)


def carried_out(
    experiment: Experiment,
    store: AnyPath | None,
    workers: int | None,
    watch: Watch | None,
    processes: bool,
    result: Callable[[Run, Store | None, int], R],
) -> R:
    """Play an experiment's games, those that a store holds apart, and make a result of them; `Interrupted` after Ctrl-C."""
    workers = cores() if workers is None else numbers.whole(workers, "workers", *numbers.WORKERS)
    grows = () if experiment.schedule == KNOCK_OUT else ("pairs",)
    with Store.open(store, experiment.plan(), grows=grows) if store is not None else contextlib.nullcontext() as kept:
        run = Run(experiment, kept, workers, processes, watch)
        try:
            run.go()
        except KeyboardInterrupt:
            raise Interrupted(result(run, kept, SAMPLES_IF_INTERRUPTED)) from None
        return result(run, kept, SAMPLES)


def cores() -> int:
    """How many workers there are if nobody says."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _match_result(run: Run, store: Store | None, samples: int) -> MatchResult:
    if run.failed:
        raise CroupierError(failure(run.failed[0]))
    found = match_result(run.tally.games(), seconds=run.seconds)
    notes = [*found.notes, *own_doing(run.live.terminations)]
    return dataclasses.replace(found, notes=notes, compile_seconds=run.compile_seconds)


def _tournament_result(run: Run, store: Store | None, samples: int) -> TournamentResult:
    it = run.experiment
    return TournamentResult(
        game=it.variant.game.name,
        variant=it.variant.name,
        schedule=it.schedule,
        seed=it.seed,
        standings=standings(run.tally.games(), run.seconds, samples),
        bracket=run.ties,
        players=it.players,
        games=run.done,
        asked=run.total,
        played=run.played,
        failed=run.failed,
        openings=run.live.openings,
        endings=dict(run.live.terminations),
        store=None if store is None else str(store.path),
        digest=None if store is None else store.digest(),
        workers=run.workers,
        seconds=run.seconds,
        compile_seconds=run.compile_seconds,
    )
