"""Infinity less infinity."""

from __future__ import annotations

from typing import Any, NamedTuple


class Broken(NamedTuple):
    """Mean + c / n, but for the fault."""

    c: float = 1.0

    def index(self, level: float, arms: Any, at: Any, i: int) -> float:
        return float(arms.mean[i]) + 1e308 * 10.0 * self.c - 1e308 * 10.0 * self.c
