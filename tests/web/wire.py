"""A page without a browser: it is fetched, and its socket is spoken by hand, so that any message can be sent over it.

What stands on a page comes as JSON with it, what changes as messages of Socket.IO; `Wire` keeps both together.
"""

from __future__ import annotations

import html
import json
import queue
import re
import threading
import time
import uuid
from contextlib import ExitStack
from types import TracebackType
from typing import Any
from urllib.parse import urlencode, urlsplit

import httpx
from websockets.exceptions import ConnectionClosed, ConnectionClosedOK
from websockets.sync.client import ClientConnection, connect

PATIENCE = 120.0
_PAGE = re.compile(r"parseElements\(String\.raw`(.*?)`\)", re.DOTALL)
_CLIENT = re.compile(r"'client_id': '([0-9a-f-]+)'")

Element = dict[str, Any]


class Wire:
    """One page of one visitor; `cookies` are theirs, shared between the pages of one visitor."""

    def __init__(
        self, url: str, path: str, http: httpx.Client | None = None, headers: dict[str, str] | None = None
    ) -> None:
        self.url, self.path = url, path
        self.own = http is None
        self.http = http or visitor(url)
        self.headers = {"Origin": url, **(headers or {})}
        self.answer = self.http.get(path)
        found, client = _PAGE.search(self.answer.text), _CLIENT.search(self.answer.text)
        assert found is not None, self.answer.text[:500]
        assert client is not None
        self.client_id = client[1]
        self.elements: dict[int, Element] = {int(id): each for id, each in json.loads(html.unescape(found[1])).items()}
        self.went_to = ""
        self.socket: ClientConnection | None = None
        self.line = ExitStack()
        self.heard: queue.SimpleQueue[str | ConnectionClosed] = queue.SimpleQueue()

    def connect(self) -> Wire:
        """Open the socket and shake hands."""
        given = {
            "client_id": self.client_id,
            "next_message_id": 0,
            "implicit_handshake": "true",
            "document_id": str(uuid.uuid4()),
            "tab_id": str(uuid.uuid4()),
            "EIO": 4,
            "transport": "websocket",
        }
        where = urlsplit(self.url)
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        headers = {**self.headers, **({"Cookie": cookies} if cookies else {})}
        origin = headers.pop("Origin", None)
        line = connect(
            f"ws://{where.netloc}/_nicegui_ws/socket.io/?{urlencode(given)}",
            origin=origin,  # type: ignore[arg-type]
            additional_headers=headers,
            max_size=None,
            ping_interval=None,
        )
        self.socket = self.line.enter_context(line)
        threading.Thread(target=self._receive, daemon=True).start()
        self.raw("40")
        self.until(lambda: self.shaken)
        return self

    shaken = False

    # what one says

    def raw(self, text: str | bytes) -> None:
        assert self.socket is not None
        self.socket.send(text)

    def send(self, element: int, event: str, *args: Any) -> None:
        """What the browser says when something happens to an element."""
        listener = next(each["listener_id"] for each in self.elements[element]["events"] if each["type"] == event)
        self.event(element, listener, *args)

    def event(self, element: int, listener: str, *args: Any) -> None:
        told = {"id": element, "client_id": self.client_id, "listener_id": listener}
        told["args"] = [json.dumps(arg) for arg in args]
        self.raw("42" + json.dumps(["event", told]))

    def press(self, words: str) -> None:
        """Press the button with these words, whether it is shown or not."""
        self.send(self.find(tag="button", text=words), "click")

    def shows(self, words: str) -> bool:
        """Whether the button with these words is there and not hidden."""
        return "hidden" not in self.elements[self.find(tag="button", text=words)].get("class", [])

    def touch(self, place: str, moment: tuple[int, int] | None = None, chosen: list[str] | None = None) -> None:
        """Touch a place of the board, as it stands or as it stood."""
        board = self.board
        props = self.elements[board]["props"]
        told = {"moment": list(moment or props["moment"]), "chosen": chosen or props["chosen"], "place": place}
        self.send(board, "touch", told)

    # what one is told

    @property
    def board(self) -> int:
        return self.find(tag="nicegui-board")

    @property
    def drawn(self) -> str:
        return str(self.elements[self.board]["props"]["pictures"][0])

    @property
    def moment(self) -> tuple[int, int]:
        branch, ply = self.elements[self.board]["props"]["moment"]
        return branch, ply

    @property
    def texts(self) -> list[str]:
        """Every text of the page."""
        return [str(each["text"]) for each in self.elements.values() if each.get("text")]

    @property
    def headline(self) -> str:
        return str(self.elements[self.find(look="headline")]["text"])

    def find(self, tag: str = "", text: str = "", look: str = "", **props: Any) -> int:
        """The first element like this."""
        for id, each in sorted(self.elements.items()):
            fits = (not tag or each["tag"] == tag) and (not text or each.get("text") == text)
            if fits and (not look or look in each.get("class", [])):
                own = each.get("props", {})
                if all(own.get(name) == value for name, value in props.items()):
                    return id
        raise AssertionError(f"no {tag} {text!r} {look} {props} among {self.texts}")

    def until(self, done: Any, patience: float = PATIENCE) -> Wire:
        """Listen until something holds."""
        late = time.monotonic() + patience
        while not done():
            assert self.listen(0.1) or time.monotonic() < late, self.texts
            assert time.monotonic() < late, self.texts
        return self

    def listen(self, seconds: float) -> bool:
        """Take in a message, if one comes in time; False where none came."""
        try:
            told = self.heard.get(timeout=seconds) if seconds else self.heard.get_nowait()
        except queue.Empty:
            return False
        if isinstance(told, ConnectionClosed):
            self.heard.put(told)
            raise told
        self._hear(told)
        return True

    def settle(self, seconds: float = 0.3) -> Wire:
        """Listen until nothing has come for so long."""
        while self.listen(seconds):
            pass
        return self

    @property
    def dropped(self) -> bool:
        """Whether the server hung up, or does so within some seconds."""
        late = time.monotonic() + 10
        try:
            while time.monotonic() < late:
                self.listen(0.2)
        except ConnectionClosed:
            return True
        return False

    def close(self) -> None:
        self.line.close()
        if self.own:
            self.http.close()

    def __enter__(self) -> Wire:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _receive(self) -> None:
        """For a thread: answer that somebody is there, whatever else goes on here."""
        assert self.socket is not None
        try:
            for told in self.socket:
                if told == "2":
                    self.raw("3")
                else:
                    self.heard.put(str(told))
        except ConnectionClosed as error:
            self.heard.put(error)
        else:
            self.heard.put(ConnectionClosedOK(None, None))

    def _hear(self, told: str) -> None:
        if told.startswith("40"):
            self.shaken = True
        elif told.startswith("42"):
            kind, *data = json.loads(told[2:])
            content = data[0] if data else {}
            if kind == "update":
                for id, each in content.items():
                    if id == "_id":
                        continue
                    if each is None:
                        self.elements.pop(int(id), None)
                    else:
                        self.elements[int(id)] = each
            elif kind == "open":
                self.went_to = str(content["path"])


def visitor(url: str, **options: Any) -> httpx.Client:
    """Somebody with cookies of their own."""
    return httpx.Client(base_url=url, timeout=PATIENCE, **options)
