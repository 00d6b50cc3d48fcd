"""Messages straight through the socket, as no page of ours sends them; leaving, crowds, and a server that dies."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from person import BOARD
from playwright.sync_api import expect
from serving import Server
from wire import Wire, visitor

from conftest import Comes
from croupier.web.words import Words

WORDS = Words("en")
CODE = [
    "engine('touch {mark}')",
    'engine("touch {mark}")',
    "os:system",
    "os:system('touch {mark}')",
    "{file}:policy",
    "{file}",
    "uct(choose={file}:policy)",
    "__import__('os').system('touch {mark}')",
    "../../{file}:policy",
]
SOURCE = "from pathlib import Path\nPath({mark!r}).touch()\npolicy = None\n"


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with little room."""
    made = Server(tmp_path_factory.mktemp("small"), searches=3, searches_each=2, games_at_hand=2, seconds=30.0)
    yield made
    made.stop()


def begin(server: Server, game: str, *kinds: str, spec: str = "", http: httpx.Client | None = None) -> Wire:
    """A game made by the form: who has each seat; the page of the game, alive."""
    with Wire(server.url, f"/new/{game}", http or visitor(server.url)).connect() as form:
        rows = [id for id, each in sorted(form.elements.items()) if "seat-row" in each.get("class", [])]
        for seat, kind in enumerate(kinds):
            who, level, own = _fields(form, rows[seat])
            form.send(who, "change", kind)
            if kind == "computer" and spec:
                form.send(level, "change", "spec")
                form.send(own, "change", spec)
        form.press(WORDS("setup.start"))
        form.until(lambda: form.went_to)
        return Wire(server.url, form.went_to, form.http).connect()


def _fields(form: Wire, row: int) -> list[int]:
    return [id for id in form.elements[row]["children"] if form.elements[id]["tag"] == "nicegui-field"]


def sit(server: Server, page: Wire, http: httpx.Client) -> Wire:
    """Take the free seat by the link that the page shows."""
    path = next(
        str(each["props"]["value"])
        for each in page.elements.values()
        if each["tag"] == "nicegui-copy"
        and each["props"]["label"].startswith(WORDS("share.invite", seat="¤").split("¤")[0])
    )
    answer = http.get(path)
    assert answer.status_code == 303
    return Wire(server.url, answer.headers["location"], http).connect()


# who may act


def test_spectators_and_who_is_not_to_move_cannot_act(server: Server) -> None:
    """The server refuses what their pages would never send: touches out of turn, and buttons that are not shown."""
    ann = begin(server, "connect-four", "here", "link")
    bob = sit(server, ann, visitor(server.url))
    eve = Wire(server.url, ann.path, visitor(server.url)).connect()
    ann.until(lambda: "touch" in ann.drawn)
    for page in (bob, eve):
        page.settle(0.1)
        page.touch("4")
        for button in ("play.undo", "play.resign", "play.really_resign", "play.swap", "play.draw", "play.rematch"):
            if page is eve:
                page.press(WORDS(button))
        page.settle(0.2)
        assert page.moment == (0, 0)
    assert ann.headline == WORDS("status.your_turn")
    ann.touch("4")
    bob.until(lambda: bob.moment == (0, 1))
    ann.touch("4", moment=(0, 1))  # again, though it is Bob's turn now
    eve.touch("4", moment=(0, 1))
    ann.settle(0.2)
    assert ann.moment == (0, 1)
    for page in (ann, bob, eve):
        page.close()


def test_the_elements_of_another_page_cannot_be_reached(server: Server) -> None:
    """Every message names its page, by a name of 122 random bits that only this page was told."""
    ann = begin(server, "connect-four", "here", "here")
    eve = Wire(server.url, ann.path, visitor(server.url)).connect()
    assert ann.client_id not in eve.answer.text
    board = eve.elements[eve.board]
    touch = {"moment": [0, 0], "chosen": [], "place": "4"}
    for client in (eve.client_id, "", "0", ann.client_id[:-1] + "0", None):
        told = {"id": eve.board, "client_id": client, "listener_id": board["events"][0]["listener_id"]}
        eve.raw("42" + json.dumps(["event", {**told, "args": [json.dumps(touch)]}]))
    eve.settle(0.2)
    ann.settle(0.1)
    assert ann.moment == (0, 0)
    ann.close()
    eve.close()


