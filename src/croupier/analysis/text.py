"""Tables as plain text."""

from __future__ import annotations

import html
from collections.abc import Sequence

from croupier.specs import shown


def columns(heads: Sequence[str], rows: Sequence[Sequence[str]], words: int = 1) -> str:
    """Rows under heads; the first `words` columns are text and stand left, the others right."""
    lines = [[shown(cell) for cell in line] for line in (heads, *rows)]
    widths = [max(len(line[i]) for line in lines) for i in range(len(heads))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if i < words else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


def html_table(heads: Sequence[str], rows: Sequence[Sequence[str]], notes: Sequence[str] = ()) -> str:
    """The same for a notebook, with notes below."""
    lines = [_cells("th", heads), *(_cells("td", row) for row in rows)]
    below = "<br>".join(html.escape(shown(note)) for note in notes)
    return f"<table>{''.join(f'<tr>{line}</tr>' for line in lines)}</table><p>{below}</p>"


def _cells(tag: str, cells: Sequence[str]) -> str:
    return "".join(f"<{tag}>{html.escape(shown(cell))}</{tag}>" for cell in cells)


def percent(share: float | None, digits: int = 1) -> str:
    """A share in percent; a dash where there is none."""
    return "-" if share is None else f"{100 * share:.{digits}f} %"


def percents(interval: Sequence[float] | None) -> str:
    """An interval of shares."""
    return "-" if interval is None else f"{100 * interval[0]:.1f} .. {100 * interval[1]:.1f} %"


def signed(value: float | None, digits: int = 0) -> str:
    """A number with its sign."""
    return "-" if value is None else f"{value + 0.0:+.{digits}f}"


def between(interval: Sequence[float] | None, digits: int = 0) -> str:
    """An interval of numbers with their signs."""
    return "-" if interval is None else f"{interval[0]:+.{digits}f} .. {interval[1]:+.{digits}f}"


def short(number: float) -> str:
    """A number in three digits."""
    for unit in ("", " k", " M"):
        if number < 999.5:
            return f"{number:.3g}{unit}"
        number /= 1000
    return f"{number:.3g} G"


def seconds(number: float) -> str:
    """A time in three digits, in the unit that suits it."""
    for factor, unit in ((1e6, "us"), (1e3, "ms")):
        if number * factor < 999.5:
            return f"{number * factor:.3g} {unit}"
    return f"{number:.3g} s"
