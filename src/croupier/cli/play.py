"""`croupier play`: a game in the terminal."""

from __future__ import annotations

import re
import sys
import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.options import Debug, GameName, PositionText, VariantName, counted
from croupier.cli.show import thinking
from croupier.errors import InputError
from croupier.numbers import SEED, whole

PERSON, RANDOM = "person", "random"
LONGEST_LINE = 10_000

if TYPE_CHECKING:
    from croupier.players.seated import Seated
    from croupier.positions import Position
    from croupier.positions.sitting import Player


def play(
    game: GameName,
    against: Annotated[
        str | None,
        typer.Option("--against", metavar="SPEC", help="Who has the other seats, in order: a player, several, person."),
    ] = None,
    seat: Annotated[
        str | None,
        typer.Option(
            "--seat", metavar="N", help="Your seat, from 1; 0 to watch. All are people's if no one else plays."
        ),
    ] = None,
    variant: VariantName = None,
    position: PositionText = None,
    by_hand: Annotated[
        bool, typer.Option("--by-hand", help="Throw the dice yourself and type what they show.")
    ] = False,
    seed: Annotated[int | None, counted("--seed", SEED, "Number that dice and players follow from.")] = None,
    debug: Debug = False,
) -> None:
    """Play a game: with people, with players, or watch players play.

    Type an action or a whole turn; `help` lists the other words. Without --against all seats are people's, and with
    --seat alone the others play at random.
    """
    import secrets

    import croupier
    from croupier.boards.terminal import width_of
    from croupier.positions.sitting import Sitting

    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    start = croupier.new(game, variant, position=position)
    seed = secrets.randbits(32) if seed is None else seed
    labels = _labels(start.seats, against, seat)
    players = _players(labels, seed)
    width = min(78, width_of(sys.stdout) or 78)
    sitting = Sitting(start, players, labels, seed=seed, by_hand=by_hand, draw=drawing, advise=_advised, width=width)
    _show(sitting.begin())
    while not sitting.over:
        line = ask(sitting.prompt)
        if line is None:
            print(f"The game stands at: {sitting.position.text()}")
            return
        _show(sitting.answer(line))


def _labels(seats: int, against: str | None, seat: str | None) -> list[str]:
    """Who has each seat: a spec, or `person`."""
    from croupier.players.spec import split

    if against is None and seat is None:
        return [PERSON] * seats
    own = whole(1 if seat is None else seat, "--seat", 0, seats)
    others = [number for number in range(1, seats + 1) if number != own]
    specs = [spec.strip() for spec in split(RANDOM if against is None else against)]
    if not specs:
        raise InputError("--against is empty: name a player, several with commas between, or person")
    if len(specs) > len(others):
        raise InputError(f"--against names {len(specs)}, but only {len(others)} other seats are free")
    specs += specs[-1:] * (len(others) - len(specs))
    chosen = dict(zip(others, specs, strict=True))
    return [chosen.get(number, PERSON) for number in range(1, seats + 1)]


def _players(labels: list[str], seed: int) -> list[Player | None]:
    from croupier.players.seated import player_for

    return [None if label == PERSON else _live(player_for(label, seed + seat)) for seat, label in enumerate(labels)]


def _live(player: Seated) -> Player:
    """The player with a line that says what it thinks meanwhile."""

    def act(position: Position) -> int:
        with thinking(quiet=False) as watch:
            return player(position, watch)

    return act


def _advised(position: Position, spec: str) -> str:
    from croupier.players.seated import hint

    with thinking(quiet=False) as watch:
        return hint(position, spec, watch=watch)


def drawing(position: Position) -> str:
    """The board as this terminal can show it."""
    from croupier.boards.terminal import wants_ascii, wants_colour, width_of

    out = sys.stdout
    return position.drawing(colour=wants_colour(out), ascii=wants_ascii(out), width=width_of(out))


def _show(lines: Iterator[str]) -> None:
    from croupier.boards.terminal import width_of

    width = width_of(sys.stdout)
    for text in lines:
        for line in text.split("\n"):
            print(folded(line, width), flush=True)


def folded(line: str, width: int | None) -> str:
    """A line broken between words where the terminal would break it within one; boards fit as they are.

    What is explained behind a word goes on below its explanation.
    """
    if width is None or len(line) <= width or "\x1b" in line:
        return line
    listed = re.match(r" +\S+ {2,}", line)
    indent = " " * len(listed[0]) if listed and len(listed[0]) < width // 2 else ""
    return textwrap.fill(line, width, subsequent_indent=indent, break_on_hyphens=False)


def ask(prompt: str) -> str | None:
    """The next line, or None at the end of the input; where nobody sees a prompt, the line is shown instead."""
    if sys.stdin is None:
        return None
    if sys.stdin.isatty() and sys.stdout.isatty():
        try:
            return input(prompt)
        except EOFError:
            print()
            return None
    line = sys.stdin.readline(LONGEST_LINE)
    if not line:
        return None
    print(f"{prompt}{line.strip()}", flush=True)
    return line
