"""The store: games written, read and verified; and the statistics of many games."""

from __future__ import annotations

import random
import tempfile
import time
from pathlib import Path

from benchmarks.timing import Row, best_of, show
from croupier.analysis import Games, standings
from croupier.games import resolve_variant
from croupier.positions import Position
from croupier.records import Effort, GameRecord, Store, origin
from croupier.records.rules import rules_of
from croupier.records.verify import verify

GAMES = 6000
PLAYERS = ("random", "flat(playouts=1000)", "uct(iterations=1000)", "rave(iterations=1000)")


def games() -> list[GameRecord]:
    """Random games of Connect Four, said to be of four players who all met."""
    variant, rng = resolve_variant("connect-four"), random.Random(1)
    pairings = [(a, b) for a in range(4) for b in range(a)]
    found = []
    for i in range(GAMES):
        position = Position(variant)
        while position.outcome is None:
            position.play(rng.choice(position.legal_actions))
        n = position.ply - 2
        actions, outcome = tuple(map(int, position.history)), position.outcome
        pairing, number = i % 6, i // 6
        seats = pairings[pairing] if number % 2 else pairings[pairing][::-1]
        effort = Effort(
            tuple(rng.random() for _ in range(n)),
            (1000,) * n,
            (1000,) * n,
            tuple(rng.randrange(5000) for _ in range(n)),
        )
        found.append(
            GameRecord(
                "connect-four", variant.name, rules_of(variant.game.cls), pairing, number,
                tuple(PLAYERS[player] for player in seats), 1, actions[:2], actions[2:],
                tuple(ply % 2 for ply in range(n)), outcome.returns, outcome.scores, outcome.words, effort,
                origin.versions(), origin.machine(),
            )
        )  # fmt: skip
    return found


def main() -> None:
    records = games()
    mean = sum(len(record.actions) for record in records) / GAMES
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "store"

        def write() -> None:
            path.unlink(missing_ok=True)
            with Store.open(path, {"seed": 1}) as store:
                store.add_many(records)

        def read() -> list[GameRecord]:
            with Store.read(path) as store:
                return list(store.records())

        walls = []
        for _ in range(3):
            began = time.perf_counter()
            write()
            walls.append(time.perf_counter() - began)
        best = best_of(3, {"write": write, "read": read, "verify": lambda: verify(path)})
        size = path.stat().st_size / GAMES
    table = best_of(
        3,
        {
            "arrays": lambda: Games.of(records),
            "live": lambda: standings(Games.of(records), samples=0),
            "all": lambda: standings(Games.of(records)),
        },
    )
    print(f"{GAMES} games of Connect Four, {mean:.0f} actions after the opening; CPU time but where said")
    show(
        [
            Row("games written, a transaction each", GAMES / best["write"], "games/s", 5000, 20_000),
            Row("the same, wall-clock time", GAMES / min(walls), "games/s", 5000, 20_000),
            Row("games read and checked", GAMES / best["read"], "games/s"),
            Row("games verified", GAMES / best["verify"], "games/s"),
            Row("size of a store", size, "bytes a game"),
            Row("standings while games are played", table["live"], "s"),
            Row("standings with intervals of ratings", table["all"], "s"),
        ]
    )


if __name__ == "__main__":
    main()
