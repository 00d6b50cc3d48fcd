"""Tree search on one core: against OpenSpiel's C++ MCTSBot and a loop written by hand, the cost of AMAF, small moves,
memory, two workers.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

import numpy as np

from benchmarks.by_hand import uct_connect_four
from benchmarks.spiel import searches
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
    # iterations, at least, aim
    "connect-four": (100_000, 18, 25),
    "connect-four 1000": (1000, 30, 40),
    "tic-tac-toe": (100_000, 4, 6),
    "draughts": (10_000, 30, 60),
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


def against_open_spiel() -> list[Row]:
    """Our iterations a second, and how many times OpenSpiel's at equal iterations."""
    rows = []
    for label, (iterations, least, aim) in PEERS.items():
        variant = find(label.split()[0]).variant()
        times = max(1, 10_000 // iterations)
        work: dict[str, Callable[[], object]] = {"ours": uct(variant, f"uct(iterations={iterations})", 10 * times)}
        if find_spec("pyspiel"):
            work["theirs"] = searches(label.split()[0], iterations, times)
        spent = best_of(ROUNDS if iterations < 100_000 else 3, work)
        rate = 10 * times * iterations / spent["ours"]
        rows.append(Row(f"{label}: uct({iterations})", rate / 1e6, "M iterations/s"))
        if "theirs" in spent:
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
    kinds = {"uct": UCB, "rave": _with_amaf(RAVE, "CountsAsRave"), "grave": _with_amaf(GRAVE, "CountsAsGrave")}
    for iterations in (1000, 100_000):
        budget = Budget(iterations=iterations)
        plans = {name: Plan("cost", kind(), budget=budget) for name, kind in kinds.items()}

        def work(what: Plan, times: int) -> Callable[[], None]:
            return lambda: [Search(variant, variant.start, what, seed).go() for seed in range(times)] and None

        times = max(1, 50_000 // iterations)
        spent = best_of(3 * ROUNDS, {name: work(what, times) for name, what in plans.items()})
        rows.append(Row(f"RAVE's bookkeeping at {iterations}", spent["uct"] / spent["rave"], "of UCT", 0.6, 0.72))
        rows.append(Row(f"GRAVE's bookkeeping at {iterations}", spent["uct"] / spent["grave"], "of UCT", 0.5, 0.6))
    return rows


def by_hand_and_by_parts(iterations: int) -> tuple[Callable[[], object], Callable[[], object]]:
    """A search of Connect Four in one loop with everything written into it, and by the house's kernel, to be called.

    Stops where the two grow different trees.
    """
    variant = find("connect-four").variant()
    one = Search(variant, variant.start, plan(f"uct(iterations={iterations})")).trees[0]
    state = [int(word) for word in one._rng]
    kinds = (np.int32, np.int16, np.int16, np.int32, np.float32, np.float32)
    nodes = [np.zeros(7 * iterations + 9, kind) for kind in kinds]

    def in_a_loop() -> int:
        return int(uct_connect_four(*state, math.sqrt(2), iterations, *nodes))

    def by_parts() -> None:
        one.counters[memory.USED] = one.tree.first[0] = one.tree.count[0] = 0
        one._rng[:] = state
        one.grow(iterations)

    one.prepare()
    by_parts()
    used = in_a_loop()
    if not all(np.array_equal(one.tree[i][:used], nodes[i][:used]) for i in (0, 1, 3, 4)):  # the others may be older
        raise SystemExit("the loop written by hand grows another tree: its speed cannot be compared")
    return in_a_loop, by_parts


def against_by_hand() -> list[Row]:
    """The speed of the parts over that of the loop by hand."""
    rows = []
    for iterations in (1000, 100_000):
        in_a_loop, by_parts = by_hand_and_by_parts(iterations)
        times = range(max(1, 50_000 // iterations))
        spent = best_of(
            3 * ROUNDS,
            {
                "hand": lambda work=in_a_loop, times=times: [work() for _ in times],
                "parts": lambda work=by_parts, times=times: [work() for _ in times],
            },
        )
        ratio = spent["hand"] / spent["parts"]
        rows.append(Row(f"parts against a loop by hand at {iterations}", ratio, "of its speed", 0.93, 1.0))
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
    rows = [*against_open_spiel(), *cost_of_amaf(), *against_by_hand(), small_move()]
    rows.append(Row("bytes a node, UCT (at most 20, aim 16)", memory.node_bytes(UCB()), "bytes"))
    rows.append(two_workers())
    show(rows)


if __name__ == "__main__":
    main()
