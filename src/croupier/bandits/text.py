"""Curves of regret in letters, for a terminal."""

from __future__ import annotations

import numpy as np

from croupier.bandits.results import Simulation

LETTERS = "abcdefghijklmnopqrstuvwxyz"
LONG = 2000
"""Horizons above this have a logarithmic axis of time."""


def letter(number: int) -> str:
    """The letter that stands for a policy."""
    return LETTERS[number % len(LETTERS)]


def curve(found: Simulation, width: int = 64, height: int = 14) -> list[str]:
    """Mean pseudo-regret as it grows, each policy a letter; where two meet, the later one is seen."""
    high = max(max(result.curve.pseudo_regret) for result in found.policies)
    high = high if high > 0.0 else 1.0
    grid = [[" "] * width for _ in range(height)]
    log = found.horizon > LONG
    times = np.geomspace(1, found.horizon, width) if log else np.linspace(1, found.horizon, width)
    for number, result in enumerate(found.policies):
        values = np.interp(times, result.curve.times, result.curve.pseudo_regret)
        for column, value in enumerate(values):
            grid[height - 1 - round(max(0.0, value) / high * (height - 1))][column] = letter(number)
    labels = {0: f"{high:.4g}", height // 2: f"{high * (height - 1 - height // 2) / (height - 1):.3g}", height - 1: "0"}
    wide = max(map(len, labels.values()))
    lines = [f"{labels.get(row, ''):>{wide}} |{''.join(cells).rstrip()}" for row, cells in enumerate(grid)]
    end = f"{found.horizon:,} pulls{' (log)' if log else ''}"
    return [*lines, " " * wide + " +" + "-" * width, " " * wide + "  1" + end.rjust(width - 1)]
