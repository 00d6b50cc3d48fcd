"""A line of play that a reader walks through, forward and back: from a game, an address, or a text they pasted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from urllib.parse import urlencode

from croupier.positions import Position, Record
from croupier.positions.outcome import Reason
from croupier.rules.game import Variant
from croupier.web.live import LiveGame
from croupier.web.offers import Offers
from croupier.web.refusals import RefusedError

LONGEST_ADDRESS = 16_000
"""Characters of a position, or of actions, in an address."""

MOST_PLIES = 2_000


class Line:
    """`position` is where the reader stands; what comes after it can be played again.

    `main` is the line as it was given: whoever plays something else strays from it and can go back. `number` changes
    with every line, so that (number, ply) names a moment for good.
    """

    def __init__(self, position: Position, at: int | None = None, game: str = "") -> None:
        self.game = game
        self.number = 0
        self.main = _without_ending(position)
        self.position = self.main.copy()
        self.go(self.length if at is None else at)

    @property
    def moment(self) -> tuple[int, int]:
        return self.number, self.position.ply

    @property
    def length(self) -> int:
        return self.position.ply + self.position.undone

    @property
    def whole(self) -> Position:
        """The line at its end."""
        end = self.position.copy()
        return end.redo(end.undone)

    @property
    def strayed(self) -> bool:
        """Whether this is no longer the line that was given."""
        return self.whole.history != self.main.history

    def go(self, ply: int) -> None:
        """Stand at a ply, as near as the line has it."""
        ply = max(0, min(ply, self.length))
        here = self.position.ply
        if ply < here:
            self.position.undo(here - ply)
        else:
            self.position.redo(ply - here)

    def play(self, action: int) -> None:
        """Play an action: along the line where it is the next one there, else away from it."""
        whole, ply = self.whole, self.position.ply
        if ply < len(whole.history) and whole.history[ply] == action:
            self.position.redo()
        elif ply >= MOST_PLIES:
            raise RefusedError("too_long", most=MOST_PLIES)
        else:
            self.position.play(action)
            self.number += 1

    def roll(self) -> None:
        """Let chance act."""
        self.play(self.position.copy().roll().history[-1])

    def back_to_main(self) -> None:
        """The line as it was given, at the ply where the reader left it."""
        here = self.position.history
        common = 0
        for mine, theirs in zip(here, self.main.history, strict=False):
            if mine != theirs:
                break
            common += 1
        self.position = self.main.copy()
        self.number += 1
        self.go(common)

    def address(self, specs: Iterable[str] = ()) -> str:
        """The path that leads here again, with the algorithms that look at it."""
        at = [] if self.position.undone == 0 else [("at", str(self.position.ply))]
        more = [("with", spec) for spec in specs]
        if self.game and not self.strayed:
            return _path(f"/analyse/game/{self.game}", [*at, *more])
        position = self.position
        given = [("game", position.game.name), ("variant", position.variant.name)]
        if tuple(position.start) != tuple(position.variant.start):
            given.append(("position", Position(position.variant, position.start).text()))
        actions = " ".join(map(_word, self.whole.history))
        return _path("/analyse", [*given, *([("actions", actions)] if actions else []), *at, *more])


def line_of_game(game: LiveGame, at: str | None) -> Line:
    """The line of a game as it stands."""
    return Line(game.position, _number(at), game.id)


def line_of_address(offers: Offers, given: Mapping[str, str]) -> Line:
    """The line that an address describes; `InputError` says what is wrong with it."""
    variant = offers.variant(given.get("game") or offers.names[0], given.get("variant"))
    text, actions = given.get("position", ""), given.get("actions", "")
    if max(len(text), len(actions)) > LONGEST_ADDRESS:
        raise RefusedError("address_long", most=LONGEST_ADDRESS)
    position = _position(variant, text)
    position.play_all([int(word[1:]) if _is_id(word) else word for word in actions.split()[:MOST_PLIES]])
    return Line(position, _number(given.get("at")))


def line_of_text(variant: Variant, text: str) -> Line:
    """What somebody pasted: a position, a record, or actions from the start; `InputError` says what is wrong with it."""
    text = text.strip()
    if text.startswith("["):
        own = f'[Game "{variant.game.name}"]' in text
        return Line(Record.read(text, variant.game if own else None).position)
    if not text or any(sign in text for sign in "/:=") or len(text.splitlines()) > 1:
        return Line(_position(variant, text))
    return Line(Position(variant).play_all(text))


def _position(variant: Variant, text: str) -> Position:
    return Position.from_text(variant.game, text, variant.name) if text else Position(variant)


def _without_ending(position: Position) -> Position:
    """The line itself: who resigned or agreed could have played on, and an analysis does."""
    line = position.copy()
    if line.outcome and line.outcome.reason in (Reason.RESIGNATION, Reason.AGREEMENT):
        line.undo()
    return line.redo(line.undone)


def _word(action: object) -> str:
    """An action in an address: its notation, or its id where that has spaces."""
    notation = str(action)
    return notation if len(notation.split()) == 1 else f"#{int(action)}"  # type: ignore[call-overload]


def _is_id(word: str) -> bool:
    return word.startswith("#") and word[1:].isdecimal() and len(word) < 21


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isdecimal() and len(text) < 7 else None


def _path(path: str, given: list[tuple[str, str]]) -> str:
    return f"{path}?{urlencode(given)}" if given else path
