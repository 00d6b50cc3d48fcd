"""Curves of regret in letters, for a terminal."""

from __future__ import annotations

import math

import numpy as np

from croupier.bandits.results import Simulation

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def letter(number: int) -> str:
    """The letter that stands for a policy."""
    return LETTERS[number % len(LETTERS)]


def curve(found: Simulation, width: int = 64, height: int = 14) -> list[str]:
    """Mean pseudo-regret as it grows, each policy a letter; where some lie together, they are seen in turn. Dots are Lai
    and Robbins' c ln T, as far as it stays in the picture.
    """
    high = max(max(result.curve.pseudo_regret) for result in found.policies)
    high = high if high > 0.0 else 1.0
    grid = [[""] * width for _ in range(height)]
    times = np.geomspace(1, found.horizon, width) if found.log_time else np.linspace(1, found.horizon, width)
    for number, result in enumerate(found.policies):
        values = np.interp(times, result.curve.times, result.curve.pseudo_regret)
        for column, value in enumerate(values):
            grid[_row(found, value, high, height)][column] += letter(number)
    for column, value in enumerate((found.lai_robbins or 0.0) * np.log(times)):
        if 0.0 < value <= high:
            row = _row(found, value, high, height)
            grid[row][column] = grid[row][column] or "."
    labels = {row: f"{_value(found, 1 - row / (height - 1), high):.4g}" for row in (0, height // 2, height - 1)}
    wide = max(map(len, labels.values()))
    drawn = [[cell[column % len(cell)] if cell else " " for column, cell in enumerate(row)] for row in grid]
    lines = [f"{labels.get(row, ''):>{wide}} |{''.join(cells).rstrip()}" for row, cells in enumerate(drawn)]
    end = f"{found.horizon:,} pulls{' (log)' if found.log_time else ''}"
    head = "pseudo-regret (log)" if found.linear_until else "pseudo-regret"
    return [head, *lines, " " * wide + " +" + "-" * width, " " * wide + "  1" + end.rjust(width - 1)]


def _row(found: Simulation, value: float, high: float, height: int) -> int:
    """The line of the picture in which a value lies, from above."""
    return height - 1 - round(_part(found, max(0.0, value), high) * (height - 1))


def _part(found: Simulation, value: float, high: float) -> float:
    """How far up a value lies, from 0 to 1."""
    unit = found.linear_until
    return math.asinh(value / unit) / math.asinh(high / unit) if unit else value / high


def _value(found: Simulation, part: float, high: float) -> float:
    """The value that lies so far up."""
    unit = found.linear_until
    return unit * math.sinh(part * math.asinh(high / unit)) if unit else part * high
