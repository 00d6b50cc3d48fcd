"""Random games of Connect Four on a GPU: wall-clock time of the launches, the best of several rounds.

The kernel's one choice, how many actions are taken between two looks at which lanes have finished, is measured beside
what it is now; every setting plays the same games, which is checked. Without a GPU this says so and measures nothing.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from benchmarks.timing import Row, show
from croupier.errors import CroupierError
from croupier.games import find
from croupier.rules import gpu
from croupier.rules.playouts import stream_root

LEAST, AIM = 5.0, 8.0
BURSTS = (1, 2, 4, 8)
ROUNDS, SECONDS, FIRST = 5, 2.0, 20_000_000
OTHERS = (
    ("tic-tac-toe", "3x3", None, None),
    ("quarto", "official", 0.0, 0.3),
    ("draughts", "english", None, None),
    ("draughts", "russian", 0.0, 0.06),
    ("marrakech", "two", None, None),
    ("marrakech", "report", 0.0, 0.1),
)
"""Game, variant, and what the project asks of it in G games/s: at least, aim."""


def timed(kernels: Any, game: str, games: int, name: str | None = None, **options: int) -> tuple[float, Any]:
    """Seconds and sums of so many games, compiling left out."""
    variant = find(game).variant(name)
    grid = gpu.prepare(kernels, variant, **options)
    began = time.perf_counter()
    sums = gpu.play(kernels.cuda, grid, variant, stream_root(variant, 1), games)
    return time.perf_counter() - began, sums


def enough(kernels: Any, game: str, name: str | None = None) -> int:
    """So many games as take about two seconds."""
    spent = min(timed(kernels, game, FIRST, name)[0] for _ in range(2))
    return int(FIRST * max(1.0, SECONDS / spent))


def measure_bursts(kernels: Any) -> list[Row]:
    """The rows of Connect Four."""
    games = enough(kernels, "connect-four")
    best, found = dict.fromkeys(BURSTS, float("inf")), []
    for _ in range(ROUNDS):
        for burst in BURSTS:
            spent, sums = timed(kernels, "connect-four", games, burst=burst)
            best[burst] = min(best[burst], spent)
            found.append(sums)
    assert all(np.array_equal(sums, found[0]) for sums in found), "the settings play different games"
    rows = [Row("Connect Four", games / best[kernels.BURST] / 1e9, "G games/s", LEAST, AIM)]
    for burst in BURSTS:
        rows.append(Row(f"looks every {burst} actions, against now", best[kernels.BURST] / best[burst], "x"))
    return rows


def main() -> None:
    try:
        kernels = gpu.kernel_module()
        gpu.run(find("connect-four").variant(), 100_000)
    except CroupierError as error:
        print(f"nothing measured: {error}")
        return
    rows = measure_bursts(kernels)
    for game, name, least, aim in OTHERS:
        games = enough(kernels, game, name)
        spent = min(timed(kernels, game, games, name)[0] for _ in range(ROUNDS))
        rows.append(Row(f"{game}, {name}", games / spent / 1e9, "G games/s", least, aim))
    show(rows)


if __name__ == "__main__":
    main()
