"""Random streams: published vectors, bit-equal at every speed, uniform, and the same games on any number of threads."""

from __future__ import annotations

import itertools
import random
from typing import Any

import numpy as np
import pytest

from croupier import games
from croupier.rules import playouts
from croupier.rules.compiled import compiled
from croupier.rules.streams import below, mix, root_of, seed_stream, splitmix, unit, word, wrap

DRAWS = 10_000
MASK = (1 << 64) - 1

SPLITMIX_1234567 = [
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
]
"""The first outputs of splitmix64.c (S. Vigna) seeded with 1234567."""

XOROSHIRO_1_2 = [
    393217,
    669327710093319,
    1732421326133921491,
    11394790081659126983,
    9555452776773192676,
    3586421180005889563,
    1691397964866707553,
    10735626796753111697,
    15216282715349408991,
    14247243556711267923,
]
"""The first outputs of xoroshiro128plusplus.c (D. Blackman and S. Vigna) from state 1, 2."""

XOROSHIRO_1_2_LATE = 11022029309690763315
"""Its output number 10 001."""


@compiled
def draw_words(rng: Any, out: Any) -> None:
    for i in range(len(out)):
        out[i] = word(rng)


@compiled
def draw_below(rng: Any, n: int, out: Any) -> None:
    for i in range(len(out)):
        out[i] = below(rng, n)


@compiled
def draw_units(rng: Any, out: Any) -> None:
    for i in range(len(out)):
        out[i] = unit(rng)


@compiled
def mix_all(values: Any, out: Any) -> None:
    for i in range(len(values)):
        out[i] = mix(values[i])


@compiled
def seed_all(root: int, rng: Any, out: Any) -> None:
    for i in range(len(out)):
        seed_stream(rng, root, i)
        out[i, 0] = rng[0]
        out[i, 1] = rng[1]


def even(observed: Any) -> bool:
    """Whether counts fall evenly: chi-square within six standard deviations of its mean."""
    expected = observed.sum() / len(observed)
    freedom = len(observed) - 1
    return bool(((observed - expected) ** 2 / expected).sum() < freedom + 6 * (2 * freedom) ** 0.5)


def unsigned(x: int) -> int:
    return int(x) & MASK


def reference_words(state: tuple[int, int], count: int) -> list[int]:
    """xoroshiro128++ written with unsigned big numbers, another way than the house's."""
    a, b = state
    found = []
    for _ in range(count):
        total = (a + b) & MASK
        found.append((((total << 17) | (total >> 47)) + a) & MASK)
        b ^= a
        a, b = ((a << 49) | (a >> 15)) & MASK ^ b ^ (b << 21) & MASK, ((b << 28) | (b >> 36)) & MASK
    return found


def reference_below(words: list[int], n: int, count: int) -> tuple[list[int], int]:
    """`count` draws below `n` from the top 32 bits of `words`, and how many words were rejected.

    A 32-bit number x falls into box floor(x n / 2^32); the first 2^32 mod n numbers of each box are rejected.
    """
    found: list[int] = []
    used = 0
    while len(found) < count:
        box, place = divmod((words[used] >> 32) * n, 1 << 32)
        used += 1
        if place >= (1 << 32) % n:
            found.append(box)
    return found, used - count


def test_splitmix_gives_the_published_numbers() -> None:
    """Seed 1234567 gives the five numbers that every implementation is held to."""
    assert [unsigned(splitmix(1234567, i)) for i in range(5)] == SPLITMIX_1234567


@pytest.mark.parametrize("speed", ["interpreter", "compiled"])
def test_xoroshiro_gives_the_published_numbers(speed: str) -> None:
    """State 1, 2 gives the reference program's first ten numbers and its 10 001st."""
    out = np.zeros(DRAWS + 1, np.int64)
    if speed == "compiled":
        draw_words(np.array([1, 2], np.int64), out)
    else:
        draw_words.python([1, 2], out)
    assert [unsigned(x) for x in out[:10]] == XOROSHIRO_1_2
    assert unsigned(out[-1]) == XOROSHIRO_1_2_LATE


