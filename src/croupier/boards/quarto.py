"""Quarto drawn: tall and short, round and square, dark and light, hollow and solid pieces as bodies that stand."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Any

from croupier.boards.canvas import Area, Canvas, Grid
from croupier.boards.grid import Pen, caption
from croupier.boards.touching import Places
from croupier.boards.view import View
from croupier.games._quarto_board import JOINT, LINES, NOTHING, in_play, piece_on

TALL, DARK, ROUND, SOLID = 8, 4, 2, 1
BOARD = Grid(4, 4, 84, left=38, top=24)
_WIDE = (BOARD.right + 288, BOARD.bottom + 38)
_UPRIGHT = (BOARD.right + 39, BOARD.bottom + 312)
CELL = 7
"""Columns of a square in text."""


def piece_words(piece: int) -> str:
    """The four attributes of a piece."""
    words = (
        "tall" if piece & TALL else "short",
        "dark" if piece & DARK else "light",
        "round" if piece & ROUND else "square",
        "solid" if piece & SOLID else "hollow",
    )
    return " ".join(words)


# text


def text(view: View, pen: Pen) -> list[str]:
    """The board, the piece in hand and the pieces left; a piece is two lines with its hex digit, or the digit alone."""
    state = view.state
    hand = "" if state.hand == NOTHING else f"in hand: {state.hand:x} ({piece_words(state.hand)})"
    played = f"last {view.played}" if view.played else ""
    rows = _drawn(view, pen) if pen.fits(3 + 4 * (CELL + 1)) else _digits(view, pen)
    tray = _tray(view, pen)
    told = f"{view.status()}{_task(view)}"
    return [*rows, *tray, *([pen.put(hand, "strong")] if hand else []), caption(pen, told, played)]


def _task(view: View) -> str:
    """What the seat to move has to do, or what the pieces that won have in common."""
    state = view.state
    if view.over or view.told:
        alike = _alike(state)
        return f" (all {', '.join(alike)})" if alike else ""
    if state.hand == NOTHING:
        return ": give a piece"
    return ": place the piece and give another" if state.rules & JOINT else ": place the piece"


def _drawn(view: View, pen: Pen) -> list[str]:
    def rule(start: str, middle: str, end: str) -> str:
        return "  " + pen.put(start + middle.join(["─" * CELL] * 4) + end, "quiet")

    placed, bar = placed_last(view), pen.put("│", "quiet")
    lines = [rule("┌", "┬", "┐")]
    for row in range(4):
        if row:
            lines.append(rule("├", "┼", "┤"))
        blocks = [_block(view, pen, 4 * row + column, placed) for column in range(4)]
        for part, name in enumerate((" ", str(4 - row))):
            lines.append(f"{name} {bar}" + bar.join(block[part] for block in blocks) + bar)
    names = " ".join(name.center(CELL) for name in "abcd")
    return [*lines, rule("└", "┴", "┘"), f"   {names}".rstrip()]


def _block(view: View, pen: Pen, cell: int, placed: set[int]) -> tuple[str, str]:
    """The two lines of a square."""
    state = view.state
    if not state.filled >> cell & 1:
        free = cell in {cell_of(state, action) for action in view.legal}
        return " " * CELL, pen.put(("+" if free else " ").center(CELL), "quiet")
    piece = piece_on(state.three, state.eight, cell)
    upper, lower = _glyph(piece)
    style = "dark" if piece & DARK else "light"
    sides = "[]" if cell in placed else "**" if cell in _won_cells(state) else "  "
    top = " " + pen.put(upper, style) + " "
    return top, pen.put(sides[0], "last") + pen.put(lower[:-1], style) + lower[-1] + pen.put(sides[1], "last")


def _glyph(piece: int) -> tuple[str, str]:
    """Five columns and two lines: a short piece fills the lower one only, a hollow one has an `o` on top."""
    fill = "▓" if piece & DARK else " "
    left, right = "()" if piece & ROUND else "||"
    body = f"{left}{fill}{fill}{right} "
    top = body if piece & SOLID else f"{left}{fill if piece & DARK else ' '}o{right} "
    name = f"{piece:x}"
    return (top, body[:-1] + name) if piece & TALL else (" " * 5, top[:-1] + name)


def _digits(view: View, pen: Pen) -> list[str]:
    """The board in hex digits."""
    state, placed, rows = view.state, placed_last(view), []
    free = {cell_of(state, action) for action in view.legal}
    for row in range(4):
        line = f"{4 - row}"
        for cell in range(4 * row, 4 * row + 4):
            filled = state.filled >> cell & 1
            digit = f"{piece_on(state.three, state.eight, cell):x}" if filled else "+" if cell in free else "·"
            line += pen.put(f"[{digit}]" if cell in placed else f" {digit} ")
        rows.append(line)
    return [*rows, "  a  b  c  d"]


def _tray(view: View, pen: Pen) -> list[str]:
    """The pieces that can still be given."""
    left = [piece for piece in range(16) if view.state.left >> piece & 1]
    if not left:
        return []
    wide = 80 if pen.width is None else pen.width
    if wide < 3 + 4 * (CELL + 1):
        return [pen.put("left: " + " ".join(f"{piece:x}" for piece in left))]
    rows = -(-len(left) // ((wide - 2) // 6))
    each, lines = -(-len(left) // rows), [pen.put("left to give:")]
    for start in range(0, len(left), each):
        glyphs = [(_glyph(piece), "dark" if piece & DARK else "light") for piece in left[start : start + each]]
        for part in (0, 1):
            cut = [(glyph[part][:-1], glyph[part][-1], style) for glyph, style in glyphs]
            lines.append("  " + " ".join(pen.put(body, style) + name for body, name, style in cut))
    return lines


# picture


def picture(view: View) -> Canvas:
    """The board, beside or below it the piece in hand and the pieces left."""
    state, board = view.state, BOARD
    canvas = Canvas(*(_UPRIGHT if view.upright else _WIDE), "Quarto", view.status())
    board.panel(canvas, radius=14, margin=8)
    board.coordinates(canvas, "abcd", "4321", off=21)
    placed, line = placed_last(view), set(_won_cells(state))
    cells = best_by(view, lambda action: cell_of(state, action)) if state.hand != NOTHING else {}
    free = {cell_of(state, action) for action in view.legal} if state.hand != NOTHING else set()
    for cell in range(16):
        column, row = cell % 4, cell // 4
        x, y = board.centre(column, row)
        board.square(canvas, column, row, "dark", radius=12)
        if cell in line:
            canvas.rect(x - 34, y - 34, 68, 68, 8, stroke="ivory", width=2.5)
        if cell in placed:
            board.outline(canvas, column, row, radius=11)
        if state.filled >> cell & 1:
            draw_piece(canvas, piece_on(state.three, state.eight, cell), x, y)
        elif cell in cells:
            board.heat(canvas, column, row, cells[cell], radius=12)
            canvas.badge(x, y, cells[cell], cells[cell] == max(cells.values()))
        elif cell in free:
            canvas.dot(x, y, "ivory")
    _in_hand(canvas, view)
    _left_to_give(canvas, view)
    return canvas


def _in_hand(canvas: Canvas, view: View) -> None:
    """The piece that is to be placed, or how things stand."""
    state = view.state
    left, top = (BOARD.left - 8, BOARD.bottom + 56) if view.upright else (BOARD.right + 34, 30.0)
    canvas.text(left, top, view.say("In hand"), "muted", 13, "start", 600)
    canvas.rect(left, top + 14, 62, 66, 12, fill="dark")
    x, y = (left, top + 100) if view.upright else (left + 76, top + 26)
    room = 118 if view.upright else 140
    if state.hand != NOTHING:
        draw_piece(canvas, state.hand, left + 31, top + 48, 0.82)
        words = [view.say(word) for word in piece_words(state.hand).split()]
        canvas.text(x, y, f"{state.hand:x}", size=16, anchor="start", weight=650)
        canvas.text(x, y + 22, " ".join(words[:2]), anchor="start", most=room)
        canvas.text(x, y + 41, " ".join(words[2:]), anchor="start", most=room)
    elif view.over or view.told:
        told, *why = view.status().split(": ", 1)
        canvas.text(x, y, told, anchor="start", weight=600, most=room)
        alike = [view.say(word) for word in _alike(state)]
        why += [view.say("all {words}").format(words=", ".join(alike))] if alike else []
        for i, line in enumerate(textwrap.wrap(": ".join(why), room // 6)):
            canvas.text(x, y + 20 + 15 * i, line, "muted", 11, "start")
    else:
        canvas.text(x, y if view.upright else top + 47, view.say("to be given"), "muted", 13, "start", most=room)


def _left_to_give(canvas: Canvas, view: View) -> None:
    """The tray of the pieces that can be given."""
    tray = _tray_of(view)
    canvas.text(tray.left - 5, tray.top - 18, view.say("Left to give"), "muted", 13, "start", 600)
    canvas.rect(tray.left - 5, tray.top - 4, tray.right - tray.left + 10, tray.bottom - tray.top + 8, 12, fill="dark")
    gifts = best_by(view, lambda action: gift_of(view.state, action))
    for piece in range(16):
        _on_tray(canvas, view, tray, piece, gifts)


def _tray_of(view: View) -> Grid:
    if view.upright:
        return Grid(4, 4, 54, left=BOARD.right - 213, top=BOARD.bottom + 74)
    return Grid(4, 4, 54, left=BOARD.right + 39, top=148)


def _on_tray(canvas: Canvas, view: View, tray: Grid, piece: int, gifts: dict[int, float]) -> None:
    row, column = divmod(piece, tray.columns)
    x, y = tray.centre(column, row)
    if not view.state.left >> piece & 1:
        canvas.circle(x, y, 3, fill="dark-ink", opacity=0.35)
        return
    if piece in gifts:
        tray.heat(canvas, column, row, gifts[piece], radius=8)
    elif piece in {gift_of(view.state, action) for action in view.legal}:
        canvas.rect(*tray.area(column, row), 8, stroke="dark-ink", width=1.2, dash="3 3", opacity=0.55)
    half, valued = tray.unit / 2, piece in gifts
    scale = tray.unit / (92 if valued else 76)
    canvas.text(x - half + 8, y - half + 10, f"{piece:x}", "dark-ink", 12, weight=600)
    draw_piece(canvas, piece, x + (0 if valued else 4), y + half - 3 - 30 * scale, scale)
    if valued:
        best = gifts[piece] == max(gifts.values())
        canvas.badge(x + half - 18, y - half + 10, gifts[piece], best, small=True)


def draw_piece(canvas: Canvas, piece: int, x: float, y: float, scale: float = 1.0) -> None:
    """A piece seen from the front and above, its middle at (x, y)."""
    name = "ebony" if piece & DARK else "ivory"
    high = (36 if piece & TALL else 13) * scale
    foot = y + 21 * scale
    canvas.ellipse(x, foot + 3 * scale, 23 * scale, 8 * scale, fill="shadow", opacity=0.2)
    (_cylinder if piece & ROUND else _prism)(canvas, name, x, foot, foot - high, scale, not piece & SOLID)


def _cylinder(canvas: Canvas, name: str, x: float, foot: float, top: float, scale: float, hollow: bool) -> None:
    a, b = 18 * scale, 8 * scale
    line: dict[str, Any] = {"stroke": f"{name}-line", "width": 1.2}
    body = f"M{x - a:.1f} {top:.1f}V{foot:.1f}A{a:.1f} {b:.1f} 0 0 0 {x + a:.1f} {foot:.1f}V{top:.1f}z"
    canvas.path(body, fill=f"{name}-side", **line)
    fold = x + 0.35 * a
    edge = foot + b * (1 - 0.35**2) ** 0.5
    shade = f"M{fold:.1f} {top:.1f}V{edge:.1f}A{a:.1f} {b:.1f} 0 0 0 {x + a - 0.6:.1f} {foot:.1f}V{top:.1f}z"
    canvas.path(shade, fill=f"{name}-shade")
    canvas.ellipse(x, top, a, b, fill=name, **line)
    if hollow:
        canvas.ellipse(x, top, 0.56 * a, 0.56 * b, fill=f"{name}-hole", **line)


def _prism(canvas: Canvas, name: str, x: float, foot: float, top: float, scale: float, hollow: bool) -> None:
    a, b = 20 * scale, 9.5 * scale
    line: dict[str, Any] = {"stroke": f"{name}-line", "width": 1.2, "cap": "round"}
    for side, role in ((-a, f"{name}-side"), (a, f"{name}-shade")):
        face = f"M{x:.1f} {top + b:.1f}L{x + side:.1f} {top:.1f}V{foot:.1f}L{x:.1f} {foot + b:.1f}z"
        canvas.path(face, fill=role, **line)
    canvas.path(_rhombus(x, top, a, b), fill=name, **line)
    if hollow:
        canvas.path(_rhombus(x, top, 0.55 * a, 0.55 * b), fill=f"{name}-hole", **line)


def _rhombus(x: float, y: float, a: float, b: float) -> str:
    return f"M{x - a:.1f} {y:.1f}L{x:.1f} {y - b:.1f}L{x + a:.1f} {y:.1f}L{x:.1f} {y + b:.1f}z"


# what actions mean


def asks(state: Any) -> str:
    if state.hand == NOTHING:
        return "give a piece"
    return "place the piece and give the next" if state.rules & JOINT else "place the piece"


def places(state: Any, action: int) -> Places:
    """The square, the piece that is given, or both."""
    cell, gift = cell_of(state, action), gift_of(state, action)
    square = () if cell < 0 else (f"{'abcd'[cell % 4]}{4 - cell // 4}",)
    return square if gift < 0 or gift == state.hand else (*square, f"{gift:x}")


def area(view: View, place: str) -> Area:
    """Where the square or the piece is on the picture."""
    if len(place) == 2:
        return BOARD.area("abcd".index(place[0]), "4321".index(place[1]))
    tray = _tray_of(view)
    row, column = divmod(int(place, 16), tray.columns)
    return tray.area(column, row)


def cell_of(state: Any, action: int) -> int:
    """The square that an action places on; -1 where it gives a piece only."""
    if state.hand == NOTHING:
        return -1
    return action >> 4 if state.rules & JOINT else action


def gift_of(state: Any, action: int) -> int:
    """The piece that an action gives; -1 where it places only."""
    if state.hand == NOTHING:
        return action
    return action & 15 if state.rules & JOINT else -1


def best_by(view: View, key: Any) -> dict[int, float]:
    """The largest value among the actions with the same key."""
    found: dict[int, float] = {}
    for action, value in view.values.items():
        if key(action) >= 0:
            found[key(action)] = max(value, found.get(key(action), 0.0))
    return found


def placed_last(view: View) -> set[int]:
    """The squares that the last actions placed on."""
    found: set[int] = set()
    for step in view.steps:
        if step.before is not None:
            found.add(cell_of(step.before, step.action))
        elif view.state.rules & JOINT and view.state.filled:
            found.add(step.action >> 4)
        elif not view.state.rules & JOINT and view.state.hand == NOTHING:
            found.add(step.action)
    return found - {-1}


def _alike(state: Any) -> list[str]:
    """What the pieces of the lines that ended the game have in common."""
    cells = _won_cells(state)
    words = [piece_words(piece_on(state.three, state.eight, cell)).split() for cell in cells]
    return [word for word in words[0] if all(word in others for others in words)] if words else []


def _won_cells(state: Any) -> Sequence[int]:
    """The squares of the lines that ended the game."""
    cells: list[int] = []
    for i, line in enumerate(LINES):
        on = [cell for cell in range(16) if int(line) >> cell & 1]
        if state.won and in_play(i, state.rules) and all(state.filled >> cell & 1 for cell in on):
            pieces = [piece_on(state.three, state.eight, cell) for cell in on]
            alike = pieces[0] & pieces[1] & pieces[2] & pieces[3]
            if alike or (~pieces[0] & ~pieces[1] & ~pieces[2] & ~pieces[3]) & 15:
                cells += on
    return cells
