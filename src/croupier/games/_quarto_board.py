"""Quarto's board in bits: lines, pieces alike, the n-th free cell, symmetries. The cells are drawn in `quarto`."""

from __future__ import annotations

from itertools import permutations, product

import numpy as np

from croupier.rules import count

FULL = 0xFFFF
NOTHING = 16
"""What is in hand while a piece is to be given."""

DIAGONALS, SQUARES, JOINT = 1, 2, 4
"""Bits of `rules`."""

PLANES = 0x0001_0001_0001
"""Times a board of cells: three copies of it."""

_SQUARE_CORNERS = (0, 1, 2, 4, 5, 6, 8, 9, 10)
FIRST_SQUARE = 10
LINES = np.array(
    [0b1111 << 4 * row for row in range(4)]
    + [0x1111 << column for column in range(4)]
    + [0x8421, 0x1248]
    + [0x0033 << corner for corner in _SQUARE_CORNERS],
    np.int64,
)
"""The cells of each row, column, diagonal and square."""

NTH_BIT = np.array(
    [sum(bit << 4 * k for k, bit in enumerate(b for b in range(8) if byte >> b & 1)) for byte in range(256)], np.int64
)
"""For each byte the positions of its set bits, from the lowest, four bits each."""


def _cell_symmetries() -> list[list[int]]:
    """The 32 ways to move the cells that keep rows, columns and diagonals; the first 8, the square's own, keep squares.

    Rows and columns are permuted alike, by one of the 8 orders that keep opposite rows (0 and 3, 1 and 2) opposite;
    then columns may be reversed, then the board transposed.
    """
    reverse = (3, 2, 1, 0)
    orders = [order for order in permutations(range(4)) if all(order[3 - i] == 3 - order[i] for i in range(4))]
    orders.sort(key=lambda order: (order not in ((0, 1, 2, 3), reverse), order))
    moved = []
    for order, mirrored, transposed in product(orders, (False, True), (False, True)):
        places = [
            (order[row], reverse[order[column]] if mirrored else order[column]) for row, column in np.ndindex(4, 4)
        ]
        moved.append([4 * column + row if transposed else 4 * row + column for row, column in places])
    return moved


CELL_IMAGES = np.array(_cell_symmetries(), np.int64)
PIECE_IMAGES = np.array(
    [
        [sum((piece >> i & 1) << to for i, to in enumerate(order)) for piece in range(16)]
        for order in permutations(range(4))
    ],
    np.int64,
)
"""Each piece with its attributes reordered, for the 24 orders."""


def nth_bit(board: int, n: int) -> int:
    """The position of set bit number `n` (from 0, the lowest) of 16 bits."""
    below_eight = count(board & 0xFF)
    upper = int(n >= below_eight)
    byte = (board >> (8 * upper)) & 0xFF
    return 8 * upper + ((int(NTH_BIT[byte]) >> (4 * (n - upper * below_eight))) & 15)


def piece_on(three: int, eight: int, cell: int) -> int:
    """The piece on a filled cell."""
    three >>= cell
    return (three & 1) | ((three >> 15) & 2) | ((three >> 30) & 4) | (((eight >> cell) & 1) << 3)


def piece_image(piece: int, which: int) -> int:
    """The piece with attributes reordered and some exchanged for their opposites."""
    return int(PIECE_IMAGES[(which // 16) % 24, piece]) ^ (which % 16)


def spread(piece: int) -> int:
    """The attributes 1, 2 and 4 of a piece as the first bit of three boards."""
    return (piece & 1) | ((piece & 2) << 15) | ((piece & 4) << 30)


def alike_three(three: int, filled: int, piece: int) -> int:
    """Three boards: the filled cells that are as `piece` in attributes 1, 2 and 4."""
    return (three ^ (spread(~piece) * FULL)) & (filled * PLANES)


def alike_eight(eight: int, filled: int, piece: int) -> int:
    """The filled cells that are as `piece` in attribute 8."""
    return (eight ^ (((~piece >> 3) & 1) * FULL)) & filled


def makes_line(three: int, eight: int, filled: int, piece: int, rules: int) -> bool:
    """Whether a line is full of pieces that share an attribute with `piece`."""
    return (
        lines_in(alike_three(three, filled, piece), rules) | lines_in(alike_eight(eight, filled, piece), rules)
    ) != 0


def lines_in(boards: int, rules: int) -> int:
    """A bit for each line that is full, on up to three boards at once."""
    pairs = boards & (boards >> 1)
    columns = boards & (boards >> 4)
    found = (pairs & (pairs >> 2) & (0x1111 * PLANES)) | (columns & (columns >> 8) & (0x000F * PLANES))
    if rules & DIAGONALS:
        falling = boards & (boards >> 5)
        rising = boards & (boards >> 3)
        found |= (falling & (falling >> 10) & PLANES) | (rising & (rising >> 6) & (0x0008 * PLANES))
    if rules & SQUARES:
        found |= pairs & (pairs >> 4) & (0x0777 * PLANES)
    return found


def in_play(line: int, rules: int) -> bool:
    """Whether line number `line` of `LINES` counts under these rules."""
    if line < 8:
        return True
    return (rules & (DIAGONALS if line < FIRST_SQUARE else SQUARES)) != 0
