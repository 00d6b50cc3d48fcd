"""What a policy is: a NamedTuple that chooses among arms, the same object in the laboratory and at a node of a tree.

`arms` is any NamedTuple of arrays with `visits` and `mean` (and what else the policy needs); `at` says which of them
are meant and what the chooser knows: see `At`. A policy writes

    level(at)                  what all arms of one choice share, worked out once: a number, or a tuple of them
    index(level, arms, at, i)  the number of arm i; the largest is chosen, ties at random

and gets `pick` from here: arms that were never tried come first, at random. It may write
`tried(level, arms, at, i)` where an arm can be judged before it was tried, `pick(arms, at, rng)` where it does not choose
the largest, and
`update(arms, i, reward)` where it keeps statistics of its own. Its fields are its parameters; `limits = {"c": (0, 10)}`
in the class says what they may be.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from croupier.rules import bridge
from croupier.rules.bridge import shared
from croupier.rules.parts import register_part
from croupier.rules.registration import register_structure
from croupier.rules.streams import below


class At(NamedTuple):
    """Where a choice is made: arms `first` to `first + count - 1`, `visits` choices so far.

    For a tree: `base` is the first AMAF code of the seat that chooses and `row` the AMAF table to use (see
    `search.memory`); both are 0 for a bandit.
    """

    first: int
    count: int  # type: ignore[assignment]
    visits: int
    base: int
    row: int


@shared
def untried(arms: Any, at: Any, rng: Any) -> int:
    """One of the arms without a visit, at random; -1 where every arm has one."""
    left = 0
    for i in range(at.first, at.first + at.count):
        left += int(arms.visits[i]) == 0
    if left > 0:
        skip = below(rng, left)
        for i in range(at.first, at.first + at.count):
            if int(arms.visits[i]) == 0:
                if skip == 0:
                    return i
                skip -= 1
    return -1


@shared
def credit(arms: Any, i: int, reward: float) -> None:
    """Count a reward into an arm's visits and mean: what an `update` of one's own begins with."""
    arms.count_in(i, reward)


@shared
def wide(x: Any) -> float:
    """A stored float32 as float64. Compiled code takes `float(x)` for what x is already, and would go on in float32."""
    return float(x) * 1.0


LOGS = 4096
_ROOT_LOG = np.array([0.0] + [math.sqrt(math.log(n)) for n in range(1, LOGS)])
"""sqrt(ln n) of the n that most choices in a tree have: a logarithm and a root take as long as five children. A GPU has
64 KB for all tables of a kernel together."""


@shared
def root_log(n: int) -> float:
    """sqrt(ln n) for n >= 1, and 0 for 0."""
    return float(_ROOT_LOG[n]) if n < LOGS else math.sqrt(math.log(n))


def pick(self: Any, arms: Any, at: Any, rng: Any) -> int:
    """An arm that was not tried, at random; else the one with the largest index, ties at random."""
    level = self.level(at)
    if at.visits < at.count or not self.tries_all:
        untried = 0
        for i in range(at.first, at.first + at.count):
            untried += not self.tried(level, arms, at, i)
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
        # no branch in here: which arm is the largest cannot be foreseen, and a wrong guess costs more than the sums
        value = self.index(level, arms, at, i)
        better = value > best
        ties = 1 if better else ties + (value == best)
        chosen = i if better else chosen
        best = value if better else best
    if ties > 1:
        return one_of(self, level, arms, at, best, below(rng, ties))
    return chosen


@shared
def one_of(policy: Any, level: Any, arms: Any, at: Any, best: float, skip: int) -> int:
    """The arm after `skip` others among those whose index is `best`."""
    for i in range(at.first, at.first + at.count):
        if policy.index(level, arms, at, i) == best:
            if skip == 0:
                return i
            skip -= 1
    return at.first


def tried(self: Any, level: Any, arms: Any, at: Any, i: int) -> bool:
    """Whether an arm can be judged: it was chosen at least once."""
    return int(arms.visits[i]) > 0


def update(self: Any, arms: Any, i: int, reward: float) -> None:
    """Count a reward into what is kept of an arm."""
    credit(arms, i, reward)
    if self.uses_spread:
        arms.spread[i] = math.sqrt(1.0 / int(arms.visits[i]))
    if self.uses_squares:
        arms.squares[i] = wide(arms.squares[i]) + reward * reward


def level(self: Any, at: Any) -> float:
    """Nothing is shared by the arms unless the policy says so."""
    return 0.0


def index(self: Any, level: Any, arms: Any, at: Any, i: int) -> float:
    """The mean, unless the policy says otherwise."""
    return wide(arms.mean[i])


DEFAULTS: dict[str, Any] = {"pick": pick, "tried": tried, "update": update, "level": level, "index": index}
FACTS = {
    "uses_amaf": 0,
    "uses_spread": 0,
    "uses_squares": 0,
    "uses_priors": 0,
    "tries_all": 1,
    "uses_own": 0,
    "uses_notes": 0,
    "uses_ring": 0,
}
"""What a policy asks for beyond visits and means: AMAF statistics (1 a child, 2 a table a node, 3 one global table),
`spread` (1 / sqrt(visits), so that a choice takes no roots), sums of squared rewards, prior probabilities; and whether
it tries every arm before it judges one.

And what only the laboratory has: so many numbers of its own an arm (`arms.own[k, i]`), so many for all arms
(`arms.notes[k]`), a ring of the last choices and rewards (`arms.ring[0 or 1, place]`, as long as its field `window`); all
are 0 when a play begins. A policy that asks for one of these cannot serve at a node of a tree."""

for _name, _function in DEFAULTS.items():
    _code = _function.__code__
    bridge.register_method(_name, _code.co_varnames[1 : _code.co_argcount], "the contract of a policy")
bridge.register_method("count_in", ("i", "reward"), "the statistics of arms")
for _name in FACTS:
    bridge.register_fact(_name, "the contract of a policy")
register_structure(At)


def register_policy(cls: type) -> type:
    """Complete a policy class with the defaults and make it compilable. Doing it again does nothing."""
    return register_part(cls, DEFAULTS, FACTS)
