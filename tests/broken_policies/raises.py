"""It divides by the visits of an arm that has none."""

from __future__ import annotations

from typing import Any, NamedTuple


class Broken(NamedTuple):
    """Mean + c / n, but for the fault."""

    c: float = 1.0

    tries_all = 0

    def tried(self, level: float, arms: Any, at: Any, i: int) -> bool:
        return True

    def index(self, level: float, arms: Any, at: Any, i: int) -> float:
        return float(arms.mean[i]) + self.c / int(arms.visits[i])
