"""A person at a seat of a match, asked in the terminal."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from croupier.cli.play import ask, drawing
from croupier.errors import CroupierError

if TYPE_CHECKING:
    from croupier.positions import Position


def person(position: Position) -> Any:
    """What a person plays; the end of the input, or `quit`, interrupts the match."""
    from croupier.positions.outcome import seat_name

    print(drawing(position), file=sys.stderr)
    while True:
        line = ask(f"{seat_name(position.seat)} seat> ")
        if line is None or line.strip() == "quit":
            raise KeyboardInterrupt
        try:
            return position.copy().play(line.strip()).history[position.ply]
        except CroupierError as error:
            print(error, file=sys.stderr)
