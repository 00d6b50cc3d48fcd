"""The last arm is forgotten."""

from __future__ import annotations

from typing import Any, NamedTuple


class Broken(NamedTuple):
    """Mean + c / n, but for the fault."""

    c: float = 1.0

    def pick(self, arms: Any, at: Any, rng: Any) -> int:
        return at.first + at.visits % (at.count - 1)
