"""A die is thrown before each turn, and again when nothing is left."""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import NamedTuple

from croupier.rules import CHANCE


class Heap(NamedTuple):
    """Nine counters; take one to three; who takes the last one wins."""

    heap: int = 9
    mover: int = 0
    thrown: int = 0

    name = "chance-at-the-end"
    seats = 2
    actions = 4
    branching = 3
    longest = 18

    def seat(self) -> int:
        return self.mover if self.thrown else CHANCE

    def legal(self, out: MutableSequence[int]) -> int:
        n = 0
        for take in range(1, 4 if self.thrown == 0 else self.thrown + 1):
            if take <= self.heap:
                out[n] = take
                n += 1
        return n

    def play(self, action: int) -> Heap:
        if self.thrown == 0:
            return Heap(self.heap, self.mover, action)
        return Heap(self.heap - action, 1 - self.mover, 0)

    def returns(self, seat: int) -> float:
        return -1.0 if seat == self.mover else 1.0
