"""Who plays whom: schedules as pure data. Players are numbers, in the order in which they were named."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import cache


def round_robin(players: int, together: int) -> list[tuple[int, ...]]:
    """Everybody with everybody, so many together in a game."""
    return list(itertools.combinations(range(players), together))


def gauntlet(players: int, together: int) -> list[tuple[int, ...]]:
    """The first player with all others, so many together in a game."""
    return [(0, *others) for others in itertools.combinations(range(1, players), together - 1)]


@cache
def seatings(players: int, seats: int) -> tuple[tuple[int, ...], ...]:
    """All ways to seat the players of a pairing so that each has a seat at least.

    For two seats the two of a pair; for three players on three seats six; for two players on three seats six too.
    """
    ways = itertools.product(range(players), repeat=seats)
    return tuple(way for way in ways if len(set(way)) == players)


def brackets(players: int) -> list[int | None]:
    """The slots of a knock-out's first round, neighbours meeting: player numbers by seed, None for nobody (a bye).

    The best seeds meet last, and get the byes where the number of players is no power of two.
    """
    order = [0]
    while len(order) < players:
        size = 2 * len(order)
        order = [slot for seed in order for slot in (seed, size - 1 - seed)]
    return [seed if seed < players else None for seed in order]


def pairs_before_decision(points: list[float], pairs: int, extra: int) -> int:
    """How many pairs of a knock-out match are certain to be played, given the first player's points (0 to 2) in the first
    of them: up to the earliest one that can decide it.

    A match is over when one side cannot be caught within `pairs`; a level one goes on, pair by pair, for at most `extra`.
    """
    lead = 0.0
    for played, point in enumerate(points):
        if _decided(lead, pairs - played):
            return played
        lead += 2 * point - 2
    played = len(points)
    if _decided(lead, pairs - played) or played >= pairs + extra:
        return played
    more = 1
    while played + more < pairs and not _decided(abs(lead) + 2 * more, pairs - played - more):
        more += 1
    return played + more


def _decided(lead: float, left: int) -> bool:
    """Whether a lead in points cannot be caught in so many pairs; after the last, any lead decides."""
    return abs(lead) > 2 * max(left, 0)


def alternating(pairings: list[tuple[int, ...]], pairs: int) -> Iterator[tuple[int, int]]:
    """Every (pairing, pair), the first pair of all pairings first: what is known of each grows alike."""
    for pair in range(pairs):
        for pairing in range(len(pairings)):
            yield pairing, pair
