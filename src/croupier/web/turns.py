"""Searches take turns: no more compute at a time than there are processors, so that who answers pages is not behind a crowd.

A search needs Python's lock between two slices. Where twenty do, one of them often holds it while the system lets another
one run, and everybody waits for both.
"""

from __future__ import annotations

import os
import threading
import time
from collections import deque
from types import TracebackType

LONGEST = 0.005
"""Seconds of a turn, where others wait."""


class Turns:
    """So many places, given to who waited longest."""

    def __init__(self, places: int) -> None:
        self._lock = threading.Lock()
        self._free = places
        self._waiting: deque[threading.Event] = deque()

    def take(self) -> None:
        """Wait for a place."""
        with self._lock:
            if self._free:
                self._free -= 1
                return
            called = threading.Event()
            self._waiting.append(called)
        called.wait()

    def give(self) -> None:
        """Leave the place to the next."""
        with self._lock:
            if self._waiting:
                self._waiting.popleft().set()
            else:
                self._free += 1

    @property
    def wanted(self) -> bool:
        """Whether somebody waits for a place."""
        return bool(self._waiting)


class Turn:
    """One search's place, while it computes: `with Turn() as turn`, and `turn.pass_on()` between slices."""

    def __init__(self, turns: Turns | None = None) -> None:
        self._turns = turns or HERE
        self._since = 0.0

    def __enter__(self) -> Turn:
        self._turns.take()
        self._since = time.monotonic()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._turns.give()

    def pass_on(self) -> None:
        """Let others compute, where they wait and this turn has been long enough; come back when it is one's turn again."""
        if self._turns.wanted and time.monotonic() - self._since >= LONGEST:
            self._turns.give()
            self._turns.take()
            self._since = time.monotonic()


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


HERE = Turns(processors())
"""The turns of this machine."""
