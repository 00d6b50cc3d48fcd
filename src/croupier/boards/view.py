"""What is to be drawn: a position, how it came about, what may be played and what that is worth."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from croupier.rules.contract import CHANCE

Last = int | tuple[Any, int | Sequence[int]] | None
"""The last action, or the state before and the action or actions that followed."""

_SEATS = ("first", "second", "third", "fourth", "fifth", "sixth")


@dataclass(frozen=True)
class Step:
    """An action that was played, and the state before it where it is known."""

    action: int
    before: Any = None

    @property
    def notation(self) -> str:
        return written(self.before, self.action) if self.before is not None else ""


@dataclass(frozen=True)
class View:
    """A position to be drawn; `steps` are the last actions, oldest first, `values` numbers in [0, 1] by action.

    `told` is how things stand where the rules alone do not know. What stands beside a board stands below it if
    `upright`; a board that has two sides is seen from the other one if `turned`.
    """

    state: Any
    steps: tuple[Step, ...] = ()
    legal: tuple[int, ...] = ()
    values: Mapping[int, float] = field(default_factory=dict)
    told: str = ""
    upright: bool = False
    turned: bool = False

    @classmethod
    def of(
        cls,
        state: Any,
        last: Last = None,
        legal: Iterable[int] = (),
        values: Mapping[int, float] | None = None,
        told: str = "",
        upright: bool = False,
        turned: bool = False,
    ) -> View:
        shown = {operator.index(action): min(1.0, max(0.0, float(value))) for action, value in (values or {}).items()}
        free = tuple(operator.index(action) for action in legal)
        return cls(state, _steps(last), free, shown, told, upright, turned)

    @property
    def best(self) -> int | None:
        """The action with the largest value."""
        return max(self.values, key=lambda action: self.values[action], default=None)

    @property
    def ranked(self) -> list[int]:
        """The actions with values, the largest value first."""
        return sorted(self.values, key=lambda action: (-self.values[action], action))

    @property
    def over(self) -> bool:
        return int(self.state.legal([0] * (self.state.branching + 1))) == 0

    @property
    def played(self) -> str:
        """The last actions in words; empty where the states before them are not known."""
        return " ".join(step.notation for step in self.steps if step.before is not None)

    def status(self, names: Sequence[str] = ()) -> str:
        """Who is to move, or who won and why; `names` are what the seats are called, all of them or none."""
        state = self.state
        if self.told:
            return self.told
        if not self.over:
            who = state.seat()
            return "chance is to act" if who == CHANCE else f"{called(who, names)} to move"
        returns = [state.returns(seat) for seat in range(len(names) or state.seats)]
        best = [seat for seat, value in enumerate(returns) if value == max(returns)]
        why = f": {state.termination()}" if hasattr(state, "termination") else ""
        if len(best) == len(returns):
            return ("draw" if len(returns) > 1 else "game over") + why
        verb = "wins" if len(best) == 1 else "share the win"
        return f"{' and '.join(called(seat, names) for seat in best)} {verb}{why}"


def called(seat: int, names: Sequence[str] = ()) -> str:
    """A seat by its name in this game, or in words."""
    if seat < len(names):
        return names[seat]
    return f"{_SEATS[seat]} seat" if seat < len(_SEATS) else f"seat {seat + 1}"


def written(state: Any, action: int) -> str:
    """The text of an action: the game's notation, or the id where it has none."""
    return str(state.notation(action)) if hasattr(state, "notation") else str(action)


def _steps(last: Last) -> tuple[Step, ...]:
    if last is None:
        return ()
    if not isinstance(last, tuple):
        return (Step(operator.index(last)),)
    before, played = last
    found = []
    for action in played if isinstance(played, Sequence) else [played]:
        found.append(Step(operator.index(action), before))
        before = before.play(operator.index(action))
    return tuple(found)
