"""How answers look: tables and bars, JSON, progress on stderr, one line for whatever goes wrong."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from croupier.cli import fitting

if TYPE_CHECKING:
    from rich.text import Text

LONGEST_LINE = 1000


class StoppedError(Exception):
    """Ctrl-C ended a command that has said so itself, with what it knows."""


_SEATS = ("first", "second", "third", "fourth", "fifth", "sixth")
_COLOURS = ("cyan", "magenta", "yellow", "green", "blue", "red")
_BLOCKS = ("█", "▓", "▚", "▞", "▒", "▀")
_LETTERS = ("#", "=", "+", "%", "o", "x")
_DRAWN = ("░", ".", "bright_black")


def say(text: str) -> None:
    """One line on stderr, whatever `text` holds."""
    line = " ".join(text.split())
    line = "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in line)
    if len(line) > LONGEST_LINE:
        line = f"{line[: LONGEST_LINE // 2]} ... {line[-LONGEST_LINE // 2 :]}"
    with contextlib.suppress(OSError, ValueError):
        print(f"croupier: {line}", file=sys.stderr, flush=True)


def as_json(answer: Any) -> None:
    """The answer as one line of JSON, in ASCII."""
    print(json.dumps(answer))


def table(
    title: str, heads: Sequence[str], rows: Sequence[Sequence[Any]], words: int = 1, notes: Sequence[str] = ()
) -> None:
    """A table whose first `words` columns are text and the others numbers; plain columns where no terminal looks.

    A cell is text or, in a terminal, a bar. Where the terminal is too narrow it goes without a frame, then in parts.
    """
    if not sys.stdout.isatty():
        _plain_table(title, heads, rows, words, notes)
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False)
    console.print(Text(title, "bold"))
    left = {
        i
        for i in range(len(heads))
        if i < words or any(isinstance(cell, Text) for row in rows for cell in row[i : i + 1])
    }
    cells = [[cell if isinstance(cell, Text) else Text(str(cell)) for cell in row] for row in rows]
    for drawn in _drawn(heads, cells, words, left, console.width):
        console.print(drawn)
    for note in notes:
        console.print(Text(note, "bright_black"))


def _drawn(
    heads: Sequence[str], rows: Sequence[Sequence[Text]], words: int, left: set[int], room: int
) -> Iterator[Any]:
    """The table, or its parts, as wide as there is room."""
    from rich import box

    below = [max((_width(row[i]) for row in rows if i < len(row)), default=0) for i in range(len(heads))]
    if fitting.framed([max(len(head), width) for head, width in zip(heads, below, strict=True)]) <= room:
        yield _part(heads, rows, left, range(len(heads)), box=box.ROUNDED, border_style="bright_black")
        return
    heads = [fitting.folded(head, width) for head, width in zip(heads, below, strict=True)]
    widths = [max(width, *map(len, head.split("\n"))) for head, width in zip(heads, below, strict=True)]
    for columns in fitting.parts(heads, widths, words, room):
        yield _part(heads, rows, left, columns, box=None, pad_edge=False, padding=(0, fitting.GAP, 0, 0))
        if columns[-1] < len(heads) - 1:
            yield ""


def _part(
    heads: Sequence[str], rows: Sequence[Sequence[Text]], left: set[int], columns: Sequence[int], **look: Any
) -> Any:
    from rich.table import Table
    from rich.text import Text

    drawn = Table(**look)
    for i in columns:
        drawn.add_column(
            Text(heads[i]), justify="left" if i in left else "right", header_style="bold", no_wrap=i not in left
        )
    for row in rows:
        drawn.add_row(*[row[i] for i in columns if i < len(row)])
    return drawn


def _width(cell: Text) -> int:
    return max((line.cell_len for line in cell.split("\n")), default=0)


def _plain_table(
    title: str, heads: Sequence[str], rows: Sequence[Sequence[Any]], words: int, notes: Sequence[str]
) -> None:
    lines = [[str(cell) for cell in row] for row in (heads, *rows)]
    widths = [max(len(line[i]) for line in lines) for i in range(len(heads))]
    print(title)
    for line in lines:
        cells = [
            cell.ljust(width) if i < words else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(line, widths, strict=True))
        ]
        print("  ".join(cells).rstrip())
    for note in notes:
        print(note)


def bar(parts: Sequence[tuple[float, int | None]], width: int = 24) -> Text:
    """Shares of the games, each won by a seat or drawn (None), as one coloured bar that needs no colour to be read."""
    from rich.text import Text

    total = max(1.0, sum(share for share, _ in parts))
    text, reached, filled = Text(), 0.0, 0
    for share, seat in parts:
        reached += share / total
        upto = round(reached * width)
        text.append(_glyph(seat) * (upto - filled), _DRAWN[2] if seat is None else _COLOURS[seat % len(_COLOURS)])
        filled = upto
    return text


def _glyph(seat: int | None) -> str:
    unicode = (getattr(sys.stdout, "encoding", None) or "ascii").lower().startswith("utf")
    if seat is None:
        return _DRAWN[0 if unicode else 1]
    glyphs = _BLOCKS if unicode else _LETTERS
    return glyphs[seat % len(glyphs)]


def two_lines(text: str, below: str) -> Any:
    """A cell with something less important below its text, which is left out where no terminal looks."""
    from rich.text import Text

    return Text.assemble(text, "\n", (below, "bright_black")) if sys.stdout.isatty() else text


def terminal_width() -> int:
    """Columns of the terminal; 0 where there is none."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else 0


def seat_name(seat: int) -> str:
    """A seat in words for people, who count from one."""
    return _SEATS[seat] if seat < len(_SEATS) else f"seat {seat + 1}"


def begun(position: str | None) -> str:
    """What a title says of the position that was begun with, nothing of a start."""
    return f" from {position}" if position else ""


def short(number: float) -> str:
    """A number in three digits: 14.2 M."""
    for unit in ("", " k", " M", " G"):
        if number < 999.5 or unit == " G":
            return f"{number:.3g}{unit}" if number < 999.5 else f"{number:.0f}{unit}"
        number /= 1000
    raise AssertionError


def percent(share: float) -> str:
    return f"{100 * share:.2f} %"


@contextlib.contextmanager
def thinking(quiet: bool) -> Iterator[Callable[[Any], None] | None]:
    """Give a `watch` for searches whose line on stderr says what they think, if a person sees it."""
    if not watched(quiet):
        yield None
        return
    from croupier.search.run import telling

    def show(text: str) -> None:
        sys.stderr.write(f"\r\033[K{text[: max(20, terminal_width()) - 1]}")
        sys.stderr.flush()

    try:
        show("getting ready")
        yield telling(show)
    finally:
        sys.stderr.write("\r\033[K")
        sys.stderr.flush()


def watched(quiet: bool) -> bool:
    """Whether a person sees what is drawn on stderr."""
    return not quiet and sys.stderr.isatty() and os.environ.get("TERM", "").lower() not in ("dumb", "unknown")


@contextlib.contextmanager
def working(doing: str, quiet: bool) -> Iterator[Callable[..., None]]:
    """Give a `progress(done, total)` to call, drawn on stderr if a person sees it.

    Whatever a user's file prints meanwhile goes to stderr: stdout is for the answer.
    """
    with contextlib.redirect_stdout(sys.stderr):
        if not watched(quiet):
            yield lambda done, total: None
            return
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

        columns = (
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            TaskProgressColumn(),
            TimeRemainingColumn(),
        )
        with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
            task = progress.add_task(doing, total=None)
            yield lambda done, total: progress.update(task, completed=done, total=total)
