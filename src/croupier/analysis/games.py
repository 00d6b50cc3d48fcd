"""Finished games as arrays: who sat where, what came out, what it cost, and which games are one unit.

A unit, a pair where there are two seats, is the games of one opening with the players on all seatings. Units are
independent of each other, games within one are not.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from croupier.records.record import GameRecord

COSTS = ("turns", "seconds", "iterations", "playouts", "nodes")
"""What is summed by game and seat."""


@dataclass(frozen=True)
class Games:
    """Arrays over games, and over games and seats; `players` are numbered in `seated`.

    `unit` numbers the units, `whole` says whether all games of its unit are there.
    """

    players: tuple[str, ...]
    pairing: Any  # [game]
    unit: Any  # [game]
    whole: Any  # [game] bool
    seated: Any  # [game, seat]
    returns: Any  # [game, seat]
    scores: Any  # [game, seat]
    costs: Any  # [game, seat, cost]
    lines: Any  # [game]: a number for what was played, opening included
    endings: Any  # [game]: why each ended, in words

    @classmethod
    def of(cls, records: Iterable[GameRecord], players: Sequence[str] = ()) -> Games:
        """The games of records; `players` gives an order to those that are known."""
        tally = Tally(players)
        for record in records:
            tally.add(record)
        return tally.games()

    def __len__(self) -> int:
        return len(self.pairing)

    @property
    def seats(self) -> int:
        return int(self.seated.shape[1])

    def where(self, mask: Any) -> Games:
        """Some of the games."""
        return Games(self.players, *(getattr(self, field.name)[mask] for field in fields(self)[1:]))

    @property
    def repeated(self) -> int:
        """How many games were played, action for action, before by the same players: they prove nothing more."""
        played = np.column_stack([self.seated, self.lines])
        return len(self) - len(np.unique(played, axis=0)) if len(self) else 0

    def of_players(self, *players: int) -> Games:
        """The games in which all of these sat."""
        return self.where(np.logical_and.reduce([(self.seated == player).any(axis=1) for player in players]))


class Tally:
    """Gathers games one by one, for results that are shown while games are played."""

    def __init__(self, players: Sequence[str] = ()) -> None:
        self._players = {player: number for number, player in enumerate(dict.fromkeys(players))}
        self._rows: list[tuple[Any, ...]] = []
        self._numbers: list[tuple[int, int]] = []
        self._lines: list[int] = []
        self._endings: list[str] = []

    def add(self, record: GameRecord) -> None:
        """One more game."""
        seated = [self._players.setdefault(player, len(self._players)) for player in record.seats]
        if self._rows and len(self._rows[0][0]) != len(seated):
            raise ValueError("games of different numbers of seats are not analysed together")
        self._rows.append((seated, record.returns, record.scores, _costs(record)))
        self._numbers.append(record.id)
        self._lines.append(hash(record.opening + record.actions))
        self._endings.append(record.termination)

    def __len__(self) -> int:
        return len(self._rows)

    def games(self) -> Games:
        """The games so far."""
        n, seats = len(self._rows), len(self._rows[0][0]) if self._rows else 2
        columns: tuple[Any, ...] = tuple(zip(*self._rows, strict=True)) if n else ((), (), (), ())
        seated = np.array(columns[0], np.int64).reshape(n, seats)
        numbers = np.array(self._numbers, np.int64).reshape(n, 2)
        unit, whole = _units(numbers, seated)
        return Games(
            tuple(self._players),
            numbers[:, 0],
            unit,
            whole,
            seated,
            np.array(columns[1], float).reshape(n, seats),
            np.array(columns[2], float).reshape(n, seats),
            np.array(columns[3], float).reshape(n, seats, len(COSTS)),
            np.array(self._lines, np.int64),
            np.array(self._endings, object),
        )


def seatings(players: int, seats: int) -> int:
    """In how many ways so many players can be seated so that each has a seat: the onto functions, counted."""
    return sum((-1) ** k * math.comb(players, k) * (players - k) ** seats for k in range(players))


def _units(numbers: Any, seated: Any) -> tuple[Any, Any]:
    """Which unit each game belongs to, and whether that unit is whole."""
    pairings, at = np.unique(numbers[:, 0], return_inverse=True)
    sizes = np.ones(len(pairings), np.int64)
    for i in range(len(pairings)):
        sizes[i] = seatings(len(np.unique(seated[at == i])), seated.shape[1])
    size = np.maximum(sizes, 2 if seated.shape[1] == 2 else 1)[at]
    keys = np.stack([numbers[:, 0], numbers[:, 1] // size], axis=1)
    _, unit, count = np.unique(keys, axis=0, return_inverse=True, return_counts=True)
    unit = unit.reshape(-1)
    return unit, count[unit] == size


def _costs(record: GameRecord) -> list[list[float]]:
    """What each seat spent in a game: turns, then the sums of its effort."""
    spent = [[0.0] * len(COSTS) for _ in record.seats]
    last = -1
    for actor, *effort in zip(record.actors, *record.effort, strict=True):
        if actor >= 0:
            sums = spent[actor]
            sums[0] += actor != last
            for i, value in enumerate(effort, 1):
                sums[i] += value
        last = actor
    return spent
