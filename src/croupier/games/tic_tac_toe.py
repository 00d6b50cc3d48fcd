"""Tic-tac-toe: three in a line on 3x3. An action is a cell; `b2` is the centre, `a1` the corner below left.

0 1 2   3
3 4 5   2
6 7 8   1
a b c
"""

from __future__ import annotations

from collections.abc import MutableSequence
from itertools import product
from typing import NamedTuple

import numpy as np

from croupier.rules import below, count

FULL = 0b111_111_111


def three(cells: int) -> bool:
    """Whether `cells` hold a row, a column or a diagonal."""
    return (
        (cells & (cells >> 1) & (cells >> 2) & 0b001_001_001)
        | (cells & (cells >> 3) & (cells >> 6) & 0b000_000_111)
        | (cells & (cells >> 4) & (cells >> 8) & 0b000_000_001)
        | (cells & (cells >> 2) & (cells >> 4) & 0b000_000_100)
    ) != 0


def _free_cells(stones: int) -> int:
    """The cells without a stone in rising order, four bits each, the first lowest."""
    free = [cell for cell in range(9) if not stones >> cell & 1]
    return sum(cell << 4 * i for i, cell in enumerate(free))


def _cell_images() -> list[list[int]]:
    """Where each cell goes when rows are reversed, columns are reversed and the board is transposed, in that order."""
    moved = []
    for rows, columns, transposed in product((False, True), repeat=3):
        places = [(2 - row if rows else row, 2 - column if columns else column) for row, column in np.ndindex(3, 3)]
        moved.append([3 * column + row if transposed else 3 * row + column for row, column in places])
    return moved


THREE = np.array([three(cells) for cells in range(512)], np.int64)
FREE = np.array([_free_cells(stones) for stones in range(512)], np.int64)
CELL_IMAGES = np.array(_cell_images(), np.int64)


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
    images = 8

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
        if int(THREE[self.theirs]):
            return -1.0 if seat == self.seat() else 1.0
        return 0.0

    def sample(self, rng: MutableSequence[int]) -> int:
        stones = self.mine | self.theirs
        if int(THREE[self.theirs]) or stones == FULL:
            return -1
        return (int(FREE[stones]) >> (4 * below(rng, 9 - count(stones)))) & 15

    def image(self, which: int) -> TicTacToe:
        return TicTacToe(moved(self.mine, which), moved(self.theirs, which))

    def image_action(self, action: int, which: int) -> int:
        return int(CELL_IMAGES[which, action])

    def notation(self, action: int) -> str:
        return f"{'abc'[action % 3]}{3 - action // 3}"

    def text(self) -> str:
        """Rows from the top, `x` for the first seat and `o` for the second: `x.o/.x./...`."""
        first, second = (self.theirs, self.mine) if self.seat() else (self.mine, self.theirs)
        cells = ["x" if first >> cell & 1 else "o" if second >> cell & 1 else "." for cell in range(9)]
        return "/".join("".join(cells[row : row + 3]) for row in (0, 3, 6))

    def from_text(self, text: str) -> TicTacToe:
        """The position of a text as `text` writes it; the stones say who is to move."""
        cells = text.replace("/", "")
        if [len(row) for row in text.split("/")] != [3, 3, 3] or set(cells) - set("xo."):
            raise ValueError(f"{text!r} is not three rows of three of `x`, `o` and `.`, such as x.o/.x./...")
        first, second = (sum(1 << cell for cell in range(9) if cells[cell] == stone) for stone in "xo")
        ahead = count(first) - count(second)
        if ahead not in (0, 1):
            raise ValueError(f"{count(first)} x and {count(second)} o: x has as many stones as o or one more")
        mine, theirs = (second, first) if ahead else (first, second)
        if three(mine):
            raise ValueError(f"{'o' if ahead else 'x'} has three in a row, but the other moved last")
        return TicTacToe(mine, theirs)

    def termination(self) -> str:
        return "three in a row" if three(self.theirs) else "board full"

    @classmethod
    def variants(cls) -> dict[str, TicTacToe]:
        return {"3x3": cls()}


def moved(cells: int, which: int) -> int:
    """The cells under a symmetry."""
    after = 0
    for cell in range(9):
        after |= ((cells >> cell) & 1) << int(CELL_IMAGES[which, cell])
    return after
