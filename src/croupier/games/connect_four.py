"""Connect Four: drop a stone into a column; four in a line win. Any board that fits 63 bits, with room above each column.

Bits of a board, here 6 rows (`+` stays empty and keeps lines from running into the next column):

     6 13 20 27 34 41 48   +
     5 12 19 26 33 40 47   top
     4 11 18 25 32 39 46
     3 10 17 24 31 38 45
     2  9 16 23 30 37 44
     1  8 15 22 29 36 43
     0  7 14 21 28 35 42   bottom

An action is a column, from 0. Rows and columns are facts and not fields, so that each size compiles with constants.
"""

from __future__ import annotations

import re
from collections.abc import MutableSequence
from typing import Any, NamedTuple

from croupier.rules import below, count


class ConnectFour(NamedTuple):
    """`mine` are the stones of the seat to move, `theirs` those of the other."""

    mine: int = 0
    theirs: int = 0

    name = "connect-four"
    title = "Connect Four"
    seats = 2
    actions = 31
    branching = 31
    longest = 52
    rows = 6
    columns = 7

    def seat(self) -> int:
        return count(self.mine | self.theirs) & 1

    def legal(self, out: MutableSequence[int]) -> int:
        if four(self.theirs, self.rows + 1):
            return 0
        stones = self.mine | self.theirs
        n = 0
        for column in range(self.columns):
            out[n] = column
            n += 1 - ((stones >> ((self.rows + 1) * column + self.rows - 1)) & 1)
        return n

    def play(self, action: int) -> ConnectFour:
        stones = self.mine | self.theirs
        dropped = (stones + (1 << ((self.rows + 1) * action))) & ~stones
        return ConnectFour(self.theirs, self.mine | dropped)

    def returns(self, seat: int) -> float:
        if four(self.theirs, self.rows + 1):
            return -1.0 if seat == self.seat() else 1.0
        return 0.0

    def sample(self, rng: MutableSequence[int]) -> int:
        """Draw a column until one has room: faster than listing, and the full board needs asking only after a miss."""
        if four(self.theirs, self.rows + 1):
            return -1
        stones = self.mine | self.theirs
        column = below(rng, self.columns)
        while (stones >> ((self.rows + 1) * column + self.rows - 1)) & 1:
            if count(stones) == self.rows * self.columns:
                return -1
            column = below(rng, self.columns)
        return column

    @classmethod
    def variants(cls) -> dict[str, Any]:
        return {"6x7": cls.variant("6x7")}

    @classmethod
    def variant(cls, text: str) -> tuple[ConnectFour, dict[str, int]]:
        """ROWSxCOLUMNS."""
        size = re.fullmatch(r"([1-9]\d?)x([1-9]\d?)", text)
        if not size:
            raise ValueError("write ROWSxCOLUMNS, such as 6x7 or 8x7")
        rows, columns = int(size[1]), int(size[2])
        if (rows + 1) * columns > 63:
            raise ValueError(f"(rows + 1) x columns may be at most 63 and is {(rows + 1) * columns}")
        facts = {"rows": rows, "columns": columns, "actions": columns, "branching": columns, "traces": columns}
        return cls(), {**facts, "longest": rows * columns}


def four(stones: int, rise: int) -> bool:
    """Whether `stones` hold four in a line on a board whose columns are `rise` bits apart."""
    upright = stones & (stones >> 1)
    level = stones & (stones >> rise)
    falling = stones & (stones >> (rise - 1))
    rising = stones & (stones >> (rise + 1))
    return (
        (upright & (upright >> 2))
        | (level & (level >> (2 * rise)))
        | (falling & (falling >> (2 * (rise - 1))))
        | (rising & (rising >> (2 * (rise + 1))))
    ) != 0
