"""The web app: from the command to a board, from a click to its answer, a page while twenty think, memory after 1000 games.

Times are those a reader waits, by the clock, for there is no other measure of waiting: on a machine that does other work
they are longer. A browser does what a person does; visitors in numbers are sockets spoken by hand. Both are those of the
tests (tests/web). Kernels are on disk when anything is measured.
"""

from __future__ import annotations

import http.client
import os
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import psutil

from benchmarks.timing import Row, show

sys.path.append(str(Path(__file__).parents[1] / "tests" / "web"))

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from serving import Server
    from wire import Wire

ROUNDS = 3
CLICKS = 30
PATIENCE = 60.0
CLIENTS = 20
PAGES = 300
GAMES = 1000
SETTLED = 400
"""Games after which memory is to be flat: so many are kept at hand."""

BOARD = "#main .board:not(.still) .touch"
THINKING = "/analyse?game=connect-four&with=uct(seconds%3D600)"
WHERE = ("/", "/new/quarto", "/analyse?game=draughts&with=random")
MEGABYTE = 1 << 20

_WATCH = """() => {
  window.answers = [];
  const board = document.querySelector('#main .board');
  let pressed = 0;
  board.addEventListener('pointerup', () => { pressed = performance.now(); }, true);
  new MutationObserver(() => {
    if (!pressed) return;
    const from = pressed;
    pressed = 0;
    requestAnimationFrame(() => window.answers.push(performance.now() - from));
  }).observe(board, { childList: true, subtree: true, attributes: true });
}"""


@contextmanager
def browser() -> Iterator[Browser]:
    """The Chromium of this machine."""
    import chromium
    from playwright.sync_api import sync_playwright

    program = chromium.find()
    if program is None:
        raise SystemExit(f"there is no browser: {chromium.advice()}")
    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=program, args=["--disable-dev-shm-usage"])
        yield made
        made.close()


def seconds_to_board(chromium: Browser, folder: Path) -> float:
    """From the command, through the first page and one click, to a board that can be touched."""
    page = chromium.new_page()
    began = time.perf_counter()
    command = [sys.executable, "-m", "croupier", "web", "--port", "0", "--data", str(folder)]
    # NiceGUI starts no server where it believes itself in a test
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    try:
        assert process.stdout is not None
        told = re.search(r"http://\S+", process.stdout.readline())
        assert told is not None
        _open(page, told[0])
        page.get_by_role("button", name="Play Connect Four", exact=True).click()
        page.wait_for_selector(BOARD, state="attached")
        return time.perf_counter() - began
    finally:
        page.close()
        process.terminate()
        process.wait()


def answers(chromium: Browser, server: Server, clicks: int = CLICKS) -> list[float]:
    """Milliseconds from letting a mouse button go to the board drawn anew, in games of one person on both seats."""
    page = chromium.new_page()
    found: list[float] = []
    while len(found) < clicks:
        page.goto(f"{server.url}/new/connect-four")
        page.get_by_role("radio", name="Here", exact=True).nth(1).check()
        page.get_by_role("button", name="Start", exact=True).click()
        page.wait_for_url("**/game/*")
        page.wait_for_selector(BOARD, state="attached")
        page.wait_for_function("() => window.did_handshake")
        page.evaluate(_WATCH)
        for count, column in enumerate("1234567123", 1):
            page.locator(f'{BOARD}[data-place="{column}"]').click()
            page.wait_for_function("(count) => window.answers.length === count", arg=count)
            page.wait_for_timeout(50)
        found += page.evaluate("window.answers")
    page.close()
    return found[:clicks]


def pages_while_thinking(server: Server, clients: int = CLIENTS, pages: int = PAGES) -> list[float]:
    """Milliseconds of pages fetched while so many visitors have a search running."""
    from wire import Wire

    with ExitStack() as stack:
        for _ in range(clients):
            stack.enter_context(Wire(server.url, THINKING).connect())
        server.until(lambda state: state["running"] >= clients)
        return [_fetch(server.port, WHERE[i % len(WHERE)]) for i in range(pages)]


