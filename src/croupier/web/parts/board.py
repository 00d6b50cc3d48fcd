"""The board of a page: touched with mouse, finger or keyboard. What a touch means is asked of `boards`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from nicegui import events, ui

from croupier import boards
from croupier.positions import Position
from croupier.web.parts.picture import pictures
from croupier.web.words import Words

MOST_CHOSEN = 8
LONGEST_PLACE = 40

Moment = tuple[int, int]


class Board(ui.element, component="../look/board.js"):
    """Shows a position; `acted(action, moment)` is called with what was chosen on it and when."""

    def __init__(self, words: Words, label: str, acted: Callable[[int, Moment], Any] | None = None) -> None:
        super().__init__()
        self.classes("board")
        self._words = words
        self._acted = acted
        self._position: Position | None = None
        self._moment: Moment = (-1, -1)
        self._values: Mapping[int, float] | None = None
        self._touchable = False
        self._turned = False
        self._chosen: tuple[str, ...] = ()
        self._names: tuple[str, ...] = ()
        self._status = ""
        self.props.update({"pictures": [], "label": label, "moment": [-1, -1], "chosen": []})
        self.on("touch", self._touched)

    def show(
        self,
        position: Position,
        moment: Moment,
        *,
        touchable: bool = False,
        values: Mapping[int, float] | None = None,
        turned: bool = False,
        names: Sequence[str] = (),
        status: str = "",
    ) -> None:
        """Show a position; a choice that was begun in another one is forgotten."""
        if moment != self._moment or not touchable:
            self._chosen = ()
        self._position, self._moment, self._values = position, moment, values
        self._touchable, self._turned = touchable and self._acted is not None, turned
        self._names, self._status = tuple(names), status
        self._draw()

    def _draw(self) -> None:
        assert self._position is not None
        touch: Sequence[str] | None = self._chosen if self._touchable and not self._position.outcome else None
        drawn = pictures(
            self._position,
            self._words,
            touch=touch,
            values=self._values,
            names=self._names,
            status=self._status,
            turned=self._turned,
        )
        with self.props.suspend_updates():
            self.props["moment"] = list(self._moment)
            self.props["chosen"] = list(self._chosen)
            same = self.props["pictures"] == drawn
            self.props["pictures"] = drawn
        if not same:
            self.update()

    def _touched(self, event: events.GenericEventArguments) -> None:
        """A message says which places were chosen when, so late and repeated ones are known."""
        found = read(event.args)
        if found is None or self._position is None or not self._touchable or self._acted is None:
            return
        moment, chosen, place = found
        if moment != self._moment:
            return
        touched = boards.touch(self._position.state, chosen, place)
        self._chosen = touched.chosen
        if touched.action is None:
            self._draw()
        else:
            self._acted(touched.action, moment)


def read(given: Any) -> tuple[Moment, tuple[str, ...], str] | None:
    """A message from a browser, where it is as it should be."""
    if not isinstance(given, dict):
        return None
    moment, chosen, place = given.get("moment"), given.get("chosen"), given.get("place")
    if not (isinstance(moment, list) and len(moment) == 2 and all(type(part) is int for part in moment)):
        return None
    if not (isinstance(chosen, list) and len(chosen) <= MOST_CHOSEN):
        return None
    if not all(isinstance(word, str) and 0 < len(word) <= LONGEST_PLACE for word in (*chosen, place)):
        return None
    return (moment[0], moment[1]), tuple(chosen), str(place)
