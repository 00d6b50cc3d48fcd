"""What the actions of a game cost, as bytes: seconds apart from counts, since a clock is not part of a game's identity.

Seconds are little-endian doubles. Counts are three columns, iterations, playouts, nodes: each a byte that says how
many bytes a number has (0: all are zero), then the numbers, little-endian.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import NamedTuple

_LETTERS = {1: "B", 2: "H", 4: "I", 8: "Q"}


class Effort(NamedTuple):
    """What every action of a game cost, in columns of one entry an action: zeros for chance, and where nobody counted."""

    seconds: Sequence[float] = ()
    iterations: Sequence[int] = ()
    playouts: Sequence[int] = ()
    nodes: Sequence[int] = ()

    def rows(self) -> list[dict[str, float]]:
        """One dictionary an action."""
        return [dict(zip(self._fields, entry, strict=True)) for entry in zip(*self, strict=True)]


def pack_seconds(seconds: Sequence[float]) -> bytes:
    return struct.pack(f"<{len(seconds)}d", *seconds)


def pack_counts(effort: Effort) -> bytes:
    return b"".join(map(_pack, effort[1:]))


def _pack(column: Sequence[int]) -> bytes:
    top = max(column, default=0)
    if not top:
        return b"\0"
    width = 1 if top < 1 << 8 else 2 if top < 1 << 16 else 4 if top < 1 << 32 else 8
    return struct.pack(f"<B{len(column)}{_LETTERS[width]}", width, *column)


def unpack(actions: int, seconds: bytes, counts: bytes) -> Effort:
    """The effort of so many actions; ValueError where the bytes are not that."""
    columns: list[tuple[int, ...]] = []
    at = 0
    try:
        for _ in range(3):
            width = counts[at]
            letter = _LETTERS[width] if width else "x"
            columns.append(struct.unpack_from(f"<{actions}{letter}", counts, at + 1) if width else (0,) * actions)
            at += 1 + width * actions
        if at != len(counts):
            raise ValueError("bytes are left over")
        return Effort(struct.unpack(f"<{actions}d", seconds), *columns)
    except (struct.error, IndexError, KeyError) as error:
        raise ValueError(f"not the effort of {actions} actions: {error}") from None
