"""Somebody at a browser: opens pages, presses what is written there, touches boards, waits for what comes."""

from __future__ import annotations

import random
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, Locator, Page, expect
from playwright.sync_api import TimeoutError as NothingCameError

from croupier.web.words import Words

PATIENCE = 120_000
"""Milliseconds until what should come has not come; a game may have to be compiled meanwhile."""

expect.set_options(timeout=PATIENCE)

DOUBLE_CLICK = 400
"""Milliseconds after which a second press of the same place is no double click."""

BOARD = "#main .stage .board:not(.still)"
_DRAWN = r"""(board) => board.innerHTML.replace(/ tabindex="-?\d"/g, '')"""
"""The focus wanders without anything being drawn anew."""

_CHANGED = """([board, before, again]) => {
  const over = [...document.querySelectorAll('button')].some((b) => b.offsetParent && b.textContent === again);
  const now = document.querySelector(board);
  return over || (now && (DRAWN)(now) !== before && now.querySelector('.touch'));
}""".replace("DRAWN", _DRAWN)
_PLACES = """(all) => {
  const actions = (area) => (area.dataset.actions || '').split(' ');
  const pressed = all.filter((area) => area.ariaPressed === 'true');
  const goes = (area) => pressed.length
    ? !pressed.includes(area) && actions(area).some((each) => pressed.every((other) => actions(other).includes(each)))
    : area.dataset.action !== undefined;
  return all.map((area) => [area.dataset.place, goes(area)]);
}"""
INSIDE = ("data:", "blob:", "chrome-extension:")


class Person:
    """One page of one browser. `errors` and `strangers` are what went wrong without anybody saying so."""

    def __init__(self, context: BrowserContext, url: str, language: str = "en") -> None:
        self.context, self.url = context, url
        self.words = Words(language)
        self.seen = ""
        self.errors: list[str] = []
        self.strangers: list[str] = []
        self.page: Page = context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("request", lambda request: self._asked(request.url))
        self.page.on("websocket", lambda socket: self._asked(socket.url))

    # what one does

    def open(self, path: str) -> Person:
        """Go to a page and wait until it is alive."""
        self.page.goto(self.url + path)
        return self.arrived()

    def arrived(self) -> Person:
        """Wait until this page is alive: its socket is open and what it holds is drawn."""
        self.page.wait_for_selector("#main > *", state="attached")
        self.page.wait_for_function("() => window.socket && window.socket.connected")
        return self

    def button(self, key: str, **values: object) -> Locator:
        return self.page.get_by_role("button", name=self.words(key, **values), exact=True)

    def press(self, key: str, **values: object) -> None:
        """Press the button with these words."""
        self.seen = ""
        self.button(key, **values).click()

    def follow(self, key: str, **values: object) -> None:
        """Follow the link with these words."""
        self.page.get_by_role("link", name=self.words(key, **values), exact=True).first.click()

    def switch(self, key: str, on: bool = True) -> None:
        self.page.get_by_label(self.words(key), exact=True).set_checked(on)

    def begin(self, game: str) -> None:
        """From the first page into a game, with one click."""
        self.open("/")
        self.press("home.play_game", game=self.words(f"games.{game}.title"))
        self.in_game()

    def begin_against(self, game: str, spec: str, variant: str | None = None) -> None:
        """A game against an algorithm of one's own wording."""
        self.open(f"/new/{game}" + (f"?variant={variant}" if variant else ""))
        rows = self.page.locator(".seat-row")
        for seat in range(1, rows.count()):
            rows.nth(seat).get_by_label(self.words("setup.level"), exact=True).select_option("spec")
            field = rows.nth(seat).get_by_label(self.words("setup.spec"), exact=True)
            field.fill(spec)
            field.press("Tab")
        self.press("setup.start")
        self.in_game()

    def in_game(self) -> None:
        self.page.wait_for_url("**/game/*")
        self.arrived()
        self.page.wait_for_selector(f"{BOARD} svg")

    def touch(self, place: str) -> None:
        """Click the middle of a place of the board."""
        self.seen = self.drawn
        self.area(place).click()

    def drag(self, place: str, to: str) -> None:
        """Press on one place, and let go on another."""
        self.seen = self.drawn
        self.area(place).hover()
        self.page.mouse.down()
        self.area(to).hover()
        self.page.mouse.up()

    def area(self, place: str) -> Locator:
        return self.page.locator(f'{BOARD} .touch[data-place="{place}"]')

    # what one sees

    @property
    def headline(self) -> str:
        return self.page.locator("h1").first.inner_text()

    @property
    def drawn(self) -> str:
        return str(self.page.locator(BOARD).evaluate(_DRAWN))

    @property
    def over(self) -> bool:
        return self.button("play.rematch").is_visible()

    def sees(self, text: str) -> Locator:
        """Wait until a text stands somewhere on the page."""
        found = self.page.get_by_text(text).first
        found.wait_for()
        return found

    def places(self) -> list[tuple[str, bool]]:
        """Places that can be touched, and whether a touch there goes with what was touched before, or goes_on at once."""
        found = self.page.eval_on_selector_all(f"{BOARD} .touch", _PLACES)
        return [(str(place), bool(goes_on)) for place, goes_on in found]

    def wait_for_turn(self) -> None:
        """Until the board asks for something, other than when it was touched last, or the game is over."""
        self.page.wait_for_function(_CHANGED, arg=[BOARD, self.seen, self.words("play.rematch")], polling=15)

    def rests(self) -> None:
        """Until nothing on the board can be touched: another browser may be told of an action a moment earlier."""
        self.page.wait_for_function("(places) => !document.querySelector(places)", arg=f"{BOARD} .touch", polling=15)

    def play_on(self, choose: random.Random, most: int = 400) -> int:
        """Touch what can be touched until the game is over; how often that was."""
        last = ""
        for count in range(most):
            self.wait_for_turn()
            if self.over:
                return count
            places = self.places()
            fitting = [place for place, goes_on in places if goes_on]
            place = choose.choice(fitting or [place for place, _ in places])
            if place == last:
                self.page.wait_for_timeout(DOUBLE_CLICK)
            self.touch(place)
            last = place
        raise AssertionError(f"{most} touches did not end the game")

    # what went wrong

    def _heard(self, message: object) -> None:
        if message.type in ("error", "warning"):  # type: ignore[attr-defined]
            self.errors.append(f"{message.type}: {message.text}")  # type: ignore[attr-defined]

    def _asked(self, url: str) -> None:
        own = urlsplit(self.url).netloc
        if not url.startswith(INSIDE) and urlsplit(url).netloc != own:
            self.strangers.append(url)


__all__ = ["BOARD", "NothingCameError", "Person"]
