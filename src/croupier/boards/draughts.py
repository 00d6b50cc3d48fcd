"""Draughts drawn: White has discs with a smooth ring, Black discs with a notched one, kings a crown on a taller stack."""

from __future__ import annotations

from typing import Any

from croupier.boards.canvas import Area, Canvas, Grid
from croupier.boards.grid import Cell, Pen, caption, grid
from croupier.boards.touching import Places
from croupier.boards.view import View
from croupier.games._draughts_moves import moves_down, stride
from croupier.games._draughts_rules import BIG, BLACK_FIRST, NUMBERS
from croupier.games._draughts_text import bit_named, bit_of, name_of, number_of

GLYPHS = {"w": "○", "b": "●", "W": "◎", "B": "◉"}
"""Men and kings (capital) of White and Black."""

CROWN = ((-11, 6.5), (-13, -5.5), (-6, -0.5), (0, -8.5), (6, -0.5), (13, -5.5), (11, 6.5))
MOST_ARROWS = 12


def text(view: View, pen: Pen) -> list[str]:
    """The board with White below. Where the variant has numbers they stand beside the squares."""
    state = view.state
    last = {bit for step in view.steps for bit in ends(state, step.action)}
    moving = {action >> 6 for action in view.legal}
    reached = {ends(state, action)[1] for action in view.legal}
    size = side(state)
    rows = [[_cell(view, pen, (column, row), last, moving, reached) for column in range(size)] for row in range(size)]
    numbers = bool(state.rules & NUMBERS)
    names = [_edge(state, row) if numbers else str(size - row) for row in range(size)]
    letters = [""] * size if numbers else list("abcdefghij"[:size])
    played = f"last {view.played}" if view.played else ""
    return [
        *grid(pen, rows, names, letters, boxed=False),
        _legend(pen),
        caption(pen, view.status(seats(state)), played),
    ]


def picture(view: View) -> Canvas:
    """The board with White below, or turned."""
    state = view.state
    size = side(state)
    numbers = bool(state.rules & NUMBERS)
    board = _board(view)
    canvas = Canvas(board.right + 24, board.bottom + (26 if numbers else 40), "Draughts", view.status(seats(state)))
    board.panel(canvas, radius=8)
    for column in range(size):
        for row in range(size):
            board.square(canvas, column, row, "dark" if (column + row) % 2 else "light", gap=0.5, radius=3)
    if not numbers:
        board.coordinates(canvas, "abcdefghij"[:size], [str(size - row) for row in range(size)], off=20)
    _last(canvas, board, view)
    _targets(canvas, board, view)
    for bit in range(62):
        if (state.mine | state.theirs) >> bit & 1:
            _piece(canvas, board, view, bit)
    if numbers:
        _numbers(canvas, board, state)
    _taken_last(canvas, board, view)
    _arrows(canvas, board, view)
    return canvas


def places(state: Any, action: int) -> Places:
    """The squares it leaves and reaches; in the middle of a capture only where it goes on to."""
    origin, target = (name_of(bit, state.rules) for bit in ends(state, action))
    return (target,) if state.mover else (origin, target)


def area(view: View, place: str) -> Area:
    """Where the square is on the picture."""
    return _board(view).area(*place_of(view.state, bit_named(place, view.state.rules)))


def _board(view: View) -> Grid:
    size = side(view.state)
    return Grid(size, size, 60, left=24 if view.state.rules & NUMBERS else 40, top=24, turned=view.turned)


def _numbers(canvas: Canvas, board: Grid, state: Any) -> None:
    """The number of every dark square, in its corner."""
    for row in range(side(state)):
        for column in range(1 - row % 2, side(state), 2):
            x, y = board.centre(column, row)
            number = number_of(bit_at(state, column, row), state.rules)
            canvas.text(x - 27.5, y - 23.5, str(number), "dark-ink", 9.5, "start")


