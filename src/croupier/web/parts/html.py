"""Plain elements of HTML, without the look that NiceGUI's own elements bring."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nicegui import ui
from nicegui.elements.mixins.text_element import TextElement


class Tag(TextElement):
    """An element of any name; `attributes` are those of HTML, `_` for `-`."""

    def __init__(self, tag: str, text: str = "", look: str = "", **attributes: Any) -> None:
        super().__init__(tag=tag, text=text)
        if look:
            self.classes(look)
        for name, value in attributes.items():
            if value is not None:
                self.props[name.rstrip("_").replace("_", "-")] = value

    def attribute(self, name: str, value: Any) -> None:
        """Set an attribute, or take it away where the value is None."""
        if self.props.get(name) == value:
            return
        if value is None:
            self.props.pop(name, None)
        else:
            self.props[name] = value

    def say(self, text: str) -> None:
        """Change the text, where it is another one."""
        if self.text != text:
            self.text = text

    def show(self, visible: bool) -> None:
        if self.visible != visible:
            self.set_visibility(visible)


def box(look: str = "", tag: str = "div", **attributes: Any) -> Tag:
    """A box for others, to be used with `with`."""
    return Tag(tag, "", look, **attributes)


def text(words: str, look: str = "", tag: str = "p", **attributes: Any) -> Tag:
    return Tag(tag, words, look, **attributes)


def link(words: str, to: str, look: str = "", **attributes: Any) -> Tag:
    return Tag("a", words, look, href=to, **attributes)


def button(words: str, do: Callable[[], Any], look: str = "button", **attributes: Any) -> Tag:
    """Something to press; a second press while the first is under way does nothing."""
    made = Tag("button", words, look, type="button", **attributes)
    made.on("click", lambda: do(), args=[])
    return made


class Markup(ui.element, component="../look/markup.js"):
    """HTML made here, of texts that were escaped; it changes as a whole."""

    def __init__(self, html: str = "", look: str = "") -> None:
        super().__init__()
        self.props["html"] = html
        if look:
            self.classes(look)

    def show(self, html: str) -> None:
        if self.props["html"] != html:
            self.props["html"] = html
