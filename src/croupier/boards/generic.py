"""A game that has no drawing of its own: its text, or its fields one by one, on a card, and its actions below."""

from __future__ import annotations

from typing import Any

from croupier.boards.canvas import Area, Canvas
from croupier.boards.grid import Pen, fitted
from croupier.boards.touching import Places
from croupier.boards.view import View, written

MOST_LINES = 40
LONGEST = 72
SHOWN = 12
MOST_CHIPS = 120
"""So many actions are shown without a value."""


def text(view: View, pen: Pen) -> list[str]:
    """The game's text or fields, then who is to move and what was played."""
    lines = [pen.put(line) for line in described(view.state)]
    played = [f"last {view.played}"] if view.played else []
    return [*lines, pen.put("   ".join([view.status(), *played]), "strong")]


def picture(view: View) -> Canvas:
    """The same in letters of one width, then the values or the legal actions."""
    lines, title, wide, top = _lines(view.state), _title(view.state), _width(view.state), _top(view)
    rows, chips = _layout(view)
    below = max((y + high for _, y, _, high in [*rows.values(), *chips.values()]), default=top + 22 * len(lines) + 12)
    canvas = Canvas(wide, below + 18, title, view.status())
    canvas.text(28, 34, title, size=17, anchor="start", weight=650)
    for i, line in enumerate(_told(view)):
        canvas.text(28, 58 + 20 * i, _cut(line, wide), "muted", anchor="start")
    canvas.rect(18, top, wide - 36, 22 * len(lines) + 12, 10, fill="cell", stroke="edge", width=1)
    for i, line in enumerate(lines):
        canvas.text(28, top + 17 + 22 * i, line, size=13.5, anchor="start", mono=True)
    for action, (_, y, _, high) in rows.items():
        _row(canvas, view, action, y + high / 2, wide)
    for action, (x, y, across, high) in chips.items():
        canvas.rect(x, y, across, high, 8, fill="cell", stroke="edge", width=1)
        canvas.text(x + across / 2, y + high / 2, _cut(written(view.state, action), across + 50), weight=500)
    return canvas


def places(state: Any, action: int) -> Places:
    """The row of the action, by its id: a user's notation may be anything."""
    return (str(action),)


def area(view: View, place: str) -> Area | None:
    """The row or the chip of an action; None where it is not shown."""
    rows, chips = _layout(view)
    return {**rows, **chips}.get(int(place))


def _layout(view: View) -> tuple[dict[int, Area], dict[int, Area]]:
    """Where the actions with the best values have their rows, and other legal ones their chips."""
    wide, top = _width(view.state), _top(view) + 22 * len(_lines(view.state)) + 31
    rows = {action: (18.0, top + 26.0 * i, wide - 36, 26.0) for i, action in enumerate(view.ranked[:SHOWN])}
    chips: dict[int, Area] = {}
    x, y = 18.0, top + 26.0 * len(rows) + (8 if rows else 0)
    for action in [action for action in sorted(view.legal) if action not in rows][:MOST_CHIPS]:
        across = min(wide - 36, 24 + 7.5 * len(written(view.state, action)))
        if x + across > wide - 18:
            x, y = 18.0, y + 36
        chips[action] = (x, y, across, 30.0)
        x += across + 6
    return rows, chips


def _told(view: View) -> list[str]:
    """How things stand, and what was played last."""
    last = [view.say("last: {actions}").format(actions=view.played)] if view.played else []
    return [view.status(), *last]


def _top(view: View) -> float:
    """Where the game's own text begins."""
    return 58.0 + 20 * len(_told(view))


def _lines(state: Any) -> list[str]:
    lines = described(state)
    return lines if len(lines) <= MOST_LINES else [*lines[:MOST_LINES], "..."]


def _title(state: Any) -> str:
    return _cut(str(getattr(state, "title", type(state).__name__)), LONGEST * 7)


def _width(state: Any) -> float:
    return 56 + 8.5 * max([26, len(_title(state)) + 4, *map(len, _lines(state))])


def described(state: Any) -> list[str]:
    """The lines of the game's own text, or a line for each field."""
    if hasattr(state, "text"):
        return [piece for line in str(state.text()).splitlines() for piece in fitted(line, LONGEST).split("\n")]
    longest = max(map(len, state._fields), default=0)
    return [f"{name.ljust(longest)}  {value}" for name, value in zip(state._fields, state, strict=True)]


def _row(canvas: Canvas, view: View, action: int, y: float, wide: float) -> None:
    """An action with its value as a bar and a badge."""
    words = written(view.state, action)
    canvas.text(28, y, _cut(words, wide / 2 - 16 if action in view.values else wide), anchor="start", weight=500)
    if action not in view.values:
        return
    longest = max(len(written(view.state, other)) for other in view.ranked[:SHOWN])
    left = min(wide / 2, 48 + 8 * longest)
    full = wide - 90 - left
    canvas.rect(left, y - 4, full, 8, 4, fill="board")
    canvas.rect(left, y - 4, max(8.0, full * view.values[action]), 8, 4, fill="heat")
    canvas.badge(wide - 50, y, view.values[action], action == view.best)


def _cut(words: str, wide: float) -> str:
    """A text shortened to what this many units hold."""
    most = max(4, int((wide - 50) / 7))
    return words if len(words) <= most else f"{words[: most - 1]}…"
