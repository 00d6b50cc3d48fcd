"""A game between people and players, led by lines of text: what a terminal shows and understands, without a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from croupier.errors import CroupierError, InputError, closest
from croupier.games import names
from croupier.positions import notation
from croupier.positions.errors import IllegalError, RecordError
from croupier.positions.notation import Turn
from croupier.positions.outcome import seat_name
from croupier.positions.position import Position
from croupier.positions.record import LONGEST_TEXT, Record
from croupier.rules.contract import CHANCE

Player = Callable[[Position], int]
"""Chooses an action; a seat without a player is a person's."""

HELP = {
    "help": "these words",
    "legal": "the actions you may play",
    "turns": "the whole turns you may play",
    "board": "draw the board again",
    "text": "the position in one line",
    "history": "the game so far, as a record",
    "undo": "take back to your last decision",
    "redo": "play again what was taken back",
    "hint": "what a search would play; hint SPEC asks another one",
    "roll": "let chance act, where you play it by hand",
    "save": "save FILE writes the record of the game",
    "load": "load FILE goes on with the game of a record",
    "resign": "give up",
    "draw": "agree on a draw, where no computer sits",
    "new": "begin again",
    "quit": "leave",
}
"""The words that are not actions, and what they do."""

SHORT = {"?": "help", "h": "help", "q": "quit", "exit": "quit", "moves": "legal", "actions": "legal"}
"""Other words that people try."""


