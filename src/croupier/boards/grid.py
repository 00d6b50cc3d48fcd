"""Boards as text: a pen that knows the terminal, and squares in rows with their coordinates."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

STYLES = {
    "seat0": "1;31",
    "seat1": "1;36",
    "seat2": "1;33",
    "seat3": "1;32",
    "light": "1;33",
    "dark": "1;35",
    "last": "1;32",
    "quiet": "2",
    "strong": "1",
}
"""What a style is to a terminal of sixteen colours."""

ANSI = re.compile(r"\x1b\[[0-9;]*m")

_ASCII = str.maketrans("┌┬┐├┼┤└┴┘─│·●○▲►▼◄░▒▓╱═", "+++++++++-|.xo^>v<:%#/=")


@dataclass(frozen=True)
class Pen:
    """How to write: with colour or not, in ASCII or not, in so many columns (None: as many as it takes)."""

    colour: bool = False
    ascii: bool = False
    width: int | None = None

    def put(self, text: str, style: str = "") -> str:
        """A text in a style. Signs of a drawing have their ASCII; any other letter that is none becomes `?`."""
        if self.ascii:
            text = text.translate(_ASCII).encode("ascii", "replace").decode("ascii")
        if not self.colour or style not in STYLES or not text.strip():
            return text
        return f"\x1b[{STYLES[style]}m{text}\x1b[0m"

    def fits(self, columns: int) -> bool:
        return self.width is None or columns <= self.width


@dataclass(frozen=True)
class Cell:
    """A square: what stands on it (one letter), in what style, its own name.

    `last`: it belongs to the last action, and is in brackets; `free`: what stands there may move, and is in parentheses;
    `won`: it belongs to what won, and is between stars.
    """

    glyph: str = " "
    style: str = ""
    last: bool = False
    label: str = ""
    free: bool = False
    won: bool = False


def length(line: str) -> int:
    """Columns that a line takes."""
    return len(ANSI.sub("", line))


def fitted(line: str, width: int | None) -> str:
    """A line broken into several where it is wider than it may be, at spaces if there are any; colour is dropped then."""
    if width is None or length(line) <= max(1, width):
        return line
    width, rest, pieces = max(1, width), ANSI.sub("", line).rstrip(), []
    while len(rest) > width:
        cut = rest.rfind(" ", 1, width + 1)
        cut = cut if cut > 0 and rest[:cut].strip() else width
        pieces.append(rest[:cut].rstrip())
        rest = rest[cut:].lstrip()
    return "\n".join([*pieces, rest])


def grid(
    pen: Pen, cells: Sequence[Sequence[Cell]], rows: Sequence[str], columns: Sequence[str], boxed: bool = True
) -> list[str]:
    """Squares in rows from the top, with names of rows on the left and of columns below.

    The roomiest way that fits is taken: every square in a box (or all in one frame), letters with spaces, letters.
    """
    left = max(map(len, rows), default=0) + 1
    labels = max(len(cell.label) for row in cells for cell in row)
    wide = labels + 3
    n = len(columns)
    if pen.fits(left + n * (wide + 1) + 1) and boxed:
        return _boxed(pen, cells, rows, columns, left)
    if pen.fits(left + n * wide + 2) and not boxed:
        return _framed(pen, cells, rows, columns, left, labels)
    blank = "·" if boxed else " "
    if not pen.fits(left + n):
        return _spaced(pen, cells, [""] * len(rows), columns, 0, 0, blank)
    return _spaced(pen, cells, rows, columns, left, 1 if pen.fits(left + 2 * n + 1) else 0, blank)


def _boxed(
    pen: Pen, cells: Sequence[Sequence[Cell]], rows: Sequence[str], columns: Sequence[str], left: int
) -> list[str]:
    def rule(start: str, middle: str, end: str) -> str:
        return " " * left + pen.put(start + middle.join(["───"] * len(columns)) + end, "quiet")

    bar = pen.put("│", "quiet")
    lines = [rule("┌", "┬", "┐")]
    for name, row in zip(rows, cells, strict=True):
        if len(lines) > 1:
            lines.append(rule("├", "┼", "┤"))
        lines.append(pen.put(name.rjust(left - 1)) + " " + bar + bar.join(_padded(pen, cell) for cell in row) + bar)
    names = "".join(f" {name:^3}" for name in columns)
    return [*lines, rule("└", "┴", "┘"), (" " * left + pen.put(names)).rstrip()]


def _framed(
    pen: Pen, cells: Sequence[Sequence[Cell]], rows: Sequence[str], columns: Sequence[str], left: int, labels: int
) -> list[str]:
    across = "─" * (len(columns) * (labels + 3))
    lines = [" " * left + pen.put(f"┌{across}┐", "quiet")]
    for name, row in zip(rows, cells, strict=True):
        inner = "".join(pen.put(cell.label.rjust(labels), "quiet") + _padded(pen, cell) for cell in row)
        lines.append(pen.put(name.rjust(left - 1)) + " " + pen.put("│", "quiet") + inner + pen.put("│", "quiet"))
    lines.append(" " * left + pen.put(f"└{across}┘", "quiet"))
    if any(columns):
        lines.append((" " * (left + 1) + pen.put("".join(f"{name:^{labels + 3}}" for name in columns))).rstrip())
    return lines


def _padded(pen: Pen, cell: Cell) -> str:
    before, after = "[]" if cell.last else "()" if cell.free else "**" if cell.won else "  "
    return pen.put(before, "last") + pen.put(cell.glyph, cell.style) + pen.put(after, "last")


def _spaced(
    pen: Pen,
    cells: Sequence[Sequence[Cell]],
    rows: Sequence[str],
    columns: Sequence[str],
    left: int,
    gap: int,
    blank: str,
) -> list[str]:
    lines = []
    for name, row in zip(rows, cells, strict=True):
        line = pen.put(name.rjust(left - 1)) + (pen.put("[", "last") if row[0].last and gap else " ") if left else ""
        for i, cell in enumerate(row):
            line += pen.put(blank if cell.glyph == " " else cell.glyph, cell.style)
            following = i + 1 < len(row) and row[i + 1].last
            sign = "]" if cell.last else "[" if following else " "
            line += pen.put(sign, "last") if gap else ""
        lines.append(line.rstrip())
    height = max(map(len, columns), default=0)
    for i in range(height):
        digits = (" " * gap).join(name.rjust(height)[i] for name in columns)
        lines.append((" " * left + pen.put(digits)).rstrip())
    return lines


def caption(pen: Pen, *parts: str) -> str:
    """What stands below a board, one thing beside the other."""
    return pen.put("   ".join(part for part in parts if part))
