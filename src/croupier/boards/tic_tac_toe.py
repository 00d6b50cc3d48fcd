"""Tic-tac-toe drawn: crosses and rings."""

from __future__ import annotations

from typing import Any

from croupier.boards.canvas import Area, Canvas, Grid
from croupier.boards.grid import Cell, Pen, caption, grid
from croupier.boards.touching import Places
from croupier.boards.view import View, written

NAMES = ("X", "O")
BOARD = Grid(3, 3, 84, left=34, top=22)
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def text(view: View, pen: Pen) -> list[str]:
    """Three rows of three, then who is to move."""
    last = {step.action for step in view.steps}
    won = {cell for line in won_lines(view.state) for cell in line}
    cells = [[_cell(view, 3 * row + column, last, won) for column in range(3)] for row in range(3)]
    played = f"last {view.played}" if view.played else ""
    return [*grid(pen, cells, "321", "abc"), caption(pen, view.status(NAMES), played)]


def picture(view: View) -> Canvas:
    """Three rows of three on a card."""
    board = BOARD
    canvas = Canvas(board.right + 22, board.bottom + 34, "Tic-tac-toe", view.status(NAMES))
    board.panel(canvas)
    board.coordinates(canvas, "abc", "321")
    last = {step.action for step in view.steps}
    for cell in range(9):
        x, y = board.centre(cell % 3, cell // 3)
        board.square(canvas, cell % 3, cell // 3, "cell")
        if cell in view.values:
            board.heat(canvas, cell % 3, cell // 3, view.values[cell])
        if cell in last:
            board.outline(canvas, cell % 3, cell // 3)
        who = owner(view.state, cell)
        if who >= 0:
            draw_mark(canvas, who, x, y)
        elif cell in view.values:
            canvas.badge(x, y, view.values[cell], cell == view.best)
        elif cell in view.legal:
            canvas.dot(x, y)
    for line in won_lines(view.state):
        ends = [board.centre(cell % 3, cell // 3) for cell in (line[0], line[2])]
        canvas.line(*ends[0], *ends[1], stroke="ink", width=4, cap="round", beyond=26)
    return canvas


def draw_mark(canvas: Canvas, who: int, x: float, y: float) -> None:
    """A cross or a ring."""
    if who == 0:
        canvas.path(f"M{x - 20} {y - 20}l40 40m0-40l-40 40", stroke="seat0", width=11, cap="round")
    else:
        canvas.circle(x, y, 22, stroke="seat1", width=11)


def seat_names(state: Any) -> tuple[str, str]:
    return NAMES


def asks(state: Any) -> str:
    return "mark a square"


def places(state: Any, action: int) -> Places:
    """The cell."""
    return (written(state, action),)


def area(view: View, place: str) -> Area:
    """Where the cell is on the picture."""
    return BOARD.area("abc".index(place[0]), "321".index(place[1]))


def owner(state: Any, cell: int) -> int:
    """The seat whose stone stands on a cell; -1 where none does."""
    mover = state.seat()
    if state.mine >> cell & 1:
        return int(mover)
    return 1 - int(mover) if state.theirs >> cell & 1 else -1


def won_lines(state: Any) -> list[tuple[int, ...]]:
    """The lines that one seat has to itself."""
    return [line for line in LINES if len({owner(state, cell) for cell in line}) == 1 and owner(state, line[0]) >= 0]


def _cell(view: View, cell: int, last: set[int], won: set[int]) -> Cell:
    who = owner(view.state, cell)
    if who >= 0:
        return Cell(NAMES[who], f"seat{who}", cell in last, won=cell in won)
    return Cell("+" if cell in view.legal else " ", "quiet")
