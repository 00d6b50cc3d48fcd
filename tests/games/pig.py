"""Pig for three: roll a die as often as you dare, or hold; rolling a one loses the turn. First to the goal wins."""

from __future__ import annotations

from typing import Any, NamedTuple

from croupier.rules import CHANCE

ROLL, HOLD = 0, 1


class Pig(NamedTuple):
    """`points` has eight bits a seat; `pot` is what the turn has won so far; `left` bounds the game."""

    points: int = 0
    mover: int = 0
    pot: int = 0
    rolling: int = 0
    left: int = 60
    goal: int = 6

    name = "pig"
    seats = 3
    actions = 4
    branching = 3
    longest = 60

    def seat(self) -> int:
        return CHANCE if self.rolling and self.left else self.mover

    def legal(self, out: Any) -> int:
        if self.left == 0 or winner(self) >= 0:
            return 0
        if self.rolling:
            for face in range(3):
                out[face] = face + 1
            return 3
        out[0] = ROLL
        out[1] = HOLD
        return 2

    def weight(self, action: int) -> int:
        return 2 if action == 1 else 1 + (action == 2)

    def play(self, action: int) -> Pig:
        following = (self.mover + 1) % 3
        if self.rolling:
            if action == 1:
                return Pig(self.points, following, 0, 0, self.left - 1, self.goal)
            return Pig(self.points, self.mover, self.pot + action, 0, self.left - 1, self.goal)
        if action == ROLL:
            return Pig(self.points, self.mover, self.pot, 1, self.left - 1, self.goal)
        return Pig(self.points + (self.pot << (8 * self.mover)), following, 0, 0, self.left - 1, self.goal)

    def returns(self, seat: int) -> float:
        won = winner(self)
        if won < 0:
            return 0.0
        return 1.0 if won == seat else -0.5


def winner(state: Any) -> int:
    """The seat that has reached the goal, -1 if none has."""
    for seat in range(3):
        if (state.points >> (8 * seat)) & 255 >= state.goal:
            return seat
    return -1
