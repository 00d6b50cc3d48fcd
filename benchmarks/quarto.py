"""Quarto on one core: random games of each set of rules, and the fifth count of turns where everybody can check it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks.timing import Row, best_of, show
from croupier.games import find
from croupier.rules import perft
from croupier.rules.game import Variant
from croupier.rules.playouts import SUMS, play_games, stream_root
from croupier.rules.registration import scratch

GAMES, ROUNDS = 200_000, 9
LEAST, AIM = 2.5, 4.0
PERFT_5 = {"official": 22861347840, "advanced": 22830782976, "report": 22837575168}


def random_games(variant: Variant) -> Callable[[], Any]:
    """Random games through the bridge."""
    start, root = variant.start, stream_root(variant, 1)
    rng, out, sums = np.zeros(2, np.int64), scratch(start), np.zeros(SUMS + 4, np.int64)
    return lambda: play_games(start, 2, root, 0, GAMES, 0, rng, out, sums)


def fifth_count(variant: Variant) -> tuple[int, float]:
    """Sequences of five turns, and CPU seconds: 16 times those after one gift, for all first gifts are images of it."""
    began = time.process_time()
    counted = perft.run(variant, 4, start=variant.start.play(0))
    return 16 * counted.leaves[-1], time.process_time() - began - counted.compile_seconds


def main() -> None:
    variants = find("quarto").variants
    spent = best_of(ROUNDS, {name: random_games(variant) for name, variant in variants.items()})
    rows = [Row(f"random games, {name}", GAMES / spent[name] / 1e6, "M/s", LEAST, AIM) for name in variants]
    for name, variant in variants.items():
        leaves, seconds = fifth_count(variant)
        assert leaves == PERFT_5[name], f"perft 5 of {name} is {PERFT_5[name]} and was counted as {leaves}"
        rows.append(Row(f"perft 5 of {name}: a sixteenth of {leaves}", leaves / 16 / seconds / 1e6, "M leaves/s"))
    show(rows)


if __name__ == "__main__":
    main()
