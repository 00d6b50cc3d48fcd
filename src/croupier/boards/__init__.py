"""Drawings of positions, as text and as SVG. A game `connect-four` is drawn by `connect_four.py` of this folder.

A game without a file here, a user's for example, is drawn by `generic`.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Iterable, Mapping
from typing import Any

from croupier.boards.grid import Pen, fitted
from croupier.boards.view import Last, View

__all__ = ["Last", "svg", "text"]


def text(
    state: Any,
    last: Last = None,
    legal: Iterable[int] = (),
    colour: bool = False,
    ascii: bool = False,
    width: int | None = None,
    status: str = "",
) -> str:
    """The position as lines of text, none longer than `width`, with the last action and the legal ones marked.

    `last` is the action that led here, or better the state before it and the action, or before a whole turn and its
    actions: `(before, [action, ...])`. `status` says how things stand where the rules alone do not know, as after a
    resignation; else who is to move or who won is said.
    """
    pen = Pen(colour, ascii, width)
    lines = _drawer(state).text(View.of(state, last, legal, told=status), pen)
    return "\n".join(fitted(line, width).rstrip() for line in lines)


def svg(
    state: Any,
    last: Last = None,
    legal: Iterable[int] = (),
    values: Mapping[int, float] | None = None,
    dark: bool | None = None,
    status: str = "",
) -> str:
    """The position as an SVG picture; `last` and `status` as for `text`.

    `values` are numbers in [0, 1] by action, shown as badges and heat. Colours are those of the reader's light or dark
    scheme, or of the one that `dark` says.
    """
    view = View.of(state, last, legal, values, status)
    drawing: str = _drawer(state).picture(view).document(view, dark)
    return drawing


def _drawer(state: Any) -> Any:
    """The module that draws the game of a state."""
    if type(state).__module__.startswith("croupier.games."):
        name = f"{__name__}.{state.name.replace('-', '_')}"
        if importlib.util.find_spec(name):
            return importlib.import_module(name)
    return importlib.import_module(f"{__name__}.generic")
