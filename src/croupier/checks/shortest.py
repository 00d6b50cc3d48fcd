"""The shortest walk to a fault: every position near the start in order of distance, and long walks made shorter."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Any

from croupier.checks.claims import Examiner
from croupier.checks.report import ClaimError

_TRIES = 4000
"""So many actions are played at most to make a walk shorter."""


@dataclass
class Found:
    """A fault, the walk to its position and the position."""

    broken: ClaimError
    walk: list[int]
    state: Any


def explore(examiner: Examiner, limit: int) -> Found | None:
    """Examine the `limit` positions nearest to the start, the nearest first, so that a fault's walk is the shortest."""
    start = examiner.start
    came: dict[Any, tuple[Any, int] | None] = {tuple(start): None}
    waiting = deque([start])
    for _ in range(limit):
        if not waiting:
            break
        state = waiting.popleft()
        try:
            following = examiner.examine(state)
        except ClaimError as broken:
            return Found(broken, _way(came, tuple(state)), state)
        for action, after in following:
            if tuple(after) not in came:
                came[tuple(after)] = (tuple(state), action)
                waiting.append(after)
    return None


def _way(came: dict[Any, tuple[Any, int] | None], key: Any) -> list[int]:
    walk: list[int] = []
    while (step := came[key]) is not None:
        key = step[0]
        walk.append(step[1])
    return walk[::-1]


def shorten(examiner: Examiner, found: Found) -> Found:
    """A shorter walk to a fault of the same claim, by leaving out ever smaller pieces while the fault remains."""
    budget = [_TRIES]
    size = max(1, len(found.walk) // 2)
    while size and budget[0] > 0:
        at = len(found.walk) - size
        while at >= 0 and budget[0] > 0:
            shorter = _fault_of(examiner, found.walk[:at] + found.walk[at + size :], found.broken.claim, budget)
            found = shorter or found
            at = min(at - 1 if shorter is None else at, len(found.walk) - size)
        size //= 2
    return found


def _fault_of(examiner: Examiner, walk: list[int], claim: str, budget: list[int]) -> Found | None:
    """The fault of this claim at the end of a walk, if it is a walk of the game and the fault is there."""
    state = examiner.start
    done: list[int] = []
    try:
        for action in walk:
            budget[0] -= 1
            if action not in examiner.legal(state):
                return None
            state = examiner.play(state, action)
            done.append(action)
        budget[0] -= 1
        examiner.examine(state)
    except ClaimError as broken:
        return Found(broken, done, state) if broken.claim == claim else None
    return None
