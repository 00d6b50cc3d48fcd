"""A text in what is compiled."""

from __future__ import annotations

from typing import Any, NamedTuple


class Broken(NamedTuple):
    """Mean + c / n, but for the fault."""

    c: float = 1.0

    def pick(self, arms: Any, at: Any, rng: Any) -> int:
        return at.first + int(f"{at.visits}") % at.count
