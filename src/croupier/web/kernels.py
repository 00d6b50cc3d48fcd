"""Compiling, apart from searching: on one thread, what somebody waits for before what may be wanted some day.

numba compiles one kernel at a time whoever asks, and cannot be interrupted. So searches wait here for theirs: they can be
given up meanwhile, hold no lock, and those who want the same kernel wait for one compilation.
"""

from __future__ import annotations

import heapq
import logging
import threading
from collections.abc import Callable
from dataclasses import replace

from croupier.rules.game import Variant
from croupier.search.budget import Budget
from croupier.search.plan import Plan
from croupier.search.run import Search

WANTED, LATER = 0, 1
LOOK = 0.02
"""Seconds after which one who waits sees whether they still want to."""

Kind = tuple[type, type, type]


class Kernels:
    """`want` queues what is not compiled yet, `wait` returns when it is there."""

    def __init__(self) -> None:
        self._ready: dict[Kind, threading.Event] = {}
        self._queue: list[tuple[int, int, Variant, Plan]] = []
        self._asked = 0
        self._change = threading.Condition()
        self._closed = False
        self._thread: threading.Thread | None = None

    @property
    def busy(self) -> bool:
        """Whether anything is still to be compiled."""
        with self._change:
            return any(not ready.is_set() for ready in self._ready.values())

    def want(self, variant: Variant, plan: Plan, urgency: int = LATER) -> threading.Event:
        """Set when the kernel for this search has been compiled, or turned out to be impossible."""
        with self._change:
            ready = self._ready.setdefault(_kind(variant, plan), threading.Event())
            if not ready.is_set():
                self._asked += 1
                heapq.heappush(self._queue, (urgency, self._asked, variant, plan))
                self._change.notify()
                self._begin()
        return ready

    def wait(self, variant: Variant, plan: Plan, given_up: Callable[[], bool]) -> None:
        """Until the kernel is there, or whoever waits gives up."""
        ready = self.want(variant, plan, WANTED)
        while not (ready.wait(LOOK) or given_up() or self._closed):
            pass

    def close(self) -> None:
        with self._change:
            self._closed = True
            self._change.notify()

    def _begin(self) -> None:
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="compile", daemon=True)
            self._thread.start()

    def _work(self) -> None:
        while (task := self._next()) is not None:
            variant, plan = task
            ready = self._ready[_kind(variant, plan)]
            if not ready.is_set():
                _compile(variant, plan)
                ready.set()

    def _next(self) -> tuple[Variant, Plan] | None:
        with self._change:
            self._change.wait_for(lambda: self._queue or self._closed)
            return None if self._closed else heapq.heappop(self._queue)[2:]


def _kind(variant: Variant, plan: Plan) -> Kind:
    """What a kernel is compiled for: everything else is a value."""
    return type(variant.start), type(plan.choose), type(plan.playout)


def _compile(variant: Variant, plan: Plan) -> None:
    """Search a little: what goes wrong with a game or a plan is told by the search that wanted it."""
    try:
        Search(variant, variant.start, replace(plan, trees=1, budget=Budget(iterations=1)), 0).go()
    except Exception as error:
        logging.getLogger("croupier").debug("%s: %s", plan.spec, error)
