"""Elo and expected score; how many games a difference would need.

A player who is d Elo better is expected to score 1 / (1 + 10^(-d/400)), draws counting half (Elo, "The rating of
chessplayers", 1978).
"""

from __future__ import annotations

import math

from croupier.analysis.intervals import LEVEL, normal_quantile

SCALE = 400 / math.log(10)
"""Elo of a natural logarithm of odds."""

_JEFFREYS = 0.000982
"""The 2.5 % quantile of a chi-squared number of one degree of freedom."""

MOST_GAMES = 10**12
"""Beyond this no number of games is named."""


def expected_score(elo: float) -> float:
    """The expected score against somebody who is so much worse."""
    return 1 / (1 + math.exp(-max(-700.0, min(700.0, elo / SCALE))))


def elo_of(score: float, games: float = math.inf) -> float:
    """The difference at which a score is expected; finite too where all of so many games were won or lost.

    There a quarter of a point is taken for granted: less than the least that could be seen.
    """
    edge = 0.25 / games if games > 0 else 0.5
    return _elo(min(1 - edge, max(edge, score)))


def elo_interval(interval: list[float], games: float) -> list[float]:
    """An interval of the score in Elo. Where it reaches 0 or 1, Jeffreys' bound for all of so many games stands in for
    it: the 2.5 % quantile of Beta(1/2, n + 1/2), which is about that of chi-squared over 2n + 1.
    """
    edge = min(0.49, _JEFFREYS / (2 * games + 1)) if games > 0 else _JEFFREYS
    return [_elo(min(1 - edge, max(edge, bound))) for bound in interval]


def _elo(score: float) -> float:
    if score <= 0 or score >= 1:
        return math.copysign(1e9, score - 0.5)
    return SCALE * math.log(score / (1 - score))


def games_to_tell(score: float, deviation: float, level: float = LEVEL, power: float = 0.5) -> int | None:
    """How many independent results of a standard deviation show that a score is not 1/2, if it stays what it is.

    ((z_level + z_power) deviation / (score - 1/2))^2: with power 1/2 as many as it takes on average, with 0.8 as many as
    suffice in four of five repetitions. None where no number would do, or none that could be played.
    """
    off = abs(score - 0.5)
    if off < 1e-12:
        return None
    z = normal_quantile(0.5 + level / 2) + normal_quantile(power)
    needed = (z * deviation / off) ** 2
    return math.ceil(needed) if needed < MOST_GAMES else None


def games_for(elo: float, draws: float = 0.0, level: float = LEVEL, power: float = 0.8) -> int | None:
    """How many games, played in pairs, would show a difference that is `elo`, if such a share of them is drawn.

    The variance of a game is s(1 - s) - draws/4; pairs vary less, so this is on the safe side.
    """
    score = expected_score(elo)
    draws = min(draws, 2 * min(score, 1 - score))
    games = games_to_tell(score, math.sqrt(max(0.0, score * (1 - score) - draws / 4)), level, power)
    return None if games is None else games + games % 2
