"""Intervals of shares, of scores and of means, 95 % unless said otherwise."""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import Any

import numpy as np

LEVEL = 0.95

_NORMAL = NormalDist()


def normal_quantile(probability: float) -> float:
    return _NORMAL.inv_cdf(probability)


def normal_share(z: float) -> float:
    """The probability that a standard normal number is below `z`."""
    return _NORMAL.cdf(z)


def wilson(successes: float, n: float, level: float = LEVEL) -> list[float]:
    """Wilson's interval of a probability: (p + z^2/2n -+ z sqrt(p(1-p)/n + z^2/4n^2)) / (1 + z^2/n).

    Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927). [0, 1] where n is 0.
    """
    if n <= 0:
        return [0.0, 1.0]
    p = min(1.0, max(0.0, successes / n))
    z = normal_quantile(0.5 + level / 2)
    middle, half = p + z * z / (2 * n), z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    low, high = (middle - half) / (1 + z * z / n), (middle + half) / (1 + z * z / n)
    return [0.0 if p == 0 else max(0.0, low), 1.0 if p == 1 else min(1.0, high)]


def score_interval(points: Any, level: float = LEVEL) -> list[float]:
    """The interval of a mean score from the scores, in [0, 1], of the units: pairs, which are independent, not games.

    Wilson's interval for as many coin tosses as would vary as much as the units do. Two units more, one lost and one won,
    are counted in that variance, so that few units that happen to be equal prove nothing; with all units won it is
    Wilson's interval of so many units.
    """
    points = np.asarray(points, float)
    n = points.size
    if not n:
        return [0.0, 1.0]
    mean = float(points.mean())
    seen = np.concatenate([points, (0.0, 1.0)])
    middle, spread = float(seen.mean()), float(seen.var())
    tosses = n * middle * (1 - middle) / spread
    return wilson(mean * tosses, tosses, level)


def mean_interval(values: Any, level: float = LEVEL) -> list[float] | None:
    """Student's interval of a mean of independent values; None for fewer than two, which say nothing of their spread."""
    values = np.asarray(values, float)
    n = values.size
    if n < 2:
        return None
    half = student_quantile(0.5 + level / 2, n - 1) * float(values.std(ddof=1)) / math.sqrt(n)
    mean = float(values.mean())
    return [mean - half, mean + half]


def student_quantile(probability: float, freedom: int) -> float:
    """Student's t: the value that it stays below with a probability, from 1/2 up, found by halving."""
    low, high = 0.0, 1.0
    while student_share(high, freedom) < probability:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if student_share(middle, freedom) < probability else (low, middle)
    return (low + high) / 2


def student_share(t: float, freedom: int) -> float:
    """The probability that Student's t is below `t` >= 0: finite sums, Abramson and Stegun 26.7.3 and 26.7.4.

    Beyond 400 degrees of freedom the normal distribution of t (1 - 1/4f) / sqrt(1 + t^2/2f) (26.7.8) is as good.
    """
    if freedom > 400:
        return normal_share(t * (1 - 1 / (4 * freedom)) / math.sqrt(1 + t * t / (2 * freedom)))
    angle = math.atan(t / math.sqrt(freedom))
    cosine, term, total = math.cos(angle) ** 2, 1.0, 0.0
    for i in range(freedom // 2):
        total += term
        term *= cosine * ((2 * i + 2) / (2 * i + 3) if freedom % 2 else (2 * i + 1) / (2 * i + 2))
    odd = 2 / math.pi * (angle + math.sin(angle) * math.cos(angle) * total)
    return 0.5 + (odd if freedom % 2 else math.sin(angle) * total) / 2


def quantile_interval(values: Any, level: float = LEVEL) -> list[float]:
    """The middle part of a sample."""
    tail = (1 - level) / 2
    return [float(value) for value in np.quantile(values, (tail, 1 - tail))]
