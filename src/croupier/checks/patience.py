"""A watch on the interpreter: a loop of a game that never ends is stopped, and its line told."""

from __future__ import annotations

import _thread
import contextlib
import threading
from collections.abc import Callable, Iterator

from croupier.checks.report import ClaimError

SECONDS = 10.0
"""One position may take so long in the interpreter."""


class Patience:
    """Interrupts the main thread when no position was finished for a while. In another thread it does nothing."""

    def __init__(self, seconds: float | None = None) -> None:
        self._seconds = SECONDS if seconds is None else seconds
        self._ticks = 0
        self._lost = False
        self._stop = threading.Event()

    def tick(self) -> None:
        """One more position was begun."""
        self._ticks += 1

    def lost(self, name: str, where: str) -> ClaimError | None:
        """The fault of a member that was interrupted, None if it was a person who interrupted."""
        if not self._lost:
            return None
        said = f"{name}() did not end within {self._seconds:g} seconds{where}: a loop in it never stops"
        return ClaimError("ends", said)

    @contextlib.contextmanager
    def watching(self, line: Callable[[BaseException], str]) -> Iterator[None]:
        """Work in the interpreter; a `ClaimError` if it does not go on. `line` tells where an error comes from."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        self._stop = threading.Event()
        threading.Thread(target=self._watch, args=(self._stop,), daemon=True).start()
        try:
            yield
        except KeyboardInterrupt as interrupt:
            raise self.lost("a method", line(interrupt)) or interrupt from None
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
