"""A policy tried in the interpreter before it is compiled: compiled code would not notice an arm that does not exist."""

from __future__ import annotations

import math
from typing import Any

from croupier.bandits.memory import make_arms
from croupier.bandits.policy import At, untried
from croupier.errors import ContractError, CroupierError
from croupier.rules.streams import seed_stream, unit

COUNT = 3
STEPS = 60

_tried: set[tuple[type, tuple[Any, ...]]] = set()


def try_policy(spec: str, policy: Any, steps: int = STEPS) -> list[int]:
    """Pulls of each of a few arms in one interpreted play; `ContractError` at the first thing that is wrong."""
    if steps == STEPS and (type(policy), tuple(policy)) in _tried:
        return []
    if policy.uses_amaf or policy.uses_priors:
        raise ContractError(f"{spec} asks for statistics that only a tree has: it cannot play a bandit")
    if policy.uses_ring and not isinstance(getattr(policy, "window", None), int):
        raise ContractError(f"{spec}: uses_ring asks for a whole-number field `window`, the length of the ring")
    pulls = [0] * COUNT
    for number in range(2):
        pulls = [a + b for a, b in zip(pulls, _play(spec, policy, steps, number), strict=True)]
    _tried.add((type(policy), tuple(policy)))
    return pulls


def _play(spec: str, policy: Any, steps: int, number: int) -> list[int]:
    rng = [0, 0]
    seed_stream(rng, 0, number)
    arms = make_arms(policy, COUNT)
    pulls = [0] * COUNT
    for done in range(steps):
        at = At(0, COUNT, done, 0, 0)
        fresh = untried(arms, at, [1, 2]) >= 0
        try:
            chosen = policy.pick(arms, at, rng)
            _check_choice(spec, chosen, done)
            if not fresh:
                _check_index(spec, policy, arms, at)
            pulls[int(chosen)] += 1
            # rewards a little apart, so that no two means are equal for long
            policy.update(arms, int(chosen), 1.0 if unit(rng) < 0.2 + 0.3 * chosen else 0.0)
        except CroupierError:
            raise
        except Exception as error:
            raise ContractError(f"{spec}: pull {done + 1} failed: {type(error).__name__}: {error}") from error
    return pulls


def _check_choice(spec: str, chosen: Any, done: int) -> None:
    if isinstance(chosen, bool) or not hasattr(chosen, "__index__"):
        raise ContractError(f"{spec}: `pick` must return the number of an arm, not {chosen!r} (pull {done + 1})")
    if not 0 <= chosen < COUNT:
        raise ContractError(f"{spec}: chose arm {chosen} of arms 0 to {COUNT - 1} (pull {done + 1})")


def _check_index(spec: str, policy: Any, arms: Any, at: At) -> None:
    """No index is NaN, which would lose every comparison."""
    if type(policy).pick.__module__ != untried.__module__:
        return
    level = policy.level(at)
    for i in range(COUNT):
        value = policy.index(level, arms, at, i)
        if math.isnan(value):
            raise ContractError(f"{spec}: the index of arm {i} is not a number (NaN) after {at.visits} pulls")
