"""Marrakech on one core: random games of each variant, chance and payments included.

python -m benchmarks marrakech
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks.timing import Row, best_of, show
from croupier.games import find
from croupier.rules.game import Variant
from croupier.rules.playouts import SUMS, play_games, stream_root
from croupier.rules.registration import scratch

GAMES, ROUNDS = 100_000, 7
TARGETS = {"report": (0.4, 0.6), "two": (0.15, 0.35), "three": (None, None), "four": (0.15, 0.35)}


def random_games(variant: Variant) -> Callable[[], Any]:
    """Random games through the bridge."""
    start, seats, root = variant.start, variant.seats, stream_root(variant, 1)
    rng, out, sums = np.zeros(2, np.int64), scratch(start), np.zeros(SUMS + 2 * seats, np.int64)
    return lambda: play_games(start, seats, root, 0, GAMES, 0, rng, out, sums)


def main() -> None:
    variants = {name: find("marrakech").variant(name) for name in TARGETS}
    spent = best_of(ROUNDS, {name: random_games(variant) for name, variant in variants.items()})
    rows = [Row(f"random games, {name}", GAMES / spent[name] / 1e6, "M/s", *TARGETS[name]) for name in variants]
    for name, variant in variants.items():
        rows.append(Row(f"one action of {name}", spent[name] / GAMES / variant.longest * 1e9, "ns"))
    show(rows)


if __name__ == "__main__":
    main()