def test_a_stream_starts_with_two_outputs_of_splitmix() -> None:
    """Stream `i` of a root takes SplitMix64's outputs 2i and 2i + 1: stream 0 of 1234567 the published first two."""
    rng = [0, 0]
    for number in range(2):
        seed_stream(rng, 1234567, number)
        assert [unsigned(x) for x in rng] == SPLITMIX_1234567[2 * number : 2 * number + 2]


@pytest.mark.parametrize("state", [(1, 2), (-1, -1), (-(1 << 63), 1), (0x0123456789ABCDEF, -0x123456789ABCDEF)])
def test_words_are_the_same_at_every_speed(state: tuple[int, int]) -> None:
    """Interpreter and compiled give the same 10^4 words, and leave the same memory behind; so does another program."""
    slow, fast = list(state), np.array(state, np.int64)
    slow_out, fast_out = np.zeros(DRAWS, np.int64), np.zeros(DRAWS, np.int64)
    draw_words.python(slow, slow_out)
    draw_words(fast, fast_out)
    assert np.array_equal(slow_out, fast_out)
    assert slow == fast.tolist()
    assert [unsigned(x) for x in fast_out] == reference_words((unsigned(state[0]), unsigned(state[1])), DRAWS)


@pytest.mark.parametrize("n", [1, 2, 3, 7, 31, 32, 1000, (1 << 31) - 1, 3 << 29, (1 << 30) + 1])
def test_below_is_the_same_at_every_speed(n: int) -> None:
    """Interpreter, compiled and a big-number reference agree on 10^4 draws, rejected words included."""
    root = root_of("below", n)
    slow, fast = [0, 0], np.zeros(2, np.int64)
    seed_stream(slow, root, 0)
    seed_stream(fast, root, 0)
    words = reference_words((unsigned(slow[0]), unsigned(slow[1])), 3 * DRAWS)
    slow_out, fast_out = np.zeros(DRAWS, np.int64), np.zeros(DRAWS, np.int64)
    draw_below.python(slow, n, slow_out)
    draw_below(fast, n, fast_out)
    expected, rejected = reference_below(words, n, DRAWS)
    assert slow_out.tolist() == fast_out.tolist() == expected
    assert slow == fast.tolist()
    share = ((1 << 32) % n) / (1 << 32)
    assert abs(rejected - DRAWS * share / (1 - share)) <= 6 * (DRAWS * share) ** 0.5 / (1 - share)


def test_rejection_happens_where_it_must() -> None:
    """For 3 x 2^29 a quarter of all words are rejected: the branch is really tested above."""
    words = reference_words((1, 2), 3 * DRAWS)
    _, rejected = reference_below(words, 3 << 29, DRAWS)
    assert DRAWS / 4 < rejected < DRAWS / 2


@pytest.mark.parametrize("n", [2, 3, 7, 10, 31, 100])
def test_below_is_uniform(n: int) -> None:
    """A million draws fall evenly (chi-square, fixed seed)."""
    rng, out = np.zeros(2, np.int64), np.zeros(1_000_000, np.int64)
    seed_stream(rng, root_of("uniform", n), 0)
    draw_below(rng, n, out)
    observed = np.bincount(out, minlength=n)
    assert len(observed) == n
    assert even(observed)


def test_below_is_uniform_where_words_are_rejected() -> None:
    """For n = 3 x 2^29 the three thirds are equally likely; without rejection they would be 3/8, 3/8, 1/4."""
    rng, out = np.zeros(2, np.int64), np.zeros(1_000_000, np.int64)
    seed_stream(rng, root_of("thirds"), 0)
    draw_below(rng, 3 << 29, out)
    assert even(np.bincount(out >> 29, minlength=3))
    assert even(np.bincount(out % 3, minlength=3))
    assert not even(np.array([375_000, 375_000, 250_000]))


