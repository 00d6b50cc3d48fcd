"""Values of positions that are certain: what a match is adjudicated by, and what verification confirms.

Two seats. A position is won for a seat that can force the full payoff of 1 whatever the other does and chance throws; it is
drawn where neither can and everything was seen to its end, without chance and with payoffs of -1, 0 and 1 only. Looked for
is ever deeper, a win for one seat, then for the other, until so many positions were looked at: the same answer wherever it
is asked, and no opinion where that was too few. Repetition is not seen here: it needs history.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from croupier.rules.bridge import shared
from croupier.rules.compiled import compiled
from croupier.rules.contract import CHANCE
from croupier.rules.game import State, Variant
from croupier.rules.registration import register_structure, scratch

POSITIONS = 10_000
"""So many positions a proof may look at."""

UNKNOWN = 2
"""No value was proven; the others are 1, 0 and -1, in the view of the first seat."""


class Paper(NamedTuple):
    """What a proof is worked out on, a row for each level of the tree."""

    ways: Any  # int64 [field, level]: the states on the way down
    offers: Any  # int64 [level, place]: their actions
    widths: Any  # int64 [level]: how many
    tries: Any  # int64 [level]: which one is looked at
    owned: Any  # int64 [level]: 1 where one good action is enough, 0 where all must be good
    listed: Any  # int64: legal actions
    tallies: Any  # int64: see below


SEEN, OPEN, TALLIES = range(3)
"""Places in `tallies`: positions looked at, whether something was not seen to its end, how many tallies."""

register_structure(Paper)


def make_paper(start: State, longest: int) -> Paper:
    """Paper for games of so many actions."""
    levels = longest + 2
    return Paper(
        ways=np.zeros((len(start), levels), np.int64),
        offers=np.zeros((levels, start.branching + 1), np.int64),
        widths=np.zeros(levels, np.int64),
        tries=np.zeros(levels, np.int64),
        owned=np.zeros(levels, np.int64),
        listed=scratch(start),
        tallies=np.zeros(TALLIES, np.int64),
    )


@shared
def forces(start: Any, seat: int, depth: int, limit: int, paper: Any) -> int:
    """1 where a seat can force a win within so many actions of everybody, else 0; notes OPEN where that is not certain."""
    start.store(paper.ways, 0)
    level = 0
    good = 0
    entering = True
    while level >= 0:
        if entering:
            state = start.load(paper.ways, level)
            paper.tallies[SEEN] += 1
            n = state.legal(paper.listed)
            if n > 0 and paper.tallies[SEEN] >= limit:
                paper.tallies[OPEN] = 1
                return 0
            entering = n > 0 and level < depth
            if entering:
                who = state.seat()
                paper.owned[level] = int(who == seat)
                if who == CHANCE:
                    paper.tallies[OPEN] = 1
                paper.widths[level] = n
                paper.tries[level] = 0
                for i in range(n):
                    paper.offers[level, i] = paper.listed[i]
            else:
                good = 0
                if n > 0:
                    paper.tallies[OPEN] = 1
                else:
                    payoff = float(state.returns(seat))
                    good = int(payoff == 1.0)
                    if payoff != 1.0 and payoff != -1.0 and payoff != 0.0:
                        paper.tallies[OPEN] = 1
                level -= 1
        elif good == paper.owned[level] or paper.tries[level] + 1 == paper.widths[level]:
            level -= 1
        else:
            paper.tries[level] += 1
            entering = True
        if entering:
            state = start.load(paper.ways, level).play(int(paper.offers[level, paper.tries[level]]))
            level += 1
            state.store(paper.ways, level)
    return good


@shared
def value_of(start: Any, limit: int, paper: Any) -> int:
    """The value of a state for the first seat, or UNKNOWN."""
    paper.tallies[SEEN] = 0
    for depth in range(paper.widths.shape[0] - 1):
        not_certain = 0
        for seat in range(2):
            paper.tallies[OPEN] = 0
            if forces(start, seat, depth, limit, paper) == 1:
                return 1 - 2 * seat
            not_certain += int(paper.tallies[OPEN])
        if not_certain == 0:
            return 0
        if paper.tallies[SEEN] >= limit:
            return UNKNOWN
    return UNKNOWN


@compiled
def prove(start: Any, limit: int, paper: Any, grid: Any, columns: Any, values: Any) -> None:
    """Write the values of the states in these columns of a grid [field, column]."""
    for i in range(columns.shape[0]):
        values[i] = value_of(start.load(grid, int(columns[i])), limit, paper)


class Prover:
    """Says what is certain in a game, for one thread."""

    def __init__(self, variant: Variant, limit: int = POSITIONS) -> None:
        self._start = variant.start
        self._paper = make_paper(variant.start, variant.longest)
        self._limit = limit

    def prepare(self) -> None:
        """Compile the kernel for this game."""
        prove.prepare(*self._arguments(*_standing_alone(self._start)))

    def values(self, grid: Any, columns: Any) -> Any:
        """The values of the states in columns of a grid, 1, 0, -1 or UNKNOWN."""
        values = np.full(columns.size, UNKNOWN, np.int64)
        prove(*self._arguments(grid, columns, values))
        return values

    def value(self, state: State) -> int:
        """The value of one state."""
        grid, columns, _ = _standing_alone(state)
        return int(self.values(grid, columns)[0])

    def _arguments(self, grid: Any, columns: Any, values: Any) -> tuple[Any, ...]:
        return self._start, self._limit, self._paper, grid, columns, values


def _standing_alone(state: State) -> tuple[Any, Any, Any]:
    """A grid of one column, that column, and a place for its value."""
    return np.array(state, np.int64).reshape(-1, 1), np.zeros(1, np.int64), np.zeros(1, np.int64)
