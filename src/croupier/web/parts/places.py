"""A board whose places are touched one by one, or dragged from one to another, with nothing of a game behind it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nicegui import events, ui

from croupier.web.parts.board import read


class Places(ui.element, component="../look/board.js"):
    """`touched(place, origin)` is called with the place, and with where a drag began or nothing."""

    def __init__(self, label: str, touched: Callable[[str, str], Any]) -> None:
        super().__init__()
        self.classes("board")
        self._touched = touched
        self.props.update({"pictures": [], "label": label, "moment": [0, 0], "chosen": [], "quick": True})
        self.on("touch", self._take)

    def show(self, drawn: str) -> None:
        if self.props["pictures"] != [drawn]:
            self.props["pictures"] = [drawn]

    def _take(self, event: events.GenericEventArguments) -> None:
        found = read(event.args)
        if found is not None:
            _, chosen, place = found
            self._touched(place, chosen[0] if chosen else "")
