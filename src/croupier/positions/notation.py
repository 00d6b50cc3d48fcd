"""Actions and turns as text, written and read."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator
from typing import Any

from croupier.errors import ContractError, InputError
from croupier.positions.customs import custom
from croupier.positions.errors import AmbiguousError, IllegalError, MalformedError
from croupier.rules.contract import CHANCE

LONGEST_TEXT = 400
"""Characters of an action or a turn."""

MOST_TURNS = 100_000
"""So many turns of one position are listed; a game may have more."""

_SIGNS = str.maketrans("–—−×", "---x")
_SHOWN = 12
"""So many legal actions are named in a message; of more, the nearest."""


class Action(int):
    """The id of an action, with its text in the position it belongs to."""

    notation: str

    def __new__(cls, action: int, notation: str) -> Action:
        self = super().__new__(cls, action)
        self.notation = notation
        return self

    def __getnewargs__(self) -> tuple[int, str]:  # type: ignore[override]
        return int(self), self.notation

    def __str__(self) -> str:
        return self.notation

    def __repr__(self) -> str:
        return f"<{self.notation}>"


class Turn(tuple[Action, ...]):
    """The actions of one seat in a row, or one outcome of chance; `notation` is the turn in one word or more."""

    seat: int
    notation: str

    def __new__(cls, actions: Iterable[Action], seat: int, notation: str) -> Turn:
        self = super().__new__(cls, actions)
        self.seat = seat
        self.notation = notation
        return self

    def __getnewargs__(self) -> tuple[Any, ...]:
        return tuple(self), self.seat, self.notation

    def __str__(self) -> str:
        return self.notation

    def __repr__(self) -> str:
        return f"<{self.notation}>"


def legal(state: Any) -> list[int]:
    """The ids of the legal actions, in rising order."""
    out = [0] * (state.branching + 1)
    return sorted(out[: state.legal(out)])


def written(state: Any, action: int) -> str:
    """The text of an action: the game's notation, or the id where it has none."""
    return str(state.notation(action)) if hasattr(state, "notation") else str(action)


def how(state: Any) -> str:
    """How actions of this game are written, in words; nothing where its customs are not known."""
    fault = custom(state).fault
    return fault(state, "") if fault else ""


def actions(state: Any) -> list[Action]:
    """The legal actions with their texts."""
    return [Action(action, written(state, action)) for action in legal(state)]


def turn_of(state: Any, chosen: Iterable[int]) -> Turn:
    """The turn that these actions make from this state on."""
    start, done = state, []
    for action in chosen:
        done.append(Action(action, written(state, action)))
        state = state.play(action)
    return Turn(done, start.seat(), custom(start).join([action.notation for action in done]))


def turns(state: Any) -> Iterator[list[int]]:
    """Every way for the seat to act to finish its turn; one action where chance acts."""
    who = state.seat()
    waiting: list[tuple[Any, list[int]]] = [(state, [])]
    while waiting:
        here, path = waiting.pop()
        options = legal(here) if not path or (who != CHANCE and here.seat() == who) else []
        if path and not options:
            yield path
        waiting += [(here.play(action), [*path, action]) for action in reversed(options)]


def legal_turns(state: Any) -> list[Turn]:
    """The whole turns that can be played, as `turns` finds them."""
    found = []
    for path in turns(state):
        found.append(turn_of(state, path))
        if len(found) > MOST_TURNS:
            raise InputError(f"this position has more than {MOST_TURNS} turns: play action by action")
    return found


def read(state: Any, text: str) -> list[int]:
    """The actions that a text means: one action, or the actions of a turn (chance within it included).

    An action is tried first; `MalformedError`, `IllegalError` and `AmbiguousError` say what would be right.
    """
    text = _tidied(state, text)
    options = actions(state)
    if not options:
        raise IllegalError(f"{text!r} cannot be played: the game is over")
    one = _one_action(state, text, options)
    if one is not None:
        return [one]
    words = custom(state).split(text)
    several, after = _in_a_row(state, words)
    if several and len(several) == len(words):
        return several
    by_ends = _by_ends(state, text)
    if by_ends is None and several:
        if after.seat() not in (state.seat(), CHANCE):
            raise IllegalError(f"after {' '.join(words[: len(several)])} another seat is to act: play that by itself")
        _refuse(after, words[len(several)], actions(after), " ".join(words[: len(several)]))
    return by_ends or _refuse(state, text, options)


def _tidied(state: Any, text: str) -> str:
    if not isinstance(text, str):
        raise MalformedError(f"an action is an id, a text or one of legal_actions, not {type(text).__name__}")
    if len(text) > LONGEST_TEXT:
        raise MalformedError(f"the text of a turn may have {LONGEST_TEXT} characters, not {len(text)}")
    text = " ".join(text.translate(_SIGNS).split())
    if not text or not text.isprintable():
        raise MalformedError(f"{text!r} is not an action; {_listed(text, actions(state))}")
    return text


