"""Who may search now: accepted searches are counted, running or not, for everybody and for each visitor."""

from __future__ import annotations

import threading
import time
from collections import Counter, deque

from croupier.web.refusals import RefusedError

HOUR = 3600.0


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


class Pace:
    """So many an hour for each visitor; for one thread."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._when: dict[str, deque[float]] = {}

    def allows(self, visitor: str) -> bool:
        """Count one more, where this visitor has not had as many in the last hour."""
        hour_ago = time.monotonic() - HOUR
        self._forget(hour_ago)
        when = self._when.pop(visitor, deque())
        self._when[visitor] = when  # who comes now stands last
        while when and when[0] < hour_ago:
            when.popleft()
        if len(when) >= self.most:
            return False
        when.append(time.monotonic())
        return True

    def _forget(self, before: float) -> None:
        """Visitors who have not come since."""
        while self._when:
            visitor, when = next(iter(self._when.items()))
            if when and when[-1] >= before:
                return
            del self._when[visitor]
