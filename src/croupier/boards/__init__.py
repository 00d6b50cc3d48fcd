"""Drawings of positions, as text and as SVG. A game `connect-four` is drawn by `connect_four.py` of this folder.

A game without a file here, a user's for example, is drawn by `generic`.
"""

from __future__ import annotations

import importlib
import importlib.util
import operator
from collections.abc import Iterable, Mapping
from typing import Any

from croupier.boards.grid import Pen, fitted
from croupier.boards.phrases import SEATS
from croupier.boards.touching import Places, Touched, fitting, touched
from croupier.boards.view import Last, Say, View
from croupier.rules.contract import CHANCE

__all__ = ["Last", "Touched", "asks", "places", "seat_name", "svg", "text", "touch"]


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
    touch: Iterable[str] | None = None,
    upright: bool = False,
    turned: bool = False,
    names: Iterable[str] = (),
    say: Say = str,
) -> str:
    """The position as an SVG picture; `last` and `status` as for `text`.

    `values` are numbers in [0, 1] by action, shown as badges and heat. Colours are those of the reader's light or dark
    scheme, or of the one that `dark` says. `touch` lays an area over every place of a legal action, to be clicked: they
    are the places chosen so far, `()` at first, and marks and values are those of the actions that they belong to.
    `upright` puts what stands beside a board below it; `turned` shows a board of two sides from the other one. `names`
    are what the seats are called, all of them or none; `say` translates the phrases of `boards.phrases`.
    """
    chosen = None if touch is None else tuple(touch)
    made_of = {} if chosen is None else _made_of(state)
    if chosen:
        fit = set(fitting(made_of, chosen))
        legal = [action for action in legal if action in fit]
        values = {action: value for action, value in (values or {}).items() if action in fit}
    view = View.of(state, last, legal, values, status, upright, turned, names, say)
    drawer = _drawer(state)
    canvas = drawer.picture(view)
    for place in dict.fromkeys(place for places in made_of.values() for place in places):
        actions = {action: len(made_of[action]) == 1 for action in fitting(made_of, [place])}
        area = drawer.area(view, place)
        if area:
            canvas.touch(place, area, actions, place in (chosen or ()))
    drawing: str = canvas.document(view, dark)
    return drawing


def seat_name(state: Any, seat: int) -> str:
    """What a seat is called on this board: `White`, `red`, or where it has no name, `first seat`."""
    named = getattr(_drawer(state), "seat_names", None)
    names = named(state) if named else ()
    return str(names[seat]) if seat < len(names) else SEATS[min(seat, len(SEATS) - 1)].format(number=seat + 1)


def asks(state: Any) -> str:
    """What the seat to act is to do, in a few words; nothing where the game is over or its drawing does not say."""
    told = getattr(_drawer(state), "asks", None)
    return str(told(state)) if told and state.legal([0] * (state.branching + 1)) else ""


def places(state: Any, action: int) -> Places:
    """The places of the picture that are touched, in any order, to play this action; none where chance acts."""
    found: Places = _drawer(state).places(state, operator.index(action))
    return found


def touch(state: Any, chosen: Iterable[str], place: str) -> Touched:
    """What touching `place` comes to after the places `chosen`: an action that is legal, or the places chosen now."""
    return touched(_made_of(state), tuple(chosen), place)


def _made_of(state: Any) -> dict[int, Places]:
    """The places of every legal action of a seat."""
    out = [0] * (state.branching + 1)
    actions = sorted(out[: state.legal(out)])
    return {} if actions and state.seat() == CHANCE else {action: places(state, action) for action in actions}


def _drawer(state: Any) -> Any:
    """The module that draws the game of a state."""
    if type(state).__module__.startswith("croupier.games."):
        name = f"{__name__}.{state.name.replace('-', '_')}"
        if importlib.util.find_spec(name):
            return importlib.import_module(name)
    return importlib.import_module(f"{__name__}.generic")