def _last(canvas: Canvas, board: Grid, view: View) -> None:
    """The squares that the last actions left and reached."""
    squares = [bit for step in view.steps for bit in ends(view.state, step.action)]
    for bit in dict.fromkeys(squares):
        board.outline(canvas, *place_of(view.state, bit), gap=2, radius=5)


def _taken_last(canvas: Canvas, board: Grid, view: View) -> None:
    """A small cross where a piece was captured."""
    for step in view.steps:
        for bit in between(view.state, step.action):
            if step.before is not None and step.before.theirs >> bit & 1:
                x, y = board.centre(*place_of(view.state, bit))
                cross = f"M{x - 9} {y - 9}l18 18m0-18l-18 18"
                canvas.path(cross, stroke="ebony-side", width=7, cap="round")
                canvas.path(cross, stroke="gold", width=3.5, cap="round")


def _targets(canvas: Canvas, board: Grid, view: View) -> None:
    """What may be played: dots on squares that can be reached."""
    if view.values:
        return
    for bit in sorted({ends(view.state, action)[1] for action in view.legal}):
        canvas.circle(*board.centre(*place_of(view.state, bit)), 7, fill="dark-ink", opacity=0.75)


def _piece(canvas: Canvas, board: Grid, view: View, bit: int) -> None:
    state = view.state
    x, y = board.centre(*place_of(state, bit))
    colour, faded = piece_at(state, bit), 0.45 if state.taken >> bit & 1 else None
    draw_piece(canvas, colour, x, y, faded)
    y -= 3 if colour in "WB" else 0
    if state.mover >> bit & 1:
        canvas.circle(x, y, 25, stroke="last", width=3.5)
    elif bit in {action >> 6 for action in view.legal} and not view.values:
        canvas.circle(x, y, 25, stroke="dark-ink", width=2, dash="4 3.5")
    if faded:
        canvas.path(f"M{x - 12} {y - 12}l24 24m0-24l-24 24", stroke="gold", width=3, cap="round")


def draw_piece(canvas: Canvas, colour: str, x: float, y: float, faded: float | None = None) -> None:
    """A man, `w` or `b`, or a king, `W` or `B`."""
    name = "ivory" if colour in "wW" else "ebony"
    face = "ivory" if name == "ivory" else "ebony-side"
    line: dict[str, Any] = {"stroke": f"{name}-line", "width": 1.4, "opacity": faded}
    y += 2 if colour in "WB" else 0
    canvas.ellipse(x, y + 5, 23, 21.5, fill="shadow", opacity=0.22)
    canvas.circle(x, y + 2.5, 22, fill=f"{name}-shade", **line)
    if colour in "WB":
        canvas.circle(x, y - 1.5, 22, fill=f"{name}-shade", **line)
        y -= 5
    canvas.circle(x, y, 22, fill=face, **line)
    if name == "ivory":
        canvas.circle(x, y, 16, **line)
    else:
        canvas.circle(x, y, 17, dash="2.6 3.08", stroke="ebony-line", width=4, opacity=faded)
    if colour in "WB":
        crown = " ".join(f"{x + 0.85 * dx:.1f} {y + 0.85 * dy:.1f}" for dx, dy in CROWN)
        canvas.path(f"M{crown}z", fill="ebony-side" if name == "ivory" else "gold", opacity=faded)


