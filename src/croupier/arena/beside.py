"""A process beside a lane, for players that may crash it: whatever happens there, only the game that is played is lost."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
import types
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait
from typing import Any, NamedTuple

from croupier.arena.clock import Clock
from croupier.arena.experiment import Experiment
from croupier.arena.loop import Loop
from croupier.errors import CroupierError
from croupier.games import resolve_variant
from croupier.players.agents import agent_of
from croupier.positions.position import source_of
from croupier.search.proof import Prover
from croupier.tables.game import Deal, Played

_starting = threading.Lock()

DEATHS = 3
"""A game whose process died so many times is given up."""


class Failed(NamedTuple):
    """A game that cannot be played, and why."""

    deal: Deal
    why: str


class Setup(NamedTuple):
    """All that a process needs to know about an experiment."""

    game: Any
    variant: str
    players: tuple[str, ...]
    seed: int
    cap: int | None
    clock: Clock | None
    adjudicate: bool


class Beside:
    """One process, started when it is needed, and again when it died."""

    def __init__(self, experiment: Experiment) -> None:
        it = experiment
        game = source_of(it.variant.game)
        self._setup = Setup(game, it.variant.name, it.players, it.seed, it.ply_cap, it.clock, it.adjudicate)
        self._pool: ProcessPoolExecutor | None = None
        self._process = 0
        self._stopped = False

    def play(self, deals: Iterator[Deal], finished: Callable[[Any], None]) -> None:
        """Play deals, one after another; a game whose process dies is played again, at most `DEATHS` times."""
        for deal in deals:
            played = self._played(deal)
            if self._stopped:
                return
            finished(played)

    def stop(self) -> None:
        """Kill the process: nothing of value is in it."""
        self._stopped = True
        self._kill()

    def close(self) -> None:
        """End the process."""
        if self._pool:
            self._pool.shutdown(wait=True, cancel_futures=True)
            self._pool = None

    def _played(self, deal: Deal) -> Played | Failed:
        for _ in range(DEATHS):
            try:
                return self._submitted(deal).result()
            except BrokenProcessPool:
                self.close()
            if self._stopped:
                break
        return Failed(deal, f"the process that played it died {DEATHS} times")

    def _submitted(self, deal: Deal) -> Future[Played]:
        if self._pool is None:
            self._pool = self._started()
            if self._stopped:
                self._kill()
        return self._pool.submit(_play, self._setup, deal)

    def _started(self) -> ProcessPoolExecutor:
        """A pool of one process that is there; one that dies while it starts gets a successor, as later."""
        for _ in range(DEATHS):
            pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), _begin)
            try:
                with _unseen():
                    process = pool.submit(os.getpid)
                self._process = process.result()
                return pool
            except BrokenProcessPool:
                pool.shutdown(wait=True, cancel_futures=True)
                if self._stopped:
                    raise
        raise CroupierError("a process for players that are Python functions cannot be started here")

    def _kill(self) -> None:
        if self._process:
            with contextlib.suppress(OSError):
                os.kill(self._process, getattr(signal, "SIGKILL", signal.SIGTERM))


@contextlib.contextmanager
def _unseen() -> Iterator[None]:
    """Start a process that does not hear Ctrl-C, which is for its parent, and does not run the main script again.

    Python would run that script to find what is defined in it; nothing of it is needed there.
    """
    with _starting:
        if hasattr(signal, "pthread_sigmask"):  # what this thread starts has its mask from its first moment
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        main = sys.modules["__main__"]
        sys.modules["__main__"] = types.ModuleType("__main__")
        try:
            yield
        finally:
            sys.modules["__main__"] = main


# in the process

_loops: dict[Setup, Loop] = {}


def _begin() -> None:
    """Print nothing where the answer is printed, leave Ctrl-C to the parent, and die with it."""
    sys.stdout = sys.stderr
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent:
        threading.Thread(target=_die_with, args=(parent.sentinel,), daemon=True).start()


def _die_with(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)


def _play(setup: Setup, deal: Deal) -> Played:
    if setup not in _loops:
        variant = resolve_variant(setup.game, setup.variant)
        agents = [agent_of(player, trusted=True) for player in setup.players]
        prover = Prover(variant) if setup.adjudicate else None
        _loops[setup] = Loop(variant, agents, setup.seed, setup.cap, setup.clock, prover)
        _loops[setup].prepare()
    played = _loops[setup].game(deal)
    assert played is not None
    return played
