"""A watch on the interpreter: a loop of a game that never ends is stopped, and its line told."""

from __future__ import annotations

import _thread
import contextlib
import threading
from collections.abc import Iterator
from typing import Any

from croupier.checks.report import ClaimError

SECONDS = 10.0
"""One position may take so long in the interpreter."""


class Patience:
    """Interrupts the main thread when no position was finished for a while. In another thread it does nothing."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._seconds = seconds
        self._ticks = 0
        self._lost = False
        self._stop = threading.Event()

    def tick(self) -> None:
        """One more position was begun."""
        self._ticks += 1

    @contextlib.contextmanager
    def watching(self, examiner: Any) -> Iterator[None]:
        """Work in the interpreter with `examiner`; a `ClaimError` if a member does not end."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        self._stop = threading.Event()
        threading.Thread(target=self._watch, args=(self._stop,), daemon=True).start()
        try:
            yield
        except KeyboardInterrupt as interrupt:
            if not self._lost:
                raise
            where = examiner.line(interrupt)
            name = examiner.doing
            raise ClaimError(
                "ends", f"{name}() did not end within {self._seconds:g} seconds{where}: a loop in it never stops"
            ) from None
        finally:
            self._stop.set()

    def _watch(self, stop: threading.Event) -> None:
        before = -1
        while before != self._ticks:
            before = self._ticks
            if stop.wait(self._seconds):
                return
        self._lost = True
        _thread.interrupt_main()
