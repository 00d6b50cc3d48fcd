"""What a page wants to know of a position: at most one search at a time, stopped when the position or the reader goes."""

from __future__ import annotations

from croupier.positions import Position
from croupier.rules.contract import CHANCE
from croupier.search.plan import Plan
from croupier.web.admission import Admission
from croupier.web.refusals import RefusedError
from croupier.web.thinking import Thinkers, Thought

SEED = 1


class Advisor:
    """One reader's searches, on their account. `due`: it is to search as soon as it may; `refused` says why not yet."""

    def __init__(self, visitor: str, admission: Admission, thinkers: Thinkers) -> None:
        self.thought: Thought | None = None
        self.refused: RefusedError | None = None
        self._due: tuple[Position, Plan] | None = None
        self._last: Thought | None = None
        self._visitor, self._admission, self._thinkers = visitor, admission, thinkers

    @property
    def due(self) -> bool:
        return self._due is not None

    def ask(self, position: Position, plan: Plan) -> None:
        """Search this position; the search before is stopped. Nothing where there is nothing to choose."""
        self.stop()
        if position.outcome is None and position.seat != CHANCE:
            self._due = (position.copy(), plan)
            self.step()

    def step(self) -> None:
        """Begin what was asked for, when the search before it has ended and there is a place."""
        if self._due is None or (self._last is not None and self._last.running):
            return
        try:
            ticket = self._admission.admit(self._visitor)
        except RefusedError as error:
            self.refused = error
            return
        self.thought = self._last = Thought(*self._due, SEED, ticket)
        self._due = self.refused = None
        self._thinkers.start(self.thought)

    def stop(self) -> None:
        self._due = self.refused = None
        if self.thought is not None:
            self.thought.stop()
            self.thought = None
