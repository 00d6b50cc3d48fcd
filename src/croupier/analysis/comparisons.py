"""Games as comparisons of two seats: who sat where, how often the first did better, as well, worse.

A cell is (player, seat, other player, other seat); games of more than two seats are a comparison of every two.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Any

import numpy as np

from croupier.analysis.games import Games
from croupier.analysis.points import better


@dataclass(frozen=True)
class Comparisons:
    """Counts by unit: `units` is a list, a pairing each, of (counts [kind of unit, cell, outcome], how many of the kind).

    `cells` are [cell, 4] as above; outcomes are better, equal, worse.
    """

    players: int
    seats: int
    cells: Any
    units: list[tuple[Any, Any]]

    @property
    def counts(self) -> Any:
        """[cell, outcome] over all units."""
        return sum((np.einsum("k,kco->co", many, kinds) for kinds, many in self.units), np.zeros((len(self.cells), 3)))


def comparisons(games: Games) -> Comparisons:
    """What games compare, by pairing and unit. Games without their unit stand alone where a pairing has no whole unit."""
    games = games.where(_used(games))
    cells, at, outcome = _cells(games)
    pairs = at.shape[1] if len(games) else 1
    units = []
    for pairing in np.unique(games.pairing):
        mine = games.pairing == pairing
        unit = games.unit[mine] if games.whole[mine].any() else np.arange(int(mine.sum()))
        names, unit = np.unique(unit, return_inverse=True)
        here, place = np.unique(at[mine], return_inverse=True)
        seen = np.zeros((len(names), len(here), 3))
        np.add.at(seen, (np.repeat(unit, pairs), place.reshape(-1), outcome[mine].reshape(-1)), 1)
        kinds, many = np.unique(seen.reshape(len(names), -1), axis=0, return_counts=True)
        full = np.zeros((len(kinds), len(cells), 3))
        full[:, here] = kinds.reshape(len(kinds), len(here), 3)
        units.append((full, many.astype(float)))
    return Comparisons(len(games.players), games.seats, cells, units)


def _used(games: Games) -> Any:
    """Games of whole units, and all games of a pairing that has none."""
    with_whole = np.unique(games.pairing[games.whole])
    return games.whole | ~np.isin(games.pairing, with_whole)


def _cells(games: Games) -> tuple[Any, Any, Any]:
    """The cells, and for each game and each two seats the cell and the outcome in it."""
    ahead = better(games)
    keys, outcomes = [], []
    for a, b in itertools.combinations(range(games.seats), 2):
        one, other = games.seated[:, a], games.seated[:, b]
        turned = one > other
        left, right = np.where(turned, other, one), np.where(turned, one, other)
        keys.append(np.stack([left, np.where(turned, b, a), right, np.where(turned, a, b)], axis=1))
        result = (2 - 2 * ahead[:, a, b]).astype(np.int64)
        outcomes.append(np.where(turned, 2 - result, result))
    stacked = np.stack(keys, axis=1)
    cells, at = np.unique(stacked.reshape(-1, 4), axis=0, return_inverse=True)
    return cells, at.reshape(stacked.shape[:2]), np.stack(outcomes, axis=1)
