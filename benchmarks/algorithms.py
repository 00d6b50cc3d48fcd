"""Every algorithm against UCT at equal iterations, in every game: the table of docs/algorithms/index.md.

    python -m benchmarks algorithms                  all games
    python -m benchmarks.algorithms quarto draughts  some

Pairs of games from random openings of four plies, seats swapped; a draw counts half. The same games on every machine.
"""

from __future__ import annotations

import sys

import croupier
from croupier.games import names

ITERATIONS = 300
GAMES = 400
PLIES = 4
SEED = 17
RIVAL = f"uct(iterations={ITERATIONS})"
SPECS = (
    "random()",
    "flat()",
    "ucb()",
    "uct_tuned()",
    "epsilon_greedy()",
    "amaf()",
    "rave()",
    "grave()",
    "global_amaf()",
    "puct()",
    "uct(playout=decisive())",
    "uct(playout=decisive(avoid=true))",
)


def given(spec: str) -> str:
    """The spec with the budget that all have."""
    name, _, rest = spec.partition("(")
    if name == "random":
        return name
    inside = rest.removesuffix(")")
    return f"{name}({inside}{', ' if inside else ''}iterations={ITERATIONS})"


def score(game: str, spec: str) -> str:
    """The share of the points, and half its 95 % interval."""
    found = croupier.match(game, given(spec), RIVAL, games=GAMES, opening=PLIES, seed=SEED)
    low, high = found.interval
    return f"{100 * found.score:.0f} -+ {50 * (high - low):.0f}"


def main() -> None:
    games = sys.argv[1:] or names()
    print(f"Points in % against `{RIVAL}`, {GAMES} games each\n")
    print(f"| | {' | '.join(games)} |\n| --- |{' --- |' * len(games)}")
    for spec in SPECS:
        cells = " | ".join(score(game, spec) for game in games)
        print(f"| `{spec.removesuffix('()')}` | {cells} |", flush=True)


if __name__ == "__main__":
    main()
