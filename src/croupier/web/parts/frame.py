"""What every page has: the bar above, the language and light or dark, the foot."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import quote

from nicegui import app, ui
from starlette.requests import Request

from croupier import __version__
from croupier.errors import CroupierError
from croupier.web.parts.html import Tag, box, link, text
from croupier.web.refusals import RefusedError
from croupier.web.words import Words, languages, preferred

LANGUAGE_COOKIE = "croupier-language"
QUASAR = {"en": "en-GB"}
"""What NiceGUI calls languages, where it is not our code."""


class Theme(ui.element, component="../look/theme.js"):
    """Light, dark, or as the system has it; kept in the browser."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self.props["label"] = words("frame.theme")
        self.props["names"] = [words("frame.auto"), words("frame.light"), words("frame.dark")]


def words_for(request: Request) -> Words:
    """The reader's language: the one they chose, else the one their browser asks for."""
    chosen = request.cookies.get(LANGUAGE_COOKIE, "")
    return Words(chosen if chosen in languages() else preferred(request.headers.get("accept-language", "")))


def visitor() -> str:
    """The name of this browser, from its signed cookie."""
    return str(app.storage.browser["id"])


@contextmanager
def frame(request: Request, words: Words, title: str, look: str = "") -> Iterator[None]:
    """A page with everything around it; what is inside comes into its middle."""
    name = words("frame.name")
    ui.page_title(f"{title} · {name}" if title else name)
    # the attribute belongs to the page's root, which a page function cannot reach in another way
    client = ui.context.client
    client.content.classes(replace=f"page {look}")
    assert client.content.parent_slot is not None
    client.content.parent_slot.parent.props["role"] = "presentation"  # Quasar calls everything the main part; ours is
    client.page = copy.copy(client.page)  # its language is this reader's, not every reader's
    client.page.language = QUASAR.get(words.code, words.code)  # type: ignore[assignment]
    link(words("frame.skip"), "#main", "skip")
    with box("bar", "header"):
        link(name, "/", "wordmark")
        with box("links", "nav", aria_label=words("frame.navigation")):
            link(words("frame.play"), "/new", aria_current="page" if look == "setup" else None)
            link(words("frame.analyse"), "/analyse", aria_current="page" if look == "analysis" else None)
        with box("tools"):
            _languages(request, words)
            Theme(words)
    with box("main", "main", id="main", tabindex=-1):
        yield
    with box("foot", "footer"):
        text(words("frame.foot", version=__version__))


def _languages(request: Request, words: Words) -> None:
    back = request.url.path + (f"?{request.url.query}" if request.url.query else "")
    with box("languages", role="group", aria_label=words("frame.language")):
        for code, name in languages().items():
            link(
                code.upper(),
                f"/language/{code}?back={quote(back, safe='')}",
                lang=code,
                hreflang=code,
                title=name,
                aria_label=name,
                aria_current="true" if code == words.code else None,
            )


class Notice:
    """One line for what just happened or went wrong, told to screen readers too."""

    def __init__(self, look: str = "notice") -> None:
        self._line: Tag = text("", look, "p", role="status", aria_live="polite")

    def say(self, words: str = "") -> None:
        self._line.say(words)

    def refuse(self, words: Words, error: CroupierError) -> None:
        """Say why something was refused."""
        self.say(words(error.key, **error.values) if isinstance(error, RefusedError) else str(error))
