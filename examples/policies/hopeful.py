"""A policy of about ten lines, for bandits and for the nodes of a tree; docs/bandits.md says what came of it.

Try `croupier check examples/policies/hopeful.py` and
`croupier bandits --policies "examples/policies/hopeful.py:Hopeful(c=1), thompson, ucb"`.
"""

import math
from typing import Any, NamedTuple


class Hopeful(NamedTuple):
    """What an arm may pay, as a Beta law after its rewards: the mean of that law and `c` of its standard deviations."""

    c: float = 1.0

    limits = {"c": (0, 10)}  # noqa: RUF012

    def index(self, level: Any, arms: Any, at: Any, i: int) -> float:
        n = int(arms.visits[i])
        mean = (float(arms.mean[i]) * n + 1) / (n + 2)
        return mean + self.c * math.sqrt(mean * (1 - mean) / (n + 3))
