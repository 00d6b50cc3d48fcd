"""What a policy is: a NamedTuple that chooses among arms, the same object in the laboratory and at a node of a tree.

`arms` is any NamedTuple of arrays with `visits` and `mean` (and what else the policy needs); `at` says which of them
are meant and what the chooser knows: see `At`. A policy writes

    level(at)                  what all arms of one choice share, worked out once: a number, or a tuple of them
    index(level, arms, at, i)  the number of arm i; the largest is chosen, ties at random

and gets `pick` from here: arms that were never tried come first, at random. It may write `tried(level, arms, at, i)` where an
arm can be judged before it was tried, `pick(arms, at, rng)` where it does not choose the largest, and
`update(arms, i, reward)` where it keeps statistics of its own.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from croupier.rules import bridge
from croupier.rules.parts import register_part
from croupier.rules.registration import register_structure
from croupier.rules.streams import below


class At(NamedTuple):
    """Where a choice is made: arms `first` to `first + count - 1`, `visits` choices so far.

    For a tree: `base` is the first AMAF code of the seat that chooses and `row` the AMAF table to use (see
    `search.memory`); both are 0 for a bandit.
    """

    first: int
    count: int
    visits: int
    base: int
    row: int


def pick(self: Any, arms: Any, at: Any, rng: Any) -> int:
    """An arm that was not tried, at random; else the one with the largest index, ties at random."""
    level = self.level(at)
    untried = 0
    for i in range(at.first, at.first + at.count):
        if not self.tried(level, arms, at, i):
            untried += 1
    if untried > 0:
        skip = below(rng, untried)
        for i in range(at.first, at.first + at.count):
            if not self.tried(level, arms, at, i):
                if skip == 0:
                    return i
                skip -= 1
    chosen = at.first
    best = self.index(level, arms, at, chosen)
    ties = 1
    for i in range(at.first + 1, at.first + at.count):
        value = self.index(level, arms, at, i)
        if value > best:
            best = value
            chosen = i
            ties = 1
        elif value == best:
            ties += 1
            if below(rng, ties) == 0:
                chosen = i
    return chosen


def tried(self: Any, level: Any, arms: Any, at: Any, i: int) -> bool:
    """Whether an arm can be judged: it was chosen at least once."""
    return int(arms.visits[i]) > 0


def update(self: Any, arms: Any, i: int, reward: float) -> None:
    """Count a reward, in [0, 1], into an arm's mean."""
    visits = int(arms.visits[i]) + 1
    mean = float(arms.mean[i])
    arms.visits[i] = visits
    arms.mean[i] = mean + (reward - mean) / visits


def level(self: Any, at: Any) -> float:
    """Nothing is shared by the arms unless the policy says so."""
    return 0.0


def index(self: Any, level: Any, arms: Any, at: Any, i: int) -> float:
    """The mean, unless the policy says otherwise."""
    return float(arms.mean[i])


DEFAULTS = {"pick": pick, "tried": tried, "update": update, "level": level, "index": index}
FACTS = {"uses_amaf": 0, "uses_squares": 0, "uses_priors": 0}
"""What a policy asks for beyond visits and means: AMAF statistics (1 a child, 2 a table a node, 3 one global table),
sums of squared rewards, prior probabilities."""

for _name, _function in DEFAULTS.items():
    _code = _function.__code__
    bridge.register_method(_name, _code.co_varnames[1 : _code.co_argcount], "the contract of a policy")
for _name in FACTS:
    bridge.register_fact(_name, "the contract of a policy")
register_structure(At)


def register_policy(cls: type) -> type:
    """Complete a policy class with the defaults and make it compilable. Doing it again does nothing."""
    return register_part(cls, DEFAULTS, FACTS)
