"""There are limits for a parameter that is not there."""

from __future__ import annotations

from typing import Any, NamedTuple


class Broken(NamedTuple):
    """Mean + c / n, but for the fault."""

    c: float = 1.0

    limits = {"d": (0, 1)}  # noqa: RUF012

    def index(self, level: float, arms: Any, at: Any, i: int) -> float:
        return float(arms.mean[i]) + self.c / int(arms.visits[i])
