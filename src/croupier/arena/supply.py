"""The games that are still to be played, handed out one by one to whoever asks next."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterable, Iterator
from enum import IntEnum

from croupier.players.agents import Agent, Searcher
from croupier.tables.game import Deal
from croupier.tables.hand import Hand


class Place(IntEnum):
    """Where a game can be played; of several players the last one decides."""

    TABLE = 0  # by a kernel, with many others, on any thread
    THREAD = 1  # decision by decision, on any thread
    PROCESS = 2  # in a process of its own, which may die
    HERE = 3  # only on the thread that asked for it all: functions no other process can find, and people


def place_of(agent: Agent, clock: bool) -> Place:
    """Where a player can play."""
    if isinstance(agent, Searcher):
        return Place.TABLE if Hand.fits(agent.plan) and not clock else Place.THREAD
    return Place.PROCESS if agent.portable else Place.HERE


class Supply:
    """Deals by place, for several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._sources: dict[Place, deque[Iterator[Deal]]] = {place: deque() for place in Place}
        self._closed = False

    def add(self, place: Place, deals: Iterable[Deal]) -> None:
        """More deals; they are made when their turn comes."""
        with self._lock:
            self._sources[place].append(iter(deals))

    def take(self, place: Place) -> Deal | None:
        """The next deal of a place; None where there is none now."""
        with self._lock:
            if self._closed:
                return None
            sources = self._sources[place]
            while sources:
                deal = next(sources[0], None)
                if deal is not None:
                    return deal
                sources.popleft()
            return None

    def close(self) -> None:
        """Hand nothing out any more."""
        self._closed = True

    def all(self, place: Place) -> Iterator[Deal]:
        """The deals of a place as long as there are any."""
        while (deal := self.take(place)) is not None:
            yield deal
