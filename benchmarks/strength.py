"""Strength of the searches, in games and in what they find: the tables of docs/strength.md.

    python -m benchmarks strength              all of them
    python -m benchmarks.strength flat centre  some: random, flat, spiel, time, centre, exploration

Matches are pairs of games from random openings of four plies, seats swapped; a draw counts half; intervals are of 95 %, over
pairs. Counts of iterations give the same games on every machine, all but the table by time.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import croupier
from benchmarks.spiel import House, Rival, as_open_spiel
from croupier.analysis import MatchResult
from croupier.games import find, names
from croupier.players.named import plan_of
from croupier.search.run import Search

UCT = "uct(iterations=2000)"
FLAT = "flat(iterations=2000)"
PLIES = 4
SEED = 61
EXPLORATION = (0.35, 0.5, 0.71, 1.0, 1.41, 2.0, 2.83)
FRESH = range(5000, 5010)
"""Seeds that nothing was tried on before."""

HEADS = "| game | match | won / drawn / lost | score | 95 % | ms a move |\n| --- | --- | --- | --- | --- | --- |"


def played(game: str, first: Any, second: Any, games: int) -> MatchResult:
    """A match from openings of four plies."""
    return croupier.match(game, first, second, games=games, opening=PLIES, seed=SEED)


def row(game: str, result: MatchResult) -> str:
    """A line of a table of matches."""
    low, high = result.interval
    spent = " / ".join(f"{1000 * side.seconds_per_move:.2g}" for side in result.effort)
    counts = f"{result.wins} / {result.draws} / {result.losses}"
    score = f"{100 * result.score:.1f} % | {100 * low:.1f} to {100 * high:.1f}"
    return f"| {game} | `{result.players[0]}`, `{result.players[1]}` | {counts} | {score} | {spent} |"


def against_random() -> None:
    """UCT against any legal action."""
    print(HEADS)
    for game in names():
        print(row(game, played(game, UCT, "random", 100)), flush=True)


def against_flat() -> None:
    """What a tree is worth: UCT against flat Monte Carlo of as many playouts."""
    print(HEADS)
    for game in names():
        print(row(game, played(game, UCT, FLAT, 400)), flush=True)


def against_open_spiel() -> None:
    """OpenSpiel's search at equal iterations, and the house's with OpenSpiel's rule for children where the game is over."""
    print(HEADS)
    print(row("connect-four", played("connect-four", "uct(iterations=1000)", as_open_spiel, 400)), flush=True)
    print(row("connect-four", played("connect-four", as_open_spiel, Rival("connect-four", 1000), 400)), flush=True)
    for game, iterations, games in (("connect-four", 1000, 400), ("tic-tac-toe", 100, 400), ("draughts", 300, 100)):
        print(row(game, played(game, f"uct(iterations={iterations})", Rival(game, iterations), games)), flush=True)


def against_open_spiel_by_time() -> None:
    """OpenSpiel's search at 10 ms of the processor a move."""
    print(HEADS)
    told = []
    for game, games in (("connect-four", 100), ("draughts", 60)):
        ours, rival = House(seconds=0.01), Rival(game, seconds=0.01)
        print(row(game, played(game, ours, rival, games)), flush=True)
        for side in (ours, rival):
            told.append(f"{game}, {side.__name__}: {1000 * sum(side.spent) / len(side.spent):.1f} ms of the processor")
    print("\n" + "\n".join(told))


def found_the_centre(spec: str) -> int:
    """On how many fresh seeds the middle column, Connect Four's only winning first action, is chosen."""
    variant = find("connect-four").variant()
    return sum(Search(variant, variant.start, plan_of(spec), seed).go().best() == 3 for seed in FRESH)


def centre() -> None:
    """The middle column at a million iterations, over c."""
    print(f"| c | {' | '.join(map(str, EXPLORATION))} |\n| --- |{' --- |' * len(EXPLORATION)}")
    for playout in ("uniform()", "decisive()"):
        specs = [f"uct(iterations=1000000, c={c}, playout={playout})" for c in EXPLORATION]
        print(f"| `{playout}` | {' | '.join(f'{found_the_centre(spec)} of 10' for spec in specs)} |", flush=True)


def exploration() -> None:
    """Strength over c, against the default."""
    print(HEADS)
    for c in EXPLORATION:
        if c != 1.41:
            print(row("connect-four", played("connect-four", f"uct(c={c}, iterations=2000)", UCT, 400)), flush=True)


TABLES: dict[str, Callable[[], None]] = {
    "random": against_random,
    "flat": against_flat,
    "spiel": against_open_spiel,
    "time": against_open_spiel_by_time,
    "centre": centre,
    "exploration": exploration,
}


def main() -> None:
    for name in sys.argv[1:] or TABLES:
        print(f"\n{TABLES[name].__doc__}\n", flush=True)
        TABLES[name]()


if __name__ == "__main__":
    main()
