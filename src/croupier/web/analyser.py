"""Several algorithms looking at one position: each on its own search, on the account of one reader."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

from croupier.errors import CroupierError
from croupier.players.algorithms import ALGORITHMS
from croupier.positions import Position
from croupier.rules.contract import CHANCE
from croupier.search.plan import Plan
from croupier.web.admission import Admission
from croupier.web.advisor import SEED
from croupier.web.caps import for_analysis
from croupier.web.refusals import RefusedError
from croupier.web.settings import Settings
from croupier.web.thinking import Thinkers, Thought

MOST = 3
"""Algorithms side by side."""

USUAL = ("uct", "grave")
"""The algorithms that nobody chose."""

KEPT = 200
"""Answers that a page remembers, so that going back shows what was found there."""

Where = tuple[object, ...]


@dataclass
class Lane:
    """One algorithm. `due`: it is to search as soon as it may; `refused` says why it may not yet; `last` searched last."""

    spec: str
    plan: Plan
    thought: Thought | None = None
    last: Thought | None = None
    due: bool = False
    refused: RefusedError | None = None

    @property
    def busy(self) -> bool:
        return self.due or (self.thought is not None and self.thought.running)


class Analyser:
    """`wanted`: whether a position that has not been looked at is searched at once."""

    def __init__(self, visitor: str, settings: Settings, admission: Admission, thinkers: Thinkers) -> None:
        self.lanes: list[Lane] = []
        self.wanted = True
        self._visitor, self._settings, self._admission, self._thinkers = visitor, settings, admission, thinkers
        self._position: Position | None = None
        self._found: OrderedDict[Where, Thought] = OrderedDict()

    @property
    def busy(self) -> bool:
        return any(lane.busy for lane in self.lanes)

    @property
    def specs(self) -> list[str]:
        return [lane.spec for lane in self.lanes]

    # which algorithms

    def add(self, spec: str) -> Lane:
        """One algorithm more; `InputError` where no built-in one is described, or there are enough."""
        if len(self.lanes) >= MOST:
            raise RefusedError("lanes", most=MOST)
        lane = Lane(spec.strip(), for_analysis(spec, self._settings))
        self.lanes.append(lane)
        self._look(lane)
        return lane

    def change(self, lane: Lane, spec: str) -> None:
        """Another algorithm in its place."""
        plan = for_analysis(spec, self._settings)
        self._leave(lane)
        lane.spec, lane.plan = spec.strip(), plan
        self._look(lane)

    def remove(self, lane: Lane) -> None:
        self._leave(lane)
        self.lanes.remove(lane)

    # what they do

    def look_at(self, position: Position) -> None:
        """Leave the position for another one; searches there are stopped."""
        for lane in self.lanes:
            self._leave(lane)
        self._position = position.copy()
        for lane in self.lanes:
            self._look(lane)

    def go(self) -> None:
        """Search on, or begin."""
        self.wanted = True
        for lane in self.lanes:
            lane.due = self._open and lane.plan.levels != 0
        self.step()

    def stop(self) -> None:
        self.wanted = False
        self.rest()

    def rest(self) -> None:
        """Stop for now: the reader is away."""
        for lane in self.lanes:
            lane.due = False
            if lane.thought is not None:
                lane.thought.stop()

    def come_back(self) -> None:
        """The reader is here again."""
        for lane in self.lanes:
            if lane.thought is None or lane.thought.cut_short:
                lane.due = self.wanted and self._open
        self.step()

    def step(self) -> None:
        """Begin the searches that are due, as far as there are places, each when its lane's search before has ended."""
        for lane in self.lanes:
            if lane.due and not (lane.last is not None and lane.last.running):
                self._begin(lane)

    @property
    def _open(self) -> bool:
        """Whether somebody has something to choose here."""
        position = self._position
        return position is not None and position.outcome is None and position.seat != CHANCE

    def _begin(self, lane: Lane) -> None:
        assert self._position is not None
        try:
            ticket = self._admission.admit(self._visitor)
        except RefusedError as error:
            lane.refused = error
            return
        lane.due, lane.refused = False, None
        try:
            if lane.thought is None or not lane.thought.can_go_on:
                lane.thought = Thought(self._position, lane.plan, SEED, ticket, keep=True)
                self._remember(lane)
            else:
                lane.thought.go_on(lane.plan.budget, ticket)
            lane.last = lane.thought
            self._thinkers.start(lane.thought)
        except (CroupierError, RuntimeError):
            ticket.release()
            raise

    def _look(self, lane: Lane) -> None:
        lane.thought = self._found.get(self._where(lane)) if self._position is not None else None
        lane.due = lane.thought is None and self.wanted and self._open and lane.plan.levels != 0

    def _leave(self, lane: Lane) -> None:
        lane.due, lane.refused = False, None
        if lane.thought is not None:
            lane.thought.stop()
            lane.thought = None

    def _remember(self, lane: Lane) -> None:
        assert lane.thought is not None
        self._found[self._where(lane)] = lane.thought
        self._found.move_to_end(self._where(lane))
        while len(self._found) > KEPT:
            self._found.popitem(last=False)

    def _where(self, lane: Lane) -> Where:
        assert self._position is not None
        return lane.spec, self._position.variant.name, type(self._position.state), *self._position.state


def algorithms() -> list[str]:
    """The built-in searches by name."""
    return [name for name, algorithm in ALGORITHMS.items() if algorithm.searches]
