"""Random numbers: one generator, xoroshiro128++, the same bits in the interpreter, on the CPU and on the GPU.

The generator's memory is two int64 in `rng` (an array, or a list in the interpreter). A stream is named by a key of
whole numbers and words; SHA-256 turns the key into a 64-bit root, SplitMix64 counted from the root gives the memory of
each numbered stream: stream `i` of a root takes outputs `2i` and `2i + 1`. So a game's random numbers depend on its key
and number alone, never on who plays it or in which order.

Sources: D. Blackman and S. Vigna, "Scrambled linear pseudorandom number generators", ACM TOMS 47 (2021);
G. Steele, D. Lea and C. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014;
D. Lemire, "Fast random integer generation in an interval", ACM TOMACS 29 (2019).
"""

from __future__ import annotations

import hashlib
from collections.abc import MutableSequence

import numpy as np

from croupier.rules.bridge import register_function, shared

GOLDEN = -7046029254386353131
"""SplitMix64's step, 0x9E3779B97F4A7C15 as int64."""
_MIX_1 = -4658895280553007687
"""0xBF58476D1CE4E5B9 as int64."""
_MIX_2 = -7723592293110705685
"""0x94D049BB133111EB as int64."""
LOW_32 = 0xFFFFFFFF
"""Mask of the lower half of a word."""


def wrap(x: int) -> int:
    """`x` modulo 2^64 as int64, for left shifts: what compiled ones do by themselves, for the interpreter."""
    x &= 0xFFFFFFFFFFFFFFFF
    return x - 0x10000000000000000 if x >> 63 else x


def plus(a: int, b: int) -> int:
    """`a + b` modulo 2^64, as int64."""
    return wrap(a + b)


def times(a: int, b: int) -> int:
    """`a * b` modulo 2^64, as int64."""
    return wrap(a * b)


# numba promises LLVM that sums and products of int64 never overflow, and LLVM takes it at its word: where it sees a
# constant, an overflowing product became -2^63. Unsigned ones are promised nothing.
register_function(wrap, lambda x: x)
register_function(plus, lambda a, b: np.int64(np.uint64(a) + np.uint64(b)))
register_function(times, lambda a, b: np.int64(np.uint64(a) * np.uint64(b)))


@shared
def _right(x: int, k: int) -> int:
    """Logical right shift of an int64 by 1..63."""
    return (x >> k) & ((1 << (64 - k)) - 1)


@shared
def _rotate(x: int, k: int) -> int:
    """Rotation of an int64 to the left by 1..63."""
    return wrap(x << k) | ((x >> (64 - k)) & ((1 << k) - 1))


@shared
def mix(x: int) -> int:
    """SplitMix64's output function: a bijection of 64 bits that scatters them."""
    x = times(x ^ _right(x, 30), _MIX_1)
    x = times(x ^ _right(x, 27), _MIX_2)
    return x ^ _right(x, 31)


@shared
def splitmix(root: int, i: int) -> int:
    """Output number `i` (from 0) of SplitMix64 seeded with `root`."""
    return mix(plus(root, times(i + 1, GOLDEN)))


@shared
def seed_stream(rng: MutableSequence[int], root: int, number: int) -> None:
    """Put `rng` at the start of stream `number` of `root`."""
    rng[0] = splitmix(root, 2 * number)
    rng[1] = splitmix(root, 2 * number + 1)


@shared
def word(rng: MutableSequence[int]) -> int:
    """The next 64 random bits (xoroshiro128++), as int64."""
    a = int(rng[0])
    b = int(rng[1])
    result = plus(_rotate(plus(a, b), 17), a)
    b ^= a
    rng[0] = _rotate(a, 49) ^ b ^ wrap(b << 21)
    rng[1] = _rotate(b, 28)
    return result


@shared
def below(rng: MutableSequence[int], n: int) -> int:
    """A whole number uniform in `0..n-1`, exactly (Lemire's rejection), for 1 <= n < 2^31."""
    product = _right(word(rng), 32) * n
    low = product & LOW_32
    if low < n:
        least = (LOW_32 + 1 - n) % n
        while low < least:
            product = _right(word(rng), 32) * n
            low = product & LOW_32
    return product >> 32


@shared
def within(half: int, n: int) -> int:
    """A whole number uniform in `0..n-1` from 32 random bits, -1 for the few that would favour some: for a word's halves,
    `(bits >> 32) & LOW_32` and `bits & LOW_32`, where a second draw is often wanted at once.
    """
    product = half * n
    low = product & LOW_32
    if low < n and low < (LOW_32 + 1 - n) % n:
        return -1
    return product >> 32


@shared
def unit(rng: MutableSequence[int]) -> float:
    """A float uniform in [0, 1), a multiple of 2^-53."""
    return _right(word(rng), 11) * (1.0 / 9007199254740992.0)


def root_of(*key: int | str) -> int:
    """The 64-bit root of a stream's key, from SHA-256 of the key's parts with their types and lengths."""
    parts = (f"{type(part).__name__}:{len(str(part))}:{part};" for part in key)
    digest = hashlib.sha256("".join(parts).encode()).digest()
    return int.from_bytes(digest[:8], "little", signed=True)
