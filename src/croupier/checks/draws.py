"""Does `sample` draw as `legal` lists, every action equally often, and chance by `weight`? Pearson's chi-square test."""

from __future__ import annotations

import math
from collections.abc import Sequence

STRICT = 6.0
"""In standard deviations: a right `sample` fails one test in 10^9."""

DRAWS = 40_000
_LEAST = 5.0


def deviation(counts: Sequence[int], weights: Sequence[int]) -> float:
    """By how many standard deviations the counts differ from what the weights say.

    Chi-square, brought to a normal deviate by Wilson and Hilferty (PNAS 17, 1931). Outcomes expected less than five
    times are taken together.
    """
    draws, total = sum(counts), sum(weights)
    cells = [(count, draws * weight / total) for count, weight in zip(counts, weights, strict=True)]
    rare = [cell for cell in cells if cell[1] < _LEAST]
    cells = [cell for cell in cells if cell[1] >= _LEAST]
    if rare:
        cells.append((sum(count for count, _ in rare), sum(due for _, due in rare)))
    freedom = len(cells) - 1
    if freedom < 1:
        return 0.0
    square = sum((count - due) ** 2 / due for count, due in cells)
    spread = 2 / (9 * freedom)
    return float(((square / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(spread))


def farthest(actions: Sequence[int], counts: Sequence[int], weights: Sequence[int]) -> tuple[int, int, float]:
    """The action whose count is farthest from what it should be, its count and what it should be."""
    draws, total = sum(counts), sum(weights)
    due = [draws * weight / total for weight in weights]
    worst = max(range(len(actions)), key=lambda i: abs(counts[i] - due[i]) / math.sqrt(due[i]))
    return actions[worst], counts[worst], due[worst]
