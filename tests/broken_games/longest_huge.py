"""No limit ends the game, says `longest`."""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import NamedTuple


class Heap(NamedTuple):
    """Nine counters; take one to three; who takes the last one wins."""

    heap: int = 9
    mover: int = 0

    name = "longest-huge"
    seats = 2
    actions = 4
    branching = 3
    longest = 10**9

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
