"""How a table fits a terminal: with a frame, without one, or in parts that repeat the columns of words."""

from __future__ import annotations

from collections.abc import Sequence

FRAME, GAP = 3, 2
"""Letters that a column takes beside its own: with a frame, which has one letter more, and without, but for the last."""

TOGETHER = ("95 %", "won", "drawn", "lost")
"""Heads of columns that stay with the one before them."""


def framed(widths: Sequence[int]) -> int:
    """Width of a table with a frame."""
    return sum(widths) + FRAME * len(widths) + 1


def bare(widths: Sequence[int]) -> int:
    """Width of a table without one."""
    return sum(widths) + GAP * (len(widths) - 1)


def parts(heads: Sequence[str], widths: Sequence[int], words: int, room: int) -> list[list[int]]:
    """The columns of each part of a table without a frame, as few parts as there can be; each begins with the first
    `words` columns, which may take half of the room and are folded where they need more.
    """
    lead = list(range(words))
    taken = min(sum(widths[:words]) + GAP * words, room // 2)
    found: list[list[int]] = []
    left = 0
    for group in _groups(heads, words):
        width = sum(widths[column] + GAP for column in group)
        if not found or width > left + GAP:
            found.append([*lead])
            left = room - taken
        found[-1] += group
        left -= width
    return found or [lead]


def _groups(heads: Sequence[str], words: int) -> list[list[int]]:
    """The columns of numbers, those that belong together as one."""
    found: list[list[int]] = []
    for column in range(words, len(heads)):
        if found and heads[column] in TOGETHER:
            found[-1].append(column)
        else:
            found.append([column])
    return found


def folded(head: str, width: int) -> str:
    """A head on two lines where it is wider than what stands below it."""
    return head if len(head) <= width or " " not in head else head.replace(" ", "\n", 1)
