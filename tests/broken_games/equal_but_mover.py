"""States are equal whoever is to move."""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import NamedTuple


class Heap(NamedTuple):
    """Nine counters; take one to three; who takes the last one wins."""

    heap: int = 9
    mover: int = 0

    name = "equal-but-mover"
    seats = 2
    actions = 4
    branching = 3
    longest = 9

    def seat(self) -> int:
        return self.mover

    def legal(self, out: MutableSequence[int]) -> int:
        n = 0
        for take in range(1, 4):
            if take <= self.heap:
                out[n] = take
                n += 1
        return n

    def play(self, action: int) -> Heap:
        return Heap(self.heap - action, 1 - self.mover)

    def returns(self, seat: int) -> float:
        return -1.0 if seat == self.mover else 1.0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Heap) and self.heap == other.heap

    def __hash__(self) -> int:
        return hash(self.heap)
