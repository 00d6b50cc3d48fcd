"""Budgets: what a search may spend, and what it spent. Whichever is used up first ends it."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from typing import Any

from croupier.errors import InputError
from croupier.rules.bridge import shared

MOST = 2_000_000_000
"""Visits are 32-bit numbers."""

DEFAULT_MEMORY = 1 << 30
"""Bytes a tree may take where no `memory` is given."""

_LIMITS: dict[str, tuple[float, float, bool]] = {
    "iterations": (1, MOST, True),
    "playouts": (1, MOST, True),
    "nodes": (2, MOST, True),
    "seconds": (0.0001, 1e7, False),
    "memory": (65_536, 1 << 42, True),
    "iterations_per_action": (1, 10_000_000, True),
    "playouts_per_action": (1, 10_000_000, True),
}
NAMES = tuple(_LIMITS)


@dataclass(frozen=True)
class Budget:
    """Limits of one search, None where there is none. `memory` is in bytes; the `_per_action` forms are multiplied by the
    legal actions of the position.
    """

    iterations: int | None = None
    playouts: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    memory: int | None = None
    iterations_per_action: int | None = None
    playouts_per_action: int | None = None

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if value is not None:
                check(field.name, value)

    @property
    def ends(self) -> bool:
        """Whether anything but memory bounds the search."""
        return any(getattr(self, name) is not None for name in NAMES if name != "memory")

    def iterations_for(self, legal: int, times: int) -> int:
        """The most iterations this allows in a position with so many actions and so many playouts an iteration."""
        return allowed(self.most(times), self.iterations_per_action or 0, self.playouts_per_action or 0, times, legal)

    def most(self, times: int) -> int:
        """The most iterations this allows in any position."""
        by_playouts = MOST if self.playouts is None else max(1, self.playouts // times)
        return min(self.iterations or MOST, by_playouts)


@shared
def allowed(most: int, per_action: int, playouts_per_action: int, times: int, legal: int) -> int:
    """Iterations that the counts of a budget allow where there are so many actions; 0 for a count that is not given."""
    if per_action > 0:
        most = min(most, per_action * legal)
    if playouts_per_action > 0:
        most = min(most, max(1, playouts_per_action * legal // times))
    return most


@shared
def share(total: int, trees: int, number: int) -> int:
    """Iterations of one of several trees: an equal part, the first trees one more where it does not divide."""
    return total // trees + int(number < total % trees)


def check(name: str, value: Any) -> None:
    """Refuse what is not a number in the allowed range, in one line."""
    low, high, whole = _LIMITS[name]
    kind = "a whole number" if whole else "a number"
    allowed = f"{name} must be {kind} from {low:g} to {high:.15g}"
    if isinstance(value, bool) or not isinstance(value, int | float) or (whole and not isinstance(value, int)):
        raise InputError(f"{allowed}, not {value!r}")
    if isinstance(value, float) and not math.isfinite(value):
        raise InputError(f"{allowed}, not {value}")
    if not low <= value <= high:
        raise InputError(f"{allowed}, not {value:.12g}")
