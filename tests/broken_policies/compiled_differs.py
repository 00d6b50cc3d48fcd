"""A product that does not fit into 64 bits: Python's numbers grow, compiled ones do not."""

from __future__ import annotations

from typing import Any, NamedTuple


class Broken(NamedTuple):
    """Mean + c / n, but for the fault."""

    c: float = 1.0

    def pick(self, arms: Any, at: Any, rng: Any) -> int:
        return at.first + (at.visits + 1) * 6364136223846793005 // 1000 % at.count
