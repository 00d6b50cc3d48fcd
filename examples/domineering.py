"""Domineering on 5x5: the first seat lays dominoes upright, the second lays them flat; who cannot lay one has lost.

An action is the upper or left cell of the domino:

     0  1  2  3  4
     5  6  7  8  9
    10 11 12 13 14
    15 16 17 18 19
    20 21 22 23 24
"""

from collections.abc import MutableSequence
from typing import NamedTuple

from croupier.rules import lowest

BOARD = (1 << 25) - 1
NOT_LAST_COLUMN = 0b01111_01111_01111_01111_01111


class Domineering(NamedTuple):
    """`taken` are the covered cells, `mover` is the seat to move."""

    taken: int = 0
    mover: int = 0

    name = "domineering"
    seats, actions, branching, longest = 2, 25, 20, 12

    def seat(self) -> int:
        return self.mover

    def legal(self, out: MutableSequence[int]) -> int:
        free = BOARD & ~self.taken
        places = free & (free >> 5) if self.mover == 0 else free & (free >> 1) & NOT_LAST_COLUMN
        n = 0
        while places:
            out[n] = lowest(places)
            places &= places - 1
            n += 1
        return n

    def play(self, action: int) -> "Domineering":
        domino = 0b100001 if self.mover == 0 else 0b11
        return Domineering(self.taken | (domino << action), 1 - self.mover)

    def returns(self, seat: int) -> float:
        return -1.0 if seat == self.mover else 1.0

    def notation(self, action: int) -> str:
        return f"{'abcde'[action % 5]}{5 - action // 5}"
