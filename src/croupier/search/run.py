"""A search under way: it can be read, continued, and stopped from another thread.

Kernels do about a millisecond of work a call, so the clock, Ctrl-C, progress and live reading need nothing inside them; a
stop is also heard inside, between two iterations and between two playouts of one.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from croupier.errors import InputError
from croupier.positions.position import Position
from croupier.rules.game import State, Variant
from croupier.search import reading
from croupier.search.answer import Analysis
from croupier.search.budget import Budget, share
from croupier.search.choice import root_of_search
from croupier.search.memory import FULL, STOP
from croupier.search.one_tree import OneTree
from croupier.search.plan import Plan

Watch = Callable[["Search"], None]

_SLICE = 0.001
"""Seconds that a call of the kernel should take."""

_AT_ONCE = 1000
"""So many iterations without a clock are one call."""


def telling(show: Callable[[str], None], every: float = 0.1) -> Watch:
    """A `watch` that shows what the search thinks, in one line, ten times a second."""
    due = 0.0

    def watch(search: Search) -> None:
        nonlocal due
        if time.monotonic() >= due:
            due = time.monotonic() + every
            show(search.thought())

    return watch


class Search:
    """A search of one position. `go` spends a budget, `start` does so in a thread; `answer` may be asked at any time."""

    def __init__(self, variant: Variant, state: State, plan: Plan, seed: int = 0, workers: int = 1) -> None:
        self.variant = variant
        self.state = state
        self.plan = plan
        self.seed = seed
        self.compile_seconds = 0.0
        self.interrupted = False
        self.root = root_of_search(plan.key, seed)
        out = [0] * (state.branching + 1)
        self.legal: list[int] = out[: state.legal(out)]
        self.trees = [OneTree(variant, state, plan, self.root, number) for number in range(plan.trees)]
        self._workers = workers
        self._spent = 0.0
        self._began: float | None = None
        self._stop = threading.Event()
        self._busy = threading.Lock()
        self._thread: threading.Thread | None = None
        self._error: BaseException | None = None

    @classmethod
    def of(cls, position: Position, plan: Plan, seed: int = 0, workers: int = 1) -> Search:
        """A search of a position, which is not changed; a game that the referee has ended has no actions."""
        search = cls(position.variant, position.state, plan, seed, workers)
        if position.outcome:
            search.legal = []
        return search

    @property
    def seconds(self) -> float:
        """Time spent so far, compiling apart."""
        began = self._began
        return self._spent + (time.perf_counter() - began if began is not None else 0.0)

    @property
    def running(self) -> bool:
        return self._busy.locked()

    # spending

    def go(self, budget: Budget | None = None, watch: Watch | None = None) -> Search:
        """Spend a budget (the plan's, if none is given) on top of what was spent; `watch` is called now and then.

        Ctrl-C ends it with what was found so far; `interrupted` says so.
        """
        self._take()
        try:
            self._spend(budget or self.plan.budget, watch)
        finally:
            self._busy.release()
        return self

    def start(self, budget: Budget | None = None, watch: Watch | None = None) -> Search:
        """`go` in a thread of its own, which calls `watch` too. What goes wrong there is raised by `wait`."""
        self._take()
        self._thread = threading.Thread(target=self._in_thread, args=(budget or self.plan.budget, watch), daemon=True)
        self._thread.start()
        return self

    def wait(self, seconds: float | None = None) -> Search:
        """Until what was started has ended, or so long at most."""
        if self._thread:
            self._thread.join(seconds)
        error, self._error = self._error, None
        if error:
            raise error
        return self

    def stop(self) -> None:
        """End the search, from any thread, within an iteration or two."""
        self._stop.set()
        for one in self.trees:
            one.counters[STOP] = 1

    def _take(self) -> None:
        if not self._busy.acquire(blocking=False):
            raise InputError("this search is running: stop it or wait for it before it goes on")
        self._stop.clear()
        self.interrupted = False
        for one in self.trees:
            one.counters[STOP] = 0

    def _in_thread(self, budget: Budget, watch: Watch | None) -> None:
        try:
            self._spend(budget, watch)
        except BaseException as error:
            self._error = error
        finally:
            self._busy.release()

    def _spend(self, budget: Budget, watch: Watch | None) -> None:
        if not self.legal or self.plan.levels == 0:
            return
        began = time.perf_counter()
        self.trees[0].prepare()
        self._began = time.perf_counter()
        self.compile_seconds += self._began - began
        try:
            for one in self.trees:
                one.make_room(budget)
            if len(self.trees) == 1 or self._workers == 1:
                for number in range(len(self.trees)):
                    self._grow(number, budget, len(self.trees), watch)
            else:
                self._grow_together(budget, watch)
        except KeyboardInterrupt:
            self.stop()
            self.interrupted = True
        finally:
            self._spent, self._began = self.seconds, None

    def _grow_together(self, budget: Budget, watch: Watch | None) -> None:
        workers = min(self._workers, len(self.trees))
        rounds = -(-len(self.trees) // workers)
        with ThreadPoolExecutor(workers) as pool:
            futures = [
                pool.submit(self._grow, number, budget, rounds, None if number else watch)
                for number in range(len(self.trees))
            ]
            try:
                for future in futures:
                    future.result()
            except BaseException:
                self.stop()
                raise

    def _grow(self, number: int, budget: Budget, turns: int, watch: Watch | None) -> None:
        """Let one tree spend its share: of iterations its part, of time the part of one of so many turns."""
        one, times = self.trees[number], self.plan.playout.times
        left = share(budget.iterations_for(len(self.legal), times), len(self.trees), number)
        if budget.seconds is None and watch is None and left * times <= _AT_ONCE:
            one.grow(left)
            return
        seconds = None if budget.seconds is None else budget.seconds / turns
        began = time.perf_counter()
        size = max(1, 16 // times)
        while left > 0 and not self._stop.is_set():
            step = min(size, left)
            before = time.perf_counter()
            one.grow(step)
            now = time.perf_counter()
            left -= step
            if watch:
                watch(self)
            if seconds is not None and now - began + (now - before) / 2 > seconds:
                break
            if one.ends_full and one.counters[FULL]:
                break
            size = max(1, min(size * 2, int(step * _SLICE / max(now - before, 1e-7))))

    # reading

    def best(self) -> int | None:
        """The action to play; None where the game is over or chance acts."""
        best = reading.chosen(self, *reading.tallied(self))
        return None if best is None else self.legal[best]

    def answer(self) -> Analysis:
        """Everything the search can say now."""
        return reading.answer(self)

    def thought(self) -> str:
        """What the search thinks now, in one line."""
        return reading.thought(self)

    def principal_variation(self) -> list[int]:
        """The actions that are expected from here on, as far as the tree reaches."""
        return reading.line_of(self, reading.chosen(self, *reading.tallied(self)))
