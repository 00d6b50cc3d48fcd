"""What the rules of a state cannot see and a referee judges: repetition. For positions, matches and verification."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from croupier.positions.outcome import Outcome, Reason, by_referee, by_rules

TIMES = 3
"""A position that stands for this time is a draw."""


def outcome(states: Sequence[Any], actions: Sequence[int], seats: int) -> Outcome | None:
    """The outcome of the last of `states`, which `actions` led through; None while the game goes on.

    `seats` is the variant's number of them.
    """
    state = states[-1]
    if not state.legal([0] * (state.branching + 1)):
        return by_rules(state, seats)
    if repeated(states, actions) >= TIMES:
        return by_referee(state, seats, tuple(range(seats)), Reason.REPETITION)
    return None


def repeated(states: Sequence[Any], actions: Sequence[int]) -> int:
    """How often the last position has stood, the same seat to act, since the last irreversible action.

    1 where the game does not say what is irreversible: it never repeats. Fields that the game names as `counters` are
    not part of what repeats.
    """
    if not hasattr(states[-1], "irreversible"):
        return 1
    here, times = _standing(states[-1]), 1
    for i in reversed(range(len(actions))):
        if states[i].irreversible(int(actions[i])):
            break
        times += _standing(states[i]) == here
    return times


def _standing(state: Any) -> Any:
    counters = getattr(state, "counters", ())
    return state._replace(**dict.fromkeys(counters, 0)) if counters else state
