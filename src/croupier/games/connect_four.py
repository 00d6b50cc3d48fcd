"""Connect Four: drop a stone into a column; four in a line win. Any board that fits 63 bits with a row to spare.

Bits of a board, here 6 rows (`+` stays empty and keeps lines from running into the next column):

     6 13 20 27 34 41 48   +
     5 12 19 26 33 40 47   top
     4 11 18 25 32 39 46
     3 10 17 24 31 38 45
     2  9 16 23 30 37 44
     1  8 15 22 29 36 43
     0  7 14 21 28 35 42   bottom

An action is a column, from 0; its notation counts from 1. Rows and columns are facts and not fields, so that each size
compiles with constants.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import MutableSequence, Sequence
from typing import Any, NamedTuple

from croupier.rules import below, count, lowest
from croupier.rules.streams import LOW_32, within, word


class ConnectFour(NamedTuple):
    """`mine` are the stones of the seat to move, `theirs` those of the other."""

    mine: int = 0
    theirs: int = 0

    name = "connect-four"
    title = "Connect Four"
    seats = 2
    actions = 31
    branching = 31
    longest = 62
    traces = 62
    images = 2
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
            n += 1 - full(stones, column, self.rows)
        return n

    def play(self, action: int) -> ConnectFour:
        stones = self.mine | self.theirs
        dropped = (stones + (1 << ((self.rows + 1) * action))) & ~stones
        return ConnectFour(self.theirs, self.mine | dropped)

    def trace(self, action: int) -> int:
        """The cell that the stone comes to lie in: a column is another action with every stone in it."""
        stones = self.mine | self.theirs
        return lowest((stones + (1 << ((self.rows + 1) * action))) & ~stones) - action

    def returns(self, seat: int) -> float:
        if four(self.theirs, self.rows + 1):
            return -1.0 if seat == self.seat() else 1.0
        return 0.0

    def sample(self, rng: MutableSequence[int]) -> int:
        """Draw a column until one has room: faster than listing, and the full board needs asking only after a miss.

        The second try is the other half of the first one's word: on a GPU some lane of 32 nearly always misses, and
        that second word cost every warp 15 % of its games.
        """
        if four(self.theirs, self.rows + 1):
            return -1
        stones = self.mine | self.theirs
        bits = word(rng)
        column = within((bits >> 32) & LOW_32, self.columns)
        if column < 0 or full(stones, column, self.rows):
            column = within(bits & LOW_32, self.columns)
            while column < 0 or full(stones, column, self.rows):
                if count(stones) == self.rows * self.columns:
                    return -1
                column = below(rng, self.columns)
        return column

    def image(self, which: int) -> ConnectFour:
        """Number 1 is the mirror image: columns in reverse."""
        if which == 0:
            return self
        mine = mirrored(self.mine, self.rows + 1, self.columns)
        return ConnectFour(mine, mirrored(self.theirs, self.rows + 1, self.columns))

    def image_action(self, action: int, which: int) -> int:
        return self.columns - 1 - action if which else action

    def notation(self, action: int) -> str:
        return str(action + 1)

    def text(self) -> str:
        """Rows from the top, `x` for the first seat and `o` for the second, as in `...x/xo.o` on a board of 2x4."""
        first, second = (self.theirs, self.mine) if self.seat() else (self.mine, self.theirs)
        rows = []
        for row in reversed(range(self.rows)):
            bits = [(self.rows + 1) * column + row for column in range(self.columns)]
            rows.append("".join("x" if first >> bit & 1 else "o" if second >> bit & 1 else "." for bit in bits))
        return "/".join(rows)

    def from_text(self, text: str) -> ConnectFour:
        """The position of a text as `text` writes it, on a board of this size; the stones say who is to move."""
        rows = text.split("/")[::-1]
        if [len(row) for row in rows] != [self.columns] * self.rows or set(text) - set("xo./"):
            raise ValueError(f"{text!r} is not {self.rows} rows, split by `/`, of {self.columns} of `x`, `o` and `.`")
        for column, stones in enumerate(zip(*rows, strict=True), 1):
            if "." in "".join(stones).rstrip("."):
                raise ValueError(f"a stone in column {column} hangs in the air")
        first, second = (_board(rows, stone) for stone in "xo")
        ahead = count(first) - count(second)
        if ahead not in (0, 1):
            raise ValueError(f"{count(first)} x and {count(second)} o: x has as many stones as o or one more")
        position = type(self)(second, first) if ahead else type(self)(first, second)
        if four(position.mine, self.rows + 1):
            raise ValueError(f"{'o' if ahead else 'x'} has four in a row, but the other moved last")
        if four(position.theirs, self.rows + 1) and not _just_won(position):
            raise ValueError(f"no last stone can have made every four in a row of {'x' if ahead else 'o'}")
        return position

    def termination(self) -> str:
        return "four in a row" if four(self.theirs, self.rows + 1) else "board full"

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
        facts = {"rows": rows, "columns": columns, "actions": columns, "branching": columns, "traces": rows * columns}
        return cls(), {**facts, "longest": rows * columns}


def full(stones: int, column: int, rows: int) -> int:
    """1 if a column has no room left, else 0."""
    return (stones >> ((rows + 1) * column + rows - 1)) & 1


def mirrored(stones: int, rise: int, columns: int) -> int:
    """The columns of a board in reverse, each `rise` bits."""
    after = 0
    for _ in range(columns):
        after = (after << rise) | (stones & ((1 << rise) - 1))
        stones >>= rise
    return after


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


def _board(rows: Sequence[str], stone: str) -> int:
    """The board of a colour's stones in rows of text from the bottom."""
    places = itertools.product(enumerate(rows), range(len(rows[0])))
    return sum(1 << ((len(rows) + 1) * column + row) for (row, text), column in places if text[column] == stone)


def _just_won(position: ConnectFour) -> bool:
    """Whether taking away one top stone of the winner leaves no four in a row."""
    rise = position.rows + 1
    stones = position.mine | position.theirs
    for column in range(position.columns):
        height = count((stones >> (rise * column)) & ((1 << rise) - 1))
        top = 1 << (rise * column + height) >> 1
        if height and position.theirs & top and not four(position.theirs ^ top, rise):
            return True
    return False
