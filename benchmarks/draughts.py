"""Draughts: random games against OpenSpiel's and py-draughts', and deep counts that must be exact.

    python -m benchmarks draughts

OpenSpiel's random games are those of its C++ evaluator in one call. py-draughts is Python around compiled move
generation; its games end as ours do, after 40 plies without capture.
"""

from __future__ import annotations

import math
import random
from typing import Any

import numpy as np

from benchmarks.timing import Row, best_of, show
from croupier.games import find
from croupier.rules import perft
from croupier.rules.playouts import SUMS, play_games, stream_root
from croupier.rules.registration import scratch

GAMES = 100_000
SPIEL_GAMES = 2000
PYTHON_GAMES = 150
COUNTS = {
    "english": [18391564, 85242128],
    "russian": [22444032],
    "brazilian": [21560022],
    "pool": [22435955],
    "czech": [18368918],
    "spanish": [17743464],
    "italian": [17761384],
    "international": [258895763],
    "thai": [861842812],
    "report": [22444032],
}
"""Turns from the start at depth 10, and 11 for english."""


def ours(variant: str, games: int) -> None:
    """Random games of a variant, action by action."""
    chosen = find("draughts").variant(variant)
    rng, out, sums = np.zeros(2, np.int64), scratch(chosen.start), np.zeros(SUMS + 4, np.int64)
    play_games(chosen.start, 2, stream_root(chosen, 1), 0, games, 0, rng, out, sums)


def open_spiel(games: int) -> None:
    """Random games of OpenSpiel's checkers: one step of its search, whose one simulation is so many games."""
    import pyspiel

    game = pyspiel.load_game("checkers")
    evaluator = pyspiel.RandomRolloutEvaluator(games, 42)
    pyspiel.MCTSBot(game, evaluator, math.sqrt(2), 1, 4000, False, 42, False).step(game.new_initial_state())


def py_draughts(games: int) -> None:
    """Random games of py-draughts' Russian board."""
    from draughts.boards.russian import Board

    for _ in range(games):
        board: Any = Board()
        moves = board.legal_moves
        while moves and board.halfmove_clock < 40:
            board.push(random.choice(moves))
            moves = board.legal_moves


def counted() -> list[Row]:
    """Deep counts, each compared with what it must be."""
    rows = []
    for variant, known in COUNTS.items():
        depth = 9 + len(known)
        found = perft.run(find("draughts").variant(variant), depth)
        if found.leaves[9:] != known:
            raise SystemExit(f"perft {variant}: {found.leaves[9:]} and not {known}")
        rows.append(Row(f"perft {variant} {depth}, exact", sum(known[-1:]) / found.seconds / 1e6, "M leaves/s (wall)"))
    return rows


def main() -> None:
    variants = [name for name in find("draughts").variants if name != "report"]
    english = find("draughts").variant("english")
    spent = best_of(
        5,
        {
            **{name: lambda name=name: ours(name, GAMES) for name in variants},
            "open_spiel": lambda: open_spiel(SPIEL_GAMES),
            "py-draughts": lambda: py_draughts(PYTHON_GAMES),
            "perft": lambda: perft.run(english, 11),
        },
    )
    rate = {name: GAMES / spent[name] for name in variants}
    spiel, python = SPIEL_GAMES / spent["open_spiel"], PYTHON_GAMES / spent["py-draughts"]
    rows = [Row(f"random games, {name}", rate[name] / 1e3, "thousand/s") for name in variants]
    rows += [Row("random games, OpenSpiel checkers", spiel / 1e3, "thousand/s")]
    rows += [Row("random games, py-draughts Russian", python / 1e3, "thousand/s")]
    rows += [Row("english against OpenSpiel", rate["english"] / spiel, "times", 50, 80)]
    rows += [Row("russian against py-draughts", rate["russian"] / python, "times", 200, 280)]
    rows += [Row("perft english 11", COUNTS["english"][1] / spent["perft"] / 1e6, "M leaves/s", 40, 60)]
    show(rows + counted())


if __name__ == "__main__":
    main()
