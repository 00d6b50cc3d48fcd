"""Lanes: each plays games on a thread of its own: at a table, decision by decision, or in a process beside it."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any, Protocol

from croupier.arena.beside import Beside
from croupier.arena.experiment import Experiment
from croupier.arena.loop import Loop
from croupier.arena.supply import Place, Supply
from croupier.players.agents import Agent, Searcher
from croupier.rules.game import Variant
from croupier.search.proof import Prover
from croupier.tables.game import Deal
from croupier.tables.hand import Hand
from croupier.tables.round import Round


class Desk(Protocol):
    """Where games are played one after another, or many at once."""

    def play(self, deals: Iterator[Deal], finished: Callable[[Any], None]) -> None:
        """Play all deals, and give each back when it is over; less after `stop`."""
        ...

    def stop(self) -> None:
        """End `play` from another thread, within milliseconds where that can be done."""
        ...


class Lane:
    """One worker. `run` plays what the supply has until there is no more; `stop` ends it from another thread."""

    def __init__(self, experiment: Experiment) -> None:
        self._experiment = experiment
        self._desks: dict[Place, Desk] = {}
        self._stopped = False

    def run(self, supply: Supply, put: Callable[[Any], None]) -> None:
        """Play games of every place but HERE."""
        for place in (Place.TABLE, Place.THREAD, Place.PROCESS):
            first = supply.take(place)
            if first is None or self._stopped:
                continue
            desk = self._desks[place] = self._desks.get(place) or self._desk(place)
            if not self._stopped:
                desk.play(itertools.chain([first], supply.all(place)), put)

    def stop(self) -> None:
        self._stopped = True
        for desk in list(self._desks.values()):
            desk.stop()

    def close(self) -> None:
        """Let go of a process."""
        beside = self._desks.get(Place.PROCESS)
        if isinstance(beside, Beside):
            beside.close()

    def _desk(self, place: Place) -> Desk:
        if place is Place.TABLE:
            it = self._experiment
            hands = [hand_of(agent, it.variant) for agent in it.agents]
            return Round(it.variant, hands, it.seed, it.ply_cap, prover_of(it.variant, it.adjudicate))
        return loop_of(self._experiment) if place is Place.THREAD else Beside(self._experiment)


def loop_of(experiment: Experiment) -> Loop:
    """The ordinary match loop for an experiment."""
    it = experiment
    return Loop(it.variant, it.agents, it.seed, it.ply_cap, it.clock, prover_of(it.variant, it.adjudicate))


def prover_of(variant: Variant, adjudicate: bool) -> Prover | None:
    """Who ends games whose outcome is certain, where that is asked for."""
    return Prover(variant) if adjudicate else None


def hand_of(agent: Agent, variant: Variant) -> Hand | None:
    """A player as a hand at tables; None where it cannot be one."""
    return Hand(variant, agent.plan) if isinstance(agent, Searcher) and Hand.fits(agent.plan) else None
