"""Random games and a tree search as one would write them by hand for numba, without Croupier: one loop, the rules in it.

They use the same generator and streams as the house, so they play the same games and grow the same tree; that is
checked before anything is timed.
"""

from __future__ import annotations

import math
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


@njit
def drawn_word(a: Any, b: Any) -> Any:
    """The next 64 random bits, and the generator's new memory."""
    drawn = turned(a + b, 17) + a
    b ^= a
    return drawn, turned(a, 49) ^ b ^ (b << 21), turned(b, 28)


@njit
def drawn_below(n: Any, a: Any, b: Any) -> Any:
    """A number below n, and the generator's new memory."""
    while True:
        drawn, a, b = drawn_word(a, b)
        product = ((drawn >> 32) & 0xFFFFFFFF) * n
        low = product & 0xFFFFFFFF
        if low >= n or low >= (1 << 32) % n:
            return product >> 32, a, b


@njit
def has_four(cells: Any) -> Any:
    """Whether four of these cells of Connect Four are in a line."""
    up, level = cells & (cells >> 1), cells & (cells >> 7)
    falling, rising = cells & (cells >> 6), cells & (cells >> 8)
    return ((up & (up >> 2)) | (level & (level >> 14)) | (falling & (falling >> 12)) | (rising & (rising >> 16))) != 0


ROOT_LOG = np.array([0.0] + [math.sqrt(math.log(n)) for n in range(1, 4096)])


@njit(nogil=True, error_model="numpy")
def uct_connect_four(
    a: int, b: int, c: float, iterations: int, first: Any, count: Any, action: Any, visits: Any, mean: Any, spread: Any
) -> int:
    """UCT from the empty board, one loop with everything written into it; returns how many nodes there are."""
    path = np.zeros(44, np.int64)
    first[0] = count[0] = visits[0] = 0
    mean[0] = 0.0
    used = 1
    for _ in range(iterations):
        mine = theirs = node = depth = ply = 0
        while True:
            stones = mine | theirs
            if first[node] == 0:
                if (depth > 0 and visits[node] == 0) or count[node] < 0:
                    break
                if ply == 42 or has_four(theirs):
                    count[node] = -1
                    break
                n = 0
                for column in range(7):
                    if not (stones >> (7 * column + 5)) & 1:
                        child = used + n
                        first[child] = count[child] = visits[child] = 0
                        mean[child] = 0.0
                        action[child] = column
                        n += 1
                first[node] = used
                count[node] = n
                used += n
            begin, n = first[node], count[node]
            end = begin + n
            done = visits[node] - (depth > 0)
            untried = 0
            child = begin
            if done < n:
                for i in range(begin, end):
                    untried += visits[i] == 0
            if untried > 0:
                skip, a, b = drawn_below(untried, a, b)
                while visits[child] != 0 or skip > 0:
                    skip -= visits[child] == 0
                    child += 1
            else:
                level = c * (ROOT_LOG[done] if done < 4096 else math.sqrt(math.log(done)))
                best = mean[begin] * 1.0 + level * spread[begin]
                ties = 1
                for i in range(begin + 1, end):
                    value = mean[i] * 1.0 + level * spread[i]
                    better = value > best
                    ties = 1 if better else ties + (value == best)
                    child = i if better else child
                    best = value if better else best
                if ties > 1:
                    skip, a, b = drawn_below(ties, a, b)
                    child = begin
                    while mean[child] * 1.0 + level * spread[child] != best or skip > 0:
                        skip -= mean[child] * 1.0 + level * spread[child] == best
                        child += 1
            depth += 1
            path[depth] = child
            node = child
            mine, theirs = theirs, mine | ((stones + (1 << (7 * action[child]))) & ~stones)
            ply += 1
        while not has_four(theirs):
            stones = mine | theirs
            drawn, a, b = drawn_word(a, b)
            if ply == 42:
                break
            product = ((drawn >> 32) & 0xFFFFFFFF) * 7
            column = product >> 32
            if (product & 0xFFFFFFFF) < 4 or (stones >> (7 * column + 5)) & 1:  # 4 = 2^32 mod 7
                product = (drawn & 0xFFFFFFFF) * 7
                column = product >> 32
                if (product & 0xFFFFFFFF) < 4:
                    column, a, b = drawn_below(7, a, b)
                while (stones >> (7 * column + 5)) & 1:
                    column, a, b = drawn_below(7, a, b)
            mine, theirs = theirs, mine | ((stones + (1 << (7 * column))) & ~stones)
            ply += 1
        won = (ply & 1) * 1.0 if has_four(theirs) else 0.5  # the first seat's reward
        for i in range(depth, -1, -1):
            node = path[i]
            reward = won if i & 1 or i == 0 else 1.0 - won
            visits[node] += 1
            part = 1.0 / visits[node]
            mean[node] = mean[node] * 1.0 + (reward - mean[node] * 1.0) * part
            spread[node] = math.sqrt(part)
    return used
