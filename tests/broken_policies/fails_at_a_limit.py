"""It divides by a parameter that may be 0."""

from __future__ import annotations

from typing import Any, NamedTuple


class Broken(NamedTuple):
    """Mean + c / n, but for the fault."""

    c: float = 1.0

    limits = {"c": (0, 10)}  # noqa: RUF012

    def index(self, level: float, arms: Any, at: Any, i: int) -> float:
        return float(arms.mean[i]) + 1.0 / self.c / int(arms.visits[i])
