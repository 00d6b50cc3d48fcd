"""It counts arms from 0, which is wrong at a node of a tree."""

from __future__ import annotations

from typing import Any, NamedTuple


class Broken(NamedTuple):
    """Mean + c / n, but for the fault."""

    c: float = 1.0

    def pick(self, arms: Any, at: Any, rng: Any) -> int:
        best = 0
        for i in range(at.count):
            if int(arms.visits[i]) < int(arms.visits[best]):
                best = i
        return best
