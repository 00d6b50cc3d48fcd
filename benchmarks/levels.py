"""Opponents by name: whether each level beats the one below it in 55 to 85 % of 200 games, in every game; and its time.

A draw counts half. Games begin where a person's would, and the two levels take turns to begin; `python -m benchmarks levels`
prints the table of docs/web.md.
"""

from __future__ import annotations

import itertools
import time

import croupier
from croupier.games import names
from croupier.players.levels import Level, levels

GAMES = 200
LEAST, MOST = 0.55, 0.85


def measure(game: str, higher: Level, lower: Level) -> tuple[str, bool]:
    """A row of the table, and whether the score is where it should be."""
    result = croupier.match(game, higher.spec, lower.spec, games=GAMES, opening=0, seed=1)
    low, high = result.interval
    holds = LEAST <= result.score <= MOST
    told = f"{result.wins} / {result.draws} / {result.losses}"
    score = f"{100 * result.score:.0f} % ({100 * low:.0f} to {100 * high:.0f})"
    spent = 1000 * result.effort[0].seconds_per_move
    row = f"| {game} | {higher.name} | `{higher.spec}` | {told} | {score} | {spent:.1f} |"
    return row, holds


def main() -> None:
    began = time.perf_counter()
    print("| game | level | algorithm | won / drawn / lost against the level below | score | ms a move |")
    print("| --- | --- | --- | --- | --- | --- |")
    wrong = []
    for game in names():
        ladder = levels(game)
        print(f"| {game} | {ladder[0].name} | `{ladder[0].spec}` | | | |")
        for lower, higher in itertools.pairwise(ladder):
            row, holds = measure(game, higher, lower)
            print(row, flush=True)
            if not holds:
                wrong.append(f"{game}: {higher.name} against {lower.name}")
    verdict = f"outside {LEAST:.0%} to {MOST:.0%}: {', '.join(wrong)}" if wrong else "every level is where it should be"
    print(f"\n{verdict}; {time.perf_counter() - began:.0f} s, compiling included")


if __name__ == "__main__":
    main()
