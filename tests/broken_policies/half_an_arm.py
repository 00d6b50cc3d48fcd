"""A choice that is no whole number."""

from __future__ import annotations

from typing import Any, NamedTuple


class Broken(NamedTuple):
    """Mean + c / n, but for the fault."""

    c: float = 1.0

    def pick(self, arms: Any, at: Any, rng: Any) -> float:
        return at.first + at.visits % at.count / 1
