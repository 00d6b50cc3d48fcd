"""A compiled player at tables: a plan, and how its turn is played in many games by one call of a kernel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from croupier.rules.game import Variant
from croupier.rules.registration import scratch
from croupier.search import memory
from croupier.search.memory import STOP
from croupier.search.one_tree import limits_of, room_for
from croupier.search.plan import Plan
from croupier.tables.table import Table, advance, advance_at_random, make_table


class Hand:
    """One compiled player, for one thread. It borrows the memory of a tree for a call, so the hands of a thread take turns
    with the same.
    """

    def __init__(self, variant: Variant, plan: Plan) -> None:
        self.plan = plan
        self._variant = variant
        self._room = room_for(variant, plan, plan.trees)
        self._limits = limits_of(variant, plan, self._room)
        self._rng: Any = np.zeros(2, np.int64)
        self._out = scratch(variant.start)
        self._none: Any = np.zeros(memory.COUNTERS, np.int64)
        self._counters = self._none

    @staticmethod
    def fits(plan: Plan) -> bool:
        """Whether a plan can be carried out inside a kernel: its budget is a count."""
        return plan.budget.seconds is None

    def prepare(self) -> None:
        """Compile the kernel for this game and these parts."""
        empty = make_table(self._variant.start, self._variant.seats, self._variant.longest, 1)
        self.call(lambda entry, *given: entry.prepare(*given), empty, np.zeros(0, np.int64))

    def advance(self, table: Table, columns: Any) -> int:
        """Act once in each of these columns; how many are done, less than all after `stop` or a halt of the table."""
        return int(self.call(lambda entry, *given: entry(*given), table, columns))

    def stop(self) -> None:
        """Cut a call that is running short, from another thread; the table must have been halted before."""
        self._counters[STOP] = 1

    def call(self, how: Callable[..., Any], table: Table, columns: Any) -> Any:
        """Give the entry and its arguments to `how`."""
        variant, plan, room = self._variant, self.plan, self._room
        if plan.levels == 0:
            return how(advance_at_random, variant.start, self._rng, self._out, plan.key, table, columns)
        lent = memory.lend(variant.start, plan.choose, variant.seats, variant.longest, room.held, room.rows, room.most)
        try:
            self._counters = lent.work.counters
            parts = (variant.start, plan.choose, plan.playout, plan.reward, self._limits)
            return how(advance, *parts, lent.tree, lent.work, self._rng, plan.key, table, columns)
        finally:
            self._counters = self._none
            memory.give_back(lent)
