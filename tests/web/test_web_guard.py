"""What stands before the pages: who is answered, how much may be sent, what a page may load, what is kept secret."""

from __future__ import annotations

import asyncio
import contextlib
import html
import http.client
import json
import os
import re
import socket
import stat
from pathlib import Path

import pytest
from serving import Server
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from wire import Wire, visitor

from croupier.errors import InputError
from croupier.web.guard import BODY, BURST, FRAME, RATE, SOCKETS_EACH, Guard, Message, Receive, Scope, Send
from croupier.web.settings import Settings, secret
from croupier.web.words import Words

PAYLOAD = "<script>document.title='hacked'</script>"


def status(server: Server, path: str = "/", method: str = "GET", body: bytes = b"", **headers: str) -> int:
    """What the server says to a request that is written by hand, its path as it is."""
    asked = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    try:
        asked.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        given = {"Host": f"127.0.0.1:{server.port}", **{name.replace("_", "-"): text for name, text in headers.items()}}
        if body:
            given.setdefault("Content-Length", str(len(body)))
        for name, text in given.items():
            asked.putheader(name, text)
        asked.endheaders(body or None)
        return asked.getresponse().status
    finally:
        asked.close()


# who is answered


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "", "[::2]", "0.0.0.0"])
def test_a_strangers_name_for_this_machine_is_not_answered(server: Server, host: str) -> None:
    """A page elsewhere that points its own name at this machine (DNS rebinding) gets nothing from it."""
    assert status(server, Host=host) == 421
    with pytest.raises(InvalidHandshake):
        Wire(server.url, "/", headers={"Host": host or "x"}).connect()


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "LOCALHOST:{port}", "[::1]:{port}"])
def test_this_machine_is_answered_by_its_names(server: Server, host: str) -> None:
    assert status(server, Host=host.format(port=server.port)) == 200


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://127.0.0.1:1", "http://localhost.evil.example"]
)
def test_a_page_elsewhere_may_neither_ask_nor_open_a_socket(server: Server, origin: str) -> None:
    """Other sites open in the same browser, with its cookies: their requests and sockets are refused."""
    assert status(server, Origin=origin) == 403
    with pytest.raises((InvalidHandshake, ConnectionClosed)):
        Wire(server.url, "/", headers={"Origin": origin}).connect()


def test_a_socket_says_where_it_comes_from(server: Server) -> None:
    page = Wire(server.url, "/")
    del page.headers["Origin"]
    with pytest.raises((InvalidHandshake, ConnectionClosed)):
        page.connect()


def test_there_is_no_way_around_the_socket(server: Server) -> None:
    """Socket.IO would take messages by ordinary requests too, which need no handshake."""
    for path in ("/_nicegui_ws/socket.io/?EIO=4&transport=polling", "/_nicegui_ws/", "/_nicegui_ws/socket.io"):
        assert status(server, path) == 404
        assert status(server, path, "POST", b"40") in (404, 405)


def hosts(**given: object) -> Guard:
    async def nothing(*_: object) -> None:
        raise AssertionError

    return Guard(nothing, Settings(**given))  # type: ignore[arg-type]


def test_a_server_for_other_machines_answers_to_its_address_and_names() -> None:
    everywhere = hosts(host="0.0.0.0", names=("games.example",))
    assert all(
        everywhere._answers_to(name)
        for name in ("10.0.0.7", "games.example", "localhost", socket.gethostname().lower())
    )
    assert not everywhere._answers_to("evil.example")
    one = hosts(host="10.0.0.7")
    assert one._answers_to("10.0.0.7")
    assert not one._answers_to("10.0.0.8")
    assert not one._answers_to("localhost")


# where it listens


def test_it_listens_on_this_machine_alone_and_says_where(server: Server) -> None:
    assert Settings().host == "127.0.0.1"
    assert f"Croupier plays at http://localhost:{server.port}/\n" in server.told
    assert not any("other machines" in line for line in server.told)
    elsewhere = _addresses() - {"127.0.0.1"}
    for address in elsewhere:
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection((address, server.port), 1)


def test_told_to_listen_elsewhere_it_says_so(tmp_path: Path) -> None:
    """Who opens it to other machines is told that whoever can reach it may search there."""
    made = Server(tmp_path, host="0.0.0.0")
    try:
        assert any("other machines" in line for line in made.told)
        assert status(made) == 200
        assert status(made, Host="evil.example") == 421
    finally:
        made.stop()


def _addresses() -> set[str]:
    try:
        return {str(found[4][0]) for found in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)}
    except OSError:
        return set()


# how much may be sent


def test_a_request_that_is_too_large_is_not_read(server: Server) -> None:
    assert status(server, "/", "POST", b"x" * (BODY + 1)) == 413
    assert status(server, "/", "POST", b"x" * 100, Content_Length=str(1 << 40)) == 413


