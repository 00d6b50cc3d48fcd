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


def stood_twice(start: Any, actions: Sequence[int]) -> bool:
    """Whether a position that may come back has stood twice: a win that was proven without a look at repetition is then
    not certain. Else it is: who keeps getting closer to it meets no position twice on the way.
    """
    watched = Watched(start)
    for action in actions:
        watched.follow(int(action))
    return watched.stood_twice


class Watched:
    """A game whose repetitions are counted as it goes on, without looking back over all of it at every action."""

    def __init__(self, state: Any) -> None:
        self.state = state
        self._ply = 0
        self._stood = {_standing(state): 1}

    def repeats(self, actions: Sequence[int]) -> int | None:
        """The ply at which a position stands for the time that ends the game, `actions` being all so far; None: none yet."""
        for action in actions[self._ply :]:
            if self.follow(action):
                return self._ply
        return None

    @property
    def stood_twice(self) -> bool:
        """As the function of this name, for the actions so far."""
        return max(self._stood.values()) >= TIMES - 1

    def follow(self, action: int) -> bool:
        """Whether the game is over by repetition with this action."""
        before, self.state = self.state, self.state.play(action)
        self._ply += 1
        if not hasattr(before, "irreversible"):
            return False
        if before.irreversible(action):
            self._stood.clear()
        here = _standing(self.state)
        self._stood[here] = self._stood.get(here, 0) + 1
        return self._stood[here] >= TIMES and bool(self.state.legal([0] * (self.state.branching + 1)))
