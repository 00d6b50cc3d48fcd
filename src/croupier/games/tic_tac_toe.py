"""Tic-tac-toe: three in a line on 3x3. An action is a cell.

    0 1 2
    3 4 5
    6 7 8
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import NamedTuple

from croupier.rules import count

FULL = 0b111_111_111


class TicTacToe(NamedTuple):
    """`mine` are the cells of the seat to move, `theirs` those of the other."""

    mine: int = 0
    theirs: int = 0

    name = "tic-tac-toe"
    title = "Tic-tac-toe"
    seats = 2
    actions = 9
    branching = 9
    longest = 9

    def seat(self) -> int:
        return count(self.mine | self.theirs) & 1

    def legal(self, out: MutableSequence[int]) -> int:
        if three(self.theirs):
            return 0
        free = FULL & ~(self.mine | self.theirs)
        n = 0
        for cell in range(9):
            out[n] = cell
            n += (free >> cell) & 1
        return n

    def play(self, action: int) -> TicTacToe:
        return TicTacToe(self.theirs, self.mine | (1 << action))

    def returns(self, seat: int) -> float:
        if three(self.theirs):
            return -1.0 if seat == self.seat() else 1.0
        return 0.0

    @classmethod
    def variants(cls) -> dict[str, TicTacToe]:
        return {"3x3": cls()}


def three(cells: int) -> bool:
    """Whether `cells` hold a row, a column or a diagonal."""
    return (
        (cells & (cells >> 1) & (cells >> 2) & 0b001_001_001)
        | (cells & (cells >> 3) & (cells >> 6) & 0b000_000_111)
        | (cells & (cells >> 4) & (cells >> 8) & 0b000_000_001)
        | (cells & (cells >> 2) & (cells >> 4) & 0b000_000_100)
    ) != 0
