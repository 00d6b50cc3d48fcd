"""A game as text, in one format for all games: headers, then the turns.

    [Game "marrakech"]
    [Variant "two"]
    [Result "1-0"]
    [Reason "all rugs are laid"]

    (red) (orange) 1. N (3) d7-e7 (red) 2. E ...

A number stands before each turn, what chance did is in brackets; the actions of a turn are one word where the game's
custom has one (`c3:e5:g7`, `b2=a`). A space within an action's text is `_`; `#17` is the action with that id, where its
text would not do. `{...}` is a comment.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

from croupier.errors import InputError
from croupier.games import find, names, resolve_variant
from croupier.positions import notation
from croupier.positions.errors import NotationError, RecordError
from croupier.positions.notation import Action
from croupier.positions.outcome import Outcome, Reason, seat_name
from croupier.positions.position import Position
from croupier.rules.contract import CHANCE

LONGEST_TEXT = 1_000_000
"""Characters of a record."""

UNFINISHED = "*"
_OWN = ("Game", "Variant", "Position", "Result", "Reason", "Scores")
_HEADER = re.compile(r'\[([A-Za-z][A-Za-z0-9_]{0,63}) "((?:[^"\\]|\\.)*)"\]')


class Record:
    """A game with its headers; `str(record)` writes it, `Record.read` reads it."""

    def __init__(self, position: Position, headers: Mapping[str, str] | None = None) -> None:
        self.position = position
        self.headers = {name: _clean(str(value)) for name, value in (headers or {}).items() if name not in _OWN}
        for name in self.headers:
            if not _HEADER.fullmatch(f'[{name} ""]'):
                raise RecordError(f"{name!r} cannot be the name of a header: letters, digits and _, a letter first")

    @classmethod
    def read(cls, text: str, game: Any = None) -> Record:
        """The record of a text, replayed; `RecordError` says what is wrong with it.

        A game in a user's file is given as `game`: no text makes Croupier run a file.
        """
        headers, moves = _split(text)
        position = _start(headers, game)
        _replay(position, moves)
        _finish(position, headers)
        return cls(position, headers)

    def __str__(self) -> str:
        own = list(_headers(self.position).items())
        lines = [f'[{name} "{_escaped(value)}"]' for name, value in (*own, *self.headers.items())]
        words = " ".join(_tokens(self.position)).replace(". ", ".\0")  # a number stays with its turn
        moves = textwrap.fill(words, 100, break_long_words=False, break_on_hyphens=False).replace("\0", " ")
        return "\n".join([*lines, "", moves, ""]) if moves else "\n".join([*lines, ""])


def _headers(position: Position) -> dict[str, str]:
    """The headers that the game itself gives."""
    found = {"Game": position.game.name, "Variant": position.variant.name}
    if tuple(position.start) != tuple(position.variant.start):
        found["Position"] = _clean(Position(position.variant, position.start).text())
    outcome = position.outcome
    found["Result"] = outcome.result if outcome else UNFINISHED
    if outcome:
        found["Reason"] = outcome.words
        if outcome.scores != outcome.returns:
            found["Scores"] = " ".join(f"{score:g}" for score in outcome.scores)
    return {name: _clean(value) for name, value in found.items()}


def _clean(value: str) -> str:
    """On one line, and nothing that cannot be seen."""
    return "".join(letter if letter.isprintable() else "?" for letter in " ".join(value.split()))


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _tokens(position: Position) -> Iterator[str]:
    """The words of the moves: numbers, turns, chance in brackets."""
    state, number, last = position.start, 0, CHANCE
    for turn in position.turns:
        if turn.seat != CHANCE and turn.seat != last:
            number, last = number + 1, turn.seat
            yield f"{number}."
        words = _words(state, turn)
        yield from (f"({word})" for word in words) if turn.seat == CHANCE else words
        for action in turn:
            state = state.play(int(action))


def _words(state: Any, turn: notation.Turn) -> list[str]:
    """A turn in one word where that reads back as the same, else a word for each action."""
    if len(turn) > 1 and _reads_back(state, turn.notation, list(turn)):
        return [turn.notation]
    words = []
    for action in turn:
        word = action.notation.replace(" ", "_")
        words.append(word if _reads_back(state, word, [action]) else f"#{int(action)}")
        state = state.play(int(action))
    return words


def _reads_back(state: Any, word: str, actions: list[Action]) -> bool:
    if not re.fullmatch(r"[^\s()\[\]{}\"#]{1,200}", word) or re.fullmatch(r"[0-9]+\.", word):
        return False
    try:
        return notation.read(state, word) == [int(action) for action in actions]
    except InputError:
        return False


def _split(text: str) -> tuple[dict[str, str], list[str]]:
    """The headers and the words of the moves."""
    if not isinstance(text, str) or len(text) > LONGEST_TEXT:
        raise RecordError(f"a record is text of at most {LONGEST_TEXT} characters")
    headers: dict[str, str] = {}
    lines = text.lstrip("\ufeff \t\r\n").splitlines()
    while lines and (not lines[0].strip() or lines[0].lstrip().startswith("[")):
        line = lines.pop(0).strip()
        found = _HEADER.fullmatch(line)
        if line and not found:
            raise RecordError(f'{line[:80]!r} is not a header: write [Name "value"]')
        if found and found[1] in headers:
            raise RecordError(f"the header {found[1]} is there twice")
        if found:
            headers[found[1]] = re.sub(r"\\(.)", r"\1", found[2])
    moves = re.sub(r"\{[^{}]*\}", " ", "\n".join(lines))
    if "{" in moves or "}" in moves:
        raise RecordError("a comment is not closed, or not opened: write {...}")
    return headers, re.findall(r"\([^()]*\)|\S+", moves)


def _start(headers: Mapping[str, str], game: Any) -> Position:
    """The position that the record begins with."""
    name = headers.get("Game")
    if name is None:
        raise RecordError('a record begins with the game, as in [Game "draughts"]')
    if game is None:
        if name not in names():
            raise RecordError(f"{name[:80]!r} is not a game of the house ({', '.join(names())}): give the game as well")
        game = find(name)
    rules = resolve_variant(game, headers.get("Variant"))
    if rules.game.name != name:
        raise RecordError(f"the record is of {name[:80]!r}, not of {rules.game.name}")
    if "Position" in headers:
        return Position.from_text(rules.game, headers["Position"], rules.name)
    return Position(rules)


def _replay(position: Position, words: list[str]) -> None:
    for word in words:
        if re.fullmatch(r"[0-9]{1,9}\.", word) or word in (UNFINISHED, ""):
            continue
        bracketed = re.fullmatch(r"\(\s*(.*?)\s*\)", word, re.DOTALL)
        plain = bracketed[1] if bracketed else word
        if position.outcome is None and bool(bracketed) != (position.seat == CHANCE):
            told = "chance is to act, write it in brackets" if position.seat == CHANCE else "chance is not to act"
            raise RecordError(f"{word[:80]!r} after {position.ply} actions: {told}")
        try:
            position.play(plain)
        except NotationError as error:
            raise RecordError(f"after {position.ply} actions: {error}") from None


def _finish(position: Position, headers: Mapping[str, str]) -> None:
    """End the game as the headers say, and see that they agree with what was played."""
    result, words = headers.get("Result", ""), headers.get("Reason", "")
    if position.outcome is None and result not in ("", UNFINISHED):
        _end_from_outside(position, result, words)
    outcome = position.outcome
    reached = outcome.result if outcome else UNFINISHED
    if result not in ("", reached):
        raise RecordError(f"the record says {result[:80]}, but its actions lead to {reached}")
    if outcome and words not in ("", outcome.words):
        raise RecordError(f"the record says {words[:80]!r}, but the game ended for another reason: {outcome.words}")
    _check_scores(headers.get("Scores", ""), outcome)


def _end_from_outside(position: Position, result: str, words: str) -> None:
    resigned = [seat for seat in range(position.seats) if words == f"the {seat_name(seat)} seat resigned"]
    if resigned:
        position.resign(resigned[0])
    elif words == Reason.AGREEMENT.value:
        position.agree_draw()
    else:
        raise RecordError(f"the record says {result[:80]}, but its actions do not end the game")


def _check_scores(scores: str, outcome: Outcome | None) -> None:
    reached = " ".join(f"{score:g}" for score in outcome.scores) if outcome else ""
    if scores not in ("", reached):
        raise RecordError(f"the record says scores {scores[:80]!r}, but they are {reached or 'not known yet'}")
