"""The clock of a whole game, one a seat, and what interrupts a Python function whose time is up."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

_SHARE = 1 / 20
"""The part of what is left that a search takes for a decision."""

_AGAIN = 0.1
"""A function that swallows the interruption is interrupted again after so many seconds."""


@dataclass(frozen=True)
class Clock:
    """Seconds a seat has for all its decisions, and what it gets back for each."""

    seconds: float
    increment: float = 0.0

    def allotted(self, left: float) -> float:
        """How long a search may take for a decision when so much is left: never all of it."""
        return max(0.0001, min(left * _SHARE + self.increment * 0.9, left * 0.9))


class OutOfTimeError(BaseException):
    """Raised within a function that still runs when its time is up; not an `Exception`, which the function may catch."""


@contextmanager
def interrupted_after(seconds: float | None) -> Iterator[None]:
    """Raise `OutOfTimeError` in here after so many seconds, where the system can: in a POSIX process's main thread."""
    if seconds is None or not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGALRM, _raise)
    signal.setitimer(signal.ITIMER_REAL, max(seconds, 0.001), _AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _raise(*_: Any) -> None:
    raise OutOfTimeError
