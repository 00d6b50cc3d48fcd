"""The index is missing a `return`."""

from __future__ import annotations

from typing import Any, NamedTuple


class Broken(NamedTuple):
    """Mean + c / n, but for the fault."""

    c: float = 1.0

    def index(self, level: float, arms: Any, at: Any, i: int) -> None:
        arms.mean[i] + self.c / int(arms.visits[i])
