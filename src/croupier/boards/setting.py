"""Positions set up by hand: what can stand where, a draft that need not be a position yet, its picture and its text.

Marrakech has none: its rugs lie over each other in an order that a picture does not show. Nor has a user's game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from croupier.boards import connect_four, draughts, quarto, tic_tac_toe
from croupier.boards.canvas import Canvas, Grid
from croupier.boards.phrases import COLOURS, MEN
from croupier.boards.view import Say, View
from croupier.games._draughts_text import bit_of, name_of

LETTERS = "abcdefghij"
UNIT = 60


class Draft(NamedTuple):
    """Pieces by place, and what else the text says: whose turn it is, or the piece in hand."""

    placed: Mapping[str, str]
    more: str = ""


@dataclass(frozen=True)
class Layout:
    """The squares of a game by rows from the top, empty names where nothing stands; its pieces, and how they look.

    `called` has the words of a piece; `mores` what else can be chosen. `falling`: pieces lie on each other in columns.
    `once`: there is one of each piece.
    """

    title: str
    rows: tuple[tuple[str, ...], ...]
    pieces: tuple[str, ...]
    called: Callable[[str], str]
    draw: Callable[[Canvas, str, float, float], None]
    role: Callable[[int, int], str]
    read: Callable[[str], Draft]
    write: Callable[[Draft], str]
    mores: tuple[str, ...] = ()
    falling: bool = False
    once: bool = False


def layout(state: Any) -> Layout | None:
    """How positions of this game and variant are set up; None where they cannot be by hand."""
    made = {"tic-tac-toe": _tic_tac_toe, "connect-four": _connect_four, "quarto": _quarto, "draughts": _draughts}
    house = type(state).__module__.startswith("croupier.games.")
    return made[state.name](state) if house and state.name in made else None


def put(layout: Layout, draft: Draft, place: str, piece: str) -> Draft:
    """Put a piece on a place, or take away what is there where the piece is empty; touching it again takes it away."""
    if place not in {name for row in layout.rows for name in row if name} or piece not in ("", *layout.pieces):
        return draft
    placed = {where: what for where, what in draft.placed.items() if not (layout.once and what == piece)}
    again = draft.placed.get(place) == piece
    placed.pop(place, None)
    if piece and not again:
        placed[place] = piece
    more = layout.mores[0] if layout.once and draft.more == piece and not again else draft.more
    return Draft(_fallen(layout, placed) if layout.falling else placed, more)


def move(layout: Layout, draft: Draft, origin: str, target: str) -> Draft:
    """Take what stands on one place to another one."""
    piece = draft.placed.get(origin, "")
    if not piece or origin == target:
        return draft
    left = Draft({where: what for where, what in draft.placed.items() if where not in (origin, target)}, draft.more)
    return put(layout, left, target, piece)


def picture(layout: Layout, draft: Draft, say: Say = str) -> str:
    """The draft on its board, every place to be touched. Colours are those of the reader's scheme."""
    numbers = not any(place[:1].isalpha() for row in layout.rows for place in row)
    board = Grid(len(layout.rows[0]), len(layout.rows), UNIT, left=18 if numbers else 34, top=18)
    canvas = Canvas(board.right + 18, board.bottom + (18 if numbers else 34), layout.title, "")
    board.panel(canvas)
    if not numbers:
        letters = [next(name[0] for row in layout.rows if (name := row[i])) for i in range(board.columns)]
        digits = [next(name[1:] for name in row if name) for row in layout.rows]
        board.coordinates(canvas, letters, digits, off=15)
    for y, row in enumerate(layout.rows):
        for x, place in enumerate(row):
            board.square(canvas, x, y, layout.role(x, y), gap=1, radius=5)
            if numbers and place:
                corner = board.centre(x, y)
                canvas.text(corner[0] - 27, corner[1] - 23, place, "dark-ink", 9.5, "start")
    for y, row in enumerate(layout.rows):
        for x, place in enumerate(row):
            _place(canvas, board, layout, draft, (x, y), place, say)
    return canvas.document(View(state=_Nothing(), say=say), None)


def piece_alone(layout: Layout, piece: str) -> str:
    """One piece as a small picture."""
    canvas = Canvas(UNIT, UNIT, layout.title, "")
    layout.draw(canvas, piece, UNIT / 2, UNIT / 2)
    return canvas.document(View(state=_Nothing()), None)


def name(layout: Layout, piece: str, say: Say = str) -> str:
    """What a piece is called."""
    words = layout.called(piece)
    return " ".join(map(say, words.split())) if layout.once else say(words)


