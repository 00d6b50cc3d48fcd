"""One tree of a search with its memory and stream, and how much memory a plan is given."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from croupier.errors import InputError
from croupier.rules.game import State, Variant
from croupier.rules.streams import seed_stream
from croupier.search import memory
from croupier.search.budget import DEFAULT_MEMORY, Budget
from croupier.search.grow import Limits, grow
from croupier.search.memory import FULL, ROWS, USED
from croupier.search.plan import FINALS, Plan

_prepared: set[tuple[type, ...]] = set()
"""Kernels that are compiled: game, choose, playout."""


class Room(NamedTuple):
    """What one tree is given."""

    nodes: int  # to use
    held: int  # nodes to take memory for: small searches take a bit more, so that they can share it
    rows: int  # AMAF tables
    most: int  # bytes


def room_for(
    variant: Variant, plan: Plan, trees: int, budget: Budget | None = None, used: int = 0, rows_used: int = 0
) -> Room:
    """What the budget can need on top of what is used, and the memory cap allows, for each of so many trees that exist at
    the same time.
    """
    choose, legal = plan.choose, variant.branching
    budget = budget or plan.budget
    most = budget.iterations_for(legal, plan.playout.times) if plan.levels != 0 else 0
    node, row = memory.node_bytes(choose), memory.row_bytes(choose, variant)
    nodes = used + most * legal + 2 * legal + 1
    if budget.nodes is not None:
        nodes = min(nodes, used + max(budget.nodes, legal + 1))
    rows = {2: min(rows_used + most + 1, nodes), 3: 1}.get(choose.uses_amaf, 0)
    cap = (budget.memory or plan.budget.memory or DEFAULT_MEMORY) // trees
    spare = cap - memory.scratch_bytes(choose, variant)
    least = (legal + 1) * node + min(rows, 1) * row
    if spare < least:
        needed = (least + memory.scratch_bytes(choose, variant)) * trees
        raise InputError(f"{plan.spec}: memory must be at least {needed} for {variant.game.name} {variant.name}")
    if choose.uses_amaf == 2:  # half of the memory for tables, unless the nodes need less
        rows = min(rows, max(1, max(spare // 2, spare - nodes * node) // row))
    fitting = (spare - rows * row) // node
    return Room(min(nodes, fitting), min(max(nodes, memory.SMALLEST), fitting), rows, cap)


def limits_of(variant: Variant, plan: Plan, room: Room, budget: Budget | None = None) -> Limits:
    """The numbers that a kernel needs for searches of a plan in a tree of this size."""
    budget, times = budget or plan.budget, plan.playout.times
    return Limits(
        nodes=room.nodes,
        levels=variant.longest if plan.levels is None else plan.levels,
        times=times,
        reference=getattr(plan.choose, "ref", 0),
        seat_count=variant.seats,
        ends_full=int(budget.nodes is not None),
        most=budget.most(times),
        most_per_action=budget.iterations_per_action or 0,
        playouts_per_action=budget.playouts_per_action or 0,
        tree_count=plan.trees,
        final_rule=FINALS[plan.final],
    )


class OneTree:
    """One tree of a search, with its memory and its stream."""

    def __init__(self, variant: Variant, state: State, plan: Plan, root: int, number: int) -> None:
        self._variant = variant
        self._state = state
        self._plan = plan
        rng: Any = np.zeros(2, np.int64)
        seed_stream(rng, root, number)
        self._rng = rng
        room = room_for(variant, plan, plan.trees)
        self._limits = limits_of(variant, plan, room)
        self._node_bytes = memory.node_bytes(plan.choose)
        self._row_bytes = memory.row_bytes(plan.choose, variant)
        self._lent = self._lend(room)
        self.tree, self.work = self._lent.tree, self._lent.work
        self.tree.first[0] = self.tree.count[0] = 0  # what was lent may hold another search

    @property
    def counters(self) -> Any:
        return self.work.counters

    def __del__(self) -> None:
        if hasattr(self, "_lent"):
            memory.give_back(self._lent)

    def prepare(self) -> None:
        """Compile the kernel for this game and these parts, once a process."""
        kernel = (type(self._state), type(self._plan.choose), type(self._plan.playout))
        if kernel not in _prepared:
            grow.prepare(*self._arguments(0))
            _prepared.add(kernel)

    @property
    def ends_full(self) -> bool:
        """Whether the budget is one of nodes."""
        return bool(self._limits.ends_full)

    def make_room(self, budget: Budget) -> None:
        """Be ready to spend a budget on top of what was spent: with more memory if that needs more and the cap allows."""
        used, rows = int(self.counters[USED]), int(self.counters[ROWS])
        if used == 0 and budget is self._plan.budget:
            return
        room = room_for(self._variant, self._plan, self._plan.trees, budget, used, rows)
        self._limits = limits_of(self._variant, self._plan, room, budget)
        self.counters[FULL] = 0
        if room.nodes <= self._lent.nodes and room.rows <= self._lent.rows:
            return
        # the old memory is not given back: whoever reads this search at the moment may still look at it
        larger = self._lend(room)._replace(work=self.work)
        for old, new in zip(self.tree[:-1], larger.tree[:-1], strict=True):
            new[: min(used, len(old))] = old[: min(used, len(old))]
        kept = max(rows, int(self._plan.choose.uses_amaf == 3))
        larger.tree.tables[:kept] = self.tree.tables[:kept]
        self._lent, self.tree = larger, larger.tree

    def _lend(self, room: Room) -> memory.Lent:
        variant = self._variant
        return memory.lend(
            self._state, self._plan.choose, variant.seats, variant.longest, room.held, room.rows, room.most
        )

    def grow(self, iterations: int) -> None:
        grow(*self._arguments(iterations))

    def _arguments(self, iterations: int) -> tuple[Any, ...]:
        plan = self._plan
        parts = (self._state, plan.choose, plan.playout, plan.reward, self._limits)
        return (*parts, self.tree, self.work, self._rng, iterations)

    def memory_used(self) -> int:
        rows = int(self.counters[memory.ROWS]) if self.tree.tables.shape[0] > 1 else self.tree.tables.shape[0]
        return int(self.counters[USED]) * self._node_bytes + rows * self._row_bytes

    def root_children(self) -> range:
        first = int(self.tree.first[0])
        return range(first, first + max(0, int(self.tree.count[0]))) if first else range(0)
