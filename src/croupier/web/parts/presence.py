"""When a reader comes to a page and when they leave: closing it, going on, or losing the line."""

from __future__ import annotations

from collections.abc import Callable

from nicegui import ui

Leave = Callable[[], None]


def attend(come: Callable[[], Leave]) -> None:
    """Call `come` when this page's socket opens, and what it gave back when the last one has closed."""
    client = ui.context.client
    leaving: list[Leave] = []

    def arrive() -> None:
        if not leaving:
            leaving.append(come())

    def go() -> None:
        while leaving and not client.has_socket_connection:
            leaving.pop()()

    def end() -> None:
        while leaving:
            leaving.pop()()

    client.on_connect(arrive)
    client.on_disconnect(go)
    client.on_delete(end)
