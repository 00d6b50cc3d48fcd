"""What a page wants to know of a position: at most one search at a time, stopped when the position or the reader goes."""

from __future__ import annotations

from croupier.positions import Position
from croupier.rules.contract import CHANCE
from croupier.search.plan import Plan
from croupier.web.admission import Admission
from croupier.web.thinking import Thinkers, Thought

SEED = 1


class Advisor:
    """One reader's searches, on their account."""

    def __init__(self, visitor: str, admission: Admission, thinkers: Thinkers) -> None:
        self.thought: Thought | None = None
        self.position: Position | None = None
        self._visitor, self._admission, self._thinkers = visitor, admission, thinkers

    def ask(self, position: Position, plan: Plan) -> Thought | None:
        """Search this position; the search before is stopped. Nothing where there is nothing to choose."""
        self.stop()
        if position.outcome or position.seat == CHANCE:
            return None
        thought = Thought(position, plan, SEED, self._admission.admit(self._visitor))
        self.thought, self.position = thought, position.copy()
        self._thinkers.start(thought)
        return thought

    def stop(self) -> None:
        if self.thought is not None:
            self.thought.stop()
            self.thought = None
