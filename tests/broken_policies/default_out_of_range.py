"""The default is not within the limits."""

from __future__ import annotations

from typing import Any, NamedTuple


class Broken(NamedTuple):
    """Mean + c / n, but for the fault."""

    c: float = 2.0

    limits = {"c": (0, 1)}  # noqa: RUF012

    def index(self, level: float, arms: Any, at: Any, i: int) -> float:
        return float(arms.mean[i]) + self.c / int(arms.visits[i])
