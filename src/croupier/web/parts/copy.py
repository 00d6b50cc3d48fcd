"""An address to be copied."""

from __future__ import annotations

from nicegui import ui

from croupier.web.words import Words


class Copy(ui.element, component="../look/copy.js"):
    """A path of this server, shown as the whole address."""

    def __init__(self, label: str, path: str, words: Words) -> None:
        super().__init__()
        self.props.update({"label": label, "value": path, "button": words("copy.copy"), "done": words("copy.copied")})

    def show(self, value: str) -> None:
        if self.props["value"] != value:
            self.props["value"] = value
