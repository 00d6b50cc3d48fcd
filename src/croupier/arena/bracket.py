"""A knock-out as it goes on: who has met whom follows from the points so far, whatever order the games ended in.

A match of the bracket is a pairing. Matches are numbered from 0 in the order of rounds; the winners of matches 2 i and
2 i + 1 of a round meet in match i of the next.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from croupier.arena import schedules
from croupier.rules.streams import below, root_of, seed_stream


@dataclass(frozen=True)
class Tie:
    """A match of the bracket. `players` are by number, None for nobody or where it is not known yet; `winner` likewise."""

    number: int
    round: int
    players: tuple[int | None, int | None]
    pairs: int = 0
    points: tuple[float, float] = (0.0, 0.0)
    winner: int | None = None
    by_seed: bool = False


class Bracket:
    """The bracket of so many players. `points(match, pair)` are the first player's in a pair, 0 to 2; None: not played."""

    def __init__(self, players: int, pairs: int, drawn: bool, seed: int) -> None:
        self.pairs = pairs
        self.extra = pairs
        self._seeds = _shuffled(players, seed) if drawn else list(range(players))

    def ties(self, points: Mapping[tuple[int, int], float]) -> list[Tie]:
        """Every match of every round, as far as it is known."""
        slots = schedules.brackets(len(self._seeds))
        entrants: list[int | None] = [None if slot is None else self._seeds[slot] for slot in slots]
        byes, found, number, round_number = True, list[Tie](), 0, 0
        while len(entrants) > 1:
            ahead: list[int | None] = []
            for place in range(0, len(entrants), 2):
                tie = self._tie(number, round_number, (entrants[place], entrants[place + 1]), points, byes)
                found.append(tie)
                ahead.append(tie.winner)
                number += 1
            entrants, byes, round_number = ahead, False, round_number + 1
        return found

    def wanted(self, points: Mapping[tuple[int, int], float]) -> Iterator[tuple[int, tuple[int, int], int]]:
        """Match, players and pair of all that is certain to be played as far as it is known, played or not."""
        for tie in self.ties(points):
            first, second = tie.players
            if first is not None and second is not None:
                for pair in range(tie.pairs):
                    yield tie.number, (first, second), pair

    def _tie(
        self, number: int, round_number: int, players: tuple[int | None, int | None],
        points: Mapping[tuple[int, int], float], byes: bool,
    ) -> Tie:  # fmt: skip
        first, second = players
        if first is None or second is None:
            return Tie(number, round_number, players, winner=(second if first is None else first) if byes else None)
        known: list[float] = []
        while (number, len(known)) in points:
            known.append(points[number, len(known)])
        pairs = schedules.pairs_before_decision(known, self.pairs, self.extra)
        score = sum(known[:pairs]), 2.0 * len(known[:pairs]) - sum(known[:pairs])
        if len(known) < pairs:
            return Tie(number, round_number, players, pairs, score)
        level = score[0] == score[1]
        ahead = score[0] > score[1] or (level and self._seeds.index(first) < self._seeds.index(second))
        return Tie(number, round_number, players, pairs, score, first if ahead else second, level)


def _shuffled(players: int, seed: int) -> list[int]:
    """The players in an order drawn by lot."""
    order = list(range(players))
    rng = [0, 0]
    seed_stream(rng, root_of("bracket", seed), 0)
    for i in range(players - 1, 0, -1):
        other = below(rng, i + 1)
        order[i], order[other] = order[other], order[i]
    return order
