"""Marrakech drawn: a square of sand with its track around, rugs in the pattern of their colour, Assam, the purses."""

from __future__ import annotations

import itertools
from typing import Any, Unpack

from croupier.boards.canvas import Area, Canvas, Grid, Look
from croupier.boards.grid import Pen
from croupier.boards.touching import Places
from croupier.boards.view import View
from croupier.games._marrakech_board import (
    AHEAD,
    DIE,
    LAY,
    MOVE,
    MOVER,
    OUT,
    OVER,
    SHOWN,
    SLOTS,
    TURN,
    rug_at,
    seats_of,
    walked,
)
from croupier.games._marrakech_text import COLOURS, FACINGS, bit, colours, next_colour, square

UNIT = 58
PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
}
FILLS = ("░", "═", "╱", "▒")
"""How a rug of each colour is woven in text."""
ARROWS = "▲►▼◄"
MOST_LINES = 12
NEXT_WORDS = {
    TURN: "Assam is to be turned",
    LAY: "a rug is to be laid",
    DIE: "the die is to be thrown",
    OVER: "game over",
}


# text


def text(view: View, pen: Pen) -> list[str]:
    """The squares with rugs as woven patches, joined where both halves are seen; then every seat's purse and stack."""
    state = view.state
    size = board_side(state)
    gap = 1 if pen.fits(3 + 4 * size) else 0
    wide = 3 if gap else 1
    reached = {cell for action in view.legal for cell in rug_cells(state, action)}
    last = {cell for cells in laid_last(view) for cell in cells}
    lines = []
    for y in reversed(range(size)):
        lines.append(f"{y + 1} " + _row(state, pen, y, wide, gap, reached, last).rstrip())
        if gap and y:
            lines.append("  " + _joints(state, pen, y, wide).rstrip())
    names = (" " * gap).join("abcdefg"[x].center(wide) for x in range(size))
    played = [f"last {view.played}"] if view.played else []
    told = [pen.put("   ".join([_stage(state, view), *played]), "strong")]
    return [*lines, f"  {names}".rstrip(), *_purses(view, pen), *told]


def _row(state: Any, pen: Pen, y: int, wide: int, gap: int, reached: set[int], last: set[int]) -> str:
    row = ""
    for x in range(board_side(state)):
        cell = 8 * y + x
        fill = FILLS[colour_of(state, cell)] if bit(state.covered, cell) else " "
        letter = COLOURS[colour_of(state, cell)][0] if bit(state.covered, cell) else "·"
        style = f"seat{colour_of(state, cell)}" if bit(state.covered, cell) else "quiet"
        letter = "+" if cell in reached else letter.upper() if cell in last else letter
        if state.assam >> 2 == cell:
            letter, style = ARROWS[state.assam & 3], "strong"
        row += pen.put(letter if wide == 1 else fill + letter + fill, style)
        row += pen.put(fill if bit(state.east, cell) else " ", style) if gap else ""
    return row


def _joints(state: Any, pen: Pen, y: int, wide: int) -> str:
    """What is seen between row y and the one below: rugs that lie upright."""
    row = ""
    for x in range(board_side(state)):
        cell = 8 * (y - 1) + x
        colour = colour_of(state, cell)
        row += pen.put((FILLS[colour] if bit(state.north, cell) else " ") * wide, f"seat{colour}") + " "
    return row


def _purses(view: View, pen: Pen) -> list[str]:
    """Every seat's money, squares, points and rugs, in as few lines as fit, in the same way for all."""
    seats = range(seats_of(view.state.rules))
    paying = max(len(paid(view, seat, " ({:+d})")) for seat in seats)
    parts = [_seat_words(view, seat, paying) for seat in seats]
    ways = [
        [[f"{name}  {purse}   {rugs}"] for name, purse, rugs in parts],
        [[f"{name}  {purse}", f"    {rugs}"] for name, purse, rugs in parts],
        [[name.rstrip(), f"   {purse}", f"    {rugs}"] for name, purse, rugs in parts],
    ]
    way = next((way for way in ways if all(pen.fits(len(line)) for lines in way for line in lines)), ways[-1])
    return [pen.put(line, f"seat{seat}") for seat in seats for line in way[seat]]