class _Nothing:
    """In place of a state: a draft has none."""


def _place(
    canvas: Canvas, board: Grid, layout: Layout, draft: Draft, at: tuple[int, int], place: str, say: Say
) -> None:
    if not place:
        return
    piece = draft.placed.get(place, "")
    if piece:
        layout.draw(canvas, piece, *board.centre(*at))
    label = f"{place}, {name(layout, piece, say)}" if piece else place
    canvas.touch(place, board.area(*at), {}, False, label)


def _fallen(layout: Layout, placed: Mapping[str, str]) -> dict[str, str]:
    """Every column without gaps."""
    found: dict[str, str] = {}
    for column in range(len(layout.rows[0])):
        places = [row[column] for row in reversed(layout.rows)]
        stones = [placed[place] for place in places if place in placed]
        found.update(zip(places, stones, strict=False))
    return found


def _squares(columns: int, rows: int) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(f"{LETTERS[x]}{rows - y}" for x in range(columns)) for y in range(rows))


def _grid_read(rows: tuple[tuple[str, ...], ...]) -> Callable[[str], Draft]:
    def read(text: str) -> Draft:
        board, _, more = text.partition(" ")
        letters = zip(rows, board.split("/"), strict=False)
        return Draft(
            {place: what for row, line in letters for place, what in zip(row, line, strict=False) if what != "."}, more
        )

    return read


def _grid_write(rows: tuple[tuple[str, ...], ...]) -> Callable[[Draft], str]:
    def write(draft: Draft) -> str:
        board = "/".join("".join(draft.placed.get(place, ".") for place in row) for row in rows)
        return f"{board} {draft.more}".strip()

    return write


def _tic_tac_toe(state: Any) -> Layout:
    rows = _squares(3, 3)
    return Layout(
        "Tic-tac-toe",
        rows,
        ("x", "o"),
        lambda piece: tic_tac_toe.NAMES["xo".index(piece)],
        lambda canvas, piece, x, y: tic_tac_toe.draw_mark(canvas, "xo".index(piece), x, y),
        lambda x, y: "cell",
        _grid_read(rows),
        _grid_write(rows),
    )


def _connect_four(state: Any) -> Layout:
    rows = _squares(state.columns, state.rows)
    return Layout(
        "Connect Four",
        rows,
        ("x", "o"),
        lambda piece: COLOURS["xo".index(piece)],
        lambda canvas, piece, x, y: connect_four.draw_disc(canvas, "xo".index(piece), x, y),
        lambda x, y: "cell",
        _grid_read(rows),
        _grid_write(rows),
        falling=True,
    )


def _quarto(state: Any) -> Layout:
    rows = _squares(4, 4)
    pieces = tuple("0123456789abcdef")
    return Layout(
        "Quarto",
        rows,
        pieces,
        lambda piece: quarto.piece_words(int(piece, 16)),
        lambda canvas, piece, x, y: quarto.draw_piece(canvas, int(piece, 16), x, y, 0.72),
        lambda x, y: "dark",
        _grid_read(rows),
        _grid_write(rows),
        mores=("-", *pieces),
        once=True,
    )


def _draughts(state: Any) -> Layout:
    size, rules = draughts.side(state), state.rules

    def named(x: int, y: int) -> str:
        return name_of(draughts.bit_at(state, x, y), rules) if (x + y) % 2 else ""

    def read(text: str) -> Draft:
        placed: dict[str, str] = {}
        for side, listed in re.findall(r":([WB])([^:]*)", text):
            for word in filter(None, listed.split(",")):
                letter = side if word.startswith("K") else side.lower()
                bit = bit_of(int(word.lstrip("K")), rules)
                placed[name_of(bit, rules)] = letter
        return Draft(placed, text[:1])

    def write(draft: Draft) -> str:
        def listed(side: str) -> str:
            pieces = [(place, what) for place, what in draft.placed.items() if what.upper() == side]
            return ",".join(f"{'K' if what.isupper() else ''}{place}" for place, what in pieces)

        return f"{draft.more}:W{listed('W')}:B{listed('B')}"

    words = dict(zip("wWbB", MEN, strict=True))
    return Layout(
        "Draughts",
        tuple(tuple(named(x, y) for x in range(size)) for y in range(size)),
        tuple(words),
        words.__getitem__,
        draughts.draw_piece,
        lambda x, y: "dark" if (x + y) % 2 else "light",
        read,
        write,
        mores=("W", "B"),
    )
