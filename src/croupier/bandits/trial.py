"""A policy tried in the interpreter before it is compiled: compiled code would not notice an arm that does not exist."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np

from croupier.bandits.memory import make_arms
from croupier.bandits.policy import At, pick
from croupier.errors import ContractError, CroupierError
from croupier.rules.streams import seed_stream, unit
from croupier.rules.trial import guarded

STEPS = 60
"""Pulls of a play."""


def try_policy(spec: str, policy: Any, steps: int = STEPS, count: int = 3, first: int = 0) -> list[int]:
    """Pulls of each of a few arms in two interpreted plays; `ContractError` at the first thing that is wrong.

    The arms are number `first` and those after it, as at a node of a tree.
    """
    if asks_for_a_tree(policy):
        raise ContractError(f"{spec} asks for statistics that only a tree has: it cannot play a bandit")
    if policy.uses_ring and not isinstance(getattr(policy, "window", None), int):
        raise ContractError(f"{spec}: uses_ring asks for a whole-number field `window`, the length of the ring")
    place = Path(spec.partition(":")[0])
    plays = guarded(lambda: [_play(spec, policy, steps, count, first, n) for n in range(2)], place, "a play")
    return [sum(pulls) for pulls in zip(*plays, strict=True)]


def asks_for_a_tree(policy: Any) -> bool:
    """Whether it needs what no bandit has."""
    return bool(policy.uses_amaf or policy.uses_priors)


def _play(spec: str, policy: Any, steps: int, count: int, first: int, number: int) -> list[int]:
    rng = [0, 0]
    seed_stream(rng, 0, number)
    arms = make_arms(policy, first + count)
    pulls = [0] * count
    for done in range(steps):
        at = At(first, count, done, 0, 0)
        try:
            _check_index(spec, policy, arms, at)
            chosen = policy.pick(arms, at, rng)
            _check_choice(spec, chosen, at)
            policy.update(arms, int(chosen), 1.0 if unit(rng) < (1 + chosen - first) / (2 + count) else 0.0)
        except CroupierError:
            raise
        except Exception as error:
            raise ContractError(f"{spec}: pull {done + 1} failed: {type(error).__name__}: {error}") from error
        pulls[int(chosen) - first] += 1
        _check_visits(spec, arms, [0] * first + pulls)
    return pulls


def _check_choice(spec: str, chosen: Any, at: At) -> None:
    pull = f"(pull {at.visits + 1})"
    if isinstance(chosen, bool) or not hasattr(chosen, "__index__"):
        raise ContractError(f"{spec}: `pick` must return the number of an arm, not {chosen!r} {pull}")
    if not at.first <= chosen < at.first + at.count:
        where = ": at a node of a tree the first arm is at.first, not 0" if at.first else ""
        raise ContractError(f"{spec}: chose arm {chosen} of arms {at.first} to {at.first + at.count - 1} {pull}{where}")


def _check_index(spec: str, policy: Any, arms: Any, at: At) -> None:
    """No index is NaN, which would lose every comparison. They are looked at once every arm can be judged."""
    if type(policy).pick is not pick:
        return
    level = policy.level(at)
    arms_here = range(at.first, at.first + at.count)
    if not all(policy.tried(level, arms, at, i) for i in arms_here):
        return
    for i in arms_here:
        value = policy.index(level, arms, at, i)
        if not isinstance(value, int | float | np.number):
            raise ContractError(f"{spec}: the index of arm {i} is {value!r} and no number after {at.visits} pulls")
        if math.isnan(value):
            raise ContractError(f"{spec}: the index of arm {i} is not a number (NaN) after {at.visits} pulls")


def _check_visits(spec: str, arms: Any, pulls: list[int]) -> None:
    """Each choice was counted once, by `update`, and by nothing else."""
    for i, n in enumerate(pulls):
        if arms.visits[i] != n:
            raise ContractError(
                f"{spec}: arm {i} was pulled {n} times and has visits = {arms.visits[i]}: `update` counts one visit of arm "
                "i, as credit(arms, i, reward) does, and `pick` none"
            )
