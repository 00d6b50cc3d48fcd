"""How a game ended: who won, why, and the final scores."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Any

from croupier.rules.contract import default_score

_SEATS = ("first", "second", "third", "fourth")


class Reason(Enum):
    """Why a game ended; the value is the reason in words."""

    THREE_IN_A_ROW = "three in a row"
    FOUR_IN_A_ROW = "four in a row"
    LINE = "a line of four pieces that share an attribute"
    SQUARE = "a square of four pieces that share an attribute"
    BOARD_FULL = "the board is full"
    NO_PIECES = "the seat to move has no pieces left"
    NO_ACTION = "the seat to move cannot move"
    NO_CAPTURE = "too many plies without capture"
    RUGS_LAID = "all rugs are laid"
    OTHERS_OUT = "one seat is left: the others could not pay"
    REPETITION = "the same position for the third time"
    RESIGNATION = "a seat resigned"
    AGREEMENT = "the seats agreed on a draw"
    PLY_CAP = "no more plies were allowed"
    CLOCK = "a seat ran out of time"
    FAULT = "a seat made a fault"
    PROVEN = "the outcome was proven"
    RULES = "the rules of the game end it"

    @classmethod
    @lru_cache(1024)
    def of(cls, words: str) -> Reason:
        """The reason that a game's own words give; `RULES` for the words of a game that the house does not know."""
        return next((reason for pattern, reason in _PATTERNS.items() if re.fullmatch(pattern, words)), cls.RULES)


_PATTERNS = {
    "three in a row": Reason.THREE_IN_A_ROW,
    "four in a row": Reason.FOUR_IN_A_ROW,
    "a line of four pieces that share an attribute": Reason.LINE,
    "a square of four pieces that share an attribute": Reason.SQUARE,
    "board full": Reason.BOARD_FULL,
    "(White|Black) has no pieces left": Reason.NO_PIECES,
    "(White|Black) cannot move": Reason.NO_ACTION,
    "[0-9]+ plies without capture": Reason.NO_CAPTURE,
    "all rugs are laid": Reason.RUGS_LAID,
    "one seat is left: the others could not pay": Reason.OTHERS_OUT,
}


@dataclass(frozen=True)
class Outcome:
    """The end of a game. `winners` are the seats with the best payoff, all of them in a draw."""

    winners: tuple[int, ...]
    reason: Reason
    words: str
    returns: tuple[float, ...]
    scores: tuple[float, ...]

    @property
    def winner(self) -> int | None:
        """The seat that won alone; None where it is shared."""
        return self.winners[0] if len(self.winners) == 1 else None

    @property
    def draw(self) -> bool:
        """Whether all seats did equally well."""
        return len(self.winners) == len(self.returns)

    @property
    def result(self) -> str:
        """Each seat's share of the win, as in `1-0`, `1/2-1/2` or `0-1/2-1/2`."""
        share = "1" if len(self.winners) == 1 else f"1/{len(self.winners)}"
        return "-".join(share if seat in self.winners else "0" for seat in range(len(self.returns)))

    def __str__(self) -> str:
        if self.draw:
            return f"draw: {self.words}"
        *others, last = (seat_name(seat) for seat in self.winners)
        named = f"{', '.join(others)} and {last} seats" if others else f"{last} seat"
        return f"the {named} won: {self.words}"


def seat_name(seat: int) -> str:
    """A seat for people, who count from one."""
    return _SEATS[seat] if seat < len(_SEATS) else f"{seat + 1}th"


def by_rules(state: Any, seats: int) -> Outcome:
    """The outcome of a state that the rules have ended."""
    words = str(state.termination()) if hasattr(state, "termination") else Reason.RULES.value
    returns = tuple(float(state.returns(seat)) for seat in range(seats))
    counts_points = type(state).score is not default_score
    scores = tuple(float(state.score(seat)) for seat in range(seats)) if counts_points else returns
    return Outcome(_best(returns), Reason.of(words), words, returns, scores)


def by_referee(state: Any, seats: int, winners: tuple[int, ...], reason: Reason, words: str = "") -> Outcome:
    """The outcome of a game that was ended from outside the rules, with the winners named."""
    others = max(1, seats - 1)
    won, lost = (seats / len(winners) - 1) / others, -1 / others
    returns = tuple(won if seat in winners else lost for seat in range(seats))
    counts_points = type(state).score is not default_score
    scores = tuple(float(state.score(seat)) for seat in range(seats)) if counts_points else returns
    return Outcome(winners, reason, words or reason.value, returns, scores)


def capped(state: Any, seats: int) -> Outcome:
    """The outcome of a game that was stopped where it had reached the most plies allowed: nobody has won."""
    return by_referee(state, seats, tuple(range(seats)), Reason.PLY_CAP)


def proven(state: Any, value: int) -> Outcome:
    """The outcome of a game of two that was ended because its value for the first seat, 1, 0 or -1, is certain."""
    winners = {1: (0,), 0: (0, 1), -1: (1,)}[value]
    return by_referee(state, 2, winners, Reason.PROVEN)


def _best(returns: tuple[float, ...]) -> tuple[int, ...]:
    return tuple(seat for seat, payoff in enumerate(returns) if payoff == max(returns))
