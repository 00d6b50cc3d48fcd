"""A game of a kind being played: the position with its history, in the words of people."""

from __future__ import annotations

import operator
import secrets
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from croupier.errors import InputError
from croupier.games import find, names, resolve_variant
from croupier.positions import notation, referee
from croupier.positions.errors import IllegalError, MalformedError
from croupier.positions.notation import Action, Turn
from croupier.positions.outcome import Outcome, Reason, by_referee, seat_name
from croupier.positions.words import read_state, write_state
from croupier.rules.contract import CHANCE
from croupier.rules.game import Game, Variant
from croupier.rules.playouts import pick_weighted
from croupier.rules.streams import root_of, seed_stream
from croupier.rules.text import written_as


class Position:
    """A position and how it came about. `play`, `undo` and `redo` change it and return it.

    Two positions are equal where the rules see no difference; what was played before does not count. So a position that
    is a key or in a set must not be played on: use `copy()`.
    """

    def __init__(self, variant: Variant, state: Any = None) -> None:
        self._variant = variant
        self._states = [variant.start if state is None else state]
        self._actions: list[Action] = []
        self._outcomes: list[Outcome | None] = [referee.outcome(self._states, self._actions, self.seats)]
        self._at = 0
        self._ended: Outcome | None = None

    @classmethod
    def from_text(cls, game: Any, text: str, variant: str | None = None) -> Position:
        """The position that a text describes; `InvalidPositionError` says what is wrong with it."""
        rules = resolve_variant(game, variant)
        return cls(rules, read_state(rules.start, text))

    # what there is

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self._variant.game

    @property
    def variant(self) -> Variant:
        """The set of rules, with its exact facts."""
        return self._variant

    @property
    def state(self) -> Any:
        """The compiled value behind this position."""
        return self._states[self._at]

    @property
    def start(self) -> Any:
        """The state that the history begins with."""
        return self._states[0]

    @property
    def seat(self) -> int:
        """Who acts: 0, 1, ..., or `CHANCE` (-1)."""
        return int(self.state.seat())

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return self._variant.seats

    @property
    def ply(self) -> int:
        """How many actions were played, chance included."""
        return self._at

    @property
    def turn(self) -> int:
        """The number of the turn that is going on, from 1; chance has none."""
        seats = [turn for turn in self.turns if turn.seat != CHANCE]
        middle = self._at > 0 and self.seat == self._states[self._at - 1].seat() != CHANCE
        return len(seats) + (0 if middle else 1)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return self._ended or self._outcomes[self._at]

    @property
    def scores(self) -> tuple[float, ...]:
        """The game points of every seat as they stand; meaningful before the end where the game counts points."""
        return tuple(float(self.state.score(seat)) for seat in range(self.seats))

    @property
    def legal_actions(self) -> list[Action]:
        """The actions that can be played, each an int with `.notation`; none when the game is over."""
        return [] if self.outcome else notation.actions(self.state)

    @property
    def legal_turns(self) -> list[Turn]:
        """The ways to finish the turn that is going on."""
        return [] if self.outcome else notation.legal_turns(self.state)

    @property
    def history(self) -> list[Action]:
        """The actions played so far."""
        return self._actions[: self._at]

    @property
    def turns(self) -> list[Turn]:
        """The history by turns: the actions of one seat in a row, or one outcome of chance."""
        found: list[Turn] = []
        begun = 0
        for i in range(1, self._at + 1):
            before, after = self._states[i - 1].seat(), self._states[i].seat()
            if i == self._at or before != after or before == CHANCE:
                found.append(notation.turn_of(self._states[begun], self._actions[begun:i]))
                begun = i
        return found

    def text(self) -> str:
        """The position in one line, as `from_text` reads it."""
        return write_state(self.state)

    # what one does

    def play(self, action: int | str | Turn) -> Position:
        """Play an action: its id, its notation, or an element of `legal_actions`; or a whole turn, likewise.

        Nothing is played where any part of it is refused.
        """
        if self.outcome:
            raise IllegalError(f"{str(action)[:80]!r} cannot be played: the game is over, {self.outcome}")
        if isinstance(action, str):
            return self._go(notation.read(self.state, action))
        return self._go(self._checked(action if isinstance(action, tuple | list) else [action]))

    def play_all(self, texts: str | Iterable[int | str | Turn]) -> Position:
        """Play actions and turns one after another, of any seat: a list, or a text that has them with spaces.

        Where every action is one letter they may be run together: `444`. Nothing is played where any is refused.
        """
        before = (self._states[:], self._actions[:], self._outcomes[:], self._at, self._ended)
        try:
            for word in self._words(texts) if isinstance(texts, str) else texts:
                self.play(word)
        except InputError:
            self._states, self._actions, self._outcomes, self._at, self._ended = before
            raise
        return self

    def roll(self, seed: int | None = None) -> Position:
        """Let chance act, by the game's weights. With a seed the outcome depends on it and on `ply` alone."""
        if self.outcome or self.seat != CHANCE:
            raise IllegalError("chance is not to act here")
        rng = [0, 0]
        seed_stream(rng, root_of("chance", secrets.randbits(62) if seed is None else seed), self._at)
        options = notation.legal(self.state)
        return self._go([pick_weighted(self.state, rng, options, len(options))])

    def undo(self, times: int = 1) -> Position:
        """Take back the last action, or several; a resignation is taken back like an action."""
        for _ in range(times):
            if self._ended:
                self._ended = None
            elif self._at:
                self._at -= 1
            else:
                raise InputError("there is nothing to undo")
        return self

    def redo(self, times: int = 1) -> Position:
        """Play again what was taken back, as long as nothing else was played."""
        for _ in range(times):
            if self._ended or self._at == len(self._actions):
                raise InputError("there is nothing to redo")
            self._at += 1
        return self

    @property
    def undone(self) -> int:
        """How many actions `redo` can play again."""
        return 0 if self._ended else len(self._actions) - self._at

    def resign(self, seat: int | None = None) -> Position:
        """A seat, the one to act if none is named, gives up: all others have won."""
        seat = self.seat if seat is None else seat
        if self.outcome:
            raise IllegalError(f"the game is over: {self.outcome}")
        if not 0 <= seat < self.seats or self.seats < 2:
            raise IllegalError(f"seats are 0 to {self.seats - 1}, and {seat} cannot resign")
        others = tuple(other for other in range(self.seats) if other != seat)
        words = f"the {seat_name(seat)} seat resigned"
        self._ended = by_referee(self.state, self.seats, others, Reason.RESIGNATION, words)
        return self

    def agree_draw(self) -> Position:
        """The seats agree on a draw."""
        if self.outcome:
            raise IllegalError(f"the game is over: {self.outcome}")
        self._ended = by_referee(self.state, self.seats, tuple(range(self.seats)), Reason.AGREEMENT)
        return self

    def copy(self) -> Position:
        """The same position with the same history, to be played on by itself."""
        other = Position.__new__(Position)
        other.__dict__.update(self.__dict__)
        other._states, other._actions, other._outcomes = self._states[:], self._actions[:], self._outcomes[:]
        return other

    __copy__ = copy

    def record(self, **headers: str) -> str:
        """The game so far as text, with more headers if wanted; `Record.read` reads it."""
        from croupier.positions.record import Record

        return str(Record(self, headers))

    # how it looks and compares

    def drawing(
        self, *, legal: bool = False, colour: bool = False, ascii: bool = False, width: int | None = None
    ) -> str:
        """The board as lines of text, the last turn marked, on demand the legal actions too."""
        from croupier import boards

        return boards.text(self.state, self._last(), self._marked(legal), colour, ascii, width, self._told())

    def svg(
        self,
        *,
        legal: bool = False,
        values: Mapping[int, float] | None = None,
        dark: bool | None = None,
        touch: Iterable[str] | None = None,
        upright: bool = False,
        turned: bool = False,
        names: Iterable[str] = (),
        say: Callable[[str], str] = str,
        status: str = "",
    ) -> str:
        """The board as a picture; `values` are numbers in [0, 1] by action, shown on it; the rest as in `boards.svg`."""
        from croupier import boards

        touch = None if self.outcome else touch
        marked = self._marked(legal)
        told = status or self._told()
        return boards.svg(self.state, self._last(), marked, values, dark, told, touch, upright, turned, names, say)

    def _repr_svg_(self) -> str:
        return self.svg()

    def _last(self) -> tuple[Any, list[int]] | None:
        """The state before the last turn, and its actions: with chance before, within or behind it."""
        begun, who = self._at, CHANCE
        for turn in reversed(self.turns[-4:]):
            if CHANCE != turn.seat != who != CHANCE:
                break
            who = turn.seat if who == CHANCE else who
            begun -= len(turn)
        return (self._states[begun], [int(action) for action in self._actions[begun : self._at]]) if self._at else None

    def _told(self) -> str:
        """How the game ended where the state does not tell."""
        return str(self.outcome) if self.outcome and notation.legal(self.state) else ""

    def _marked(self, legal: bool) -> list[int]:
        return [int(action) for action in self.legal_actions] if legal else []

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        if self._key() != other._key():
            return False
        return type(self.state) is type(other.state) or source_of(self.game) == source_of(other.game)

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[Any, ...]:
        facts = tuple(sorted(self._variant.facts.items()))
        return self.game.name, type(self.state).__name__, facts, tuple(self.state)

    def __str__(self) -> str:
        return self.drawing()

    def __repr__(self) -> str:
        return f"Position({self.game.name!r}, {self._variant.name!r}, {self.text()!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        played = [int(action) for action in self._actions]
        return _restored, (source_of(self.game), self._variant.name, tuple(self.start), played, self._at, self._ended)

    # the rest

    def _checked(self, actions: Sequence[Any]) -> list[int]:
        """The ids of the actions of one turn, each legal when its time comes; chance may act within it."""
        state, seats, found = self.state, (self.seat, CHANCE), list[int]()
        if not actions:
            raise MalformedError("a turn has one action at least")
        for given in actions:
            try:
                action = None if isinstance(given, bool) else operator.index(given)
            except TypeError:
                action = None
            if action is None:
                raise MalformedError(f"an action is an id, a text or one of legal_actions, not {type(given).__name__}")
            options = notation.legal(state)
            if options and state.seat() not in seats:
                raise IllegalError(f"after {found} another seat is to act: play that by itself, or with play_all")
            if action not in options:
                ids = ", ".join(map(str, options[:40])) or "none, the game is over"
                raise IllegalError(f"action {_short(action)} is not legal here; legal: {ids}")
            found.append(action)
            state = state.play(action)
        return found

    def _go(self, actions: list[int]) -> Position:
        del self._states[self._at + 1 :], self._actions[self._at :], self._outcomes[self._at + 1 :]
        for action in actions:
            self._actions.append(Action(action, notation.written(self.state, action)))
            self._states.append(self.state.play(action))
            self._outcomes.append(referee.outcome(self._states, self._actions, self.seats))
            self._at += 1
        return self

    def _words(self, text: str) -> list[str]:
        words = text.split()
        single = all(len(action.notation) == 1 for action in self.legal_actions)
        if len(words) == 1 and single and all(action.notation != text.strip() for action in self.legal_actions):
            return list(words[0])
        return words


def _short(number: int) -> str:
    return str(number) if abs(number) < 10**40 else "of more than 40 digits"


def source_of(game: Game) -> str | Path | type:
    """What `resolve` finds this game by in another process."""
    if game.name in names() and find(game.name).cls is game.cls:
        return game.name
    written: type = written_as(game.cls)
    if written.__module__.startswith("croupier_file_"):
        return Path(str(sys.modules[written.__module__].__file__))
    return written


def _restored(
    source: Any, variant: str, start: tuple[int, ...], actions: list[int], at: int, ended: Outcome | None
) -> Position:
    rules = resolve_variant(source, variant)
    position = Position(rules, type(rules.start)._make(start))
    position._go(actions)
    position._at, position._ended = at, ended
    return position
