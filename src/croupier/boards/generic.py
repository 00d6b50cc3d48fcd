"""A game that has no drawing of its own: its text, or its fields one by one, on a card."""

from __future__ import annotations

from typing import Any

from croupier.boards.canvas import Canvas
from croupier.boards.grid import Pen, fitted
from croupier.boards.view import View, written

MOST_LINES = 40
LONGEST = 72
SHOWN = 12


def text(view: View, pen: Pen) -> list[str]:
    """The game's text or fields, then who is to move and what was played."""
    lines = [pen.put(line) for line in described(view.state)]
    played = [f"last {view.played}"] if view.played else []
    return [*lines, pen.put("   ".join([view.status(), *played]), "strong")]


def picture(view: View) -> Canvas:
    """The same in letters of one width, then the values or the legal actions."""
    lines = described(view.state)
    lines = lines if len(lines) <= MOST_LINES else [*lines[:MOST_LINES], "..."]
    actions = view.ranked if view.values else sorted(view.legal)
    listed = actions[:SHOWN]
    high = 22 * len(lines) + (28 + 26 * len(listed) if listed else 0)
    title = _cut(str(getattr(view.state, "title", type(view.state).__name__)), LONGEST * 7)
    wide = 56 + 8.5 * max([26, len(title) + 4, *map(len, lines)])
    canvas = Canvas(wide, high + 108, title, view.status())
    canvas.text(28, 34, title, size=17, anchor="start", weight=650)
    canvas.text(28, 58, _cut(view.status(), wide), "muted", anchor="start")
    canvas.rect(18, 78, wide - 36, 22 * len(lines) + 12, 10, fill="cell", stroke="edge", width=1)
    for i, line in enumerate(lines):
        canvas.text(28, 95 + 22 * i, line, size=13.5, anchor="start", mono=True)
    for i, action in enumerate(listed):
        _row(canvas, view, action, 22 * len(lines) + 122 + 26 * i, wide)
    return canvas


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
    left, full = wide / 2, wide / 2 - 90
    canvas.rect(left, y - 4, full, 8, 4, fill="board")
    canvas.rect(left, y - 4, max(8.0, full * view.values[action]), 8, 4, fill="heat")
    canvas.badge(wide - 50, y, view.values[action], action == view.best)


def _cut(words: str, wide: float) -> str:
    """A text shortened to what this many units hold."""
    most = max(4, int((wide - 50) / 7))
    return words if len(words) <= most else f"{words[: most - 1]}…"