def test_what_opens_a_seat_is_shown_to_nobody_else(server: Server) -> None:
    ann = begin(server, "tic-tac-toe", "here", "link")
    with Wire(server.url, ann.path, visitor(server.url)) as eve:
        assert "/sit/" not in eve.answer.text
        assert "/sit/" in ann.answer.text
        for token in ("", "x", "a" * 32, "..%2f..", "%00"):
            assert eve.http.get(f"{ann.path}/sit/{token}").status_code == 404
    ann.close()


def test_late_repeated_and_reordered_messages_act_once(server: Server) -> None:
    ann = begin(server, "connect-four", "here", "here")
    told = [(str(1 + ply % 3), (0, ply)) for ply in range(5)] * 6
    random.Random(5).shuffle(told)
    for _ in range(3):
        for place, moment in told:
            ann.touch(place, moment=moment)
        ann.settle(0.2)
    assert ann.moment == (0, 5)
    ann.press(WORDS("play.undo"))
    ann.until(lambda: ann.moment == (1, 4))
    ann.touch("2", moment=(0, 4))  # the same, of the line that was taken back
    ann.settle(0.2)
    assert ann.moment == (1, 4)
    ann.close()


WEIRD = [
    None,
    True,
    -1,
    3.5,
    10**30,
    "",
    "a1",
    "9" * 30,
    "x" * 100,
    [],
    {},
    [1],
    ["a1"],
    {"place": "a1"},
    "\0",
    "¹",
    "∞",
]


@pytest.mark.parametrize("path", ["/new/draughts", "/analyse?game=draughts", "/analyse?game=marrakech", "{game}"])
def test_any_event_with_anything_in_it_does_no_harm(server: Server, path: str) -> None:
    """Every listener of a page is told all sorts of nonsense; the page answers afterwards."""
    game = begin(server, "quarto", "here", "here") if path == "{game}" else None
    choose = random.Random(path)
    with game or Wire(server.url, path).connect() as page:
        events = [(id, each["type"]) for id, element in page.elements.items() for each in element.get("events", ())]
        events = [(id, kind) for id, kind in events if id and page.elements[id]["tag"] not in ("a", "button")]
        assert events
        for id, kind in events:
            for given in choose.sample(WEIRD, 5):
                page.send(id, kind, given)
                if page.elements[id]["tag"] == "nicegui-board":
                    page.send(id, kind, {"moment": [0, 0], "chosen": [], "place": given})
                    page.send(id, kind, {"moment": [0, given], "chosen": given, "place": "a1"})
                    page.send(id, kind, {"moment": [0, 0], "chosen": ["a3", str(given)], "place": "b4"})
                time.sleep(0.03)  # more of them a second would be refused as such
            if page.went_to:
                break
            page.listen(0)
        page.settle(0.2)
    # the guard stands around the sockets: where it only calls what is inside, it is on the way to what garbage from other
    # tests came to
    on_the_way = ("await self._app(scope", "await self._socket(scope")
    lines = zip(server.told, [*server.told[1:], ""], strict=True)
    ours = [
        line
        for line, code in lines
        if 'File "' in line and "croupier" in line and not code.strip().startswith(on_the_way)
    ]
    assert not ours, "".join(server.told)


# specs that name code


@pytest.fixture
def trap(tmp_path: Path) -> tuple[str, Path]:
    """A file that leaves a mark when it is run."""
    mark, file = tmp_path / "mark", tmp_path / "trap.py"
    file.write_text(SOURCE.format(mark=str(mark)))
    return str(file), mark


