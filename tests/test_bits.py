"""Bits of a board: interpreter, CPU and GPU give the same counts and the same lowest bit."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from croupier.rules import count, lowest
from croupier.rules.compiled import compiled

EDGES = [1, 2, 3, 1 << 31, 1 << 32, (1 << 32) - 1, 1 << 61, 1 << 62, (1 << 62) | 1, (1 << 63) - 1, 3 << 61]


@compiled
def count_and_lowest(boards: Any, counts: Any, lowests: Any) -> None:
    for i in range(len(boards)):
        counts[i] = count(boards[i])
        lowests[i] = lowest(boards[i])


@pytest.fixture(scope="module")
def boards() -> list[int]:
    """Edge values, every single bit, and 10 000 boards sparse and dense."""
    rng = random.Random(5)
    drawn = [rng.getrandbits(63) & rng.getrandbits(63) if i % 2 else rng.getrandbits(63) for i in range(10_000)]
    return [*EDGES, *(1 << bit for bit in range(63)), *(board or 1 for board in drawn)]


def test_interpreter_counts_by_definition(boards: list[int]) -> None:
    """`count` is the number of ones in binary, `lowest` the number of noughts after the last one."""
    for board in boards:
        text = f"{board:b}"
        assert count(board) == text.count("1")
        assert lowest(board) == len(text) - len(text.rstrip("0"))


def test_compiled_twins_are_the_interpreters(boards: list[int]) -> None:
    """The processor's own instructions give what Python gives, up to bit 62."""
    counts, lowests = np.zeros(len(boards), np.int64), np.zeros(len(boards), np.int64)
    count_and_lowest(np.array(boards, np.int64), counts, lowests)
    assert counts.tolist() == [count(board) for board in boards]
    assert lowests.tolist() == [lowest(board) for board in boards]


def test_an_empty_board_counts_nothing() -> None:
    """`count(0)` is 0, compiled too."""
    counts = np.full(1, 9, np.int64)
    count_and_lowest(np.zeros(1, np.int64), counts, np.zeros(1, np.int64))
    assert count(0) == counts[0] == 0


def test_results_are_plain_ints() -> None:
    """A board read from an array gives a Python int in the interpreter, which arithmetic cannot overflow."""
    assert type(count(np.int64(7))) is int
    assert type(lowest(np.int64(8))) is int
