"""The arena: what a table costs over a bare loop, two workers against one, the reports' tournaments, OpenSpiel, the demo.

CPU time where nothing else is said; what is of many threads is wall-clock time, and means something on an idle machine only.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import spiel
from benchmarks.timing import Row, best_of, show
from croupier.arena.experiment import Experiment
from croupier.arena.reading import experiment_of
from croupier.arena.run import Run
from croupier.games import find
from croupier.players.named import plan_of
from croupier.records import Store
from croupier.rules.compiled import compiled
from croupier.search import memory
from croupier.search.choice import choose_action
from croupier.search.one_tree import limits_of, room_for
from croupier.tables.game import Deal
from croupier.tables.hand import Hand
from croupier.tables.table import make_table, seed_of, settle

SMALL = {
    # spec, games, at most, aim
    "connect-four": ("uct(iterations=100)", 1000, 1.05, 1.02),
    "tic-tac-toe": ("flat(playouts=20)", 20_000, 1.2, 1.05),
}
COLUMNS = 250
"""Games at a table at a time."""

THEIRS = 5
"""Games of OpenSpiel's that are played for sixty of ours."""

REPORT_B = ["random", "flat(playouts_per_action=20, allocation=once)", "uct(iterations_per_action=20)"]
REPORT_M = ["flat", "ucb", "uct"]


@compiled
def bare(
    start: Any,
    choose: Any,
    playout: Any,
    reward: Any,
    limits: Any,
    tree: Any,
    work: Any,
    rng: Any,
    key: int,
    origins: Any,
) -> int:
    """Play games one after another, as one would without tables; the number of actions."""
    played = 0
    for game in range(origins.shape[0]):
        state, ply = start, 0
        while True:
            seed = seed_of(int(origins[game]), state.seat(), ply)
            action = choose_action(state, choose, playout, reward, limits, tree, work, rng, key, seed)
            if action < 0:
                break
            state = state.play(action)
            ply += 1
        played += ply
    return played


class Side:
    """A table with one player on all seats, and the same games without it."""

    def __init__(self, name: str) -> None:
        spec, games, *_ = SMALL[name]
        self.variant, self.plan = find(name).variant(), plan_of(spec)
        self.hand = Hand(self.variant, self.plan)
        self.origins: Any = np.array([Deal(0, game, (0, 0)).origin(7) for game in range(games)], np.int64)
        self.actions = {"table": 0, "bare": 0}

    def table(self) -> None:
        """All games, a table full at a time, one action in each in turn."""
        start, self.actions["table"] = self.variant.start, 0
        rng, out = np.zeros(2, np.int64), np.zeros(self.variant.branching + 1, np.int64)
        for first in range(0, len(self.origins), COLUMNS):
            table = make_table(start, 2, self.variant.longest, COLUMNS)
            table.origins[:] = self.origins[first : first + COLUMNS]
            columns: Any = np.arange(COLUMNS)
            settle(start, table, 0, rng, out)
            table.grid[:], table.turns[:] = table.grid[:, :1], 0
            while columns.size:
                self.hand.advance(table, columns)
                columns = np.flatnonzero(table.turns == 0)
            self.actions["table"] += int(table.lengths.sum())

    def bare(self) -> None:
        variant, plan = self.variant, self.plan
        room = room_for(variant, plan, 1)
        lent = memory.lend(variant.start, plan.choose, 2, variant.longest, room.held, room.rows, room.most)
        parts = (variant.start, plan.choose, plan.playout, plan.reward, limits_of(variant, plan, room))
        self.actions["bare"] = bare(*parts, lent.tree, lent.work, np.zeros(2, np.int64), plan.key, self.origins)
        memory.give_back(lent)


def overhead() -> list[Row]:
    rows = []
    for name, (spec, _, most, aim) in SMALL.items():
        side = Side(name)
        spent = best_of(7, {"bare": side.bare, "table": side.table})
        assert side.actions["table"] == side.actions["bare"], "the table and the loop play different games"
        label = f"table over loop, {spec} (at most {most:g}, aim {aim:g})"
        rows.append(Row(label, spent["table"] / spent["bare"], "times"))
    return rows


def asked(game: str, players: list[str], pairs: int, variant: str | None = None, opening: int = 0) -> Experiment:
    content = {"game": game, "players": players, "pairs": pairs, "opening": {"plies": opening}, "seed": 1}
    return experiment_of({**content, **({"variant": variant} if variant else {})})


