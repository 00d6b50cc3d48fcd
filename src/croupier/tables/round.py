"""One thread's table: it takes games as long as there are any, and gives each back as soon as it is over."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from croupier.errors import ContractError
from croupier.positions.outcome import Outcome, Reason, by_referee, by_rules, capped, proven
from croupier.positions.referee import Watched
from croupier.rules.game import Variant
from croupier.rules.registration import scratch
from croupier.search.proof import UNKNOWN, Prover
from croupier.tables.game import Deal, Played
from croupier.tables.hand import Hand
from croupier.tables.table import OVER, TOO_LONG, Table, make_table, settle

COLUMNS = 1024
"""The most games at a table."""

BYTES = 64 << 20
"""The most memory that a table's columns may take."""

WAIT = 0.2
"""Seconds that games which began together may take until they are over, as far as can be foreseen: slow players have
few games at a table, so that each is on record soon after its end.
"""


class Round:
    """Plays deals among hands, by number, None for a player who is none. `seed` is the experiment's; `cap` ends a game
    where a seat is to act after so many actions; a `prover` ends one whose outcome is certain.
    """

    def __init__(
        self,
        variant: Variant,
        hands: Sequence[Hand | None],
        seed: int,
        cap: int | None = None,
        prover: Prover | None = None,
    ) -> None:
        self._variant = variant
        self._hands = hands
        self._seed = seed
        self._cap = variant.longest + 1 if cap is None else cap
        self._prover = prover
        most = max(1, min(COLUMNS, BYTES // (variant.longest * (4 + 3 * 8 + 8))))
        self._table: Table = make_table(variant.start, variant.seats, variant.longest, most)
        self._seconds: Any = np.zeros((most, variant.longest), np.float64)
        self._values: Any = np.full(most, UNKNOWN, np.int64)
        self._deals: dict[int, Deal] = {}
        self._free = list(range(most))
        self._watched: dict[int, Watched] = {}
        self._rng: Any = np.zeros(2, np.int64)
        self._out = scratch(variant.start)
        self._busy, self._done = 0.0, 0
        self._acting: Hand | None = None
        self._finished: Callable[[Played], None] = lambda played: None

    def stop(self) -> None:
        """End `play` from another thread within milliseconds; games that are going on are dropped."""
        self._table.halt[0] = 1
        acting = self._acting
        if acting:
            acting.stop()

    def play(self, deals: Iterator[Deal], finished: Callable[[Played], None]) -> None:
        """Play all deals, or until `stop`; each game is given to `finished` when it is over."""
        self._finished = finished
        while not self._table.halt[0]:
            self._fill(deals)
            if not self._deals:
                return
            for number, hand in enumerate(self._hands):
                columns = np.flatnonzero(self._table.turns == number)
                if columns.size and hand:
                    self._advance(hand, columns)

    def _fill(self, deals: Iterator[Deal]) -> None:
        """Begin new games in free columns, as many as may go on at once."""
        width = 1 if not self._done else max(1, int(WAIT * self._done / max(self._busy, 1e-9)))
        while len(self._deals) < width and self._free:
            deal = next(deals, None)
            if deal is None:
                return
            self._begin(self._free.pop(), deal)

    def _begin(self, column: int, deal: Deal) -> None:
        table, state = self._table, self._variant.start
        table.origins[column] = deal.origin(self._seed)
        table.assigned[column] = deal.players
        table.lengths[column] = len(deal.opening)
        table.played[column, : len(deal.opening)] = deal.opening
        self._deals[column] = deal
        for action in deal.opening:
            state = state.play(action)
        settle(state, table, column, self._rng, self._out)
        if hasattr(state, "irreversible"):
            self._watched[column] = Watched(self._variant.start)
        self._prove(np.array([column]))
        self._judge(column)

    def _advance(self, hand: Hand, columns: Any) -> None:
        before = self._table.lengths[columns]
        self._acting = hand
        began = time.perf_counter()
        done = columns[: hand.advance(self._table, columns)]
        self._acting = None
        self._time(done, before[: done.size], time.perf_counter() - began)
        self._prove(done)
        table = self._table
        ended = (table.turns[done] < 0) | (table.lengths[done] >= self._cap) | (self._values[done] != UNKNOWN)
        for column in (done if self._watched else done[ended]).tolist():
            self._judge(column)

    def _prove(self, columns: Any) -> None:
        """Note the values that are certain."""
        if self._prover:
            self._values[columns] = self._prover.values(self._table.grid, columns)

    def _time(self, columns: Any, plies: Any, seconds: float) -> None:
        """Share the time of a call out by iterations: nobody looks at the clock inside."""
        iterations = self._table.spent[columns, 0, plies] + 1e-3
        self._seconds[columns, plies] = seconds * iterations / iterations.sum()
        self._busy += seconds

    def _judge(self, column: int) -> None:
        """Give a game back that is over."""
        outcome = self._outcome(column)
        if outcome is None:
            return
        table, deal = self._table, self._deals.pop(column)
        first, end = len(deal.opening), int(table.lengths[column])
        actions = table.played[column, first:end].tolist()
        actors = table.movers[column, first:end].tolist()
        iterations, playouts, nodes = table.spent[column, :, first:end].tolist()
        seconds = self._seconds[column, first:end].tolist()
        table.turns[column] = OVER
        self._seconds[column, first:end] = 0.0
        self._watched.pop(column, None)
        self._free.append(column)
        self._done += 1
        self._finished(Played(deal, actions, actors, (iterations, playouts, nodes), seconds, outcome))

    def _outcome(self, column: int) -> Outcome | None:
        table, seats = self._table, self._variant.seats
        length, turn = int(table.lengths[column]), int(table.turns[column])
        watched = self._watched.get(column)
        if watched:
            ply = watched.repeats(table.played[column, :length].tolist())
            if ply is not None:
                table.lengths[column] = ply
                return by_referee(watched.state, seats, tuple(range(seats)), Reason.REPETITION)
        value = int(self._values[column])
        if value not in (0, UNKNOWN) and watched and watched.stood_twice:
            value = UNKNOWN
        if turn >= 0 and length < self._cap and value == UNKNOWN:
            return None
        state = type(self._variant.start)._make(table.grid[:, column].tolist())
        if turn == TOO_LONG:
            raise ContractError(
                f"{self._variant.game.name} {self._variant.name}: a game went on after longest = {self._variant.longest} "
                "actions: `legal` must return 0 by then, or `longest` must be larger"
            )
        if turn == OVER:
            return by_rules(state, seats)
        return capped(state, seats) if value == UNKNOWN else proven(state, value)