def _seat_words(view: View, seat: int, paying: int) -> tuple[str, str, str]:
    """Who the seat is, what it has, and the rugs it has left; what was just paid takes `paying` columns."""
    state = view.state
    sign = ">" if seat == mover(state) and state.stage & 7 != OVER else " "
    change, points = paid(view, seat, " ({:+d})").ljust(paying), f"{state.score(seat):3.0f}"
    purse = f"{purse_of(state, seat):3d} dirhams{change} + {shows(state, seat):2d} squares = {points}"
    stack = [f"{stock_of(state, colour)} {COLOURS[colour]}" for colour in colours(state.rules, seat)]
    shown = next_colour(state, seat)
    told = f" (next {COLOURS[shown]})" if shown is not None and len(stack) > 1 else ""
    has = "out" if bit(state.stage, OUT + seat) else purse
    return f"{sign} {view.called(seat):11}", has, f"rugs: {', '.join(stack)}{told}"


# picture


def picture(view: View) -> Canvas:
    """The market with its track, and a card for every seat beside or below it."""
    state = view.state
    size = board_side(state)
    count = seats_of(state.rules)
    board = _board(state)
    cards = _cards(board, count, view.upright)
    high = max(board.bottom + 66, cards[-1][1] + 106)
    canvas = Canvas(_wide(board, view.upright), high, "Marrakech", view.status(seats=count))
    _track(canvas, board, state)
    board.panel(canvas, radius=8)
    board.coordinates(canvas, "abcdefg"[:size], [str(size - row) for row in range(size)], off=50)
    for column in range(size):
        for row in range(size):
            board.square(canvas, column, row, "sand", gap=1.5, radius=4)
    _rugs(canvas, board, state)
    for cells in laid_last(view):
        _frame(canvas, board, size, cells, 2, stroke="last", width=4)
    _walk(canvas, board, view, size)
    _choices(canvas, board, view, size)
    x, y = _middle(board, size, state.assam >> 2)
    _assam(canvas, x, y, state.assam & 3)
    _badges(canvas, board, view, size)
    _heading(canvas, view, *cards[0])
    for seat in range(count):
        _seat(canvas, view, seat, *cards[seat])
    return canvas


def asks(state: Any) -> str:
    told = {TURN: "turn Assam", LAY: "lay a rug", MOVE: "turn Assam and lay a rug", DIE: "the die is thrown"}
    return told.get(state.stage & 7, "a rug is turned up")


