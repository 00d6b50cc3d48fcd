"""A policy tried in the interpreter before it is compiled: compiled code would not notice an arm that does not exist."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

from croupier.bandits.memory import make_arms
from croupier.bandits.policy import At, untried
from croupier.errors import ContractError, CroupierError
from croupier.rules.files import guarded
from croupier.rules.streams import seed_stream, unit

STEPS = 60
"""Pulls of a play."""


def try_policy(spec: str, policy: Any, steps: int = STEPS, count: int = 3) -> list[int]:
    """Pulls of each of a few arms in two interpreted plays; `ContractError` at the first thing that is wrong."""
    if policy.uses_amaf or policy.uses_priors:
        raise ContractError(f"{spec} asks for statistics that only a tree has: it cannot play a bandit")
    if policy.uses_ring and not isinstance(getattr(policy, "window", None), int):
        raise ContractError(f"{spec}: uses_ring asks for a whole-number field `window`, the length of the ring")
    place = Path(spec.partition(":")[0])
    plays = guarded(lambda: [_play(spec, policy, steps, count, number) for number in range(2)], place, "a play")
    return [sum(pulls) for pulls in zip(*plays, strict=True)]


def _play(spec: str, policy: Any, steps: int, count: int, number: int) -> list[int]:
    rng = [0, 0]
    seed_stream(rng, 0, number)
    arms = make_arms(policy, count)
    pulls = [0] * count
    for done in range(steps):
        at = At(0, count, done, 0, 0)
        fresh = untried(arms, at, [1, 2]) >= 0
        try:
            chosen = policy.pick(arms, at, rng)
            _check_choice(spec, chosen, count, done)
            if not fresh:
                _check_index(spec, policy, arms, at)
            pulls[int(chosen)] += 1
            policy.update(arms, int(chosen), 1.0 if unit(rng) < (1 + chosen) / (2 + count) else 0.0)
        except CroupierError:
            raise
        except Exception as error:
            raise ContractError(f"{spec}: pull {done + 1} failed: {type(error).__name__}: {error}") from error
    return pulls


def _check_choice(spec: str, chosen: Any, count: int, done: int) -> None:
    if isinstance(chosen, bool) or not hasattr(chosen, "__index__"):
        raise ContractError(f"{spec}: `pick` must return the number of an arm, not {chosen!r} (pull {done + 1})")
    if not 0 <= chosen < count:
        raise ContractError(f"{spec}: chose arm {chosen} of arms 0 to {count - 1} (pull {done + 1})")


def _check_index(spec: str, policy: Any, arms: Any, at: At) -> None:
    """No index is NaN, which would lose every comparison."""
    if type(policy).pick.__module__ != untried.__module__:
        return
    level = policy.level(at)
    for i in range(at.count):
        value = policy.index(level, arms, at, i)
        if math.isnan(value):
            raise ContractError(f"{spec}: the index of arm {i} is not a number (NaN) after {at.visits} pulls")
