"""SVG written piece by piece: shapes in the colours of the house, boards of squares, the marks on them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TypedDict, Unpack
from xml.sax.saxutils import escape, quoteattr

from croupier.boards.style import FONT, MONO, scheme, sheet
from croupier.boards.view import View

LONGEST = 2000
"""Characters of a title or description at most."""

_UNPRINTABLE = re.compile("[^\t\n -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML 1.0 cannot hold."""


TOUCH = (
    ".touch{pointer-events:all;cursor:pointer;stroke-width:4;stroke-opacity:0;outline:none}"
    ".touch:focus-visible,.touch[aria-pressed=true]{stroke-opacity:1}"
    "@media (hover:hover){.touch:hover{stroke-opacity:.6}}"
)
"""Areas to be touched are seen when they are pointed at, chosen, or have the keyboard's focus."""

Area = tuple[float, float, float, float]
"""Left, top, width and height."""


class Look(TypedDict, total=False):
    """How a shape is drawn: roles to fill and to draw its line with, the line's width, ends and dashes, a transform."""

    fill: str | None
    stroke: str | None
    width: float | None
    opacity: float | None
    cap: str | None
    dash: str | None
    turn: str | None


class Canvas:
    """A card of so many units; colours are roles of `style`."""

    def __init__(self, width: float, height: float, title: str, status: str) -> None:
        self.width, self.height = width, height
        self._title, self._status = title, status
        self._parts: list[str] = []
        self._areas: list[str] = []
        self._roles: set[str] = set()
        self.rect(0.5, 0.5, width - 1, height - 1, 16, fill="paper", stroke="edge", width=1)

    def document(self, view: View, dark: bool | None) -> str:
        """The whole picture, with what a reader who does not see it is told."""
        title = view.say(self._title)
        told = [self._status]
        if view.played:
            told.append(view.say("last: {actions}").format(actions=view.played))
        if hasattr(view.state, "text"):
            told.append(view.say("position: {text}").format(text=view.state.text()))
        width, height, role = _number(self.width), _number(self.height), "group" if self._areas else "img"
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="{scheme(dark)}" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" style="max-width:100%;height:auto" role="{role}" '
            f'font-family="{FONT}" fill="none">'
            f"<title>{_safe(f'{title}: {self._status}'[:LONGEST])}</title>"
            f"<desc>{_safe('; '.join(told)[:LONGEST])}</desc>"
            f"<style>{sheet(self._roles, dark)}{TOUCH if self._areas else ''}</style>"
            f"{''.join(self._parts)}{''.join(self._areas)}</svg>"
        )

    # shapes

    def rect(self, x: float, y: float, width_: float, height: float, radius: float = 0, **look: Unpack[Look]) -> None:
        size = f'x="{_number(x)}" y="{_number(y)}" width="{_number(width_)}" height="{_number(height)}"'
        self._add("rect", f'{size} rx="{_number(radius)}"', **look)

    def circle(self, x: float, y: float, radius: float, **look: Unpack[Look]) -> None:
        self._add("circle", f'cx="{_number(x)}" cy="{_number(y)}" r="{_number(radius)}"', **look)

    def ellipse(self, x: float, y: float, across: float, up: float, **look: Unpack[Look]) -> None:
        self._add("ellipse", f'cx="{_number(x)}" cy="{_number(y)}" rx="{_number(across)}" ry="{_number(up)}"', **look)

    def path(self, data: str, **look: Unpack[Look]) -> None:
        short = re.sub(r"-?\d+\.\d+", lambda found: _number(float(found[0])), data)
        self._add("path", f'd="{short}"', **look)

    def line(self, x: float, y: float, to_x: float, to_y: float, beyond: float = 0, **look: Unpack[Look]) -> None:
        """A straight line, longer at both ends by `beyond`."""
        far = ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5 or 1.0
        dx, dy = beyond * (to_x - x) / far, beyond * (to_y - y) / far
        self.path(f"M{x - dx:.1f} {y - dy:.1f}L{to_x + dx:.1f} {to_y + dy:.1f}", **look)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        fill: str = "ink",
        size: float = 13,
        anchor: str = "middle",
        weight: int = 400,
        mono: bool = False,
        most: float | None = None,
    ) -> None:
        """Letters on the line through y, or to be exact: y is their middle; smaller where they need more than `most`."""
        if most is not None:
            size = max(8.0, min(size, most / (0.58 * max(1, len(text)))))
        if not text:
            return
        self._roles.add(f"f-{fill}")
        bold = f' font-weight="{weight}"' if weight != 400 else ""
        side = f' text-anchor="{anchor}"' if anchor != "start" else ""
        face = f' font-family="{MONO}" xml:space="preserve"' if mono else ""
        place = f'x="{_number(x)}" y="{_number(y + size * 0.35)}" font-size="{_number(size)}"'
        self._parts.append(f'<text class="f-{fill}" {place}{side}{bold}{face}>{_safe(text)}</text>')

    def touch(self, place: str, area: Area, actions: Mapping[int, bool], chosen: bool, label: str = "") -> None:
        """A place to be touched, called `label` or as it is; `actions` are those it belongs to, and whether it is all there
        is to touch for them.
        """
        x, y, width, height = map(_number, area)
        self._roles.add("s-accent")
        at_once = [action for action, alone in actions.items() if alone]
        named = f"data-place={quoteattr(place)} aria-label={quoteattr(_safe(label or place))}"
        ids = f'data-actions="{" ".join(map(str, actions))}"' + (f' data-action="{at_once[0]}"' if at_once else "")
        pressed = f' aria-pressed="{str(chosen).lower()}"' if len(at_once) < len(actions) else ""
        self._areas.append(
            f'<rect class="s-accent touch" x="{x}" y="{y}" width="{width}" height="{height}" rx="7" '
            f'{named} {ids} role="button" tabindex="0"{pressed}/>'
        )

    # marks

    def dot(self, x: float, y: float, fill: str = "muted") -> None:
        """An action that may be played."""
        self.circle(x, y, 6, fill=fill, opacity=0.6)

    def badge(self, x: float, y: float, value: float, best: bool, words: str = "", small: bool = False) -> None:
        """A value in percent, filled where it is the best."""
        label, size = f"{words}{value:.0%}", 10 if small else 12
        wide, high = size + 0.6 * size * len(label), 1.65 * size
        fill, stroke = ("accent", "accent") if best else ("paper", "accent")
        self.rect(x - wide / 2, y - high / 2, wide, high, high / 2, fill=fill, stroke=stroke, width=1.4)
        self.text(x, y, label, "on-accent" if best else "ink", size, weight=650)

    def _add(
        self,
        tag: str,
        shape: str,
        fill: str | None = None,
        stroke: str | None = None,
        width: float | None = None,
        opacity: float | None = None,
        cap: str | None = None,
        dash: str | None = None,
        turn: str | None = None,
    ) -> None:
        uses = [f"{kind}-{role}" for kind, role in (("f", fill), ("s", stroke)) if role]
        self._roles.update(uses)
        extra = f' class="{" ".join(uses)}"' if uses else ""
        if stroke and width is not None:
            extra += f' stroke-width="{_number(width)}"'
        if cap:
            extra += f' stroke-linecap="{cap}" stroke-linejoin="{cap}"'
        if dash:
            extra += f' stroke-dasharray="{dash}"'
        if opacity is not None:
            extra += f' opacity="{_number(opacity, 2)}"'
        if turn:
            extra += f" transform={quoteattr(turn)}"
        self._parts.append(f"<{tag} {shape}{extra}/>")