def memory_of_games(server: Server, games: int = GAMES, every: int = 100, at_once: int = 4) -> list[float]:
    """Megabytes that the server holds after every so many games, each played to its end by a visitor of its own; measured
    when all have left and nothing is compiled any more.
    """
    process = psutil.Process(server.process.pid)
    found = []
    for _ in range(games // every):
        share = [every // at_once + (which < every % at_once) for which in range(at_once)]
        threads = [threading.Thread(target=_play, args=(server.url, count)) for count in share]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        server.until(lambda state: not state["compiling"] and not state["pages"], patience=600)
        found.append(process.memory_info().rss / MEGABYTE)
    return found


def percentile(values: list[float], share: float) -> float:
    """The value that so large a share does not exceed."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def _open(page: Page, url: str) -> None:
    """Open a page as soon as the server answers."""
    from playwright.sync_api import Error

    late = time.monotonic() + PATIENCE
    while True:
        try:
            page.goto(url)
            break
        except Error:
            assert time.monotonic() < late, f"{url} does not answer"
            time.sleep(0.01)
    page.wait_for_function("() => window.did_handshake")


def _fetch(port: int, path: str) -> float:
    began = time.perf_counter()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", path)
    answer = connection.getresponse()
    answer.read()
    took = 1000 * (time.perf_counter() - began)
    connection.close()
    assert answer.status == 200, (path, answer.status)
    time.sleep(0.02)
    return took


def _play(url: str, games: int) -> None:
    """Games of tic-tac-toe from the first page to their end, each by somebody new, who comes back where the line is lost."""
    from websockets.exceptions import ConnectionClosed
    from wire import Wire, visitor

    for _ in range(games):
        with visitor(url) as http_client:
            with Wire(url, "/", http_client).connect() as home:
                home.send(home.find(tag="button", **{"aria-label": "Play Tic-tac-toe"}), "click")
                home.until(lambda home=home: home.went_to)
                path = home.went_to
            over = False
            while not over:
                with suppress(ConnectionClosed), Wire(url, path, http_client).connect() as game:
                    _touch_to_the_end(game)
                    over = True


def _touch_to_the_end(game: Wire) -> None:
    while True:
        game.until(lambda: game.headline.startswith("You") or "draw" in game.headline)
        places = re.findall(r'data-place="(\w\d)"', game.drawn)
        if game.headline != "Your turn" or not places:
            return
        before = game.moment
        game.touch(places[0])
        game.until(lambda before=before: game.moment != before)


def main() -> None:
    from serving import Server

    with tempfile.TemporaryDirectory() as folder, browser() as chromium:
        seconds_to_board(chromium, Path(folder) / "first")  # kernels to disk, files into memory
        waits = [seconds_to_board(chromium, Path(folder) / f"again{i}") for i in range(ROUNDS)]
        server = Server(Path(folder) / "data", seconds=600.0)
        try:
            clicks = answers(chromium, server)
            thinking = pages_while_thinking(server)
            alone = [_fetch(server.port, WHERE[i % len(WHERE)]) for i in range(PAGES)]
            held = memory_of_games(server)
        finally:
            server.stop()
    show(
        [
            Row("command to playable board, warm (at most 4, aim 2)", min(waits), "s"),
            Row("click to the board's answer (at most 150, aim 60)", statistics.median(clicks), "ms"),
            Row("the slowest of so many clicks", max(clicks), "ms"),
            Row("a page, 20 searches, in the median", statistics.median(thinking), "ms"),
            Row("p99 of a page, 20 searches (at most 500, aim 200)", percentile(thinking, 0.99), "ms"),
            Row("p99 of a page, nobody searching", percentile(alone, 0.99), "ms"),
            Row("memory after 100 games", held[0], "MB"),
            Row(f"memory after {SETTLED} games", held[SETTLED // 100 - 1], "MB"),
            Row(f"memory after {GAMES} games", held[-1], "MB"),
        ]
    )


if __name__ == "__main__":
    main()
