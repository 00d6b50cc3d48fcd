"""What is to be drawn: a position, how it came about, what may be played and what that is worth."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from croupier.boards.phrases import SEATS
from croupier.rules.contract import CHANCE

Last = int | tuple[Any, int | Sequence[int]] | None
"""The last action, or the state before and the action or actions that followed."""

Say = Callable[[str], str]
"""From a phrase of `phrases` to what is to be written."""


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

    `told` is how things stand where the rules alone do not know. `names` are what the seats are called, all of them or
    none; `say` translates every other text. What stands beside a board stands below it if
    `upright`; a board that has two sides is seen from the other one if `turned`.
    """

    state: Any
    steps: tuple[Step, ...] = ()
    legal: tuple[int, ...] = ()
    values: Mapping[int, float] = field(default_factory=dict)
    told: str = ""
    upright: bool = False
    turned: bool = False
    names: tuple[str, ...] = ()
    say: Say = str

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
        names: Iterable[str] = (),
        say: Say = str,
    ) -> View:
        shown = {operator.index(action): min(1.0, max(0.0, float(value))) for action, value in (values or {}).items()}
        free = tuple(operator.index(action) for action in legal)
        return cls(state, _steps(last), free, shown, told, upright, turned, tuple(names), say)

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

    def called(self, seat: int, names: Sequence[str] = ()) -> str:
        """A seat by its name, by what the game calls it (`names`), or by its number."""
        if seat < len(self.names):
            return self.names[seat]
        if seat < len(names):
            return self.say(names[seat])
        return self.say(SEATS[min(seat, len(SEATS) - 1)]).format(number=seat + 1)

    def status(self, names: Sequence[str] = (), seats: int = 0) -> str:
        """Who is to move, or who won and why; `names` are what the game calls its seats, or there are so many seats."""
        state, say = self.state, self.say
        if self.told:
            return self.told
        if not self.over:
            who = state.seat()
            if who == CHANCE:
                return say("chance is to act")
            return say("{seat} to move").format(seat=self.called(who, names))
        ended = self._ended(names, seats or len(names) or state.seats)
        if not hasattr(state, "termination"):
            return ended
        return say("{outcome}: {reason}").format(outcome=ended, reason=say(str(state.termination())))

    def _ended(self, names: Sequence[str], seats: int) -> str:
        """Who won."""
        returns = [self.state.returns(seat) for seat in range(seats)]
        best = [self.called(seat, names) for seat, value in enumerate(returns) if value == max(returns)]
        if len(best) == len(returns):
            return self.say("draw" if len(returns) > 1 else "game over")
        if len(best) == 1:
            return self.say("{seat} wins").format(seat=best[0])
        together = best[0]
        for other in best[1:]:
            together = self.say("{seat} and {other}").format(seat=together, other=other)
        return self.say("{seats} share the win").format(seats=together)


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
