"""What stands before every page: whose requests are answered, how many messages a socket may send, what a page may load.

The content security policy allows nothing from elsewhere and no inline script without this page's nonce. Inline styles are
allowed: Vue and Quasar set them. `eval` is not: no part of these pages sends code to the browser.
"""

from __future__ import annotations

import ipaddress
import re
import secrets
import socket
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

from croupier.web.settings import LOCAL, Settings

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

BODY = 300_000
"""Bytes of a request."""

FRAME = 200_000
"""Bytes of a message on a socket."""

RATE, BURST = 40.0, 200.0
"""Messages a second on one socket, for long and for a moment."""

SOCKETS_EACH = 64
"""Open sockets of one address, unless it is this machine."""

EVERYWHERE = ("0.0.0.0", "::")
SOCKETS = "/_nicegui_ws/"

_SCRIPT = re.compile(rb"<script(?=[\s>])")
HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)


def policy(nonce: str) -> str:
    """The content security policy of a page."""
    return (
        "default-src 'none'; "
        f"script-src 'self' 'nonce-{nonce}'; "
        "style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )


class Guard:
    """An ASGI application around another one."""

    def __init__(self, app: App, settings: Settings) -> None:
        self._app = app
        self._names = _hosts(settings)
        self._everywhere = settings.host in EVERYWHERE
        self._sockets: dict[str, int] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        wrong = self._wrong(scope)
        if wrong:
            await _refuse(scope, receive, send, *wrong)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self._request(scope, receive, send)

    def _wrong(self, scope: Scope) -> tuple[int, bytes] | None:
        """The status and words for a request that is not answered."""
        headers = dict(scope["headers"])
        host = headers.get(b"host", b"").decode("latin-1").lower()
        if not self._answers_to(_name(host)):
            return 421, b"this server is not called so"
        if scope["type"] == "http" and scope["path"].startswith(SOCKETS):
            return 404, b"sockets only"
        origin = headers.get(b"origin", b"").decode("latin-1").lower()
        if origin and urlsplit(origin).netloc != host:
            return 403, b"requests from other sites are not answered"
        if scope["type"] == "websocket" and not origin:
            return 403, b"a socket says where it comes from"
        if headers.get(b"content-length", b"0").isdigit() and int(headers.get(b"content-length", b"0")) > BODY:
            return 413, b"too large"
        return None

    def _answers_to(self, name: str) -> bool:
        """Whether a name is this server's. Bound to every address it answers to any address, but to no stranger's name:
        that is how a foreign page would reach it (DNS rebinding).
        """
        return name in self._names or (self._everywhere and _is_address(name))

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        nonce = secrets.token_urlsafe(16)
        page: list[bytes] = []
        start: Message = {}

        async def send_guarded(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start":
                names = dict(message["headers"])
                message["headers"] = [*message["headers"], *HEADERS]
                if names.get(b"content-type", b"").startswith(b"text/html"):
                    start = message
                    return
            elif start:
                page.append(message.get("body", b""))
                if not message.get("more_body"):
                    await _send_page(start, b"".join(page), nonce, send)
                return
            await send(message)

        await self._app(scope, _counted(receive, BODY), send_guarded)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = scope.get("client") or ("", 0)
        address = str(client[0])
        if self._sockets.get(address, 0) >= SOCKETS_EACH and address not in LOCAL:
            await _refuse(scope, receive, send, 429, b"too many sockets")
            return
        self._sockets[address] = self._sockets.get(address, 0) + 1
        try:
            await self._app(scope, _slowed(receive), send)
        finally:
            self._sockets[address] -= 1
            if not self._sockets[address]:
                del self._sockets[address]


async def _send_page(start: Message, body: bytes, nonce: str, send: Send) -> None:
    """A whole page, its scripts marked as its own; what visitors wrote is escaped in it and has no `<script`."""
    body = _SCRIPT.sub(b'<script nonce="' + nonce.encode() + b'"', body)
    headers = [(name, value) for name, value in start["headers"] if name != b"content-length"]
    headers += [(b"content-length", str(len(body)).encode()), (b"content-security-policy", policy(nonce).encode())]
    await send({**start, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _counted(receive: Receive, most: int) -> Receive:
    """A request whose body ends when it is too large, whatever its headers said."""
    seen = 0

    async def counted() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        return {"type": "http.disconnect"} if seen > most else message

    return counted


def _slowed(receive: Receive) -> Receive:
    """A socket that is closed when it sends too much or too often: the client is dropped, not the server."""
    left, last = BURST, time.monotonic()

    async def slowed() -> Message:
        nonlocal left, last
        message = await receive()
        if message["type"] != "websocket.receive":
            return message
        now = time.monotonic()
        left = min(BURST, left + (now - last) * RATE) - 1
        last = now
        size = len(message.get("bytes") or b"") + len(message.get("text") or "")
        return {"type": "websocket.disconnect", "code": 1008} if left < 0 or size > FRAME else message

    return slowed


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, words: bytes) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008})
        return
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(words)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": [*headers, *HEADERS]})
    await send({"type": "http.response.body", "body": words})


def _hosts(settings: Settings) -> set[str]:
    """The names this server answers to."""
    found = {settings.host.lower(), *settings.names}
    if settings.local or settings.host in EVERYWHERE:
        found.update(LOCAL)
    if settings.host in EVERYWHERE:
        machine = socket.gethostname().lower()
        found.update((machine, f"{machine}.local", machine.partition(".")[0]))
    return found


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _name(host: str) -> str:
    """The name in a `Host` header, without the port."""
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.rpartition(":")[0] if ":" in host else host