def places(state: Any, action: int) -> Places:
    """The arrow that turns Assam, the two squares of the rug, or all three."""
    phase = state.stage & 7
    squares = tuple(square(cell) for cell in rug_cells(state, action))
    if phase == TURN:
        return (FACINGS[(state.assam + action + 3) & 3],)
    return (FACINGS[(state.assam + action // SLOTS + 3) & 3], *squares) if phase == MOVE else squares


def area(view: View, place: str) -> Area:
    """Where a square is on the picture, or an arrow around Assam."""
    state = view.state
    board = _board(state)
    if len(place) == 2:
        return board.area("abcdefg".index(place[0]), board.rows - int(place[1]))
    x, y = _middle(board, board.rows, state.assam >> 2)
    dx, dy = AHEAD[FACINGS.index(place)]
    far, half = (42, 15) if state.stage & 7 == MOVE else (48, 22)
    return x + far * dx - half, y - far * dy - half, 2 * half, 2 * half


def _board(state: Any) -> Grid:
    return Grid(board_side(state), board_side(state), UNIT, left=66, top=48)


def _cards(board: Grid, count: int, upright: bool) -> list[tuple[float, float]]:
    """Where each seat's card stands."""
    if upright:
        left = max(32.0, (_wide(board, True) - 464) / 2)
        return [(left + 240 * (seat % 2), board.bottom + 104 + 92 * (seat // 2)) for seat in range(count)]
    return [(board.right + 62, 48 + 92 * seat) for seat in range(count)]


def _wide(board: Grid, upright: bool) -> float:
    """How wide the card is: room for two seats' cards below the board, or for one beside it."""
    return max(board.right + 66, 528) if upright else board.right + 308


def _track(canvas: Canvas, board: Grid, state: Any) -> None:
    """The half circles on which Assam turns round beyond the edges, and the two loops at corners."""
    for place in _exits(state):
        if place < walked(place, 1, state.rules) ^ 2:  # the other end of the same way
            canvas.path(_arc(board, state, place), stroke="track", width=6, cap="round")


def _exits(state: Any) -> list[int]:
    """The places from which a step leads off the board."""
    side = range(board_side(state))
    ways = [(x, y, facing) for x in side for y in side for facing in range(4)]
    return [
        4 * (8 * y + x) + facing
        for x, y, facing in ways
        if x + AHEAD[facing][0] not in side or y + AHEAD[facing][1] not in side
    ]


def _arc(board: Grid, state: Any, place: int, inner: float = 0) -> str:
    """The way around that leaves the board from a place, and so far before the edge and behind it."""
    size, there, half = board_side(state), walked(place, 1, state.rules), UNIT / 2
    out, back = AHEAD[place & 3], AHEAD[(there & 3) ^ 2]
    loop = there >> 2 == place >> 2
    stub = 0 if loop else 4

    def beside(cell: int, way: tuple[int, int], off: float) -> tuple[float, float]:
        """So far beyond the edge at a square."""
        x, y = _middle(board, size, cell)
        return x + (half + off) * way[0], y - (half + off) * way[1]

    points = [(place, out, -inner), (place, out, stub), (there, back, stub), (there, back, -inner)]
    start, (x, y), (to_x, to_y), end = (beside(at >> 2, way, off) for at, way, off in points)
    sweep = out[0] * (to_y - y) + out[1] * (to_x - x) > 0
    turn = f"A{half:.1f} {half:.1f} 0 {int(loop)} {int(sweep)} {to_x:.1f} {to_y:.1f}"
    return f"M{start[0]:.1f} {start[1]:.1f}L{x:.1f} {y:.1f}{turn}L{end[0]:.1f} {end[1]:.1f}"


def _rugs(canvas: Canvas, board: Grid, state: Any) -> None:
    size, done = board_side(state), set()
    for cell in range(8 * size):
        if not bit(state.covered, cell) or cell in done:
            continue
        cells = [cell]
        if bit(state.east, cell):
            cells.append(cell + 1)
        elif bit(state.north, cell):
            cells.append(cell + 8)
        done.update(cells)
        colour = colour_of(state, cell)
        _frame(canvas, board, size, tuple(cells), 4, fill=f"rug{colour}")
        _frame(canvas, board, size, tuple(cells), 8, stroke="thread", width=1.4, opacity=0.75)
        if len(cells) == 2:
            _fringes(canvas, board, size, cells, colour)
        for one in cells:
            pattern(canvas, colour, *_middle(board, size, one))


def _frame(canvas: Canvas, board: Grid, size: int, cells: tuple[int, ...], gap: float, **look: Unpack[Look]) -> None:
    """A rounded rectangle around one square or two."""
    xs, ys = zip(*(_middle(board, size, cell) for cell in cells), strict=True)
    half = UNIT / 2 - gap
    width, height = max(xs) - min(xs) + 2 * half, max(ys) - min(ys) + 2 * half
    canvas.rect(min(xs) - half, min(ys) - half, width, height, max(2.0, 8 - gap), **look)


def _fringes(canvas: Canvas, board: Grid, size: int, cells: list[int], colour: int) -> None:
    """Threads at both ends of a whole rug."""
    (x, y), (to_x, to_y) = (_middle(board, size, cell) for cell in cells)
    half, marks = UNIT / 2 - 4, ""
    for step in range(7):
        off = -half + 4 + step * (2 * half - 8) / 6
        if y == to_y:
            marks += f"M{x - half:.1f} {y + off:.1f}h-3M{to_x + half:.1f} {y + off:.1f}h3"
        else:
            marks += f"M{x + off:.1f} {y + half:.1f}v3M{x + off:.1f} {to_y - half:.1f}v-3"
    canvas.path(marks, stroke=f"rug{colour}", width=1.8)


def pattern(canvas: Canvas, colour: int, x: float, y: float, scale: float = 1.0) -> None:
    """What is woven into a rug of this colour: lozenge, circles, zigzags or bars."""
    s = scale
    look: dict[str, Any] = {"stroke": "thread", "width": 2.4 * scale, "cap": "round"}
    if colour == 0:
        canvas.path(_lozenge(x, y, 13 * s), **look)
        canvas.path(_lozenge(x, y, 5 * s), fill="thread")
    elif colour == 1:
        canvas.circle(x, y, 12 * s, **look)
        canvas.circle(x, y, 4.5 * s, fill="thread")
    elif colour == 2:
        zigzag = f"l{7 * s:.1f} {-7 * s:.1f} {7 * s:.1f} {7 * s:.1f} {7 * s:.1f} {-7 * s:.1f} {7 * s:.1f} {7 * s:.1f}"
        canvas.path("".join(f"M{x - 14 * s:.1f} {y + off * s:.1f}{zigzag}" for off in (-1.5, 8.5)), **look)
    else:
        bars = "".join(f"M{x - 12 * s:.1f} {y + off * s:.1f}h{24 * s:.1f}" for off in (-9, 0, 9))
        canvas.path(bars, stroke="thread", width=3.4 * s, cap="round")


def _lozenge(x: float, y: float, r: float) -> str:
    return f"M{x - r:.1f} {y:.1f}L{x:.1f} {y - r:.1f}L{x + r:.1f} {y:.1f}L{x:.1f} {y + r:.1f}z"


def _assam(canvas: Canvas, x: float, y: float, facing: int) -> None:
    """Assam from above: his shoes point where he looks, the tassel of his fez hangs behind."""
    turn = f"rotate({90 * facing} {x:.1f} {y:.1f})"
    canvas.circle(x, y + 3, 19, fill="shadow", opacity=0.25)
    nose = f"M{x - 11:.1f} {y - 11:.1f}L{x:.1f} {y - 30:.1f}L{x + 11:.1f} {y - 11:.1f}z"
    canvas.path(nose, fill="ebony-side", stroke="ivory", width=2.5, cap="round", turn=turn)
    canvas.circle(x, y, 17, fill="ebony-side", stroke="ivory", width=2.5)
    canvas.path(f"M{x - 9:.1f} {y - 9:.1f}L{x:.1f} {y - 25:.1f}L{x + 9:.1f} {y - 9:.1f}z", fill="ebony-side", turn=turn)
    canvas.circle(x, y, 10.5, fill="fez", stroke="ivory", width=1.4)
    canvas.path(f"M{x:.1f} {y:.1f}v11", stroke="gold", width=2.6, cap="round", turn=turn)
    canvas.circle(x, y, 2.4, fill="gold")


def _walk(canvas: Canvas, board: Grid, view: View, size: int) -> None:
    """The way that Assam walked last, around the edge where it led there."""
    off = set(_exits(view.state))
    for step in view.steps:
        for place, after in itertools.pairwise(_places(step.before, step.action)):
            (x, y), (to_x, to_y) = _middle(board, size, place >> 2), _middle(board, size, after >> 2)
            straight = f"M{x:.1f} {y:.1f}L{to_x:.1f} {to_y:.1f}"
            way = _arc(board, view.state, place, UNIT / 2) if place in off else straight
            canvas.path(way, stroke="ebony-side", width=7, cap="round", opacity=0.5, dash="0.1 7")
            canvas.path(way, stroke="last", width=4.5, cap="round", dash="0.1 7")


def _places(before: Any, action: int) -> list[int]:
    """The places of a walk, the first one included."""
    if before is None or before.stage & 7 not in (DIE, MOVE):
        return []
    if before.stage & 7 == MOVE:
        place = (before.assam & ~3) | ((before.assam + action // SLOTS + 3) & 3)
        steps = before.stage >> SHOWN & 7
    elif before.rules >> 6 & 1:
        return []
    else:
        place, steps = before.assam, action
    return [walked(place, i, before.rules) for i in range(steps + 1)]


def _choices(canvas: Canvas, board: Grid, view: View, size: int) -> None:
    """What may be played: directions as arrow heads, rugs as lines from square to square."""
    state = view.state
    shown = view.ranked[:MOST_LINES] if view.values else sorted(view.legal)
    x, y = _middle(board, size, state.assam >> 2)
    for action in reversed(shown):
        value = view.values.get(action)
        if state.stage & 7 == TURN:
            turn = f"rotate({90 * ((state.assam + action + 3) & 3)} {x:.1f} {y:.1f})"
            head = f"M{x - 12:.1f} {y - 35:.1f}h24l-12 -15z"
            canvas.path(head, fill="accent", stroke="paper", width=1.5, turn=turn, opacity=0.9)
        cells = rug_cells(state, action)
        if cells:
            ends = _stitch(*(_middle(board, size, cell) for cell in cells))
            wide = 4 if value is None else 4 + 8 * value
            look: dict[str, Any] = {"cap": "round", "opacity": 0.75 if value is None else 0.4 + 0.5 * value}
            canvas.line(*ends[0], *ends[1], stroke="paper", width=wide + 2.5, **look)
            canvas.line(*ends[0], *ends[1], stroke="accent" if value is None else "heat", width=wide, **look)


def _stitch(one: tuple[float, float], other: tuple[float, float]) -> list[tuple[float, float]]:
    """The ends of a short line across the border of two squares."""
    (x, y), (to_x, to_y) = one, other
    return [(x + part * (to_x - x), y + part * (to_y - y)) for part in (0.26, 0.74)]


def _badges(canvas: Canvas, board: Grid, view: View, size: int) -> None:
    state = view.state
    for action in reversed(view.ranked[:MOST_LINES]):
        value, best, cells = view.values[action], action == view.best, rug_cells(state, action)
        if cells:
            xs, ys = zip(*(_middle(board, size, cell) for cell in cells), strict=True)
            words = state.notation(action)[:2] if state.stage & 7 == MOVE else ""
            canvas.badge(sum(xs) / 2, sum(ys) / 2, value, best, words, small=True)
        elif state.stage & 7 == TURN:
            dx, dy = AHEAD[(state.assam + action + 3) & 3]
            x, y = _middle(board, size, state.assam >> 2)
            canvas.badge(x + 68 * dx, y - 61 * dy, value, best)


def _heading(canvas: Canvas, view: View, x: float, y: float) -> None:
    """What happens next above the cards, and the die where it lies."""
    lines = _stage(view.state, view).split(": ", 1)
    for i, line in enumerate(lines):
        words = line[:1].upper() + line[1:]
        height = y - 16 - 16 * (len(lines) - 1 - i)
        canvas.text(x, height, words, "muted", 13, "start", 400 if i else 600, most=188)
    shown = die_shown(view)
    if shown:
        _die(canvas, x + 211, y - 19, shown)


def _die(canvas: Canvas, x: float, y: float, shown: int) -> None:
    """The face of the die."""
    canvas.rect(x - 12, y - 12, 24, 24, 6, fill="ivory", stroke="ivory-line", width=1.4)
    for dx, dy in PIPS[shown]:
        canvas.circle(x + 5.5 * dx, y + 5.5 * dy, 2.4, fill="ebony-side")


def _seat(canvas: Canvas, view: View, seat: int, x: float, y: float) -> None:
    """A seat's card: dirhams, what was just paid, visible squares, rugs left with the next one marked, points."""
    state = view.state
    out = bit(state.stage, OUT + seat)
    acting = seat == mover(state) and state.stage & 7 != OVER
    framed = acting or seat in winners(state)
    canvas.rect(x, y, 224, 82, 12, fill="cell", stroke="accent" if framed else "edge", width=2 if framed else 1)
    name = view.called(seat)
    called = name if name in view.names else name[:1].upper() + name[1:]
    canvas.text(x + 14, y + 18, called, size=14, anchor="start", weight=650, most=112)
    note = view.say("out") if out else view.say("to move") if acting else ""
    if note:
        canvas.text(x + 210, y + 18, note, "ink" if out else "muted", 12, "end")
    canvas.text(x + 150, y + 18, paid(view, seat, "{:+d}").replace("-", "−"), size=13, anchor="end", weight=650)
    canvas.circle(x + 21, y + 40, 6.5, fill="gold", stroke="track", width=1.4)
    canvas.text(
        x + 34, y + 40, view.say("{count} dirhams").format(count=purse_of(state, seat)), anchor="start", most=80
    )
    canvas.rect(x + 117, y + 34, 12, 12, 3, fill="sand", stroke="track", width=1.4)
    canvas.text(x + 135, y + 40, view.say("{count} squares").format(count=shows(state, seat)), anchor="start", most=75)
    for i, colour in enumerate(colours(state.rules, seat)):
        left = x + 14 + 80 * i
        canvas.rect(left, y + 55, 34, 18, 4, fill=f"rug{colour}")
        for dx in (9, 25):
            pattern(canvas, colour, left + dx, y + 64, 0.5)
        if next_colour(state, seat) == colour and not out:
            canvas.rect(left - 3, y + 52, 40, 24, 6, stroke="last", width=2.2)
        canvas.text(left + 41, y + 64, f"× {stock_of(state, colour)}", size=13, anchor="start")
    canvas.text(x + 210, y + 64, "" if out else f"= {state.score(seat):.0f}", anchor="end", weight=650)


# what a position holds


def board_side(state: Any) -> int:
    """Squares on a side of the board."""
    return 7 if state.rules & 1 else 5


def mover(state: Any) -> int:
    """The seat whose turn it is, also while chance acts for it."""
    return int(state.stage >> MOVER & 3)


def colour_of(state: Any, cell: int) -> int:
    """The colour seen on a covered square."""
    return bit(state.low, cell) + 2 * bit(state.high, cell)


def purse_of(state: Any, seat: int) -> int:
    """Dirhams of a seat."""
    return int(state.purses >> 8 * seat & 255)


def winners(state: Any) -> list[int]:
    """The seats that won; none while the rules go on."""
    seats = range(seats_of(state.rules) if state.stage & 7 == OVER else 0)
    returns = [state.returns(seat) for seat in seats]
    return [seat for seat in seats if returns[seat] == max(returns)]


def paid(view: View, seat: int, form: str) -> str:
    """What the last actions brought a seat or cost it, in this form; empty if nothing."""
    before = view.steps[0].before if view.steps else None
    change = 0 if before is None else purse_of(view.state, seat) - purse_of(before, seat)
    return form.format(change) if change else ""


def stock_of(state: Any, colour: int) -> int:
    """Rugs of a colour that are not laid yet."""
    return int(state.stock >> 4 * colour & 15)


def shows(state: Any, seat: int) -> int:
    """Squares that show a colour of a seat."""
    own = colours(state.rules, seat)
    return sum(1 for cell in range(64) if bit(state.covered, cell) and colour_of(state, cell) in own)


def rug_cells(state: Any, action: int) -> tuple[int, ...]:
    """The two squares of the rug that an action lays; none where it lays none."""
    phase = state.stage & 7
    if phase not in (LAY, MOVE):
        return ()
    cell = state.assam >> 2
    if phase == MOVE:
        place = (state.assam & ~3) | ((state.assam + action // SLOTS + 3) & 3)
        cell = walked(place, state.stage >> SHOWN & 7, state.rules) >> 2
    rug = rug_at(cell, action % SLOTS, state.rules)
    return rug & 63, (rug & 63) + (8 if rug & 64 else 1)


def die_shown(view: View) -> int:
    """What the die shows: where it lies before Assam is turned, or as it was last thrown; 0 where it was not."""
    if view.state.stage & 7 == MOVE:
        return int(view.state.stage >> SHOWN & 7)
    thrown = [step.action for step in view.steps if step.before is not None and step.before.stage & 7 == DIE]
    return int(thrown[-1]) if thrown else 0


def laid_last(view: View) -> list[tuple[int, ...]]:
    """The rugs that the last actions laid."""
    found = [rug_cells(step.before, step.action) for step in view.steps if step.before is not None]
    return [cells for cells in found if cells]


def _middle(board: Grid, size: int, cell: int) -> tuple[float, float]:
    return board.centre(cell & 7, size - 1 - (cell >> 3))


def _stage(state: Any, view: View) -> str:
    """What happens next, in words."""
    phase = state.stage & 7
    if phase == OVER or view.told:
        return view.status(seats=seats_of(state.rules))
    if phase == MOVE:
        shown = state.stage >> SHOWN & 7
        return view.say("the die shows {die}" if shown else "Assam stays; a rug is to be laid").format(die=shown)
    return view.say(NEXT_WORDS.get(phase, "the next rug is to be turned up"))
