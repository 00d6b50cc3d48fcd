"""What is asked for: game, players, schedule, pairs, openings, seed. All that the games depend on, and no more."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from croupier.arena import schedules
from croupier.arena.clock import Clock
from croupier.arena.openings import Openings
from croupier.errors import InputError
from croupier.players.agents import Agent
from croupier.records.rules import rules_of
from croupier.rules.game import Variant
from croupier.tables.game import Deal

ROUND_ROBIN, GAUNTLET, KNOCK_OUT = "round-robin", "gauntlet", "knock-out"
SCHEDULES = (ROUND_ROBIN, GAUNTLET, KNOCK_OUT)

MOST_GAMES = 10**9


@dataclass(frozen=True)
class Experiment:
    """A match, which is a round robin of its players, or a tournament.

    `pairs` is the number of pairs of games a pairing; with three seats or more a pair is one game of every seating.
    """

    variant: Variant
    players: tuple[str, ...]
    agents: tuple[Agent, ...] = field(compare=False, repr=False)
    schedule: str = ROUND_ROBIN
    pairs: int = 100
    opening: int | tuple[tuple[int, ...], ...] = 2
    seed: int = 0
    ply_cap: int | None = None
    clock: Clock | None = None
    adjudicate: bool = False
    drawn: bool = False

    def __post_init__(self) -> None:
        seats, players = self.variant.seats, len(self.players)
        if seats < 2:
            raise InputError(f"{self.variant.game.name} is a game for one: there is nobody to play against")
        if players < 2:
            raise InputError(f"players: at least two are needed, not {players}")
        if self.schedule == KNOCK_OUT and seats != 2:
            raise InputError(f"schedule: a knock-out is for games of two seats, not {seats}")
        if self.adjudicate and seats != 2:
            raise InputError(f"adjudicate: the outcome of a game of two seats can be proven, not of {seats}")
        if self.games > MOST_GAMES:
            raise InputError(f"that would be {self.games} games; at most {MOST_GAMES} are allowed")

    @property
    def together(self) -> int:
        """How many players meet in a pairing: as many as there are seats, or all where they are fewer."""
        return min(self.variant.seats, len(self.players))

    @cached_property
    def seatings(self) -> tuple[tuple[int, ...], ...]:
        """The games of a pair: which player of the pairing has which seat."""
        return schedules.seatings(self.together, self.variant.seats)

    @cached_property
    def pairings(self) -> list[tuple[int, ...]]:
        """The pairings that are known from the beginning; a knock-out makes its own."""
        if self.schedule == KNOCK_OUT:
            return []
        make = schedules.gauntlet if self.schedule == GAUNTLET else schedules.round_robin
        return make(len(self.players), self.together)

    @property
    def games(self) -> int:
        """How many games there are; of a knock-out, how many there would be if no match ended early or went on level."""
        players = len(self.players)
        pairings = {
            ROUND_ROBIN: math.comb(players, self.together),
            GAUNTLET: math.comb(players - 1, self.together - 1),
            KNOCK_OUT: players - 1,
        }[self.schedule]
        return pairings * self.pairs * len(self.seatings)

    @cached_property
    def openings(self) -> Openings:
        return Openings(self.variant, self.seed, self.opening)

    def deal(self, pairing: int, players: tuple[int, ...], game: int) -> Deal:
        """A game of a pairing of these players, by its number."""
        pair, way = divmod(game, len(self.seatings))
        seated = tuple(players[place] for place in self.seatings[way])
        return Deal(pairing, game, seated, self.openings.of(pairing, pair))

    def plan(self) -> Mapping[str, Any]:
        """What the games depend on, in JSON's types, for a store."""
        opening = {"plies": self.opening} if isinstance(self.opening, int) else [list(line) for line in self.opening]
        plan: dict[str, Any] = {
            "game": self.variant.game.name,
            "variant": self.variant.name,
            "rules": rules_of(self.variant.game.cls),
            "schedule": self.schedule,
            "players": list(self.players),
            "pairs": self.pairs,
            "opening": opening,
            "seed": self.seed,
        }
        if self.ply_cap is not None:
            plan["ply_cap"] = self.ply_cap
        if self.clock:
            plan["clock"] = {"seconds": self.clock.seconds, "increment": self.clock.increment}
        if self.adjudicate:
            plan["adjudicate"] = True
        if self.schedule == KNOCK_OUT:
            plan["draw"] = "drawn" if self.drawn else "seeded"
        return plan
