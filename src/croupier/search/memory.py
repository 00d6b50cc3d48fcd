"""The memory of a tree search: arrays of nodes, AMAF tables, and the scratch of one iteration.

A node is a place in parallel arrays; the children of a node are contiguous. Node 0 is the root, `first[node]` is 0 until
the node is expanded. A node takes 16 bytes (first 4, count 2, action 2, visits 4, mean 4) and what the policy asks for
(20 for UCT, with `spread`); what it does not ask for has length 0. A node is written when it is made, so memory can be used
again for another search without clearing it.
"""

from __future__ import annotations

import threading
from typing import Any, NamedTuple

import numpy as np

from croupier.bandits.policy import wide
from croupier.rules.game import Variant
from croupier.rules.registration import register_structure, scratch

TERMINAL = -1
"""`count` of a node where the game is over."""

NO_ROW = -1
"""`table` of a node that has no AMAF table."""


class Tree(NamedTuple):
    """What is kept of every node; `[node]` each, and `tables[row, statistic, code]`."""

    first: Any  # int32: first child, 0 before expansion
    count: Any  # int16: children, or TERMINAL
    action: Any  # int16: the action that leads here
    visits: Any  # int32
    mean: Any  # float32: mean reward of the seat that moved here
    spread: Any  # float32: 1 / sqrt(visits), where the policy asks for it
    squares: Any  # float32: sum of squared rewards, where the policy asks for it
    priors: Any  # float32: prior probability among its siblings, where the policy asks for it
    mark: Any  # int16: trace of the action, where AMAF is asked for
    amaf_visits: Any  # float32: AMAF statistics of a child, kind 1
    amaf_sums: Any  # float32
    table: Any  # int32: row of the node's AMAF table or NO_ROW, kind 2
    tables: Any  # float32 [row, 0 visits or 1 sum, seat * traces + trace]; kind 3 has one row for all

    def count_in(self, i: int, reward: float) -> None:
        """Count a reward into a node; a running mean, since a sum in float32 would stop growing."""
        visits = int(self.visits[i]) + 1
        mean = wide(self.mean[i])
        self.visits[i] = visits
        self.mean[i] = mean + (reward - mean) * (1.0 / visits)


class Scratch(NamedTuple):
    """What one iteration needs, one a thread."""

    path: Any  # int64 [depth]: nodes from the root to the leaf
    actor: Any  # int64 [depth]: who moved into them, CHANCE included
    viewer: Any  # int64 [depth]: whose reward their mean is
    rewards: Any  # float64 [seat]
    points: Any  # float64 [seat]: game points of the playout
    payoffs: Any  # float64 [seat]: of one finished game
    leads: Any  # float64 [seat]: game points of one finished game
    out: Any  # int64: legal actions
    second: Any  # int64: legal actions one turn ahead, for decisive playouts
    third: Any  # int64: and two
    codes: Any  # int64: seat * traces + trace of what was played, each once
    code_rewards: Any  # float64: the reward of the seat of each of those, and a place for the next
    stamps: Any  # int32 [code]: the iteration that played it last
    point_sums: Any  # float64 [child of the root]: game points of the seat to move there
    visits_of: Any  # int64 [child of the root]: visits added up over trees
    sums_of: Any  # float64 [child of the root]: sums of rewards added up over trees
    counters: Any  # int64: see below


USED, ITERATIONS, PLAYOUTS, DEPTH, FULL, ROWS, STOP, CODES, DEEPEST, CLOCK, MADE, COUNTERS = range(12)
"""Places in `counters`: nodes used, iterations, playouts, sum of leaf depths, tree was full, tables used, stop wanted, codes
this iteration, deepest leaf, iterations of all searches in this memory (for stamps), nodes of all trees where one memory
held several in turn, how many counters."""

for _structure in (Tree, Scratch):
    register_structure(_structure)


def make_tree(capacity: int, rows: int, codes: int, choose: Any) -> Tree:
    """A tree for so many nodes and AMAF tables. Memory that is never touched is never used."""
    amaf = choose.uses_amaf
    amaf_nodes = capacity if amaf else 0
    return Tree(
        first=np.zeros(capacity, np.int32),
        count=np.zeros(capacity, np.int16),
        action=np.zeros(capacity, np.int16),
        visits=np.zeros(capacity, np.int32),
        mean=np.zeros(capacity, np.float32),
        spread=np.zeros(capacity if choose.uses_spread else 0, np.float32),
        squares=np.zeros(capacity if choose.uses_squares else 0, np.float32),
        priors=np.zeros(capacity if choose.uses_priors else 0, np.float32),
        mark=np.zeros(amaf_nodes, np.int16),
        amaf_visits=np.zeros(capacity if amaf == 1 else 0, np.float32),
        amaf_sums=np.zeros(capacity if amaf == 1 else 0, np.float32),
        table=np.full(capacity if amaf == 2 else 0, NO_ROW, np.int32),
        tables=np.zeros((rows, 2, codes), np.float32),
    )