def test_a_request_that_does_not_say_how_large_it_is_is_cut_off() -> None:
    """Whatever an application would read, it is given no more."""
    read = 0

    async def app(_: Scope, receive: Receive, send: Send) -> None:
        nonlocal read
        while (message := await receive())["type"] != "http.disconnect":
            read += len(message["body"])

    async def endless() -> Message:
        return {"type": "http.request", "body": b"x" * 10_000, "more_body": True}

    async def unheard(_: Message) -> None:
        raise AssertionError

    scope = {"type": "http", "path": "/", "headers": [(b"host", b"localhost:8080")]}
    asyncio.run(Guard(app, Settings())(scope, endless, unheard))
    assert BODY - 10_000 <= read <= BODY


def test_one_address_has_so_many_sockets() -> None:
    """Of another machine; they are counted while they are open."""
    opened, told = 0, []

    async def app(_: Scope, receive: Receive, send: Send) -> None:
        nonlocal opened
        opened += 1
        await asyncio.sleep(0.05)

    async def receive() -> Message:
        return {"type": "websocket.connect"}

    async def send(message: Message) -> None:
        told.append(message["type"])

    async def crowd() -> None:
        guard = Guard(app, Settings(host="0.0.0.0"))
        headers = [(b"host", b"10.0.0.1"), (b"origin", b"http://10.0.0.1")]
        scope = {"type": "websocket", "path": "/", "headers": headers, "client": ("10.0.0.9", 5)}
        for _ in range(2):
            await asyncio.gather(*(guard(dict(scope), receive, send) for _ in range(SOCKETS_EACH + 5)))

    asyncio.run(crowd())
    assert opened == 2 * SOCKETS_EACH
    assert told == ["websocket.close"] * 10


def test_a_message_that_is_too_large_ends_the_socket_and_nothing_else(server: Server) -> None:
    with Wire(server.url, "/new/tic-tac-toe").connect() as page:
        page.raw("42" + "x" * FRAME)
        assert page.dropped
    with Wire(server.url, "/").connect() as page:
        page.raw(b"\0" * (2 << 20))  # more than the socket's own limit
        assert page.dropped
    assert status(server) == 200


def test_who_sends_too_often_is_dropped(server: Server) -> None:
    with Wire(server.url, "/").connect() as page:
        with contextlib.suppress(ConnectionClosed):
            for _ in range(int(BURST + 20 * RATE)):
                page.raw('42["nothing"]')
        assert page.dropped
    assert status(server) == 200


@pytest.mark.parametrize(
    "message",
    [
        "4",
        "42",
        "42{}",
        '42["event"]',
        '42["event", 7]',
        '42["event", {"client_id": "x"}]',
        '42["event", {"client_id": {"a": 1}, "id": 3}]',
        '42["handshake", {}]',
        '42["handshake", {"client_id": "00000000-0000-0000-0000-000000000000", "tab_id": 1}]',
        '42["javascript_response", {}]',
        '42["ack", {"client_id": 3}]',
        '451-["event", {"_placeholder": true, "num": 0}]',
        "49999999",
        "\N{GRINNING FACE}",
        "42" + "[" * 5000,
    ],
)
def test_messages_that_are_none_do_no_harm(server: Server, message: str) -> None:
    with Wire(server.url, "/").connect() as page:
        page.raw(message)
        with contextlib.suppress(ConnectionClosed):
            page.settle(0.1)
    assert status(server) == 200


def test_what_a_browser_reports_is_logged_without_control_characters(server: Server) -> None:
    """NiceGUI writes what browsers say went wrong into the server's log: no escape sequence reaches the terminal."""
    with Wire(server.url, "/").connect() as page:
        told = {"client_id": page.client_id, "level": "error", "message": "marked \x1b[2J\nforged line"}
        page.raw("42" + json.dumps(["log", told]))
        page.settle()
    server.until(lambda _: any("marked" in line for line in server.told))
    line = next(line for line in server.told if "marked" in line)
    assert "\x1b" not in line
    assert "forged line" in line, "it is one line"


# ids and paths


TRAVERSAL = [
    "/game/../../../../etc/passwd",
    "/game/..%2f..%2f..%2fetc%2fpasswd",
    "/game/%2e%2e%2f%2e%2e%2fetc%2fpasswd",
    "/game/....//....//etc/passwd",
    "/game/..%5c..%5cwindows%5cwin.ini",
    "/game/C:%5cwindows%5cwin.ini",
    "/game/%00",
    "/game/" + "a" * 3000,
    "/game/x/sit/../../secret",
    "/analyse/game/..%2f..%2fsecret",
    "/look/../settings.py",
    "/look/..%2fsettings.py",
    "/look/%2e%2e/server.py",
    "/look/..%5cserver.py",
    "/look//etc/passwd",
    "/new/..%2f..%2fetc%2fpasswd",
    "/language/..%2f..%2fetc",
]


@pytest.mark.parametrize("path", TRAVERSAL)
def test_an_address_is_never_a_path_on_this_machine(server: Server, path: str) -> None:
    asked = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    asked.request("GET", path)
    answer = asked.getresponse()
    body = answer.read().decode(errors="replace")
    asked.close()
    assert answer.status in (303, 400, 404)
    if answer.status == 303:
        assert answer.headers["location"] == "/"
    assert "root:" not in body
    assert "from __future__" not in body
    assert secret(server.folder) not in body


