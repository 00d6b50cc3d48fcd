"""Bradley-Terry with draws, after Davidson, and with an advantage of seats: the fit.

Of two players with strengths t and u on seats with advantages e and f, let d = t - u + e - f; then

    better : equal : worse  =  exp(d/2) : v : exp(-d/2).

R. Davidson, "On extending the Bradley-Terry model to accommodate ties", JASA 65 (1970). Of the two usual models this one
is taken, and not Rao and Kupper's, because its likelihood is concave in (t, e, log v) and its fit gives every player
exactly the points that it scored, draws counting half. Seats as D. Davidson and R. Beaver, Biometrics 33 (1977).

So that all stays finite, where somebody, or a seat, won everything too, some games more count, `prior` of each kind, one
by default: one a player, spread over those it met, half won and half lost; one between every two seats, likewise; one
that was half drawn, half not.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Any

import numpy as np

from croupier.analysis.comparisons import Comparisons

MOST_STEPS = 200
TOLERANCE = 1e-10
_RIDGE = 1e-9
"""Added to the curvature: what the games do not tell, such as the mean of all strengths, stays 0."""


@dataclass(frozen=True)
class Fit:
    """Strengths [sample, player], advantages of seats [sample, seat], weight of draws `v` [sample]; natural logarithms."""

    strengths: Any
    seats: Any
    draws: Any

    @property
    def all(self) -> Any:
        """[sample, parameter], the logarithm of `v` the last."""
        logarithm = np.log(self.draws, where=self.draws > 0, out=np.zeros_like(self.draws))
        return np.concatenate([self.strengths, self.seats, logarithm[:, None]], axis=1)

    def shares(self, cells: Any) -> Any:
        """The probabilities of better, equal, worse [sample, cell, outcome]."""
        d = self.strengths[:, cells[:, 0]] - self.strengths[:, cells[:, 2]]
        d = d + self.seats[:, cells[:, 1]] - self.seats[:, cells[:, 3]]
        return _shares(d, self.draws[:, None])


def fit(games: Comparisons, counts: Any = None, prior: float = 1.0, begin: Fit | None = None) -> Fit:
    """The most likely strengths, for counts [sample, cell, outcome]; one sample, the games themselves, if none are given.

    Newton's method on all samples at once, steps at most 1 long: the likelihood is concave. It starts from `begin`.
    """
    counts = games.counts[None] if counts is None else counts
    cells, design = games.cells, _design(games)
    with_draws = bool(counts[..., 1].any())
    virtual, weights = _virtual(games, prior, with_draws)
    rows = np.concatenate([design, virtual])
    samples, size = len(counts), rows.shape[1]
    total = np.concatenate([counts.sum(axis=2), np.broadcast_to(weights, (samples, len(weights)))], axis=1)
    lead = np.concatenate([(counts[..., 0] - counts[..., 2]) / 2, np.zeros((samples, len(weights)))], axis=1)
    allowed = np.full(len(rows), float(with_draws))
    allowed[len(cells) : len(rows) - with_draws] = 0
    drawn = counts[..., 1].sum(axis=1) + prior / 2
    x = np.zeros((samples, size + 1)) + (0.0 if begin is None else begin.all)
    products = (rows[:, :, None] * rows[:, None, :]).reshape(len(rows), -1)
    for _ in range(MOST_STEPS):
        shares = _shares(x[:, :size] @ rows.T, np.exp(x[:, size])[:, None] * allowed)
        step = _step(rows, products, shares, total, lead, drawn, with_draws)
        longest = np.abs(step).max(axis=1, initial=0.0)
        x += step * (1 / np.maximum(1.0, longest))[:, None]
        if longest.max(initial=0.0) < TOLERANCE:
            break
    n = games.players
    draws = np.exp(x[:, size]) if with_draws else np.zeros(samples)
    return Fit(x[:, :n], x[:, n:size], draws)


def _step(rows: Any, products: Any, shares: Any, total: Any, lead: Any, drawn: Any, with_draws: bool) -> Any:
    """Newton's step: the curvature's inverse times the slope."""
    up, even, down = shares[..., 0], shares[..., 1], shares[..., 2]
    middle = (up - down) / 2
    slope = (lead - total * middle) @ rows
    spread = total * ((up + down) / 4 - middle**2)
    size = rows.shape[1]
    curve = np.zeros((len(total), size + 1, size + 1))
    curve[:, :size, :size] = (spread @ products).reshape(len(total), size, size)
    both = -(total * even * middle) @ rows
    curve[:, :size, size] = curve[:, size, :size] = both
    curve[:, size, size] = (total * even * (1 - even)).sum(axis=1)
    last = drawn - (total * even).sum(axis=1) if with_draws else np.zeros(len(total))
    slope = np.concatenate([slope, last[:, None]], axis=1)
    index = np.arange(size + 1)
    curve[:, index, index] += _RIDGE * np.maximum(1.0, total.sum(axis=1))[:, None]
    return np.linalg.solve(curve, slope[..., None])[..., 0]


def _shares(d: Any, draws: Any) -> Any:
    """Probabilities of better, equal, worse, for any size of `d`."""
    top = np.abs(d) / 2
    up, down, even = np.exp(d / 2 - top), np.exp(-d / 2 - top), draws * np.exp(-top)
    return np.stack([up, even, down], axis=-1) / (up + even + down)[..., None]


def _design(games: Comparisons) -> Any:
    """[cell, strengths and seats]: what makes up `d`."""
    rows = np.zeros((len(games.cells), games.players + games.seats))
    at = np.arange(len(games.cells))
    for column, sign in ((0, 1), (2, -1)):
        np.add.at(rows, (at, games.cells[:, column]), sign)
        np.add.at(rows, (at, games.players + games.cells[:, column + 1]), sign)
    return rows


def _virtual(games: Comparisons, prior: float, with_draws: bool) -> tuple[Any, Any]:
    """The games that are added, as rows of the design, and how many of each; the one that may be drawn is the last."""
    met = np.unique(games.cells[:, [0, 2]], axis=0).reshape(-1, 2)
    met = met[met[:, 0] != met[:, 1]]
    opponents = np.bincount(met.reshape(-1), minlength=games.players)
    weights = prior / np.sqrt(opponents[met[:, 0]] * opponents[met[:, 1]])
    seats = np.array(list(itertools.combinations(range(games.seats), 2))).reshape(-1, 2) + games.players
    between = np.concatenate([met, seats])
    rows = np.zeros((len(between) + with_draws, games.players + games.seats))
    at = np.arange(len(between))
    rows[at, between[:, 0]], rows[at, between[:, 1]] = 1, -1
    return rows, np.concatenate([weights, np.full(len(seats) + with_draws, prior)])
