"""Tables in narrow terminals: every cell is there, whole, and no line is wider than the terminal."""

from __future__ import annotations

import io

import pytest
from rich.console import Console
from rich.text import Text

from croupier.analysis import Games, standings
from croupier.cli import fitting, show
from test_analysis import LOSS, WIN, match

NAMES = ("grave(iterations=1000)", "uct(iterations=1000)")
HEADS, ROWS = standings(Games.of(match(*[(WIN, LOSS), (WIN, WIN)] * 6, names=NAMES))).table()


def drawn(width: int, rows: list[list[str]]) -> str:
    """What a terminal of so many columns shows."""
    cells = [[Text(cell) for cell in row] for row in rows]
    console = Console(file=io.StringIO(), width=width)
    for part in show._drawn(HEADS, cells, 2, {0, 1}, width):
        console.print(part)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


@pytest.mark.parametrize("width", [60, 72, 80, 100, 120, 160, 300])
def test_every_cell_is_there(width: int) -> None:
    """A table of ratings, with a frame or without one, in one part or several."""
    shown = drawn(width, ROWS)
    assert max(map(len, shown.splitlines())) <= width
    assert "…" not in shown
    for row in ROWS:
        assert all(cell in shown for cell in row)
    assert ("╭" in shown) == (width > 150)


def test_long_names_are_folded() -> None:
    """A player whose spec is longer than the terminal takes half of it, on several lines."""
    spec = "uct(c=1.4142135, iterations=100000, playout=decisive(avoid=true), reward=score(clip=40))"
    shown = drawn(80, [[ROWS[0][0], spec, *ROWS[0][2:]]])
    assert max(map(len, shown.splitlines())) <= 80
    assert all(cell in shown for cell in ROWS[0][2:])
    assert "…" not in shown


def test_columns_that_belong_together() -> None:
    """An interval stays with its number, and the counts of games with each other."""
    heads = ["player", "Elo", "95 %", "games", "won", "drawn", "lost", "time"]
    widths = [10, 4, 14, 5, 4, 5, 4, 7]
    assert fitting.parts(heads, widths, 1, fitting.bare(widths)) == [[*range(8)]]
    assert fitting.parts(heads, widths, 1, fitting.bare(widths) - 1) == [[*range(7)], [0, 7]]
    assert fitting.parts(heads, widths, 1, 40) == [[0, 1, 2], [0, 3, 4, 5, 6], [0, 7]]
    assert fitting.parts(heads, widths, 1, 1) == [[0, 1, 2], [0, 3, 4, 5, 6], [0, 7]]