@pytest.mark.parametrize("spec", CODE)
def test_a_spec_that_names_code_is_refused_wherever_it_comes_from(
    server: Server, trap: tuple[str, Path], spec: str
) -> None:
    """By an address, by the form of a new game, by a field of an analysis: none runs, and the reason is told."""
    file, mark = trap
    spec = spec.format(mark=mark, file=file)
    with visitor(server.url) as http:
        assert http.get("/analyse", params={"game": "tic-tac-toe", "with": spec}).status_code == 400
        with Wire(server.url, "/new/tic-tac-toe", http).connect() as form:
            row = next(
                id for id, each in sorted(form.elements.items(), reverse=True) if "seat-row" in each.get("class", [])
            )
            who, level, own = _fields(form, row)
            form.send(who, "change", "computer")
            form.send(level, "change", "spec")
            form.send(own, "change", spec)
            form.press(WORDS("setup.start"))
            wrong = form.find(look="wrong")
            form.until(lambda: form.elements[wrong]["text"])
            assert not form.went_to
        with Wire(server.url, "/analyse?game=tic-tac-toe&with=flat(playouts=10)", http).connect() as page:
            field = page.find(tag="nicegui-field", value="flat(playouts=10)")
            page.send(field, "change", spec)
            wrong = page.find(look="wrong")
            page.until(lambda: page.elements[wrong]["text"])
    assert not mark.exists()


def test_only_games_of_the_house_are_found_by_name(server: Server, trap: tuple[str, Path]) -> None:
    file, mark = trap
    with visitor(server.url) as http:
        for name in (file, f"{file}:Game", "os", "croupier.games.quarto", "../quarto"):
            assert http.get("/analyse", params={"game": name}).status_code in (400, 404)
            assert http.get(f"/new/{name.replace('/', '%2f')}").status_code == 404
    assert not mark.exists()


# searches


def thinking(server: Server, http: httpx.Client | None = None) -> Wire:
    """An analysis that searches until it is stopped."""
    return Wire(server.url, "/analyse?game=tic-tac-toe&with=uct", http).connect()


def quiet(state: dict[str, Any]) -> bool:
    return state["running"] == state["accepted"] == 0


@pytest.mark.parametrize("how", ["closed", "lost"])
def test_a_search_ends_when_its_reader_leaves(small: Server, how: str) -> None:
    """Closing the page, and losing the line without a word: a tenth of a second is promised, ten times that allowed, and the
    quickest of three counts, for the machine may be busy.
    """
    took = []
    for _ in range(3):
        page = thinking(small)
        small.until(lambda state: state["running"] >= 1)
        assert page.socket is not None
        (page.socket.close if how == "closed" else page.socket.socket.close)()
        took.append(small.until(quiet))
        page.http.close()
    assert min(took) < 1.0


def test_a_search_ends_when_its_reader_moves_on(small: Server) -> None:
    """Searches of the positions before have given their places back: who moves on is not told that too many are running."""
    took = []
    with thinking(small) as page:
        for _ in range(3):
            small.until(lambda state: state["running"] >= 1)
            page.until(lambda: page.shows(WORDS("analyse.stop")) and not page.shows(WORDS("analyse.go")))
            page.press(WORDS("analyse.stop"))
            took.append(small.until(quiet))
            page.until(lambda: page.shows(WORDS("analyse.go")))
            page.press(WORDS("analyse.go"))
        told = page.find(look="lane-told")
        for place in ("b2", "a1", "a2", "b1"):
            page.until(lambda: "touch" in page.drawn)
            before = page.moment
            page.touch(place)
            page.until(lambda before=before: page.moment != before)
        page.until(lambda: " · " in page.elements[told]["text"])
    assert min(took) < 1.0


def test_as_many_searches_are_accepted_as_there_are_places(small: Server) -> None:
    """For one visitor with many tabs, then for many visitors at once; who gets none is told at once, and gets one later."""
    small.until(lambda state: state["accepted"] == 0)
    ann = visitor(small.url)
    pages = [thinking(small, ann) for _ in range(4)]
    small.until(lambda state: state["accepted"] == 2)
    refused = [page for page in pages if _told(page, "you_busy", each=2)]
    assert len(refused) == 2
    others = [thinking(small) for _ in range(12)]
    small.until(lambda state: state["accepted"] == 3)
    began = time.monotonic()
    assert sum(_told(page, "all_busy", total=3) for page in others) == 11
    assert time.monotonic() - began < 30
    for _ in range(20):
        assert small.state()["accepted"] <= 3
    for page in pages:
        page.close()
    small.until(lambda state: state["accepted"] == 3)
    for page in others:
        page.close()
    small.until(lambda state: state["accepted"] == 0)
    ann.close()


