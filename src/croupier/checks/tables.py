"""A game's module-level tables and variables, watched: methods may read them and nothing else."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np

_CHANGEABLE = (np.ndarray, list, dict, set, bytearray)


class Tables:
    """The arrays and containers that the modules of a game hold, as they were at first."""

    def __init__(self, spaces: list[dict[str, Any]]) -> None:
        self._kept: list[tuple[dict[str, Any], str, Any, Any]] = []
        met: set[int] = set()
        for space in spaces:
            for name, value in space.items():
                number = isinstance(value, int | float)
                if name.startswith("__") or (id(value) in met and not number):
                    continue
                if number or isinstance(value, _CHANGEABLE):
                    met.add(id(value))
                    self._kept.append((space, name, value, copy.deepcopy(value)))

    def changed(self) -> str | None:
        """The name of one that is no longer what it was."""
        for space, name, value, kept in self._kept:
            now = space.get(name)
            if not _same(value, kept) or (now is not value and not _same(now, kept)):
                return name
        return None


def _same(value: Any, kept: Any) -> bool:
    if isinstance(kept, np.ndarray):
        return isinstance(value, np.ndarray) and np.array_equal(value, kept)
    return type(value) is type(kept) and bool(value == kept)
