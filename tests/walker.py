"""Random games that leave a digest of every member of the contract, the same compiled and interpreted."""

from __future__ import annotations

from typing import Any

import numpy as np

from croupier.rules import CHANCE, below
from croupier.rules.bridge import shared
from croupier.rules.compiled import compiled
from croupier.rules.game import Variant
from croupier.rules.playouts import draw
from croupier.rules.registration import scratch
from croupier.rules.streams import root_of, seed_stream

MEMBERS = (
    "seat",
    "legal",
    "play",
    "returns",
    "sample",
    "score",
    "weight",
    "trace",
    "image",
    "image_action",
    "load",
    "same",
    "scramble",
)
(
    SEAT,
    LEGAL,
    PLAY,
    RETURNS,
    SAMPLE,
    SCORE,
    WEIGHT,
    TRACE,
    IMAGE,
    IMAGE_ACTION,
    LOAD,
    SAME,
    SCRAMBLE,
) = range(len(MEMBERS))

MASK = (1 << 62) - 1
SCALE = 1 << 40
"""Payoffs are compared to this fraction, an exact multiple in both worlds."""


@shared
def note(digests: Any, member: int, value: int) -> None:
    """Add a value to a member's digest: a polynomial modulo 2^62, cheap in the interpreter."""
    digests[member] = (int(digests[member]) * 1000003 + value + 1) & MASK


@shared
def note_end(state: Any, seats: int, digests: Any) -> None:
    """What a finished game is asked."""
    for seat in range(seats):
        note(digests, RETURNS, int(state.returns(seat) * SCALE))
        note(digests, SCORE, int(state.score(seat) * SCALE))


@shared
def note_columns(state: Any, after: Any, matrix: Any, digests: Any) -> None:
    """A state kept as a column of a matrix."""
    after.store(matrix, 1)
    again = state.load(matrix, 1)
    note(digests, SCRAMBLE, after.scramble())
    note(digests, LOAD, again.scramble())
    note(digests, SAME, int(after.same(matrix, 1)) + 2 * int(state.same(matrix, 1)))


@shared
def note_choice(state: Any, after: Any, action: int, which: int, n: int, out: Any, digests: Any) -> None:
    """What a position where somebody acts is asked, `after` being where `action` leads."""
    note(digests, SEAT, state.seat())
    listed = n
    for i in range(n):
        listed = (listed * 1000003 + int(out[i])) & MASK
    note(digests, LEGAL, listed)
    if state.seat() == CHANCE:
        for i in range(n):
            note(digests, WEIGHT, state.weight(int(out[i])))
    else:
        note(digests, TRACE, state.trace(action))
    note(digests, SAMPLE, action)
    for i in range(len(after)):
        note(digests, PLAY, after[i])
    note(digests, IMAGE, state.image(which).scramble())
    note(digests, IMAGE_ACTION, state.image_action(action, which))


@compiled
def walk(start: Any, seats: int, root: int, positions: int, rng: Any, out: Any, matrix: Any, digests: Any) -> int:
    """Play random games until so many positions were met; how many games it took."""
    game = 0
    while positions > 0:
        seed_stream(rng, root, game)
        game += 1
        state = start
        action = 0
        while action >= 0 and positions > 0:
            positions -= 1
            action = draw(state, rng, out)
            n = state.legal(out)
            if action >= 0:
                which = below(rng, state.images)
                after = state.play(action)
                note_choice(state, after, action, which, n, out, digests)
                note_columns(state, after, matrix, digests)
                state = after
            else:
                note(digests, LEGAL, n)
                note_end(state, seats, digests)
    return game


def compiled_digests(variant: Variant, positions: int) -> tuple[int, list[int]]:
    """Games and digests of a walk in compiled code."""
    start = variant.start
    digests = np.zeros(len(MEMBERS), np.int64)
    matrix = np.zeros((len(start), 3), np.int64)
    root = root_of("walker", variant.name)
    games = walk(start, variant.seats, root, positions, np.zeros(2, np.int64), scratch(start), matrix, digests)
    return int(games), [int(digest) for digest in digests]


def interpreted_digests(variant: Variant, positions: int) -> tuple[int, list[int]]:
    """The same walk in the interpreter, with lists where compiled code has arrays."""
    start = variant.start
    digests = [0] * len(MEMBERS)
    matrix: Any = Columns(len(start))
    root = root_of("walker", variant.name)
    out = [0] * (start.branching + 1)
    games: int = walk.python(start, variant.seats, root, positions, [0, 0], out, matrix, digests)
    return games, digests


class Columns(dict[tuple[int, int], int]):
    """A matrix of whole numbers, faster in the interpreter than an array."""

    def __init__(self, rows: int) -> None:
        super().__init__({(row, column): 0 for row in range(rows) for column in range(3)})
