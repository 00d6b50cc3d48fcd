"""Random games as one would write them by hand for numba, without Croupier: one loop, the rules written into it.

They use the same generator and streams as the house, so they play the same games; that is checked before anything is
timed.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit


@njit
def scattered(x: Any) -> Any:
    """SplitMix64's output function."""
    x = (x ^ ((x >> 30) & 0x3FFFFFFFF)) * -4658895280553007687
    x = (x ^ ((x >> 27) & 0x1FFFFFFFFF)) * -7723592293110705685
    return x ^ ((x >> 31) & 0x1FFFFFFFF)


@njit
def turned(x: Any, k: Any) -> Any:
    """A rotation of 64 bits to the left."""
    return (x << k) | ((x >> (64 - k)) & ((1 << k) - 1))


@njit(nogil=True, error_model="numpy")
def connect_four(root: int, games: int, sums: Any) -> None:
    """Adds the first seat's wins less its losses, and the plies."""
    won = plies = 0
    for game in range(games):
        a = scattered(root + (2 * game + 1) * -7046029254386353131)
        b = scattered(root + (2 * game + 2) * -7046029254386353131)
        mine = theirs = ply = 0
        while True:
            up, level = theirs & (theirs >> 1), theirs & (theirs >> 7)
            falling, rising = theirs & (theirs >> 6), theirs & (theirs >> 8)
            if (up & (up >> 2)) | (level & (level >> 14)) | (falling & (falling >> 12)) | (rising & (rising >> 16)):
                won += 1 if ply & 1 else -1
                break
            if ply == 42:
                break
            stones = mine | theirs
            halves = 2  # of the first word both are tried, of later ones the upper
            while True:
                if halves != 1:
                    drawn = turned(a + b, 17) + a
                    b ^= a
                    a = turned(a, 49) ^ b ^ (b << 21)
                    b = turned(b, 28)
                    product = ((drawn >> 32) & 0xFFFFFFFF) * 7
                else:
                    product = (drawn & 0xFFFFFFFF) * 7
                column = product >> 32
                if (product & 0xFFFFFFFF) >= 4 and not (stones >> (7 * column + 5)) & 1:  # 4 = 2^32 mod 7
                    break
                halves -= 1
            mine, theirs = theirs, mine | ((stones + (1 << (7 * column))) & ~stones)
            ply += 1
        plies += ply
    sums[0] += won
    sums[1] += plies


def _free_cells(stones: int) -> int:
    return sum(cell << 4 * i for i, cell in enumerate(c for c in range(9) if not stones >> c & 1))


FREE = np.array([_free_cells(stones) for stones in range(512)], np.int64)
LINES = (0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
WON = np.array([any(cells & line == line for line in LINES) for cells in range(512)], np.int64)


@njit(nogil=True, error_model="numpy")
def tic_tac_toe(root: int, games: int, sums: Any) -> None:
    """Adds the first seat's wins less its losses, and the plies."""
    won = plies = 0
    for game in range(games):
        a = scattered(root + (2 * game + 1) * -7046029254386353131)
        b = scattered(root + (2 * game + 2) * -7046029254386353131)
        mine = theirs = ply = 0
        while True:
            if WON[theirs]:
                won += 1 if ply & 1 else -1
                break
            if ply == 9:
                break
            free = 9 - ply
            while True:
                drawn = turned(a + b, 17) + a
                b ^= a
                a = turned(a, 49) ^ b ^ (b << 21)
                b = turned(b, 28)
                product = ((drawn >> 32) & 0xFFFFFFFF) * free
                if (product & 0xFFFFFFFF) >= free or (product & 0xFFFFFFFF) >= (1 << 32) % free:
                    break
            cell = (FREE[mine | theirs] >> (4 * (product >> 32))) & 15
            mine, theirs = theirs, mine | (1 << cell)
            ply += 1
        plies += ply
    sums[0] += won
    sums[1] += plies
