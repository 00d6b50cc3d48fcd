"""What a reader sees where a page cannot be shown: why, in their words, and the way back."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from nicegui import ui
from starlette.requests import Request

from croupier.errors import CroupierError
from croupier.web.parts.frame import frame, words_for
from croupier.web.parts.html import box, link, text
from croupier.web.refusals import RefusedError

log = logging.getLogger("croupier")

NOT_FOUND = ("refused.no_game", "refused.no_such_game", "refused.bad_link", "refused.no_variant")


@contextmanager
def trouble(request: Request) -> Iterator[None]:
    """What goes wrong inside becomes a page that says so."""
    try:
        yield
    except CroupierError as error:
        ui.context.client.content.clear()
        if isinstance(error, RefusedError):
            ui.context.client.status_code = 404 if error.key in NOT_FOUND else 400
            lost(request, words_for(request)(error.key, **error.values))
        else:
            ui.context.client.status_code = 400
            lost(request, str(error))
    except Exception:
        log.exception("a page failed")
        ui.context.client.content.clear()
        ui.context.client.status_code = 500
        lost(request, words_for(request)("refused.broken"))


def lost(request: Request, told: str) -> None:
    words = words_for(request)
    with frame(request, words, words("trouble.title"), "trouble"), box("trouble-box"):
        text(words("trouble.title"), "", "h1")
        text(told, "lead")
        link(words("trouble.home"), "/", "button main-button")