def carried_out(experiment: Experiment, workers: int) -> Run:
    """An experiment played into a store on disk."""
    with tempfile.TemporaryDirectory() as folder, Store.open(Path(folder) / "s", experiment.plan()) as store:
        run = Run(experiment, store, workers).go()
    assert run.done == experiment.games
    return run


def timed(work: Callable[[], object], rounds: int) -> tuple[float, float]:
    """Wall-clock and CPU seconds, the least of each."""
    found = []
    for _ in range(rounds):
        began, spent = time.perf_counter(), time.process_time()
        work()
        found.append((time.perf_counter() - began, time.process_time() - spent))
    return min(wall for wall, _ in found), min(cpu for _, cpu in found)


def two_workers() -> list[Row]:
    """Wall time of one worker over that of two, taking turns."""
    match = asked("connect-four", ["uct(iterations=1000)"] * 2, 100, opening=2)
    best = {1: 9e9, 2: 9e9}
    for _ in range(5):
        for workers in best:
            best[workers] = min(best[workers], carried_out(match, workers).seconds)
    return [Row("two workers against one, uct(1000), wall time", best[1] / best[2], "times", 1.85, 1.95)]


def report_b() -> list[Row]:
    """Nine pairings of a thousand games: three of different players on both seats, and each with itself."""
    mixed = asked("tic-tac-toe", REPORT_B, 1000)
    alone = [asked("tic-tac-toe", [player, player], 500) for player in REPORT_B]
    carried_out(mixed, 2)  # compiles
    wall, cpu = timed(lambda: [carried_out(one, 2) for one in (mixed, *alone)], 3)
    return [
        Row("report B's table, 9 x 1000 games, two workers, wall time (at most 1, aim 0.35)", wall, "s"),
        Row("the same, CPU time of both", cpu, "s"),
    ]


def report_m() -> list[Row]:
    """Five of its strategies, ten pairings of fifty games."""
    raw = "reward=score(clip=40)"
    players = [f"{name}(playouts=500)" for name in REPORT_M]
    players += [f"{name}(playouts=500, {raw})" for name in REPORT_M[:2]]
    tournament = asked("marrakech", players, 25, "report")
    carried_out(asked("marrakech", players, 1, "report"), 2)
    wall, cpu = timed(lambda: carried_out(tournament, 2), 1)
    assert tournament.games == 500
    return [
        Row("report M's 500 playouts, 10 x 50 games, two workers, wall time (at most 60, aim 20)", wall, "s"),
        Row("the same, CPU time of both", cpu, "s"),
    ]


def against_open_spiel() -> list[Row]:
    """Matches of UCT(1000): ours on one worker into a store, theirs in a loop of Python with nothing else in it."""
    games = 60
    match = asked("connect-four", ["uct(iterations=1000)"] * 2, games // 2, opening=2)
    work: dict[str, Callable[[], object]] = {"ours": lambda: carried_out(match, 1)}
    try:
        import pyspiel

        rival = pyspiel.load_game("connect_four")
        work["theirs"] = lambda: [their_game(rival, 2 * seed) for seed in range(THEIRS)]
    except ImportError:
        pass
    spent = best_of(3, work)
    rows = [Row("match of uct(1000), Connect Four, one worker", games / spent["ours"], "games/s")]
    if "theirs" in spent:
        rows.append(
            Row(
                "against OpenSpiel's MCTSBot in a loop",
                games * spent["theirs"] / (THEIRS * spent["ours"]),
                "times",
                15,
                25,
            )
        )
    return rows


def their_game(game: Any, seed: int) -> None:
    """A game of two of OpenSpiel's searches, after an opening."""
    state = game.new_initial_state()
    for action in (seed % 7, seed // 7 % 7):
        state.apply_action(action)
    bots = [spiel.bot_of(game, 1000, seed + seat) for seat in range(2)]
    while not state.is_terminal():
        state.apply_action(bots[state.current_player()].step(state))


def demo() -> list[Row]:
    """The command as it stands, kernels on disk: a process of its own."""
    words = [sys.executable, "-m", "croupier", "demo", "--quiet", "--store"]
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([*words, f"{folder}/warm", "--pairs", "1"], check=True, capture_output=True)
        before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        subprocess.run([*words, f"{folder}/demo"], check=True, capture_output=True)
        wall, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return [
        Row("croupier demo, 6000 games, kernels on disk, wall time (at most 60, aim 30)", wall, "s"),
        Row("the same, CPU time", cpu, "s"),
    ]


PARTS = (overhead, two_workers, report_b, report_m, against_open_spiel, demo)


def main() -> None:
    show([row for part in PARTS for row in part()])


if __name__ == "__main__":
    main()