class Grid:
    """Squares of one size on a card: `columns` x `rows`, counted from the top left."""

    def __init__(self, columns: int, rows: int, unit: float, left: float, top: float, turned: bool = False) -> None:
        self.columns, self.rows, self.unit, self.left, self.top = columns, rows, unit, left, top
        self.turned = turned
        self.right, self.bottom = left + columns * unit, top + rows * unit

    def centre(self, column: float, row: float) -> tuple[float, float]:
        if self.turned:
            column, row = self.columns - 1 - column, self.rows - 1 - row
        return self.left + (column + 0.5) * self.unit, self.top + (row + 0.5) * self.unit

    def area(self, column: float, row: float, gap: float = 2) -> Area:
        """The square without a border of `gap`."""
        x, y = self.centre(column, row)
        half = self.unit / 2 - gap
        return x - half, y - half, 2 * half, 2 * half

    def panel(self, canvas: Canvas, role: str = "board", radius: float = 10, margin: float = 6) -> None:
        """The board under the squares, and its quiet shadow."""
        size = (self.right - self.left + 2 * margin, self.bottom - self.top + 2 * margin)
        for lower, opacity in ((4, 0.05), (2, 0.07)):
            canvas.rect(self.left - margin, self.top - margin + lower, *size, radius, fill="shadow", opacity=opacity)
        canvas.rect(self.left - margin, self.top - margin, *size, radius, fill=role)

    def square(self, canvas: Canvas, column: int, row: int, role: str, gap: float = 2, radius: float = 7) -> None:
        self._rect(canvas, column, row, gap, radius, fill=role)

    def heat(self, canvas: Canvas, column: int, row: int, value: float, gap: float = 2, radius: float = 7) -> None:
        self._rect(canvas, column, row, gap, radius, fill="heat", opacity=0.08 + 0.72 * value)

    def outline(self, canvas: Canvas, column: int, row: int, gap: float = 3.5, radius: float = 6) -> None:
        """The square belongs to the last action."""
        self._rect(canvas, column, row, gap, radius, stroke="last", width=3.5)

    def coordinates(
        self, canvas: Canvas, columns: Sequence[str], rows: Sequence[str], role: str = "muted", off: float = 18
    ) -> None:
        """Names of columns below, of rows, from the top, on the left."""
        for i, name in enumerate(columns):
            canvas.text(self.centre(i, 0)[0], self.bottom + off, name, role, 13)
        for i, name in enumerate(rows):
            canvas.text(self.left - off, self.centre(0, i)[1], name, role, 13)

    def _rect(self, canvas: Canvas, column: int, row: int, gap: float, radius: float, **look: Unpack[Look]) -> None:
        x, y, wide, high = self.area(column, row, gap)
        canvas.rect(x, y, wide, high, radius, **look)


def _number(value: float, places: int = 1) -> str:
    """A number as short as it can be written."""
    text = f"{value:.{places}f}"
    return (text.rstrip("0").rstrip(".") if "." in text else text).replace("-0", "-0" if float(text) else "0")


def _safe(text: str) -> str:
    return escape(_UNPRINTABLE.sub("?", text))