def _told(page: Wire, key: str, **values: object) -> bool:
    """Whether this page was refused a search, in these words."""
    page.settle(0.15)
    return WORDS(f"refused.{key}", **values) in page.texts


def test_the_server_answers_while_games_compile_and_searches_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With no kernel compiled yet: its loop stands still for far shorter than it takes to compile."""
    monkeypatch.setenv("CROUPIER_CACHE_DIR", str(tmp_path / "kernels"))
    made = Server(tmp_path / "data")
    try:
        assert made.state()["compiling"]
        began = time.monotonic()
        with Wire(made.url, "/analyse?game=connect-four&with=uct").connect() as page:
            board = page.find(look="lane-chart")
            longest = 0.0
            while "<svg" not in page.elements[board]["props"].get("html", "") and "<svg" not in _chart(page):
                page.listen(0.05)
                longest = max(longest, made.state()["freeze"])
                assert time.monotonic() - began < 200, page.texts
            took = time.monotonic() - began
            assert made.state()["running"] >= 1
        assert longest < max(1.0, took / 3), f"{longest:.2f} s of {took:.1f} s"
    finally:
        made.stop()


def _chart(page: Wire) -> str:
    return str(page.elements[page.find(tag="nicegui-markup", look="lane-chart")]["props"].get("html", ""))


# crowds, and a server that dies


def test_a_page_of_a_game_that_left_memory_is_loaded_anew(small: Server) -> None:
    """Between a page and its socket the game was forgotten for others: it must not live twice."""
    with visitor(small.url) as ann:
        begin(small, "tic-tac-toe", "here", "here", http=ann).close()
        path = next(f"/game/{part[:12]}" for part in ann.get("/").text.split("/game/")[1:])
        page = Wire(small.url, path, ann)
        for _ in range(4):
            begin(small, "tic-tac-toe", "here", "here", http=ann).close()
        page.connect()
        page.until(lambda: page.went_to)
        assert page.went_to == path
        page.close()


def test_games_survive_a_server_that_is_killed(comes: Comes, tmp_path: Path) -> None:
    """The page finds the next server by itself, the reader is still who they were, and the game goes on."""
    first = Server(tmp_path)
    person = comes(url=first.url)
    person.begin_against("tic-tac-toe", "uct(iterations=4)")
    person.touch("b2")
    person.wait_for_turn()
    left = person.places()
    first.kill()
    second = Server(tmp_path, port=first.port)
    try:
        person.page.wait_for_function("() => window.socket?.connected && document.querySelector('.board .touch')")
        person.in_game()
        expect(person.page.locator(f"{BOARD} .touch")).to_have_count(len(left))
        assert person.places() == left
        assert person.headline == person.words("status.your_turn")
        person.touch(left[0][0])
        person.wait_for_turn()
        person.open("/")
        assert person.page.locator(".latest a").count() == 1
    finally:
        person.page.goto("about:blank")
        second.stop()
    person.errors.clear()  # what a browser says of a server that is gone


def test_many_tabs_show_the_same_game(server: Server) -> None:
    ann = begin(server, "connect-four", "here", "here")
    tabs = [Wire(server.url, ann.path, ann.http).connect() for _ in range(8)]
    for ply, tab in enumerate(tabs):
        tab.until(lambda tab=tab, ply=ply: tab.moment == (0, ply))
        tab.touch(str(1 + ply % 4))
        for other in (ann, *tabs):
            other.until(lambda other=other, ply=ply: other.moment == (0, ply + 1))
    for page in (*tabs, ann):
        page.close()
