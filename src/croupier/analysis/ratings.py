"""Ratings of all players at once, in Elo, with intervals by the bootstrap, and who is better how surely.

Elo are differences of strength (see `davidson`) in units in which a small difference means the expected score that Elo's
formula gives: 400/ln 10 x 2/(2 + v) for a natural logarithm. Without draws that is the usual scale.

The bootstrap is Rubin's ("The Bayesian bootstrap", Annals of Statistics 9, 1981): units, which are independent, get random
weights, and all is fitted again. One unit more a player, spread over its pairings, in which one side wins all, each
with half the weight, takes part, so that who won everything has an interval too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from croupier.analysis.comparisons import Comparisons, comparisons
from croupier.analysis.davidson import Fit, fit
from croupier.analysis.elo import SCALE
from croupier.analysis.games import Games
from croupier.analysis.intervals import quantile_interval

SAMPLES = 1000
_BATCH = 250


@dataclass(frozen=True)
class Ratings:
    """Elo by player, the mean of those who are connected by games being 0, but for who won or lost every game, and of the
    first seat over the others' mean.

    `superiority[i][j]` is how probable it is that player i is the stronger one; `groups` numbers the players that are
    connected; `expected[i][j]` is the expected score, seats balanced. Intervals are None where none were asked for, or where
    there are no games.
    """

    elo: list[float]
    intervals: list[list[float] | None]
    first_seat: float
    first_seat_interval: list[float] | None
    seats: list[float]
    draws: float
    superiority: list[list[float]]
    expected: list[list[float]]
    groups: list[int]


def rate(games: Games, samples: int = SAMPLES, seed: int = 0, prior: float = 1.0) -> Ratings:
    """The ratings of games. The same seed gives the same intervals."""
    compared = comparisons(games)
    groups = connected(compared)
    best = fit(compared, prior=prior)
    zero = _zero(compared, groups)
    elo, seats = _elo(best, zero)
    drawn, drawn_seats = _bootstrap(compared, best, zero, samples, seed, prior)
    several = samples > 0 and len(games) > 0
    met = np.isin(np.arange(compared.players), compared.cells[:, [0, 2]])
    return Ratings(
        elo=_floats(elo[0]),
        intervals=[quantile_interval(drawn[:, i]) if several and met[i] else None for i in range(compared.players)],
        first_seat=_first(seats)[0],
        first_seat_interval=quantile_interval(_first(drawn_seats)) if several else None,
        seats=_floats(seats[0]),
        draws=float(best.draws[0]),
        superiority=_superiority(drawn, groups),
        expected=_expected(best),
        groups=groups,
    )


def connected(compared: Comparisons) -> list[int]:
    """The group of each player: those with whom it is connected by games, directly or through others."""
    group = list(range(compared.players))

    def root(player: int) -> int:
        while group[player] != player:
            player = group[player]
        return player

    for one, _, other, _ in compared.cells.tolist():
        group[max(root(one), root(other))] = min(root(one), root(other))
    return [root(player) for player in range(compared.players)]


def _zero(compared: Comparisons, groups: list[int]) -> Any:
    """[player, player]: what makes up the zero of each player's group, its mean without those who won or lost every game:
    nobody knows how far off they are, and all the others would share that doubt.
    """
    cells, counts = compared.cells, compared.counts
    better, worse = (np.bincount(cells[:, 0], counts[:, i], compared.players) for i in (0, 2))
    better, worse = (
        one + np.bincount(cells[:, 2], counts[:, i], compared.players) for one, i in ((better, 2), (worse, 0))
    )
    equal = sum(np.bincount(cells[:, i], counts[:, 1], compared.players) for i in (0, 2))
    bounded = (equal > 0) | ((better > 0) & (worse > 0))
    together = np.equal.outer(groups, groups)
    counted = together & bounded
    counted = np.where(counted.any(axis=1, keepdims=True), counted, together)
    return counted / counted.sum(axis=1, keepdims=True)


def _elo(found: Fit, zero: Any) -> tuple[Any, Any]:
    """Ratings [sample, player] and advantages [sample, seat] in Elo."""
    scale = (SCALE * 2 / (2 + found.draws))[:, None]
    elo = found.strengths * scale
    elo = elo - elo @ zero.T
    return elo, (found.seats - found.seats.mean(axis=1, keepdims=True)) * scale


def _first(seats: Any) -> Any:
    """The first seat's advantage over the mean of the others."""
    return seats[:, 0] - seats[:, 1:].mean(axis=1)


