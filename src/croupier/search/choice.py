"""Searching a state and choosing an action, in one function that runs inside kernels: how tables play, and how a search
ends.

A search of a seed has one random stream for each of its trees and one for equal actions in the end, so whoever asks, a
`Search` or a table of many games, gets the same action for the same plan, state and seed.
"""

from __future__ import annotations

import math
from typing import Any

from croupier.bandits.policy import wide
from croupier.rules.bridge import shared
from croupier.rules.streams import below, mix, plus, seed_stream
from croupier.search.budget import allowed, share
from croupier.search.grow import grow_tree
from croupier.search.memory import DEEPEST, DEPTH, FULL, ITERATIONS, MADE, PLAYOUTS, ROWS, USED

VISITS, MEAN, SECURE = range(3)
"""Rules of the final choice: most visits (equal ones by mean), best mean, best mean - 1 / sqrt(visits)."""

TIES = 1024
"""Number of the stream that decides among equal actions; trees have the numbers below."""


@shared
def root_of_search(key: int, seed: int) -> int:
    """The root of the streams of one search: `key` stands for its plan, `seed` for the occasion."""
    return mix(plus(key, mix(seed)))


@shared
def worth(rule: int, visits: int, mean: float) -> float:
    """What an action is chosen for in the end; secure is the lower confidence value q - A / sqrt(n), A = 1, of
    G. Chaslot et al., "Progressive strategies for Monte-Carlo tree search" (2008).
    """
    if rule == VISITS:
        return visits * 1.0
    if visits == 0:
        return -math.inf
    return mean if rule == MEAN else mean - 1.0 / math.sqrt(visits)


@shared
def average(visits: int, total: float) -> float:
    """The mean of so many rewards, 0 of none."""
    return total / visits if visits > 0 else 0.0


@shared
def final_choice(rule: int, visits: Any, sums: Any, count: int, root: int, rng: Any) -> int:
    """Which of `count` actions with these visits and sums of rewards is played; equal ones at random."""
    best = worth(rule, int(visits[0]), average(int(visits[0]), float(sums[0])))
    mean = average(int(visits[0]), float(sums[0]))
    chosen = 0
    ties = 1
    for i in range(1, count):
        second = average(int(visits[i]), float(sums[i]))
        value = worth(rule, int(visits[i]), second)
        if value > best or (value == best and rule == VISITS and second > mean):
            chosen, best, mean, ties = i, value, second, 1
        elif value == best and (rule != VISITS or second == mean):
            ties += 1
    if ties > 1:
        seed_stream(rng, root, TIES)
        skip = below(rng, ties)
        for i in range(chosen, count):
            second = average(int(visits[i]), float(sums[i]))
            if worth(rule, int(visits[i]), second) == best and (rule != VISITS or second == mean):
                if skip == 0:
                    return i
                skip -= 1
    return chosen


@shared
def tally(tree: Any, visits: Any, sums: Any) -> None:
    """Add the root's children of a tree, in the order of `legal`, to visits and sums of rewards."""
    first = int(tree.first[0])
    if first > 0:
        for i in range(int(tree.count[0])):
            n = int(tree.visits[first + i])
            visits[i] += n
            sums[i] += n * wide(tree.mean[first + i])


@shared
def choose_action(
    state: Any, choose: Any, playout: Any, reward: Any, limits: Any, tree: Any, work: Any, rng: Any, key: int, seed: int
) -> int:
    """Search a state where a seat acts with the count budget of `limits`, and choose; -1 where the game is over.

    The same as `Search(...).go().best()` for a plan of this `key` and a search of this `seed`. A single action is played
    without a search. Counters hold what was spent, `MADE` the nodes.
    """
    n = state.legal(work.out)
    if n <= 1:
        return int(work.out[0]) if n == 1 else -1
    for counter in (ITERATIONS, PLAYOUTS, DEPTH, DEEPEST, MADE):
        work.counters[counter] = 0
    for i in range(n):
        work.visits_of[i] = 0
        work.sums_of[i] = 0.0
    root = root_of_search(key, seed)
    total = allowed(limits.most, limits.most_per_action, limits.playouts_per_action, limits.times, n)
    for number in range(limits.tree_count if limits.levels > 0 else 0):
        for counter in (USED, FULL, ROWS):
            work.counters[counter] = 0
        seed_stream(rng, root, number)
        grow_tree(state, choose, playout, reward, limits, tree, work, rng, share(total, limits.tree_count, number))
        tally(tree, work.visits_of, work.sums_of)
        work.counters[MADE] += work.counters[USED]
    n = state.legal(work.out)
    return int(work.out[final_choice(limits.final_rule, work.visits_of, work.sums_of, n, root, rng)])
