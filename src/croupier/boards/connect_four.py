"""Connect Four drawn: full discs and rings."""

from __future__ import annotations

from typing import Any

from croupier.boards.canvas import Area, Canvas, Grid
from croupier.boards.grid import Cell, Pen, caption, grid
from croupier.boards.phrases import COLOURS
from croupier.boards.touching import Places
from croupier.boards.view import View, written
from croupier.rules import count

NAMES = ("●", "○")
WORDS = ("red (disc)", "blue (ring)")


def text(view: View, pen: Pen) -> list[str]:
    """The rows from the top, the columns' numbers below; a column that may be played has `+` where the stone falls."""
    state = view.state
    last = {landing(state, step.action, 1) for step in view.steps}
    open_ = {landing(state, action, 0) for action in view.legal}
    won = {place for places in fours(state) for place in places}
    rows = [
        [_cell(state, (column, row), last, open_, won) for column in range(state.columns)]
        for row in reversed(range(state.rows))
    ]
    names = [str(column + 1) for column in range(state.columns)]
    played = f"last {view.played}" if view.played else ""
    return [*grid(pen, rows, [""] * state.rows, names), caption(pen, view.status(NAMES), played)]


def picture(view: View) -> Canvas:
    """A wall of round holes, the columns' numbers below."""
    state = view.state
    board = _board(state)
    canvas = Canvas(board.right + 24, board.bottom + 36, "Connect Four", view.status(WORDS))
    board.panel(canvas, "wall", 12)
    board.coordinates(canvas, [str(column + 1) for column in range(state.columns)], ())
    last = {landing(state, step.action, 1) for step in view.steps}
    for column in range(state.columns):
        for row in range(state.rows):
            _hole(canvas, board, view, column, row, last)
        _above(canvas, board, view, column)
    for four in fours(state):
        (x, y), (to_x, to_y) = (board.centre(column, state.rows - 1 - row) for column, row in (four[0], four[3]))
        canvas.line(x, y, to_x, to_y, stroke="cell", width=9, cap="round")
        canvas.line(x, y, to_x, to_y, stroke="ink", width=4, cap="round")
    return canvas


def _hole(canvas: Canvas, board: Grid, view: View, column: int, row: int, last: set[tuple[int, int]]) -> None:
    x, y = board.centre(column, view.state.rows - 1 - row)
    who = owner(view.state, column, row)
    canvas.circle(x, y, 25, fill="cell")
    if row == _height(view.state, column):
        if column in view.values:
            canvas.circle(x, y, 25, fill="heat", opacity=0.1 + 0.8 * view.values[column])
        elif column in view.legal:
            canvas.dot(x, y)
    if who >= 0:
        draw_disc(canvas, who, x, y)
    if (column, row) in last:
        canvas.circle(x, y, 26.5, stroke="last", width=4)


def draw_disc(canvas: Canvas, who: int, x: float, y: float) -> None:
    """A full disc or a ring."""
    if who == 0:
        canvas.circle(x, y, 23, fill="seat0")
        canvas.circle(x, y, 16, stroke="seat0-line", width=2)
    else:
        canvas.circle(x, y, 17.5, stroke="seat1", width=11)


def _above(canvas: Canvas, board: Grid, view: View, column: int) -> None:
    """Over a column: its value, or that it may be played."""
    x, _ = board.centre(column, 0)
    if column in view.values:
        canvas.badge(x, board.top - 24, view.values[column], column == view.best)
    elif column in view.legal:
        canvas.path(f"M{x - 6} {board.top - 25}h12l-6 7z", fill="muted")


def seat_names(state: Any) -> tuple[str, str]:
    return COLOURS[0], COLOURS[1]


def asks(state: Any) -> str:
    return "drop a disc"


def places(state: Any, action: int) -> Places:
    """The column."""
    return (written(state, action),)


def area(view: View, place: str) -> Area:
    """The column with what is above it."""
    board = _board(view.state)
    x, _ = board.centre(int(place) - 1, 0)
    return x - 29, board.top - 42, 58, board.bottom - board.top + 42


def _board(state: Any) -> Grid:
    return Grid(state.columns, state.rows, 60, left=24, top=44)


def owner(state: Any, column: int, row: int) -> int:
    """The seat whose stone lies there, rows from the bottom; -1 where none does."""
    bit = (state.rows + 1) * column + row
    mover = int(state.seat())
    if state.mine >> bit & 1:
        return mover
    return 1 - mover if state.theirs >> bit & 1 else -1


def landing(state: Any, column: int, fallen: int) -> tuple[int, int]:
    """Where the next stone of a column comes to lie, or where the last one did."""
    return column, _height(state, column) - fallen


def fours(state: Any) -> list[list[tuple[int, int]]]:
    """Every line of four, by column and row from the bottom."""
    found = []
    for column in range(state.columns):
        for row in range(state.rows):
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                places = [(column + i * dx, row + i * dy) for i in range(4)]
                inside = all(0 <= x < state.columns and 0 <= y < state.rows for x, y in places)
                if inside and owner(state, column, row) >= 0 and len({owner(state, *place) for place in places}) == 1:
                    found.append(places)
    return found


def _height(state: Any, column: int) -> int:
    rise = state.rows + 1
    return int(count(((state.mine | state.theirs) >> (rise * column)) & ((1 << rise) - 1)))


def _cell(
    state: Any,
    place: tuple[int, int],
    last: set[tuple[int, int]],
    open_: set[tuple[int, int]],
    won: set[tuple[int, int]],
) -> Cell:
    who = owner(state, *place)
    if who >= 0:
        return Cell(NAMES[who], f"seat{who}", place in last, won=place in won)
    return Cell("+" if place in open_ else " ", "quiet")