def test_units_are_the_same_at_every_speed() -> None:
    """Interpreter and compiled give the same 10^4 floats in [0, 1), each a multiple of 2^-53, evenly spread."""
    slow, fast = [1, 2], np.array([1, 2], np.int64)
    slow_out, fast_out = np.zeros(DRAWS), np.zeros(DRAWS)
    draw_units.python(slow, slow_out)
    draw_units(fast, fast_out)
    assert np.array_equal(slow_out, fast_out)
    assert fast_out.tolist() == [(x >> 11) / (1 << 53) for x in reference_words((1, 2), DRAWS)]
    assert fast_out.min() >= 0
    assert fast_out.max() < 1
    assert even(np.bincount((fast_out * 100).astype(int), minlength=100))


def test_mix_and_streams_are_the_same_at_every_speed() -> None:
    """`mix` and `seed_stream` agree on 10^4 values and streams, negative roots included."""
    rng = random.Random(3)
    values = [0, 1, -1, (1 << 63) - 1, -(1 << 63), *(wrap(rng.getrandbits(64)) for _ in range(DRAWS))]
    out = np.zeros(len(values), np.int64)
    mix_all(np.array(values, np.int64), out)
    assert out.tolist() == [mix(value) for value in values]
    assert len(set(out.tolist())) == len(set(values))
    for root in (0, -1, root_of("streams", 7)):
        slow_out, fast_out = np.zeros((DRAWS, 2), np.int64), np.zeros((DRAWS, 2), np.int64)
        seed_all.python(root, [0, 0], slow_out)
        seed_all(root, np.zeros(2, np.int64), fast_out)
        assert np.array_equal(slow_out, fast_out)
        assert len({tuple(row) for row in fast_out.tolist()}) == DRAWS


def test_wrap_is_arithmetic_modulo_two_to_the_64() -> None:
    """`wrap` gives the int64 that compiled arithmetic would leave."""
    for x, expected in ((1 << 63, -(1 << 63)), ((1 << 64) + 5, 5), (-(1 << 63) - 1, (1 << 63) - 1), (-1, -1)):
        assert wrap(x) == expected


def test_roots_tell_keys_apart() -> None:
    """A number is not its text, and where one word ends and the next begins matters."""
    keys: list[tuple[int | str, ...]] = [
        (1, "1"),
        ("1", 1),
        (1, 1),
        ("1", "1"),
        (11,),
        ("11",),
        ("ab", "c"),
        ("a", "bc"),
        ("abc",),
        ("a", "b", "c"),
        ("a;str:1:b",),
        ("",),
        (),
        ("", ""),
        (0,),
        (-1,),
        ("é",),
        ("e",),
    ]
    assert len({root_of(*key) for key in keys}) == len(keys)


def test_roots_stay_what_they_are() -> None:
    """A key's root never changes between versions: records name games by it."""
    assert root_of("playouts", "tic-tac-toe", "3x3", 0) == -3242852694175322728


def test_neighbouring_streams_are_unrelated() -> None:
    """The first bits of 10^4 neighbouring streams are even, and agree with the next stream's half of the time."""
    out = np.zeros((DRAWS, 2), np.int64)
    seed_all(root_of("neighbours"), np.zeros(2, np.int64), out)
    first = [reference_words((unsigned(a), unsigned(b)), 1)[0] for a, b in out.tolist()]
    assert even(np.bincount([x >> 61 for x in first], minlength=8))
    agree = sum(64 - (x ^ y).bit_count() for x, y in itertools.pairwise(first))
    assert abs(agree - 32 * (DRAWS - 1)) < 5 * 4 * (DRAWS - 1) ** 0.5


@pytest.mark.parametrize("name", ["tic-tac-toe", "connect-four"])
def test_the_same_seed_gives_the_same_games_on_any_threads(name: str) -> None:
    """1, 2 and 7 threads play the same games: equal to the last digit."""
    variant = games.find(name).variant()
    found = [playouts.run(variant, 60_000, seed=11, workers=workers) for workers in (1, 2, 7)]
    for other in found[1:]:
        assert split(other) == split(found[0])
    assert split(playouts.run(variant, 60_000, seed=12)) != split(found[0])


def split(found: playouts.Playouts) -> tuple[Any, ...]:
    return (found.returns, found.wins, found.draws, found.mean_length, found.mean_actions, found.mean_branching)
