"""A search on a thread of its own: what it has found so far can be read at any time, and it stops when told to."""

from __future__ import annotations

import os
import sys
import threading
import time
import weakref
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any, Protocol

from croupier.positions import Position
from croupier.rules.game import Variant
from croupier.search.answer import Analysis
from croupier.search.budget import Budget
from croupier.search.memory import ITERATIONS
from croupier.search.plan import Plan
from croupier.search.run import Search
from croupier.web.admission import Ticket
from croupier.web.kernels import Kernels
from croupier.web.turns import Turn

EVERY = 0.2
"""Seconds between two answers that are kept for reading."""

GROWTH = 1.12
"""The curve has a point each time the iterations have grown by this factor."""

KIND = 10
"""How far search threads stand back behind the thread that answers pages, on systems where each thread can."""


@dataclass(frozen=True)
class Point:
    """A moment of a search: visits and means in the order of the answer's actions."""

    iterations: int
    visits: tuple[int, ...]
    means: tuple[float | None, ...]


class Thought:
    """One search of one position. `answer` is the latest, `curve` how it came about.

    The tree is given up when the search ends, unless it is to be kept: then the search can go on where it stood, as long
    as the thinkers have room for its tree.
    """

    def __init__(self, position: Position, plan: Plan, seed: int, ticket: Ticket, keep: bool = False) -> None:
        self.spec = plan.spec
        self.answer: Analysis | None = None
        self.curve: list[Point] = []
        self.running = True
        self.failed = ""
        self.compiling = True
        self.keep = keep
        self.variant, self.plan = position.variant, plan
        self._state, self._seed = position.state, seed
        self._search: Search | None = None
        self._ticket = ticket
        self._cancelled = threading.Event()
        self._told = 0.0
        self._next = 8.0

    def run(self) -> None:
        """Search until the budget is spent or somebody stops it. For a thread."""
        stand_back()
        try:
            if not self._cancelled.is_set():
                self._go(self.plan.budget)
        except Exception as error:  # whatever a game or a plan does wrong ends this search and nothing else
            self.failed = str(error) or type(error).__name__
        finally:
            if not self.keep:
                self._search = None
            self.running = False
            self._ticket.release()

    @property
    def can_go_on(self) -> bool:
        """Whether the tree is still there."""
        return self._search is not None and not self.failed

    @property
    def cut_short(self) -> bool:
        """Whether it was stopped before its budget was spent."""
        return self._cancelled.is_set()

    def let_go(self) -> None:
        """Give up the tree; the answer stays."""
        self._search = None

    def go_on(self, budget: Budget, ticket: Ticket) -> None:
        """Make ready to spend more on top of what was spent; then `run` again."""
        self.plan = replace(self.plan, budget=budget)
        self._ticket = ticket
        self._cancelled.clear()
        self.running = True

    def stop(self) -> None:
        """End the search; it answers with what it has."""
        self._cancelled.set()
        search = self._search
        if search is not None:
            search.stop()

    @property
    def best(self) -> int | None:
        """The action to play."""
        return self.answer.action if self.answer else None

    def _go(self, budget: Budget) -> None:
        if self._search is None:
            self._search = Search(self.variant, self._state, self.plan, self._seed)
        search = self._search
        with Turn() as self._turn:
            search.go(budget, watch=self._watch)
        self._keep(search, last=True)

    def _watch(self, search: Search) -> None:
        self.compiling = False
        if self._cancelled.is_set():
            search.stop()
        now = time.monotonic()
        due = sum(int(tree.counters[ITERATIONS]) for tree in search.trees) >= self._next
        if due or now - self._told > EVERY:
            self._told = now
            self._keep(search)
        self._turn.pass_on()

    def _keep(self, search: Search, last: bool = False) -> None:
        answer = search.answer()
        self.compiling = False
        self.answer = answer
        if answer.iterations >= self._next or last:
            self._next = max(self._next, answer.iterations) * GROWTH
            visits = tuple(entry.visits for entry in answer.actions)
            self.curve.append(Point(answer.iterations, visits, tuple(entry.mean for entry in answer.actions)))


class Work(Protocol):
    """What runs on a thread of the thinkers, when its kernel has been compiled; `cut_short`: it was stopped."""

    @property
    def variant(self) -> Variant: ...

    @property
    def plan(self) -> Plan: ...

    @property
    def cut_short(self) -> bool: ...

    def run(self) -> None: ...

    def stop(self) -> None: ...


class Thinkers:
    """The threads that searches run on: as many as are accepted, so that an accepted search runs at once.

    So many trees of searches that have ended are kept too; the oldest makes room for the next.
    """

    def __init__(self, threads: int, kernels: Kernels) -> None:
        self._kernels = kernels
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="search")
        self._thoughts: list[Work] = []  # twice for a moment where one goes on at once after it was stopped
        self._kept: deque[weakref.ref[Thought]] = deque()
        self._most_kept = threads
        self._lock = threading.Lock()

    def start(self, thought: Work, done: Callable[[], Any] | None = None) -> Future[None]:
        """Run a thought; `done` is called on its thread when it has ended."""
        with self._lock:
            self._thoughts.append(thought)

        def work() -> None:
            try:
                self._kernels.wait(thought.variant, thought.plan, lambda: thought.cut_short)
                thought.run()
            finally:
                with self._lock:
                    self._thoughts.remove(thought)
                    if isinstance(thought, Thought) and thought.keep:
                        self._hold(thought)
                if done is not None:
                    done()

        return self._pool.submit(work)

    @property
    def running(self) -> int:
        return len(self._thoughts)

    def _hold(self, thought: Thought) -> None:
        """Keep the tree of a search that has ended, and let the oldest go where there are too many."""
        others = (kept for kept in self._kept if kept() not in (None, thought))
        self._kept = deque([*others, weakref.ref(thought)])
        while len(self._kept) > self._most_kept:
            oldest = self._kept.popleft()()
            if oldest is not None and oldest not in self._thoughts:
                oldest.let_go()

    def close(self) -> None:
        """Stop every search and wait for none."""
        with self._lock:
            thoughts = list(self._thoughts)
        for thought in thoughts:
            thought.stop()
        self._pool.shutdown(wait=False, cancel_futures=True)


def stand_back() -> None:
    """Lower this thread's claim to the processor below that of the thread that answers pages."""
    if sys.platform == "linux":
        number = threading.get_native_id()
        if os.getpriority(os.PRIO_PROCESS, number) < KIND:
            os.setpriority(os.PRIO_PROCESS, number, KIND)
