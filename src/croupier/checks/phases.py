"""Phases of a game, seen from outside: do actions of different kinds share an identity for AMAF statistics?

Quarto's piece 3 and cell 3 are both action 3; without a `trace` that tells them apart, statistics of one would be
credited to the other. A phase is guessed from how far into a turn an action comes and whether chance came before it. Two
such groups are different kinds of action if one always changes a field that the other never does.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from croupier.rules.contract import CHANCE

_ENOUGH = 20
"""Groups with fewer actions than this say nothing."""

Key = tuple[int, bool]


class Phases:
    """What actions of each group changed, and their traces."""

    def __init__(self, fields: tuple[str, ...]) -> None:
        self._fields = fields
        self._always: dict[Key, set[str]] = {}
        self._ever: dict[Key, set[str]] = defaultdict(set)
        self._traces: dict[Key, set[int]] = defaultdict(set)
        self._seen: dict[Key, int] = defaultdict(int)
        self._turn: tuple[int, int, bool] | None = None

    def begin(self) -> None:
        """A new game."""
        self._turn = None

    def action(self, state: Any, action: int, after: Any) -> None:
        """One more action of the game."""
        who = state.seat()
        before = self._turn
        same = before is not None and before[0] == who
        index = before[1] + 1 if before is not None and same else 0
        chance = before[2] if before is not None and same else before is not None and before[0] == CHANCE
        self._turn = (who, index, chance)
        if who == CHANCE:
            return
        key = (min(index, 1), chance)
        changed = {field for field, a, b in zip(self._fields, state, after, strict=True) if a != b}
        self._always[key] = self._always.get(key, changed) & changed
        self._ever[key] |= changed
        self._traces[key].add(int(state.trace(action)))
        self._seen[key] += 1

    def collision(self) -> str | None:
        """A sentence where one trace stands for actions of different phases."""
        keys = [key for key, seen in self._seen.items() if seen >= _ENOUGH]
        for i, one in enumerate(keys):
            for other in keys[i + 1 :]:
                common = sorted(self._traces[one] & self._traces[other])
                telling = (self._always[one] - self._ever[other]) or (self._always[other] - self._ever[one])
                if common and telling:
                    return (
                        f"trace {common[0]} stands for actions of different phases (only one of them changes "
                        f"`{min(telling)}`), and {len(common) - 1} more do: give phases different traces, for example "
                        "`action + 16` in the second, and raise `traces`"
                    )
        return None