def _bootstrap(compared: Comparisons, best: Fit, zero: Any, samples: int, seed: int, prior: float) -> tuple[Any, Any]:
    """Ratings and advantages of random weights of the units."""
    rng = np.random.default_rng(seed)
    pairings = np.sum(
        [np.isin(np.arange(compared.players), _players(compared, kinds)) for kinds, _ in compared.units], axis=0
    )
    kinds = [_with_extremes(compared, *unit, 1 / max(1, np.max(pairings, initial=1))) for unit in compared.units]
    elo, seats = [np.zeros((0, compared.players))], [np.zeros((0, compared.seats))]
    for begun in range(0, samples if kinds else 0, _BATCH):
        counts = np.zeros((min(_BATCH, samples - begun), len(compared.cells), 3))
        for unit, shapes, many in kinds:
            weights = rng.gamma(shapes, size=(len(counts), len(shapes)))
            weights *= many / weights.sum(axis=1, keepdims=True)
            counts += np.einsum("sk,kco->sco", weights, unit, optimize=True)
        drawn = _elo(fit(compared, counts, prior, best), zero)
        elo.append(drawn[0])
        seats.append(drawn[1])
    return np.concatenate(elo), np.concatenate(seats)


def _players(compared: Comparisons, kinds: Any) -> Any:
    """The players of a pairing."""
    return np.unique(compared.cells[kinds[0].sum(axis=1) > 0][:, [0, 2]])


def _with_extremes(compared: Comparisons, kinds: Any, many: Any, weight: float) -> tuple[Any, Any, float]:
    """The kinds of units of a pairing, and for each player one in which it wins every game; their weights, and the sum."""
    size = kinds[0].sum(axis=1)  # comparisons a cell in a unit
    involved = _players(compared, kinds)
    extremes = []
    for player in involved if len(involved) > 1 else ():
        unit = np.zeros_like(kinds[0])
        left, right = compared.cells[:, 0] == player, compared.cells[:, 2] == player
        unit[:, 0] = np.where(left, 1.0, np.where(right, 0.0, 0.5)) * size
        unit[:, 2] = size - unit[:, 0]
        extremes.append(unit)
    if not extremes:
        return kinds, many, float(many.sum())
    shapes = np.concatenate([many, np.full(len(extremes), weight / len(extremes))])
    return np.concatenate([kinds, extremes]), shapes, float(many.sum())


def _superiority(drawn: Any, groups: list[int]) -> list[list[float]]:
    """How often one is above another; never quite 0 or 1, since so many samples cannot show that; 1/2 without games."""
    n = drawn.shape[1]
    above = (drawn[:, :, None] > drawn[:, None, :]).sum(axis=0) + 0.5 * (drawn[:, :, None] == drawn[:, None, :]).sum(
        axis=0
    )
    share = (above + 0.5) / (len(drawn) + 1)
    return [[float(share[i, j]) if i != j and groups[i] == groups[j] else 0.5 for j in range(n)] for i in range(n)]


def _expected(found: Fit) -> list[list[float]]:
    d = found.strengths[0][:, None] - found.strengths[0][None, :]
    return [_floats(row) for row in _score(d, float(found.draws[0]))]


def _score(d: Any, draws: float) -> Any:
    """Better plus half of equal, seats balanced."""
    up, down = np.exp(np.minimum(d, 0.0)), np.exp(-np.maximum(d, 0.0))
    even = draws * np.exp(-np.abs(d) / 2)
    return (up + even / 2) / (up + down + even)


def _floats(values: Any) -> list[float]:
    return [float(value) for value in values]
