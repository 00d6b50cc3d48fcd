"""Random games of Connect Four and tic-tac-toe on one core, against OpenSpiel's C++ and against loops by hand."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks import by_hand
from benchmarks.timing import Row, best_of, show
from croupier.games import find
from croupier.rules.playouts import ACTIONS, SCALE, SUMS, play_games, stream_root
from croupier.rules.registration import scratch

GAMES, THEIR_GAMES, ROUNDS = 400_000, 20_000, 9
HAND_LEAST, HAND_AIM = 0.9, 1.0
TARGETS = {
    "connect-four": ("connect_four", by_hand.connect_four, 60, 85),
    "tic-tac-toe": ("tic_tac_toe", by_hand.tic_tac_toe, 8, 15),
}
"""OpenSpiel's name, the loop by hand, and how many times OpenSpiel's games a second we want at least and hope for."""


def ours(game: str, root: int, sums: Any) -> Callable[[], None]:
    """Random games through the bridge."""
    start = find(game).variant().start
    rng, out = np.zeros(2, np.int64), scratch(start)
    return lambda: play_games(start, 2, root, 0, GAMES, 0, rng, out, sums)


def open_spiel(name: str) -> Callable[[], object] | None:
    """One step of OpenSpiel's search that is all random games, in one call of C++; None where it is not installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game(name)
    rollouts = pyspiel.RandomRolloutEvaluator(THEIR_GAMES, 42)
    bot = pyspiel.MCTSBot(game, rollouts, math.sqrt(2), 1, 4000, False, 42, False)
    state = game.new_initial_state()
    return lambda: bot.step(state)


def check_same_games(game: str, root: int, loop: Callable[[int, int, Any], None]) -> None:
    """Both must have played the same games, or the ratio means nothing."""
    sums, theirs = np.zeros(SUMS + 4, np.int64), np.zeros(2, np.int64)
    ours(game, root, sums)()
    loop(root, GAMES, theirs)
    assert (sums[SUMS] // SCALE, sums[ACTIONS]) == tuple(theirs), f"{game}: the loop by hand plays other games"


def measure(game: str) -> list[Row]:
    """The rows of one game."""
    name, loop, least, aim = TARGETS[game]
    root = stream_root(find(game).variant(), 1)
    check_same_games(game, root, loop)
    sums, theirs = np.zeros(SUMS + 4, np.int64), np.zeros(2, np.int64)
    work: dict[str, Callable[[], object]] = {"ours": ours(game, root, sums), "hand": lambda: loop(root, GAMES, theirs)}
    rival = open_spiel(name)
    if rival:
        work["open_spiel"] = rival
    spent = best_of(ROUNDS, work)
    rate = GAMES / spent["ours"]
    rows = [Row(f"{game}: games", rate / 1e6, "M/s"), Row(f"{game}: loop by hand", GAMES / spent["hand"] / 1e6, "M/s")]
    rows.append(Row(f"{game}: against the loop by hand", spent["hand"] / spent["ours"], "times", HAND_LEAST, HAND_AIM))
    if rival:
        rows.append(Row(f"{game}: OpenSpiel's games", THEIR_GAMES / spent["open_spiel"] / 1e6, "M/s"))
        rows.append(Row(f"{game}: against OpenSpiel", rate * spent["open_spiel"] / THEIR_GAMES, "times", least, aim))
    return rows


def main() -> None:
    show([row for game in TARGETS for row in measure(game)])


if __name__ == "__main__":
    main()
