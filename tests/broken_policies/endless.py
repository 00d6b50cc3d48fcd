"""A loop that never stops."""

from __future__ import annotations

from typing import Any, NamedTuple


class Broken(NamedTuple):
    """Mean + c / n, but for the fault."""

    c: float = 1.0

    def pick(self, arms: Any, at: Any, rng: Any) -> int:
        i = at.first
        while int(arms.visits[i]) >= at.visits // at.count + 1 or at.visits > 20:
            i = at.first + (i + 1 - at.first) % at.count
        return i