class Lent(NamedTuple):
    """Memory of one tree while it is lent to a search; `key` says which searches can use it."""

    key: tuple[int, ...]
    nodes: int
    rows: int
    size: int
    tree: Tree
    work: Scratch


SMALLEST = 4096
"""Nodes that are taken at least, where the cap allows: small searches then share their memory."""

_KEPT = 256 << 20
"""Bytes that are kept for the next search; taking memory anew from the system costs more than a small search."""

_shelf: list[Lent] = []
_lock = threading.Lock()


def lend(start: Any, choose: Any, seats: int, longest: int, nodes: int, rows: int, most: int) -> Lent:
    """Memory for so many nodes and AMAF tables: some that was given back, if it takes at most `most` bytes, else new."""
    flags = (choose.uses_amaf, choose.uses_spread, choose.uses_squares, choose.uses_priors)
    key = (*flags, seats, longest, start.branching, start.traces if choose.uses_amaf else 0)
    with _lock:
        for place in range(len(_shelf) - 1, -1, -1):
            lent = _shelf[place]
            if lent.key == key and lent.nodes >= nodes and lent.rows >= rows and lent.size <= most:
                del _shelf[place]
                break
        else:
            codes = seats * start.traces if choose.uses_amaf else 1
            tree = make_tree(nodes, rows, codes, choose)
            work = make_scratch(start, seats, longest, choose.uses_amaf)
            size = sum(array.nbytes for array in (*tree, *work))
            return Lent(key, nodes, rows, size, tree, work)
    clock = int(lent.work.counters[CLOCK])
    lent.work.counters[:] = 0
    if clock < 1 << 30:
        lent.work.counters[CLOCK] = clock
    else:
        lent.work.stamps[:] = 0
    return lent


def give_back(lent: Lent) -> None:
    """Keep memory for the next search; what was given back longest ago makes room for it."""
    with _lock:
        if lent.size <= _KEPT:
            _shelf.append(lent)
            while sum(kept.size for kept in _shelf) > _KEPT:
                del _shelf[0]


def node_bytes(choose: Any) -> int:
    """Bytes a node takes, tables apart."""
    optional = choose.uses_spread + choose.uses_squares + choose.uses_priors
    return 16 + 4 * optional + (0, 10, 6, 2)[choose.uses_amaf]


def row_bytes(choose: Any, variant: Variant) -> int:
    """Bytes of an AMAF table."""
    return 8 * variant.seats * variant.start.traces if choose.uses_amaf > 1 else 0


def scratch_bytes(choose: Any, variant: Variant) -> int:
    """Bytes of what one iteration needs."""
    codes = variant.seats * variant.start.traces if choose.uses_amaf else 0
    lists = 3 * (variant.start.branching + 1) + 3 * variant.start.branching
    return 8 * (3 * (variant.longest + 2) + 4 * variant.seats + lists + COUNTERS + 1) + 20 * codes


def make_scratch(start: Any, seats: int, longest: int, amaf: int) -> Scratch:
    """The scratch of one thread for a game."""
    codes = seats * start.traces if amaf else 0
    return Scratch(
        path=np.zeros(longest + 2, np.int64),
        actor=np.zeros(longest + 2, np.int64),
        viewer=np.zeros(longest + 2, np.int64),
        rewards=np.zeros(seats, np.float64),
        points=np.zeros(seats, np.float64),
        payoffs=np.zeros(seats, np.float64),
        leads=np.zeros(seats, np.float64),
        out=scratch(start),
        second=scratch(start),
        third=scratch(start),
        codes=np.zeros(codes, np.int64),
        code_rewards=np.zeros(codes + 1, np.float64),
        stamps=np.zeros(codes, np.int32),
        point_sums=np.zeros(start.branching, np.float64),
        visits_of=np.zeros(start.branching, np.int64),
        sums_of=np.zeros(start.branching, np.float64),
        counters=np.zeros(COUNTERS, np.int64),
    )
