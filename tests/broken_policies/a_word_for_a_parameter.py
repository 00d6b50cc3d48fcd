"""A parameter that is no number."""

from __future__ import annotations

from typing import Any, NamedTuple


class Broken(NamedTuple):
    """Mean + c / n, but for the fault."""

    c: str = "much"

    def index(self, level: float, arms: Any, at: Any, i: int) -> float:
        return float(arms.mean[i])