def _arrows(canvas: Canvas, board: Grid, view: View) -> None:
    """The best actions as arrows, thicker and darker by value, each with its badge."""
    shown = view.ranked[:MOST_ARROWS]
    badges = []
    for action in reversed(shown):
        value = view.values[action]
        (x, y), (to_x, to_y) = (board.centre(*place_of(view.state, bit)) for bit in ends(view.state, action))
        far = ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5
        dx, dy, wide = (to_x - x) / far, (to_y - y) / far, 2.5 + 5 * value
        tip, base = (to_x + 4 * dx, to_y + 4 * dy), (to_x - 12 * dx, to_y - 12 * dy)
        half = 5 + wide
        look: dict[str, Any] = {"opacity": 0.45 + 0.5 * value}
        canvas.line(x + 14 * dx, y + 14 * dy, *base, stroke="heat", width=wide, cap="round", **look)
        head = f"M{tip[0]:.1f} {tip[1]:.1f}L{base[0] - half * dy:.1f} {base[1] + half * dx:.1f}"
        canvas.path(f"{head}L{base[0] + half * dy:.1f} {base[1] - half * dx:.1f}z", fill="heat", **look)
        badges.append((x + 0.62 * (to_x - x), y + 0.62 * (to_y - y), value, action == view.best))
    for badge in badges:
        canvas.badge(*badge)


# squares and pieces


def side(state: Any) -> int:
    """Squares on a side of the board."""
    return 10 if state.rules & BIG else 8


def asks(state: Any) -> str:
    if state.mover:
        return "go on capturing"
    out = [0] * (state.branching + 1)
    capture = state.legal(out) and any(state.theirs >> bit & 1 for bit in between(state, out[0]))
    return "capture: it is compulsory" if capture else "move a piece"


def seat_names(state: Any) -> tuple[str, str]:
    return seats(state)


def seats(state: Any) -> tuple[str, str]:
    """What the seats are called."""
    return ("Black", "White") if state.rules & BLACK_FIRST else ("White", "Black")


def bit_at(state: Any, column: int, row: int) -> int:
    """The bit of a dark square, rows from the top."""
    return bit_of(row * (side(state) // 2) + column // 2 + 1, state.rules)


def place_of(state: Any, bit: int) -> tuple[int, int]:
    """Column and row from the top of a bit."""
    row, column = divmod(number_of(bit, state.rules) - 1, side(state) // 2)
    return 2 * column + 1 - row % 2, row


def ends(state: Any, action: int) -> tuple[int, int]:
    """The bits of the squares that an action leaves and reaches."""
    w = 4 + (state.rules & BIG)
    return action >> 6, (action >> 6) + (action & 15) * stride((action >> 4) & 3, w)


def between(state: Any, action: int) -> list[int]:
    """The bits of the squares that an action passes over."""
    step = stride((action >> 4) & 3, 4 + (state.rules & BIG))
    return [(action >> 6) + i * step for i in range(1, action & 15)]


def piece_at(state: Any, bit: int) -> str:
    """`w`, `b`, or a capital for a king; empty where nothing stands."""
    if not (state.mine | state.theirs) >> bit & 1:
        return ""
    black = bool(moves_down(state.turn, state.rules)) == bool(state.mine >> bit & 1)
    letter = "b" if black else "w"
    return letter.upper() if state.kings >> bit & 1 else letter


def _edge(state: Any, row: int) -> str:
    """The number of the first dark square of a row."""
    return str(number_of(bit_at(state, 1 - row % 2, row), state.rules))


def _legend(pen: Pen) -> str:
    def kind(colour: str, words: str) -> str:
        man, king = (letter if pen.ascii else GLYPHS[letter] for letter in (colour, colour.upper()))
        return f"{words} {man}, king {king}"

    return caption(pen, kind("w", "White"), kind("b", "Black"))


def _cell(view: View, pen: Pen, place: tuple[int, int], last: set[int], moving: set[int], reached: set[int]) -> Cell:
    if sum(place) % 2 == 0:
        return Cell()
    bit = bit_at(view.state, *place)
    piece = piece_at(view.state, bit)
    label = str(number_of(bit, view.state.rules)) if view.state.rules & NUMBERS else ""
    if not piece:
        return Cell("+" if bit in reached else "·", "quiet", bit in last, label)
    style = "light" if piece in "wW" else "seat1"
    return Cell(piece if pen.ascii else GLYPHS[piece], style, bit in last, label, bit in moving)
