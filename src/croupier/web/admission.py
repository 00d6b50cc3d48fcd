"""Who may search now: accepted searches are counted, running or not, for everybody and for each visitor."""

from __future__ import annotations

import threading
from collections import Counter

from croupier.web.refusals import RefusedError


class Ticket:
    """The right to one search; `release` it once, or again without harm."""

    def __init__(self, desk: Admission, visitor: str) -> None:
        self._desk = desk
        self.visitor = visitor
        self._held = True

    def release(self) -> None:
        with self._desk.lock:
            if self._held:
                self._held = False
                self._desk.forget(self.visitor)

    def __enter__(self) -> Ticket:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()


class Admission:
    """`admit` answers at once: a ticket, or `RefusedError`."""

    def __init__(self, total: int, each: int) -> None:
        self.total, self.each = total, each
        self.lock = threading.RLock()
        self._accepted: Counter[str] = Counter()

    @property
    def accepted(self) -> int:
        """How many searches are accepted now."""
        return self._accepted.total()

    def held_by(self, visitor: str) -> int:
        return self._accepted.get(visitor, 0)

    def admit(self, visitor: str) -> Ticket:
        with self.lock:
            if self.accepted >= self.total:
                raise RefusedError("all_busy", total=self.total)
            if self.held_by(visitor) >= self.each:
                raise RefusedError("you_busy", each=self.each)
            self._accepted[visitor] += 1
            return Ticket(self, visitor)

    def forget(self, visitor: str) -> None:
        """One search of a visitor less; tickets call it."""
        self._accepted[visitor] -= 1
        if self._accepted[visitor] <= 0:
            del self._accepted[visitor]
