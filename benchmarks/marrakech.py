"""How fast random games of Marrakech are, on one core: CPU time, best of several, the variants taking turns.

    python benchmarks/marrakech.py [--games 100000] [--rounds 5]

Also the same games of Connect Four, as a yardstick for the machine.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

from croupier.games import find
from croupier.rules.game import Variant
from croupier.rules.playouts import SUMS, play_games, stream_root
from croupier.rules.registration import scratch

CASES = (
    ("marrakech", "report", 0.4, 0.6),
    ("marrakech", "two", 0.15, 0.35),
    ("marrakech", "three", None, None),
    ("marrakech", "four", 0.15, 0.35),
    ("connect-four", "6x7", None, None),
)
"""Game, variant, and the least and hoped-for million games a second."""


def seconds(variant: Variant, games: int) -> float:
    """CPU seconds of so many random games, compiling left out."""
    rng, out, sums = np.zeros(2, np.int64), scratch(variant.start), np.zeros(SUMS + 2 * variant.seats, np.int64)
    play_games.prepare(variant.start, variant.seats, 0, 0, 1, 0, rng, out, sums)
    root = stream_root(variant, 1)
    began = time.process_time()
    play_games(variant.start, variant.seats, root, 0, games, 0, rng, out, sums)
    return time.process_time() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    best = dict.fromkeys(CASES, float("inf"))
    for _ in range(given.rounds):
        for case in CASES:
            best[case] = min(best[case], seconds(find(case[0]).variant(case[1]), given.games))
    yardstick = best[CASES[-1]]
    print(f"{'game':28}{'M games/s':>10}{'ns/action':>11}{'Connect Four = 1':>18}{'at least':>10}{'aim':>6}")
    for case, spent in best.items():
        game, variant, least, aim = case
        rate = given.games / spent / 1e6
        length = find(game).variant(variant).longest
        print(
            f"{game + ' ' + variant:28}{rate:10.3f}{spent / given.games / length * 1e9:11.1f}{yardstick / spent:18.3f}"
            f"{least or '':>10}{aim or '':>6}"
        )


if __name__ == "__main__":
    main()