def _one_action(state: Any, text: str, options: list[Action]) -> int | None:
    """The one legal action of a text; None where there is none."""
    if re.fullmatch("#[0-9]{1,9}", text):
        return int(text[1:]) if int(text[1:]) in options else None
    plain = custom(state).plain(text)
    for spelled in (str, _folded):
        wanted = {spelled(text), spelled(plain)}
        found = [action for action in options if spelled(action.notation) in wanted]
        if found:
            return int(_only(state, text, [[action] for action in found])[0])
    return _parsed(state, plain, options)


def _parsed(state: Any, text: str, options: list[Action]) -> int | None:
    """What the game's own `parse` makes of a text, where that is legal."""
    if not hasattr(state, "parse"):
        return None
    try:
        action = state.parse(text)
    except ValueError:
        return None
    except Exception as error:
        told = f"{type(state).__name__}.parse({text!r}) failed: {type(error).__name__}: {error}"
        raise ContractError(f"{told} (for a text that is no action it should raise ValueError)") from error
    return int(action) if action in options else None


def _folded(text: str) -> str:
    return text.casefold().replace("_", " ")


def _in_a_row(state: Any, words: list[str]) -> tuple[list[int], Any]:
    """The actions that words mean one after another, all of one seat but for chance, as far as they fit; and where."""
    seat, found = state.seat(), []
    for word in words:
        options = actions(state) if state.seat() in (seat, CHANCE) else []
        action = _one_action(state, word, options) if options else None
        if action is None:
            break
        found.append(action)
        state = state.play(action)
    return found, state


def _by_ends(state: Any, text: str) -> list[int] | None:
    """A capture given by some of its squares, the first and the last among them: `22x6`."""
    squares = custom(state).squares
    if squares is None:
        return None
    try:
        wanted = squares(state, text)
    except ValueError:
        return None
    found = []
    for path in turns(state):
        passed = [square for word in turn_of(state, path) for square in squares(state, word.notation)]
        passed = passed[:1] + passed[1::2]
        if len(path) > 1 and wanted[0] == passed[0] and wanted[-1] == passed[-1] and _within(wanted, passed):
            found.append(path)
    return _only(state, text, found) if found else None


def _within(some: list[int], every: list[int]) -> bool:
    """Whether `some` stand in `every` in this order."""
    left = iter(every)
    return all(square in left for square in some)


def _only(state: Any, text: str, found: list[list[int]]) -> list[int]:
    """The one way that is meant; several are one where they end in the same state."""
    if len({_after(state, path) for path in found}) > 1:
        words = [turn_of(state, path).notation for path in found]
        if len(set(words)) < len(words):
            words = [" ".join(f"#{int(action)}" for action in path) for path in found]
        raise AmbiguousError(f"{text!r} may mean {_or(words)}")
    return found[0]


def _after(state: Any, path: list[int]) -> Any:
    for action in path:
        state = state.play(action)
    return state


def _refuse(state: Any, text: str, options: list[Action], after: str = "") -> list[int]:
    """Raise what is wrong with a text that means nothing here, `after` words that did."""
    after = f"after {after} " if after else ""
    if not options:
        raise IllegalError(f"{after}{text!r} cannot be played: the game is over")
    _refuse_half_said(state, text, options)
    habits = custom(state)
    fault = habits.fault(state, text) if habits.fault else _unknown(text, options)
    by_id = re.fullmatch("#[0-9]{1,9}", text)
    if fault and not by_id:
        raise MalformedError(f"{after}{text!r} is not an action: {fault}; {_listed(text, options)}")
    why = "" if by_id else habits.why(state, text)
    raise IllegalError(f"{after}{text!r} is not legal{f' ({why})' if why else ''}; {_listed(text, options)}")


def _refuse_half_said(state: Any, text: str, options: list[Action]) -> None:
    """A cell where the piece to give belongs to the action, one square of two."""
    whole = rf"(?<!\w){re.escape(_folded(text))}(?!\w)"
    for half in (rf"^{whole}", whole):
        found = [action.notation for action in options if re.search(half, _folded(action.notation))]
        if len(found) > 1:
            raise AmbiguousError(f"{text!r} may mean {_or(found)}")


def _unknown(text: str, options: list[Action]) -> str:
    """Empty where some action of the game is written like this, legal or not."""
    shape = _shape(text)
    if any(_shape(action.notation) == shape for action in options):
        return ""
    return f"none is written like this, but for example {options[0]}"


def _shape(text: str) -> str:
    return re.sub("[0-9]+", "0", re.sub("[^\\W0-9_]", "a", text))


def _listed(text: str, options: list[Action]) -> str:
    """The legal actions, or the nearest of many."""
    words = [action.notation for action in options]
    if len(words) <= _SHOWN:
        return f"legal: {', '.join(words)}"
    near = difflib.get_close_matches(_folded(text), words, 4, 0.3) or words[:4]
    return f"the nearest of {len(words)} legal actions: {', '.join(near)}"


def _or(words: list[str]) -> str:
    shown = words[:_SHOWN]
    return " or ".join(shown) + (f" or {len(words) - _SHOWN} others" if len(words) > _SHOWN else "")
