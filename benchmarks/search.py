"""Tree search on one core: against OpenSpiel's C++ MCTSBot, the cost of AMAF, small moves, memory, two workers."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any

from benchmarks.timing import Row, best_of, show
from croupier.bandits.policies.ucb import UCB
from croupier.bandits.policy import register_policy
from croupier.games import find
from croupier.players.algorithms import find as algorithm
from croupier.players.spec import parse
from croupier.rules.game import Variant
from croupier.search import memory
from croupier.search.choose import GRAVE, RAVE
from croupier.search.plan import Plan
from croupier.search.run import Budget, Search

ROUNDS = 5
PEERS = {
    # ours, theirs, iterations, at least, aim
    "connect-four": ("connect_four", 100_000, 18, 25),
    "connect-four 1000": ("connect_four", 1000, 30, 40),
    "tic-tac-toe": ("tic_tac_toe", 100_000, 4, 6),
    "draughts": ("checkers", 10_000, 30, 60),
}


def plan(spec: str) -> Plan:
    return algorithm(parse(spec).name).plan(parse(spec))


def uct(variant: Variant, spec: str, times: int) -> Callable[[], None]:
    """`times` searches from the start, memory taken anew for each."""
    what = plan(spec)

    def work() -> None:
        for seed in range(times):
            Search(variant, variant.start, what, seed).go()

    return work


def open_spiel(name: str, iterations: int, times: int) -> Callable[[], None] | None:
    """OpenSpiel's search at the same iterations; its uct_c is twice our c."""
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game(name)
    state = game.new_initial_state()

    def work() -> None:
        for seed in range(times):
            rollout = pyspiel.RandomRolloutEvaluator(1, seed)
            pyspiel.MCTSBot(game, rollout, 2 * math.sqrt(2), iterations, 4000, False, seed, False).step(state)

    return work


def against_open_spiel() -> list[Row]:
    rows = []
    for label, (name, iterations, least, aim) in PEERS.items():
        variant = find(label.split()[0]).variant()
        times = max(1, 10_000 // iterations)
        work: dict[str, Callable[[], object]] = {"ours": uct(variant, f"uct(iterations={iterations})", 10 * times)}
        rival = open_spiel(name, iterations, times)
        if rival:
            work["theirs"] = rival
        spent = best_of(ROUNDS if iterations < 100_000 else 3, work)
        rate = 10 * times * iterations / spent["ours"]
        rows.append(Row(f"{label}: uct({iterations})", rate / 1e6, "M iterations/s"))
        if rival:
            ratio = rate * spent["theirs"] / (times * iterations)
            rows.append(Row(f"{label}: against OpenSpiel", ratio, "times", least, aim))
    return rows


def _with_amaf(base: Any, name: str) -> Any:
    """UCT's choices with the bookkeeping of another policy: the same tree, so that only the cost differs."""
    members = {"level": UCB.level, "index": UCB.index, "uses_spread": 1, "uses_amaf": base.uses_amaf}
    return register_policy(type(name, (UCB,), {**members, "__slots__": ()}))


def cost_of_amaf() -> list[Row]:
    """Ratios of speed on an identical tree."""
    variant = find("connect-four").variant()
    rows = []
    for iterations in (1000, 100_000):
        budget = Budget(iterations=iterations)
        kinds = {"uct": UCB, "rave": _with_amaf(RAVE, "CountsAsRave"), "grave": _with_amaf(GRAVE, "CountsAsGrave")}
        plans = {name: Plan("cost", kind(), budget=budget) for name, kind in kinds.items()}

        def work(what: Plan, times: int) -> Callable[[], None]:
            return lambda: [Search(variant, variant.start, what, seed).go() for seed in range(times)] and None

        times = max(1, 50_000 // iterations)
        spent = best_of(ROUNDS, {name: work(what, times) for name, what in plans.items()})
        rows.append(Row(f"RAVE's bookkeeping at {iterations}", spent["uct"] / spent["rave"], "of UCT", 0.6, 0.72))
        rows.append(Row(f"GRAVE's bookkeeping at {iterations}", spent["uct"] / spent["grave"], "of UCT", 0.5, 0.6))
    return rows


def small_move() -> Row:
    """A move of flat(playouts_per_action=20) on tic-tac-toe from Python, everything included, in microseconds."""
    variant = find("tic-tac-toe").variant()
    flat = plan("flat(playouts_per_action=20)")

    def work() -> None:
        for seed in range(500):
            Search(variant, variant.start, flat, seed).go().best()

    return Row(
        "a move of 20 playouts x 9 actions (at most 60, aim 25)", best_of(9, {"move": work})["move"] / 500 * 1e6, "us"
    )


def two_workers() -> Row:
    """Wall time of one worker over that of two, for two trees."""
    variant = find("connect-four").variant()
    what = plan("uct(iterations=400000, trees=2)")
    best = {1: 9e9, 2: 9e9}
    for _ in range(5):
        for workers in best:
            search = Search(variant, variant.start, what, 1, workers)
            began = time.perf_counter()
            search.go()
            best[workers] = min(best[workers], time.perf_counter() - began)
    return Row("two workers on trees=2, wall time", best[1] / best[2], "times", 1.8, 1.95)


def main() -> None:
    rows = [*against_open_spiel(), *cost_of_amaf(), small_move()]
    rows.append(Row("bytes a node, UCT (at most 20, aim 16)", memory.node_bytes(UCB()), "bytes"))
    rows.append(two_workers())
    show(rows)


if __name__ == "__main__":
    main()