@pytest.mark.parametrize(
    "back", ["//evil.example", "https://evil.example", "/\\evil.example", "/\tx", "javascript:alert(1)"]
)
def test_choosing_a_language_leads_to_no_other_site(server: Server, back: str) -> None:
    with visitor(server.url) as http:
        assert http.get("/language/fr", params={"back": back}).headers["location"] == "/"
        assert http.get("/language/fr", params={"back": "/new?x=1"}).headers["location"] == "/new?x=1"


# what a page may load


def test_every_page_has_a_policy_that_lets_nothing_in(server: Server) -> None:
    """Scripts need this answer's own mark; nothing comes from elsewhere, nothing frames it."""
    marks = set()
    with visitor(server.url) as http:
        for path in ("/", "/new", "/analyse", "/game/none", "/nowhere", "/analyse?game=none"):
            answer = http.get(path)
            policy = answer.headers["content-security-policy"]
            rules = {rule.split()[0]: rule.split()[1:] for rule in policy.split(";")}
            assert rules["default-src"] == ["'none'"]
            assert rules["connect-src"] == rules["font-src"] == ["'self'"]
            assert rules["frame-ancestors"] == rules["base-uri"] == ["'none'"]
            own, mark = rules["script-src"]
            assert own == "'self'"
            assert "unsafe" not in mark
            assert "unsafe-eval" not in policy
            scripts = re.findall(r"<script[^>]*>", answer.text)
            assert scripts
            given = mark.removeprefix("'nonce-").removesuffix("'")
            assert all(f'nonce="{given}"' in script for script in scripts)
            marks.add(mark)
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert answer.headers["x-frame-options"] == "DENY"
    assert len(marks) == 6


WRITTEN = [
    f"/new/tic-tac-toe?variant={PAYLOAD}",
    f"/new/{PAYLOAD.replace('/', '%2f')}",
    f"/analyse?game={PAYLOAD}",
    f"/analyse?game=connect-four&variant={PAYLOAD}",
    f"/analyse?game=connect-four&position={PAYLOAD}",
    f"/analyse?game=connect-four&actions={PAYLOAD}",
    f"/analyse?game=connect-four&with={PAYLOAD}",
    f"/analyse?game=connect-four&at={PAYLOAD}",
    '/analyse?game=connect-four&position="onmouseover="x`${alert(1)}',
    f"/game/{PAYLOAD.replace('/', '%2f')}",
    f"/{PAYLOAD.replace('/', '%2f')}",
]


@pytest.mark.parametrize("path", WRITTEN)
def test_what_an_address_says_is_written_as_text(server: Server, path: str) -> None:
    with visitor(server.url) as http:
        answer = http.get(path)
    assert answer.status_code in (200, 400, 404)
    assert PAYLOAD not in answer.text
    assert "`${" not in answer.text
    assert "Traceback" not in answer.text


def test_a_page_that_is_not_there_says_so_in_the_readers_language(server: Server) -> None:
    with visitor(server.url, headers={"Accept-Language": "fr"}) as http:
        answer = http.get("/nowhere")
    assert answer.status_code == 404
    assert Words("fr")("refused.no_page") in html.unescape(answer.text)
    assert not any("nowhere" in line for line in server.told)


# secrets


@pytest.mark.skipif(os.name != "posix", reason="file modes")
def test_what_is_kept_is_for_its_owner_alone(server: Server) -> None:
    for name in ("secret", "games.sqlite"):
        assert stat.S_IMODE((server.folder / name).stat().st_mode) == 0o600
    assert stat.S_IMODE((server.folder).stat().st_mode) == 0o700


def test_every_installation_has_a_secret_of_its_own_and_keeps_it(tmp_path: Path) -> None:
    one, other = secret(tmp_path / "one"), secret(tmp_path / "other")
    assert one != other
    assert len(one) == 64
    assert secret(tmp_path / "one") == one
    path = tmp_path / "one" / "secret"
    if os.name == "posix":
        path.chmod(0o644)
        secret(tmp_path / "one")
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.write_text("short")
    with pytest.raises(InputError, match="not a secret"):
        secret(tmp_path / "one")


def test_a_cookie_that_somebody_made_up_is_nobody(server: Server) -> None:
    """The name of a browser is signed: one cannot call oneself somebody else."""
    with visitor(server.url) as ann, visitor(server.url) as eve:
        ann.get("/")
        given = ann.cookies["croupier"]
        name, _, rest = given.strip('"').partition(".")
        assert rest
        eve.cookies.set("croupier", name + ".aaaa.bbbbbbbbbbbbbbbbbbbbbbbbbbb")
        answer = eve.get("/")
        assert "croupier" in answer.cookies
        assert answer.cookies["croupier"].strip('"').partition(".")[0] != name
        assert "httponly" in answer.headers["set-cookie"].lower()
        assert "samesite=lax" in answer.headers["set-cookie"].lower()
