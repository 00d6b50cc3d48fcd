"""Where Marrakech keeps what in its bits, and the tables of walks and of rugs' places.

Square (x, y), x to the right and y up from the bottom left corner, is cell 8y + x on both boards: column 7 stays empty
and keeps shifted bits from running into the next row. A place is 4 cell + facing: where Assam stands and looks.

The track around a board of n x n, n odd: who walks off at the bottom or the left comes back one square further in pairs
1-2, 3-4, ..., at the top and on the right in pairs 0-1, 2-3, ...; the corners (0, 0) and (n-1, n-1) lead back to
themselves, turned away from the edge.
"""

from __future__ import annotations

from typing import Any

import numpy as np

NORTH, EAST, SOUTH, WEST = range(4)
AHEAD = ((0, 1), (1, 0), (0, -1), (-1, 0))

TURN, LAY, MOVE, OVER, DIE, COLOUR = range(6)
"""What happens next: Assam is turned, a rug is laid, both at once (the die lies there), nothing; by chance: the die is
thrown, the next rug of a stack is turned up."""

ALTERNATE, SHUFFLED = range(2)

BIG, SHUFFLES, ELIMINATES, BEFORE, STILL = 0, 4, 5, 6, 7
"""Bits of `rules`: 7x7; stacks shuffled; who cannot pay is out; die before the turn; no die on the first turn. Bits 1-3
are the number of seats, bits 8-11 the rugs of a colour."""

MOVER, SHOWN, OUT, NEXT = 3, 5, 8, 12
"""`stage`: 3 bits what happens next, then from these bits: 2 the seat to move, 3 the die, 4 seats that are out, 2 the
seats whose next rug is of their second colour."""

SLOTS = 12
"""Rugs next to a square: 3 first direction + 0, 1, 2 for the second square to the left, ahead, to the right."""

MISSING = 1 << 7

MONEY = 30
"""Dirhams of a seat at the start."""


def step(x: int, y: int, facing: int, size: int) -> tuple[int, int, int]:
    """Where one step leads, around the track if need be."""
    dx, dy = AHEAD[facing]
    if 0 <= x + dx < size and 0 <= y + dy < size:
        return x + dx, y + dy, facing
    low = facing in (SOUTH, WEST)
    along = x if dy else y
    if along == (0 if low else size - 1):
        return x, y, {SOUTH: EAST, WEST: NORTH, NORTH: WEST, EAST: SOUTH}[facing]
    along += 1 if along % 2 == low else -1
    return (along, y, (facing + 2) % 4) if dy else (x, along, (facing + 2) % 4)


def _walks() -> Any:
    """For each board and place the places after 0 to 4 steps, 8 bits each."""
    table = np.zeros(512, np.int64)
    for big, size in enumerate((5, 7)):
        for x, y, facing in np.ndindex(size, size, 4):
            at = (int(x), int(y), int(facing))
            for steps in range(5):
                table[big << 8 | 32 * y + 4 * x + facing] |= (32 * at[1] + 4 * at[0] + at[2]) << 8 * steps
                at = step(*at, size)
    return table


def _rugs() -> Any:
    """For each board, cell and slot: the rug's lower or left cell, + 64 if upright; `MISSING` if outside."""
    table = np.full((2, 64, SLOTS), MISSING, np.int64)
    for big, size in enumerate((5, 7)):
        for x, y, slot in np.ndindex(size, size, SLOTS):
            (dx, dy), (ex, ey) = AHEAD[slot // 3], AHEAD[(slot // 3 + slot % 3 - 1) % 4]
            squares = sorted([(x + dx, y + dy), (x + dx + ex, y + dy + ey)])
            if all(0 <= i < size and 0 <= j < size for i, j in squares):
                table[big, 8 * y + x, slot] = 8 * squares[0][1] + squares[0][0] + 64 * abs(ey)
    return table.reshape(-1)


WALKS = _walks()
RUGS = _rugs()


def walked(place: int, steps: int, rules: int) -> int:
    """The place that so many steps lead to."""
    return (int(WALKS[(rules & 1) << 8 | place]) >> (8 * steps)) & 255


def rug_at(cell: int, slot: int, rules: int) -> int:
    """The rug of this slot next to a cell, as in the table."""
    return int(RUGS[(rules & 1) * 64 * SLOTS + cell * SLOTS + slot])


def barred(rug: int, east: int, north: int) -> int:
    """1 if the rug would leave the board or cover all of another, else 0."""
    links = north if rug & 64 else east
    return ((rug >> 7) | (links >> (rug & 63))) & 1


def seats_of(rules: int) -> int:
    """How many seats play by these rules."""
    return (rules >> 1) & 7


def owners(rules: int) -> int:
    """Colour & this = the seat that owns it: with two seats, colours 0 and 2 are seat 0's, 1 and 3 seat 1's."""
    return 1 if seats_of(rules) == 2 else 3


def share(seat: int, rules: int) -> int:
    """The bits of `stock` that count a seat's rugs: 4 bits a colour."""
    return (0xF0F if seats_of(rules) == 2 else 0xF) << (4 * seat)
