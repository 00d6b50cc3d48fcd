"""What every position of a line is worth: a short search of each, one after another, on one thread."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from croupier.positions import Position
from croupier.rules.contract import CHANCE
from croupier.search.budget import Budget
from croupier.search.plan import Plan
from croupier.search.run import Search
from croupier.web.admission import Admission, Ticket
from croupier.web.advisor import SEED
from croupier.web.caps import capped
from croupier.web.refusals import RefusedError
from croupier.web.settings import Settings
from croupier.web.thinking import Thinkers, stand_back
from croupier.web.turns import Turn

SPEC = "uct(iterations=4000)"
LONGEST_LOOK = 2.0
"""Seconds for one position at most."""

MOST = 600
"""Plies of a curve; of a longer line its first ones."""

Values = dict[tuple[Any, ...], float]
"""By state, in [0, 1], the view of the seat to act."""


class Sweep:
    """Searches states in turn and writes down what each is worth for the seat to act."""

    def __init__(self, position: Position, states: Sequence[Any], plan: Plan, values: Values, ticket: Ticket) -> None:
        self.running = True
        self.variant, self.plan = position.variant, plan
        self._states = states
        self._values, self._ticket = values, ticket
        self._cancelled = threading.Event()
        self._search: Search | None = None

    def run(self) -> None:
        """For a thread."""
        stand_back()
        try:
            for state in self._states:
                if self._cancelled.is_set():
                    return
                self._look(state)
        finally:
            self.running = False
            self._ticket.release()

    @property
    def cut_short(self) -> bool:
        return self._cancelled.is_set()

    def stop(self) -> None:
        self._cancelled.set()
        search = self._search
        if search is not None:
            search.stop()

    def _watch(self, search: Search, turn: Turn) -> None:
        if self._cancelled.is_set():
            search.stop()
        turn.pass_on()

    def _look(self, state: Any) -> None:
        self._search = search = Search(self.variant, state, self.plan, SEED)
        with Turn() as turn:
            search.go(self.plan.budget, watch=lambda search: self._watch(search, turn))
        value = search.answer().value
        if value is not None and not self._cancelled.is_set():
            self._values[tuple(state)] = value


class GameCurve:
    """The worth of every position of a line, seat by seat, as far as it is known."""

    def __init__(self, visitor: str, settings: Settings, admission: Admission, thinkers: Thinkers) -> None:
        self._visitor, self._admission, self._thinkers = visitor, admission, thinkers
        plan = capped(SPEC, settings)
        seconds = min(LONGEST_LOOK, settings.seconds)
        self._plan = replace(plan, budget=Budget(4000, seconds=seconds, memory=settings.memory))
        self._values: Values = {}
        self._sweep: Sweep | None = None
        self._whole: Position | None = None
        self._states: list[Any] = []

    @property
    def busy(self) -> bool:
        return self._sweep is not None and self._sweep.running

    @property
    def known(self) -> int:
        """How many positions were looked at; it changes with the curve."""
        return len(self._values)

    def follow(self, whole: Position) -> None:
        """The line to look at, from its end: what is not known of it is searched by `step`."""
        self.stop()
        self._whole = whole
        self._states = states_of(whole)[: MOST + 1]

    def step(self) -> None:
        """Go on where something is missing and there is a place."""
        if self._whole is None or self.busy:
            return
        last = len(self._states) - 1 if self._whole.outcome else len(self._states)
        missing = [
            state
            for state in self._states[:last]
            if tuple(state) not in self._values and state.seat() != CHANCE and len(self._states) > 1
        ]
        if not missing:
            return
        try:
            ticket = self._admission.admit(self._visitor)
        except RefusedError:
            return
        self._sweep = Sweep(self._whole, missing, self._plan, self._values, ticket)
        self._thinkers.start(self._sweep)

    def stop(self) -> None:
        if self._sweep is not None:
            self._sweep.stop()

    def learn(self, state: Any, value: float) -> None:
        """A longer search knows better."""
        self._values[tuple(state)] = value

    def curves(self) -> list[list[tuple[int, float]]]:
        """Points (ply, worth) of each seat. Of two seats one tells it all: the curve is that of the first."""
        if self._whole is None:
            return []
        seats = self._whole.seats
        found: list[list[tuple[int, float]]] = [[] for _ in range(1 if seats == 2 else seats)]
        for ply, state in enumerate(self._states):
            over = self._whole.outcome if ply == len(self._states) - 1 and ply == self._whole.ply else None
            for seat, points in enumerate(found):
                value = (over.returns[seat] + 1) / 2 if over else self._worth(state, seat, seats)
                if value is not None:
                    points.append((ply, value))
        return found

    def _worth(self, state: Any, seat: int, seats: int) -> float | None:
        """What a position is worth for a seat: known from its own view, of two seats from either's."""
        value, actor = self._values.get(tuple(state)), state.seat()
        if value is None or actor == CHANCE:
            return None
        if actor == seat:
            return value
        return 1 - value if seats == 2 else None


def states_of(whole: Position) -> list[Any]:
    """Every state of a line, from its first to where it stands."""
    there, found = whole.copy(), [whole.state]
    for _ in range(whole.ply):
        found.append(there.undo().state)
    return found[::-1]
