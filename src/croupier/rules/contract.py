"""The contract of a game: what a plain `NamedTuple` must have to be played at three speeds.

A game is a class like this; its fields are the position, all `int`; `play` returns a new value:

    class Nim(NamedTuple):
        heap: int = 7
        mover: int = 0

        name = "nim"
        seats, actions, branching, longest = 2, 4, 3, 7

        def seat(self):
            return self.mover
        def legal(self, out):
            ...                         # writes the legal actions, returns how many; 0: the game is over
        def play(self, action):
            return Nim(self.heap - action, 1 - self.mover)
        def returns(self, seat):
            return 1.0 if seat != self.mover else -1.0

Everything here runs in the interpreter and compiled, on CPU and GPU, so a method has no strings, no exceptions, no
allocation; bits 0..62 of a field may be used, and module tables are numpy int64 arrays read as `int(T[i])`.
"""

from __future__ import annotations

from collections.abc import Mapping, MutableSequence
from typing import Any, ClassVar, Protocol, Self

CHANCE = -1
"""The seat that throws dice: what `seat()` returns where the next action is drawn by `weight`."""


class State(Protocol):
    """A position of a game: a `NamedTuple` of ints with these facts and methods."""

    name: ClassVar[str]
    """Short name, as on the command line: lower case, words joined by hyphens."""
    title: ClassVar[str]
    """Name for people. Default: the short name with capitals."""
    seats: ClassVar[int]
    """How many players."""
    actions: ClassVar[int]
    """Action ids are `0 <= id < actions`; holes are allowed."""
    branching: ClassVar[int]
    """The most legal actions at once, in any variant."""
    longest: ClassVar[int]
    """The most actions in a game, chance included, in any variant: every variant ends."""
    traces: ClassVar[int]
    """Range of `trace`. Default: `actions`."""
    images: ClassVar[int]
    """How many symmetries the game has, the identity included. Default: 1."""

    def seat(self) -> int:
        """Who acts: `0..seats-1`, or `CHANCE`; any real seat when the game is over."""
        ...

    def legal(self, out: MutableSequence[int]) -> int:
        """Write the legal actions into `out` (which holds `branching + 1`) and return how many. 0: the game is over."""
        ...

    def play(self, action: int) -> Self:
        """The next state. Only legal actions are ever given."""
        ...

    def returns(self, seat: int) -> float:
        """Payoff of a finished game in [-1, 1], zero-sum; never asked for CHANCE.

        k winners of n seats get (n/k - 1)/(n - 1) each, the others -1/(n - 1).
        """
        ...

    def sample(self, rng: MutableSequence[int]) -> int:
        """Optional, for speed: -1 when over, else an action as `legal` and pick would draw it.

        Uniform for a seat, by `weight` for CHANCE.
        """
        ...

    def score(self, seat: int) -> float:
        """Optional: game points. Default: `returns`."""
        ...

    def weight(self, action: int) -> int:
        """Optional: relative likelihood of a chance outcome. Default: 1."""
        ...

    def trace(self, action: int) -> int:
        """Optional: the action's identity for AMAF statistics, below `traces`. Default: the action."""
        ...

    def prior(self, action: int) -> float:
        """Optional: how promising an action looks, relative to the others, at least 0 (for PUCT). Default: 1."""
        ...

    def image(self, which: int) -> Self:
        """Optional: the position under symmetry number `which`, below the fact `images`; 0 is the position itself."""
        ...

    def image_action(self, action: int, which: int) -> int:
        """Optional, with `image`: the action that corresponds to `action` in `image(which)`."""
        ...

    @classmethod
    def variants(cls) -> Mapping[str, Any]:
        """Optional: name -> start state, or name -> (start state, facts that differ); the first is the default.

        Not needed where every field has a default: then the one variant is `standard`.
        """
        ...


FACTS = ("seats", "actions", "branching", "longest", "traces", "images")
"""Whole-number facts that compiled code may read as `state.<fact>`."""

REQUIRED_FACTS = ("name", "seats", "actions", "branching", "longest")

PARAMETERS: dict[str, tuple[str, ...]] = {
    "seat": (),
    "legal": ("out",),
    "play": ("action",),
    "returns": ("seat",),
    "sample": ("rng",),
    "score": ("seat",),
    "weight": ("action",),
    "trace": ("action",),
    "prior": ("action",),
    "image": ("which",),
    "image_action": ("action", "which"),
}
"""Compiled methods of a game and their parameters after `self`."""

REQUIRED_METHODS = ("seat", "legal", "play", "returns")

NOT_COMPILED = (
    "variants",
    "variant",
    "notation",
    "parse",
    "text",
    "from_text",
    "validate",
    "termination",
    "irreversible",
)
"""Members that only the interpreter uses:

`variants()` -> {name: start state, or (start state, {fact: value that differs})}; `variant(text)` -> the same for one of
an open family, or ValueError with what is allowed; `notation(action)` -> the action's text in this position;
`parse(text)` -> action; `text()` -> the position in one line; `from_text(text)` -> position, or ValueError with what is
wrong; `validate()` -> ValueError where a position cannot be; `termination()` -> why a finished game ended, in words;
`irreversible(action)` -> whether no earlier position can come back after it (for repetition, which the referee judges;
a tuple `counters` names the fields that are not part of what repeats, such as a count of plies).
`evaluate_<name>(seat)` are compiled: heuristic values in [-1, 1].
"""


def default_sample(self: Any, rng: Any) -> int:
    """Stands where a game has no `sample`; `draw` lists and picks instead and never calls it."""
    return -1


def default_score(self: Any, seat: int) -> float:
    """Game points of a game that counts none: the payoff."""
    return float(self.returns(seat))


def default_weight(self: Any, action: int) -> int:
    """Chance outcomes are equally likely unless the game says otherwise."""
    return 1


def default_image(self: Any, which: int) -> Any:
    """A game that declares no symmetry has the identity."""
    return self


def default_image_action(self: Any, action: int, which: int) -> int:
    """Under the identity an action stays what it is."""
    return action


def default_prior(self: Any, action: int) -> float:
    """Actions are equally promising unless the game says otherwise."""
    return 1.0


def default_trace(self: Any, action: int) -> int:
    """An action is its own identity unless the game says otherwise."""
    return action


DEFAULTS = {
    "sample": default_sample,
    "score": default_score,
    "weight": default_weight,
    "trace": default_trace,
    "prior": default_prior,
    "image": default_image,
    "image_action": default_image_action,
}
