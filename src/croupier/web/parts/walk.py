"""Where a reader stands in a line of play: steps, a list to pick from, and the address that leads here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nicegui import events, ui

STEPS = ("first", "back", "on", "last")
LONGEST_PICK = 20


class Walk(ui.element, component="../look/walk.js"):
    """Buttons to the first ply, one back, one on, to the last; `taken(step)` is called."""

    def __init__(self, names: list[str], taken: Callable[[str], Any]) -> None:
        super().__init__()
        self.props.update({"names": names, "before": False, "after": False})
        self.on("step", lambda event: taken(event.args) if event.args in STEPS else None)

    def show(self, before: bool, after: bool) -> None:
        """Whether there is anything before and after."""
        if (self.props["before"], self.props["after"]) != (before, after):
            self.props.update({"before": before, "after": after})


class Picks(ui.element, component="../look/picks.js"):
    """HTML made here, of texts that were escaped; `picked(name)` is called with the `data-pick` that was pressed."""

    def __init__(self, look: str, picked: Callable[[str], Any]) -> None:
        super().__init__()
        self.classes(look)
        self.props["html"] = ""
        self._picked = picked
        self.on("pick", self._take)

    def show(self, html: str) -> None:
        if self.props["html"] != html:
            self.props["html"] = html

    def _take(self, event: events.GenericEventArguments) -> None:
        if isinstance(event.args, str) and len(event.args) <= LONGEST_PICK:
            self._picked(event.args)


class Address(ui.element, component="../look/address.js"):
    """The path in the browser's address line."""

    def __init__(self) -> None:
        super().__init__()
        self.props["path"] = ""

    def show(self, path: str) -> None:
        if self.props["path"] != path:
            self.props["path"] = path
