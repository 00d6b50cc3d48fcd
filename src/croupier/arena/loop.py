"""One game, decision by decision: for Python functions, people, and searches that need a clock.

The same records as from a table, and the same games bit for bit where both can play them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence

from croupier.arena.clock import Clock, OutOfTimeError, interrupted_after
from croupier.players.agents import Agent, Choice, FaultError
from croupier.positions import referee
from croupier.positions.outcome import Outcome, Reason, by_referee, capped, proven, seat_name
from croupier.positions.position import Position
from croupier.rules.contract import CHANCE
from croupier.rules.game import Variant
from croupier.search.proof import UNKNOWN, Prover
from croupier.search.run import Search
from croupier.tables.game import Deal, Played
from croupier.tables.table import seed_of, throw


class Loop:
    """Plays games among agents, by number; `cap` ends a game where a seat is to act after so many actions, a `prover` one
    whose outcome is certain.
    """

    def __init__(
        self,
        variant: Variant,
        agents: Sequence[Agent],
        seed: int,
        cap: int | None = None,
        clock: Clock | None = None,
        prover: Prover | None = None,
    ) -> None:
        self._variant = variant
        self._agents = agents
        self._seed = seed
        self._cap = cap
        self._clock = clock
        self._prover = prover
        self._stopped = False

    def stop(self) -> None:
        """End `play` from another thread, as soon as the player who is thinking can be interrupted."""
        self._stopped = True

    def prepare(self) -> None:
        """Compile what the players need, so that no clock of a game runs meanwhile."""
        for agent in self._agents:
            agent.prepare(self._variant)
        if self._prover:
            self._prover.prepare()

    def play(self, deals: Iterator[Deal], finished: Callable[[Played], None]) -> None:
        """Play games one after another; less after `stop`."""
        for deal in deals:
            played = self.game(deal)
            if played is None:
                return
            finished(played)

    def game(self, deal: Deal) -> Played | None:
        """Play a game to its end; None after `stop`."""
        sheet = _Sheet(Position(self._variant).play_all(list(deal.opening)), deal, self._seed, self._clock)
        while sheet.outcome is None and not self._stopped:
            if sheet.seat == CHANCE:
                sheet.write(Choice(sheet.thrown()), 0.0)
                continue
            sheet.outcome = self._proven(sheet.position)
            if sheet.outcome:
                continue
            if self._cap is not None and sheet.position.ply >= self._cap:
                sheet.outcome = capped(sheet.position.state, sheet.position.seats)
            else:
                self._decide(sheet)
        return None if self._stopped else sheet.played()

    def _proven(self, position: Position) -> Outcome | None:
        """The outcome, where that is asked for and certain."""
        value = self._prover.value(position.state) if self._prover else UNKNOWN
        if value in (1, -1) and referee.stood_twice(position.start, position.history):
            value = UNKNOWN
        return None if value == UNKNOWN else proven(position.state, value)

    def _decide(self, sheet: _Sheet) -> None:
        """Ask the player whose turn it is."""
        seat, clock = sheet.seat, self._clock
        agent = self._agents[sheet.deal.players[seat]]
        allotted = clock.allotted(sheet.left[seat]) if clock else None
        began = time.perf_counter()
        choice: Choice | None = None
        try:
            with interrupted_after(sheet.left[seat] if clock else None):
                choice = agent.choose(sheet.position, sheet.seed, allotted, self._look)
        except FaultError as fault:
            sheet.lose(Reason.FAULT, str(fault))
        except OutOfTimeError:
            sheet.lose(Reason.CLOCK, "ran out of time")
        if choice and not self._stopped:
            sheet.write(choice, time.perf_counter() - began)

    def _look(self, search: Search) -> None:
        if self._stopped:
            search.stop()


class _Sheet:
    """What is written down while a game is played."""

    def __init__(self, position: Position, deal: Deal, seed: int, clock: Clock | None) -> None:
        self.position = position
        self.deal = deal
        self.outcome: Outcome | None = position.outcome
        self.left = [clock.seconds if clock else 0.0] * position.seats
        self._clock = clock
        self._origin = deal.origin(seed)
        self._actors: list[int] = []
        self._spent: tuple[list[int], list[int], list[int]] = ([], [], [])
        self._seconds: list[float] = []

    @property
    def seat(self) -> int:
        return self.position.seat

    @property
    def seed(self) -> int:
        """The seed of what the seat to act decides now."""
        return seed_of(self._origin, self.seat, self.position.ply)

    def thrown(self) -> int:
        state = self.position.state
        return int(throw(state, self._origin, self.position.ply, [0, 0], [0] * (state.branching + 1)))

    def write(self, choice: Choice, seconds: float) -> None:
        """Play what was chosen, unless the clock says that it came too late."""
        seat = self.seat
        if self._clock and seat != CHANCE:
            self.left[seat] -= seconds
            if self.left[seat] < 0:
                return self.lose(Reason.CLOCK, "ran out of time")
            self.left[seat] += self._clock.increment
        self.position.play(choice.action)
        self._actors.append(seat)
        for column, number in zip(self._spent, choice[1:], strict=True):
            column.append(number)
        self._seconds.append(seconds)
        self.outcome = self.position.outcome
        return None

    def lose(self, reason: Reason, words: str) -> None:
        """The seat to act has lost, all others have won."""
        seat, seats = self.seat, self.position.seats
        others = tuple(other for other in range(seats) if other != seat)
        self.outcome = by_referee(self.position.state, seats, others, reason, f"the {seat_name(seat)} seat {words}")

    def played(self) -> Played:
        assert self.outcome is not None
        actions = [int(action) for action in self.position.history[len(self.deal.opening) :]]
        return Played(self.deal, actions, self._actors, self._spent, self._seconds, self.outcome)