class Sitting:
    """Who sits at a position; `begin` and `answer` give the lines to show, one after another as things happen.

    Chance is thrown by `seed`, or by the people where `by_hand`. Lists of actions have lines of `width`.
    """

    def __init__(
        self,
        position: Position,
        players: Sequence[Player | None],
        labels: Sequence[str],
        *,
        seed: int = 0,
        by_hand: bool = False,
        draw: Callable[[Position], str] = Position.text,
        advise: Callable[[Position, str], str] | None = None,
        width: int = 78,
    ) -> None:
        self.position = position
        self.over = False
        self._players = list(players)
        self._labels = list(labels)
        self._seed = seed
        self._by_hand = by_hand
        self._drawing = draw
        self._advise = advise
        self._width = width
        self._first = position.copy()

    @property
    def prompt(self) -> str:
        """What to ask for."""
        if self.position.outcome:
            return "game over> "
        return f"{self._who(self.position.seat)}> "

    def begin(self) -> Iterator[str]:
        """Greet, and play until a person is to act."""
        position = self.position
        seats = ", ".join(f"{seat_name(seat)} {label}" for seat, label in enumerate(self._labels))
        yield f"{position.game.title}, {position.variant.name}, seed {self._seed}. Seats: {seats}."
        such = f", such as {position.legal_actions[0]}" if position.seat != CHANCE and position.legal_actions else ""
        people = f"Type an action{such}; or legal for all of them, help for more."
        yield people if not all(self._players) else "All seats are played by computers."
        yield from self._go_on()

    def answer(self, line: str) -> Iterator[str]:
        """Do what a line says: an action, a turn or one of the words of `HELP`; what is wrong with it is a line too."""
        line = line.strip()
        if not line:
            return
        try:
            yield from self._do(line)
        except CroupierError as error:
            yield str(error)
        except OSError as error:
            yield f"the operating system says: {error.strerror or error}"

    def _do(self, line: str) -> Iterator[str]:
        word, _, rest = line.partition(" ")
        own = any(action.notation == line for action in self.position.legal_actions)
        word = SHORT.get(word.lower(), word)
        if not own and word.lower() in HELP:
            yield from getattr(self, f"_on_{word.lower()}")(rest.strip())
        elif not own and word.isalpha() and len(word) > 2 and self._near(word):
            raise InputError(f"there is no word {word!r}: {closest(word, HELP)}")
        else:
            self._play(line)
            yield from self._go_on()

    def _near(self, word: str) -> bool:
        """Whether a word is a mistyped one of `HELP` and not an attempt at an action."""
        return "did you mean" in closest(word, HELP)

    # the words

    def _on_help(self, rest: str) -> Iterator[str]:
        example = self.position.legal_actions[:1]
        such = f", such as {example[0]}" if example else ""
        yield f"Type an action or a whole turn{such}."
        how = notation.how(self.position.state)
        yield (
            f"How actions are written: {how.removeprefix('write ')}."
            if how
            else "Actions are written as `legal` lists them."
        )
        yield "Other words:"
        yield from (f"  {word:9}{told}" for word, told in HELP.items())

    def _on_legal(self, rest: str) -> Iterator[str]:
        yield self._wrapped([action.notation for action in self.position.legal_actions])

    def _on_turns(self, rest: str) -> Iterator[str]:
        yield self._wrapped([turn.notation for turn in self.position.legal_turns])

    def _on_board(self, rest: str) -> Iterator[str]:
        yield self._drawing(self.position)

    def _on_text(self, rest: str) -> Iterator[str]:
        yield self.position.text()

    def _on_history(self, rest: str) -> Iterator[str]:
        yield str(self._record()).rstrip("\n")

    def _on_undo(self, rest: str) -> Iterator[str]:
        there = self.position.copy().undo()
        while there.ply and not self._asks(there):
            there.undo()
        if not self._asks(there):
            raise InputError("there is nothing to undo")
        self.position = there
        yield from self._go_on()

    def _on_redo(self, rest: str) -> Iterator[str]:
        there = self.position.copy().redo()
        while there.undone and not self._asks(there):
            there.redo()
        self.position = there
        yield from self._go_on()

    def _on_hint(self, rest: str) -> Iterator[str]:
        if self.position.outcome or self._advise is None or self.position.seat == CHANCE:
            raise InputError("there is nothing to advise here")
        yield self._advise(self.position, rest)

    def _on_roll(self, rest: str) -> Iterator[str]:
        ply = self.position.ply
        self.position.roll()
        yield self._told(ply)
        yield from self._go_on()

    def _on_save(self, rest: str) -> Iterator[str]:
        if not rest:
            raise InputError("write the name of a file: save FILE")
        path = Path(rest)
        if path.exists() and not path.read_bytes()[:7] == b'[Game "':
            raise InputError(f"{rest} is there and is not the record of a game: name another file")
        path.write_text(str(self._record()), encoding="utf-8")
        yield f"saved as {rest}"

    def _on_load(self, rest: str) -> Iterator[str]:
        if not rest:
            raise InputError("write the name of a file: load FILE")
        with Path(rest).open(encoding="utf-8", errors="replace") as file:
            text = file.read(LONGEST_TEXT + 1)
        game = self.position.game
        found = Record.read(text, None if game.name in names() else game).position
        if found.game.name != game.name or found.seats != len(self._labels):
            raise RecordError(
                f"{rest} is a game of {found.game.name} {found.variant.name}: start `croupier play` for it"
            )
        self.position, self._first = found, Position(found.variant, found.start)
        yield from self._go_on()

    def _on_resign(self, rest: str) -> Iterator[str]:
        if self.position.seat == CHANCE:
            raise IllegalError("chance is to act: resign on your turn")
        self.position.resign()
        yield from self._go_on()

    def _on_draw(self, rest: str) -> Iterator[str]:
        if any(self._players):
            raise IllegalError("a computer does not agree on a draw")
        self.position.agree_draw()
        yield from self._go_on()

    def _on_new(self, rest: str) -> Iterator[str]:
        self.position = self._first.copy()
        self._seed += 1
        yield from self._go_on()

    def _on_quit(self, rest: str) -> Iterator[str]:
        self.over = True
        yield from ()

    # the game

    def _play(self, line: str) -> None:
        there = self.position.copy().play(line)
        thrown = [turn for turn in there.turns if turn.seat == CHANCE]
        if not self._by_hand and len(thrown) > len([turn for turn in self.position.turns if turn.seat == CHANCE]):
            raise IllegalError("what chance does is not yours to say: play up to there")
        self.position = there

    def _go_on(self) -> Iterator[str]:
        """Let chance and players act until a person is asked or the game is over."""
        position = self.position
        while not position.outcome and not self._asks(position):
            ply, seat = position.ply, position.seat
            while not position.outcome and position.seat == seat and (position.ply == ply or seat != CHANCE):
                self._act(position)
            yield self._told(ply)
        yield self._drawing(position)
        if position.outcome:
            yield from self._ending(position)

    def _act(self, position: Position) -> None:
        player = self._players[position.seat] if position.seat != CHANCE else None
        if player is None:
            position.roll(self._seed)
        else:
            position.play(player(position))

    def _ending(self, position: Position) -> Iterator[str]:
        outcome = position.outcome
        assert outcome is not None
        yield f"Game over. {str(outcome)[0].upper()}{str(outcome)[1:]}."
        if outcome.scores != outcome.returns:
            points = (f"{seat_name(seat)} {score:g}" for seat, score in enumerate(outcome.scores))
            yield f"Points: {', '.join(points)}."
        self.over = all(self._players)
        if not self.over:
            yield "What now? new, undo, history, save FILE, or quit."

    def _asks(self, position: Position) -> bool:
        """Whether people decide what happens next."""
        if position.outcome:
            return False
        return self._by_hand if position.seat == CHANCE else self._players[position.seat] is None

    def _told(self, ply: int) -> str:
        """What happened from this ply on."""
        position = self.position
        turn: Turn = notation.turn_of(position.copy().undo(position.ply - ply).state, position.history[ply:])
        return f"{self._who(turn.seat)}: {turn}"

    def _who(self, seat: int) -> str:
        return "chance" if seat == CHANCE else f"{seat_name(seat)} seat ({self._labels[seat]})"

    def _record(self) -> Record:
        seats = {f"Seat{seat + 1}": label for seat, label in enumerate(self._labels)}
        return Record(self.position, seats)

    def _wrapped(self, words: list[str]) -> str:
        return textwrap.fill("  ".join(words) or "none", self._width, break_long_words=False, break_on_hyphens=False)
