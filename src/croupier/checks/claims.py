"""The claims of the contract, tried one after the other on a single position in the interpreter."""

from __future__ import annotations

import linecache
import math
import traceback
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np

from croupier.checks.patience import Patience
from croupier.checks.report import ClaimError
from croupier.checks.tables import Tables
from croupier.checks.walk import EPSILON, IMAGES, evaluations
from croupier.rules.contract import CHANCE
from croupier.rules.game import Variant
from croupier.rules.watched import HIGHEST, LOWEST, Watched, WatchedError

MISWRITTEN = 50
"""In one of so many positions, wrong texts are given to be read."""

SAMPLES = 3
"""So often `sample` is drawn in a position."""

FOLLOWED = 3
"""So many actions of a symmetric position are played."""

MOST_WEIGHT = 1 << 31
"""Weights of one throw add up to less than this, as random numbers below it are drawn."""


class Examiner:
    """Tries every claim on positions of one variant, and counts what it tried."""

    def __init__(
        self,
        variant: Variant,
        watched: Watched,
        patience: Patience,
        counts: Counter[str],
        warn: Callable[[str], None],
    ) -> None:
        self.variant = variant
        self.facts = variant.facts
        self.plain = type(variant.start)
        self.watched = watched
        self.tables = Tables(watched.spaces)
        self.patience = patience
        self.warn = warn
        self.counts = counts
        self.start = watched.cls._make(variant.start)
        self.heuristics = evaluations(self.plain)
        self.rng = [1, 2]

    def examine(self, state: Any, most: int | None = None, first: int = 0) -> list[tuple[int, Any]]:
        """The actions of a position with the states they lead to; `ClaimError` at the first claim that fails.

        With `most`, only so many actions are played, from number `first` on, round the list.
        """
        self.counts["positions"] += 1
        self.patience.tick()
        who = self.seat(state)
        actions = self.legal(state)
        if not actions:
            self._end(state, who)
        elif who == CHANCE:
            self._weights(state, actions)
        else:
            self._traces(state, actions)
        self._sample(state, actions)
        self._heuristics(state)
        self._text(state)
        self._notation(state, actions)
        at = first % max(1, len(actions))
        chosen = [*actions[at:], *actions[:at]][:most]
        after = [(action, self.play(state, action)) for action in chosen]
        self._equality(state, after)
        self._images(state, who, actions, after)
        self._unchanged(state, actions)
        return after

    def seat(self, state: Any) -> int:
        who = self._whole(self._call(state, "seat"), "seat()")
        seats = self.facts["seats"]
        if who != CHANCE and not 0 <= who < seats:
            raise ClaimError(
                "seats", f"seat() gives {who}, but seats = {seats}: it must be 0 to {seats - 1}, or CHANCE"
            )
        return who

    def legal(self, state: Any) -> list[int]:
        """The listed actions, of a buffer that holds exactly `branching` + 1."""
        actions = self._listed(state, _UNWRITTEN)
        if len(set(actions)) < len(actions):
            twice = next(action for action, n in Counter(actions).items() if n > 1)
            raise ClaimError(
                "legal", f"legal() lists action {twice} twice: every legal action must be listed once", twice
            )
        limit = self.facts["actions"]
        for action in actions:
            if not 0 <= action < limit:
                raise ClaimError(
                    "legal", f"legal() lists action {action}, but actions = {limit}: ids are 0 to {limit - 1}", action
                )
        self.counts["legal actions"] += len(actions)
        return actions

    def play(self, state: Any, action: int) -> Any:
        """The next state, made twice."""
        after = self._call(state, "play", action)
        if not isinstance(after, self.plain):
            what = "nothing (None)" if after is None else type(after).__name__
            missing = _forgotten(after)
            raise ClaimError("play", f"play({action}) returns {what} and not a {self.plain.__name__}{missing}", action)
        for field, value in zip(after._fields, after, strict=True):
            self._field(field, value, action)
        again = self._call(state, "play", action)
        if tuple(again) != tuple(after):
            field = _differing(state._fields, after, again)
            raise ClaimError(
                "determinism",
                f"play({action}) is not always the same: field `{field}` is {getattr(after, field)} the first time and "
                f"{getattr(again, field)} the second; a state must depend on the position and the action alone",
                action,
            )
        self.counts["plays"] += 1
        return after

    def _field(self, field: str, value: Any, action: int) -> None:
        if type(value) is not int:
            kind = type(value).__name__
            hint = "; read tables as `int(T[i])`" if isinstance(value, np.generic) else "; write `int(...)` around it"
            raise ClaimError(
                "play",
                f"play({action}) puts {value!r} ({kind}) into field `{field}`, which must be an int{hint}",
                action,
            )
        if not LOWEST <= value <= HIGHEST:
            raise ClaimError(
                "play", f"play({action}) puts {value} into field `{field}`, past bit 62: use bits 0 to 62 only", action
            )

    def _listed(self, state: Any, blank: int) -> list[int]:
        out = _Out(self.facts["branching"], blank)
        n = self._whole(self._call(state, "legal", out), "legal()")
        if not 0 <= n <= self.facts["branching"]:
            raise ClaimError(
                "branching",
                f"legal() returns {n}, but branching = {self.facts['branching']}: no position may have more",
            )
        for i, value in enumerate(out[:n]):
            if i not in out.written:
                raise ClaimError("legal", f"legal() returns {n}, but wrote no action into out[{i}]")
            self._whole(value, f"out[{i}], written by legal(),")
        return [int(action) for action in out[:n]]

    def _end(self, state: Any, who: int) -> None:
        if who == CHANCE:
            raise ClaimError(
                "seats", "seat() gives CHANCE (-1) when the game is over: give a real seat, for instance 0"
            )
        seats = self.facts["seats"]
        payoffs = [self._number(self._call(state, "returns", seat), f"returns({seat})") for seat in range(seats)]
        shown = ", ".join(f"{payoff:g}" for payoff in payoffs)
        if any(not -1 <= payoff <= 1 for payoff in payoffs):
            raise ClaimError(
                "returns", f"the returns are {shown}: each must lie in [-1, 1]; game points belong in score(seat)"
            )
        self._shared(payoffs, shown)
        for seat in range(seats):
            self._number(self._call(state, "score", seat), f"score({seat})")
        if hasattr(self.plain, "termination"):
            words = self._call(self._own(state), "termination")
            if not isinstance(words, str) or not words:
                raise ClaimError("termination", f"termination() gives {words!r} for a finished game: it must be a text")
        self.counts["ends"] += 1

    def _shared(self, payoffs: list[float], shown: str) -> None:
        n, others = len(payoffs), max(1, len(payoffs) - 1)
        winners = sum(payoff == max(payoffs) for payoff in payoffs)
        win, loss = (n / winners - 1) / others, -1 / others
        due = [win if payoff == max(payoffs) else loss for payoff in payoffs]
        right = ", ".join(f"{payoff:g}" for payoff in due)
        if abs(sum(payoffs)) > EPSILON:
            raise ClaimError(
                "returns",
                f"the returns are {shown}, which add up to {sum(payoffs):g}: they must add up to 0, and are {right} with "
                f"{winners} of {n} seats winning",
            )
        if any(abs(payoff - right) > EPSILON for payoff, right in zip(payoffs, due, strict=True)):
            raise ClaimError(
                "returns",
                f"the returns are {shown}, but with {winners} of {n} seats winning they are {right}: winners share, all "
                "others get the same; margins belong in score(seat)",
            )

    def _weights(self, state: Any, actions: list[int]) -> None:
        total = 0
        for action in actions:
            weight = self._call(state, "weight", action)
            if isinstance(weight, float | np.floating):
                raise ClaimError(
                    "weight",
                    f"weight({action}) is {weight:g}: weights are whole numbers that say how likely outcomes are to each "
                    "other, such as 1 and 2",
                    action,
                )
            weight = self._whole(weight, f"weight({action})", action)
            if weight < 1:
                raise ClaimError(
                    "weight",
                    f"weight({action}) is {weight}: a chance outcome that is listed must be possible, at least 1",
                    action,
                )
            total += weight
        if total >= MOST_WEIGHT:
            raise ClaimError("weight", f"the weights add up to {total}: they must stay below {MOST_WEIGHT}")
        self.counts["chance outcomes"] += len(actions)

    def _traces(self, state: Any, actions: list[int]) -> None:
        for action in actions:
            trace = self._whole(self._call(state, "trace", action), f"trace({action})", action)
            if not 0 <= trace < self.facts["traces"]:
                limit = self.facts["traces"]
                raise ClaimError(
                    "traces", f"trace({action}) is {trace}, but traces = {limit}: it must be 0 to {limit - 1}", action
                )

    def _sample(self, state: Any, actions: list[int]) -> None:
        if not self.plain.has_sample:
            return
        for _ in range(SAMPLES):
            self._sample_once(state, actions)

    def _sample_once(self, state: Any, actions: list[int]) -> None:
        drawn = self._whole(self._call(state, "sample", self.rng), "sample()")
        if not actions and drawn != -1:
            raise ClaimError("sample", f"sample() draws {drawn}, but the game is over: it must give -1")
        if actions and drawn not in actions:
            raise ClaimError(
                "sample", f"sample() draws {drawn}, which legal() does not list here", drawn if drawn >= 0 else None
            )
        self.counts["samples"] += 1

    def _heuristics(self, state: Any) -> None:
        for name in self.heuristics:
            for seat in range(self.facts["seats"]):
                value = self._number(self._call(state, name, seat), f"{name}({seat})")
                if not -1 <= value <= 1:
                    raise ClaimError("heuristics", f"{name}({seat}) is {value:g}: heuristic values lie in [-1, 1]")
                self.counts["heuristic values"] += 1

    def _text(self, state: Any) -> None:
        own = self._own(state)
        if hasattr(self.plain, "validate"):
            try:
                own.validate()
            except ValueError as error:
                raise ClaimError("validate", f"validate() refuses a position that the rules lead to: {error}") from None
        if not hasattr(self.plain, "text"):
            return
        text = self._call(own, "text")
        if not isinstance(text, str) or not text or "\n" in text:
            raise ClaimError("text", f"text() gives {text!r}: it must be one line of text")
        if hasattr(self.plain, "from_text"):
            back = self._call(self.variant.start, "from_text", text)
            if not isinstance(back, self.plain) or tuple(back) != tuple(own):
                what = _told(own, back)
                raise ClaimError("text", f"text() gives {text!r}, but from_text() of it gives another position{what}")
            if self._rarely():
                self._refuses(self.variant.start, "from_text", text)
        self.counts["texts"] += 1

    def _notation(self, state: Any, actions: list[int]) -> None:
        if not hasattr(self.plain, "notation"):
            return
        own = self._own(state)
        met: dict[str, int] = {}
        for action in actions:
            word = self._call(own, "notation", action)
            if not isinstance(word, str) or not word or word != " ".join(word.split()):
                told = "without spaces around it" if isinstance(word, str) else "so write `str(...)`"
                raise ClaimError("notation", f"notation({action}) gives {word!r}: it must be a text, {told}", action)
            if " " in word:
                self.warn(
                    f"notations of variant {self.variant.name} hold spaces: on the command line they must be quoted"
                )
            if word in met:
                raise ClaimError(
                    "notation", f"actions {met[word]} and {action} have the same notation {word!r}", action
                )
            met[word] = action
            if hasattr(self.plain, "parse"):
                back = self._call(own, "parse", word)
                if back != action:
                    raise ClaimError(
                        "notation", f"notation({action}) gives {word!r}, but parse({word!r}) gives {back!r}", action
                    )
            if hasattr(self.plain, "irreversible") and not isinstance(
                self._call(own, "irreversible", action), bool | int
            ):
                raise ClaimError("irreversible", f"irreversible({action}) must give True or False", action)
        if met and hasattr(self.plain, "parse") and self._rarely():
            self._refuses(own, "parse", min(met))
        self.counts["notations"] += len(actions)

    def _rarely(self) -> bool:
        """Whether wrong texts are tried in this position."""
        return self.counts["positions"] % MISWRITTEN == 1

    def _refuses(self, state: Any, name: str, text: str) -> None:
        """A text that a person has mistyped is read as something else or refused with a ValueError."""
        for wrong in miswritten(text):
            self.counts["wrong texts"] += 1
            try:
                found = self._call(state, name, wrong)
            except ClaimError as broken:
                if broken.claim != "runs":
                    raise
                if not isinstance(broken.__cause__, ValueError):
                    raise ClaimError("refusals", f"{broken.sentence}; a wrong text must raise ValueError") from broken
            else:
                if name == "from_text" and not isinstance(found, self.plain):
                    raise ClaimError(
                        "refusals", f"from_text({wrong!r}) gives {found!r}: a wrong text must raise ValueError"
                    )

    def _equality(self, state: Any, after: list[tuple[int, Any]]) -> None:
        own = self._own(state)
        twin = self.plain._make(own)
        if own != twin:
            raise ClaimError(
                "equality", "a state is not equal to a copy of itself: leave `__eq__` out, tuples compare well"
            )
        if hash(own) != hash(twin):
            raise ClaimError(
                "equality", "two equal states have different hashes: leave `__hash__` out, tuples hash well"
            )
        if any("__eq__" in vars(base) for base in self.plain.__mro__ if base not in (tuple, object)):
            self._unlike(own)
        others = [(action, self._own(following)) for action, following in after[:FOLLOWED]]
        for i, (action, other) in enumerate(others):
            for before in (own, *(earlier for _, earlier in others[:i])):
                same = tuple(other) == tuple(before)
                if (before == other) != same or (before != other) == same:
                    raise ClaimError(
                        "equality",
                        f"the state after action {action} and {tuple(before)} differ, but `==` calls them equal: leave "
                        "`__eq__` out, tuples compare well",
                        action,
                    )
        self.counts["equalities"] += 1 + len(others)

    def _unlike(self, own: Any) -> None:
        """No field may be left out of a comparison of the author's own."""
        for field, value in zip(own._fields, own, strict=True):
            if own == own._replace(**{field: value ^ 1}):
                raise ClaimError(
                    "equality",
                    f"this state and the same with {field} = {value ^ 1} differ, but `==` calls them equal: leave `__eq__` "
                    "out, tuples compare well",
                )

    def _images(self, state: Any, who: int, actions: list[int], after: list[tuple[int, Any]]) -> None:
        if self.facts["images"] == 1:
            return
        for which in self._some_images():
            image = self._call(state, "image", which)
            if which == 0 and tuple(image) != tuple(state):
                raise ClaimError("images", f"image(0) must be the position itself, and is {tuple(image)}")
            moved = {action: self._call(state, "image_action", action, which) for action in actions}
            if sorted(moved.values()) != sorted(self._listed(image, _UNWRITTEN)):
                raise ClaimError(
                    "images", f"the legal actions of image({which}) are not what image_action(action, {which}) says"
                )
            if self._call(image, "seat") != who:
                raise ClaimError("images", f"image({which}) has another seat to act")
            for action, following in after[:FOLLOWED]:
                if tuple(self._call(image, "play", moved[action])) != tuple(self._call(following, "image", which)):
                    raise ClaimError(
                        "images",
                        f"play({action}) and then image({which}) is not image({which}) and then play({moved[action]})",
                        action,
                    )
            self._same_end(state, image, which, actions)
            self.counts["images"] += 1

    def _some_images(self) -> list[int]:
        """The identity and a few others, another few in every position."""
        first = self.counts["positions"]
        others = self.facts["images"] - 1
        return [0, *sorted({1 + (first + i * max(1, others // IMAGES)) % others for i in range(min(IMAGES, others))})]

    def _same_end(self, state: Any, image: Any, which: int, actions: list[int]) -> None:
        for seat in range(0 if actions else self.facts["seats"]):
            if self._call(state, "returns", seat) != self._call(image, "returns", seat):
                raise ClaimError("images", f"returns({seat}) of image({which}) differ from those of the position")

    def _unchanged(self, state: Any, actions: list[int]) -> None:
        """Asked again, after everything, with other leftovers in the buffer, a position says the same."""
        changed = self.tables.changed()
        if changed:
            raise ClaimError(
                "determinism", f"the table `{changed}` of the module was changed by a method: they may only read it"
            )
        again = self._listed(state, _LEFT_OVER)
        if again != actions:
            raise ClaimError(
                "determinism",
                f"legal() listed {actions} at first and then {again}: it must depend on the position alone",
            )

    def _own(self, state: Any) -> Any:
        """The state as a value of the class its author wrote, for the members that are not compiled."""
        return self.plain._make(state)

    def _call(self, state: Any, name: str, *args: Any) -> Any:
        try:
            return getattr(state, name)(*args)
        except ClaimError as claim:
            if claim.action is None and name in _OF_ACTIONS:
                claim.action = args[0]
            raise
        except WatchedError as fault:
            raise ClaimError("arithmetic", str(fault), args[0] if name in _OF_ACTIONS else None) from None
        except KeyboardInterrupt as interrupt:
            raise self.patience.lost(name, self.line(interrupt)) or interrupt from None
        except Exception as error:
            given = ", ".join("out" if isinstance(arg, _Out) else repr(arg) for arg in args)
            what = f"{type(error).__name__}: {error}"
            action = args[0] if name in _OF_ACTIONS else None
            raise ClaimError("runs", f"{name}({given}) fails{self.line(error)}: {what}", action) from error

    def line(self, error: BaseException) -> str:
        """The last line of the game's own text that an error came through."""
        frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename in self.watched.files]
        if not frames:
            return ""
        text = linecache.getline(frames[-1].filename, frames[-1].lineno or 0).strip()
        return f" at line {frames[-1].lineno}, `{text}`"

    def _whole(self, value: Any, what: str, action: int | None = None) -> int:
        if not isinstance(value, int | np.integer):
            told = ": write `//` or `int(...)`" if isinstance(value, float | np.floating) else _forgotten(value)
            raise ClaimError("numbers", f"{what} is {value!r}, which is not a whole number{told}", action)
        return int(value)

    def _number(self, value: Any, what: str) -> float:
        if not isinstance(value, int | float | np.number) or not math.isfinite(value):
            raise ClaimError("numbers", f"{what} is {value!r}, which is not a number{_forgotten(value)}")
        return float(value)


_UNWRITTEN = -77
_LEFT_OVER = 1
_OF_ACTIONS = ("play", "weight", "trace", "notation", "image_action", "irreversible")


class _Out(list[int]):
    """The buffer that `legal` gets, exactly `branching` + 1 long; it knows what was written."""

    def __init__(self, branching: int, blank: int) -> None:
        super().__init__([blank] * (branching + 1))
        self.branching = branching
        self.written: set[int] = set()

    def __setitem__(self, i: Any, value: Any) -> None:
        if not isinstance(i, int | np.integer) or not 0 <= i <= self.branching:
            raise ClaimError(
                "branching",
                f"legal() writes to out[{i}], but branching = {self.branching}: out has places 0 to {self.branching}",
            )
        self.written.add(int(i))
        super().__setitem__(int(i), value)


def miswritten(text: str) -> list[str]:
    """A text as it may be mistyped: cut, doubled, without its spaces, with other letters and digits, something else."""
    half, words = len(text) // 2, text.split()
    changed = [text.replace(sign, "9" if sign.isdigit() else "q", 1) for sign in sorted(set(text))]
    cut = [text[:half], text[half:], text[:-1], text[1:], " ".join(words[:-1]), "".join(words)]
    made = [*cut, *changed, text[::-1], text * 2, f"{text} {text}", "?", "-1", "x1", "a", "\u0663", "\u00b2"]
    return [wrong for wrong in dict.fromkeys(made) if wrong.strip() and wrong != text]


def _forgotten(value: Any) -> str:
    return ": is a `return` missing?" if value is None else ""


def _differing(fields: tuple[str, ...], one: Any, other: Any) -> str:
    return next(field for field, a, b in zip(fields, one, other, strict=True) if a != b)


def _told(own: Any, back: Any) -> str:
    if not isinstance(back, tuple) or len(back) != len(own):
        return f" ({back!r})"
    field = _differing(own._fields, own, back)
    return f": `{field}` is {getattr(own, field)} here and {back[own._fields.index(field)]} there"
