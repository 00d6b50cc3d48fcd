"""Random numbers of other shapes, the same in both worlds: normal, exponential, gamma, beta."""

from __future__ import annotations

import math
from typing import Any

from croupier.rules.bridge import shared
from croupier.rules.streams import unit


@shared
def normal(rng: Any) -> float:
    """A normal number of mean 0 and variance 1: the polar method of G. Marsaglia and T. Bray, SIAM Review 6 (1964)."""
    x = 0.0
    square = 0.0
    while square >= 1.0 or square == 0.0:
        x = 2.0 * unit(rng) - 1.0
        y = 2.0 * unit(rng) - 1.0
        square = x * x + y * y
    return x * math.sqrt(-2.0 * math.log(square) / square)


@shared
def exponential(rng: Any) -> float:
    """An exponential number of mean 1."""
    return -math.log(1.0 - unit(rng))


@shared
def gamma(rng: Any, shape_: float) -> float:
    """A gamma number of this shape and scale 1: G. Marsaglia and W. Tsang, ACM TOMS 26 (2000); a shape below 1 by
    raising it by 1 and multiplying with U^(1 / shape).
    """
    d = shape_ - 1.0 / 3.0 if shape_ >= 1.0 else shape_ + 2.0 / 3.0
    c = 1.0 / math.sqrt(9.0 * d)
    value = -1.0
    while value < 0.0:
        x = normal(rng)
        v = 1.0 + c * x
        if v > 0.0:
            v = v * v * v
            u = 1.0 - unit(rng)
            square = x * x
            if u < 1.0 - 0.0331 * square * square or math.log(u) < 0.5 * square + d * (1.0 - v + math.log(v)):
                value = d * v
    if shape_ < 1.0:
        value *= math.exp(math.log(1.0 - unit(rng)) / shape_)
    return value


@shared
def beta(rng: Any, a: float, b: float) -> float:
    """A beta number: the share of one gamma number in the sum of two. Both may vanish; then it is 0 or 1."""
    x = 0.0
    y = 0.0
    for k in range(2):  # one call, since everything is inlined
        y = x
        x = gamma(rng, b if k == 0 else a)
    if x + y <= 0.0:
        return 1.0 if unit(rng) * (a + b) < a else 0.0
    return x / (x + y)
