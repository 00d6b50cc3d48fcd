"""Things to choose and to write: native controls, so that keyboards, phones and screen readers know them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from nicegui import events, ui

LONGEST = 4000


class Field(ui.element, component="../look/field.js"):
    """A labelled control; `kind` is `select`, `text`, `area`, `check` or `pills`. `value` is what it holds now."""

    def __init__(
        self,
        kind: str,
        label: str,
        value: Any = "",
        options: Sequence[tuple[str, str]] = (),
        changed: Callable[[Any], Any] | None = None,
        quiet: bool = False,
        help: str = "",
        longest: int = LONGEST,
    ) -> None:
        super().__init__()
        self.value = value
        self._kind, self._longest = kind, longest
        self._keys = {key for key, _ in options}
        self._changed = changed
        content = {"kind": kind, "label": label, "value": value, "quiet": quiet, "help": help, "longest": longest}
        content["resets"] = 0
        self.props.update({**content, "options": [list(option) for option in options]})
        self.on("change", self._take)

    def offer(self, options: Sequence[tuple[str, str]], value: str) -> None:
        """Other options to choose from."""
        self._keys = {key for key, _ in options}
        self.value = value
        self.props["options"] = [list(option) for option in options]
        self.props["value"] = value

    def set(self, value: Any) -> None:
        if self.value != value or self.props["value"] != value:
            self.value = value
            self.props["value"] = value

    def reset(self, value: Any) -> None:
        """Show a value, whatever the reader has written since."""
        self.value = value
        self.props["resets"] = int(self.props["resets"]) + 1
        self.props["value"] = value

    def _take(self, event: events.GenericEventArguments) -> None:
        given = event.args
        if self._kind == "check":
            value: Any = given is True
        elif not isinstance(given, str) or len(given) > self._longest or (self._keys and given not in self._keys):
            return
        else:
            value = given
        self.value = value
        with self.props.suspend_updates():
            self.props["value"] = value
        if self._changed is not None:
            self._changed(value)
