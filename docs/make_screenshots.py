"""Takes the pictures of the web app in README and documentation: `python docs/make_screenshots.py` writes docs/images/web.

A browser plays and analyses as a person would; the searches shown last seconds, so their figures differ from time to time.
"""

from __future__ import annotations

import io
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

DOCS = Path(__file__).parent
IMAGES = DOCS / "images" / "web"
LARGEST = 100_000
"""Bytes of a picture."""

sys.path.append(str(DOCS.parent / "tests" / "web"))

if TYPE_CHECKING:
    from person import Person

LAPTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
TALL: dict[str, Any] = {"viewport": {"width": 1280, "height": 1040}}
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
SMALL: dict[str, Any] = {"viewport": {"width": 600, "height": 760}}
LIGHT: dict[str, Any] = {"color_scheme": "light"}
DARK: dict[str, Any] = {"color_scheme": "dark"}


def home(person: Person) -> None:
    """The first page."""
    person.open("/")


def thinking(person: Person) -> None:
    """A game of Connect Four, the reader's moves with their worth."""
    person.begin_against("connect-four", "uct(iterations=600)")
    for column in ("4", "3", "5"):
        _when_asked(person)
        person.touch(column)
    person.switch("thinking.theirs")
    _when_asked(person)
    person.switch("thinking.mine")
    person.page.wait_for_timeout(3000)


def marrakech(person: Person) -> None:
    """Marrakech in the middle: rugs lie, and Assam is to be turned."""
    person.open("/new/marrakech?variant=four")
    person.press("setup.start")
    person.in_game()
    while True:
        person.wait_for_turn()
        places = person.places()
        if person.page.locator(".turns li").count() > 60 and {"N", "E", "S", "W"}.issuperset(dict(places)):
            return
        wanted = [place for place, goes_on in places if goes_on] or list(dict(places))
        person.touch(wanted[len(wanted) // 2])
        person.page.wait_for_timeout(450)


def quarto(person: Person) -> None:
    """A piece is to be placed, on a phone."""
    person.begin("quarto")
    for place in ("6", "b3", "1", "c2", "e"):
        person.wait_for_turn()
        person.touch(place if person.area(place).count() else person.places()[0][0])
    person.wait_for_turn()
    person.switch("thinking.mine")
    person.page.wait_for_timeout(2500)
    person.page.evaluate("scrollTo(0, 0)")


def analysis(person: Person) -> None:
    """A game of draughts, two algorithms side by side, the worth of every move."""
    moves = "11-15 23-19 8-11 22-17 4-8 17-13 15-18 24-20 11-15 28-24 8-11 26-23 9-14 31-26"
    person.open(f"/analyse?game=draughts&at=10&actions={moves.replace(' ', '+')}")
    person.page.locator(".chart").nth(1).wait_for(timeout=300_000)
    person.page.wait_for_timeout(12_000)


def by_hand(person: Person) -> None:
    """A position of Quarto set up by hand."""
    person.open("/analyse?game=quarto&position=5a../bd.1/23.6/.89f+0")
    person.press("analyse.by_hand")
    person.page.locator(".hand .board svg").wait_for()
    person.page.locator(".hand").evaluate("(box) => box.scrollIntoView()")


SCENES: dict[str, tuple[Callable[[Person], None], dict[str, Any]]] = {
    "home": (home, LAPTOP | LIGHT),
    "thinking": (thinking, TALL | LIGHT),
    "thinking-dark": (thinking, TALL | DARK),
    "marrakech": (marrakech, LAPTOP | LIGHT),
    "analysis": (analysis, TALL | LIGHT),
    "analysis-dark": (analysis, TALL | DARK),
    "by-hand": (by_hand, SMALL | LIGHT),
    "phone-home": (home, PHONE | DARK),
    "phone-quarto": (quarto, PHONE | LIGHT),
}


def _when_asked(person: Person) -> None:
    """Wait until the reader may act."""
    for _ in range(2400):
        if person.headline == person.words("status.your_turn") and person.places():
            return
        person.page.wait_for_timeout(25)
    raise AssertionError("nobody asks")


def _keep(taken: bytes, path: Path) -> None:
    """Write a picture in 256 colours, which are more than these pages have."""
    from PIL import Image

    Image.open(io.BytesIO(taken)).convert("RGB").quantize(256, dither=Image.Dither.NONE).save(path, optimize=True)
    assert path.stat().st_size <= LARGEST, f"{path.name}: {path.stat().st_size} bytes"
    print(f"{path.name} {path.stat().st_size} bytes", flush=True)


def main() -> None:
    import chromium
    from person import Person
    from playwright.sync_api import sync_playwright
    from serving import Server

    IMAGES.mkdir(parents=True, exist_ok=True)
    program = chromium.find()
    if program is None:
        raise SystemExit(f"there is no browser: {chromium.advice()}")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server, browser = Server(Path(folder)), playwright.chromium.launch(executable_path=program)
        try:
            for name in sys.argv[1:] or SCENES:
                scene, options = SCENES[name]
                person = Person(browser.new_context(locale="en-GB", reduced_motion="reduce", **options), server.url)
                person.page.set_default_timeout(300_000)
                scene(person)
                person.page.mouse.move(2, 2)
                _keep(person.page.screenshot(), IMAGES / f"{name}.png")
                person.context.close()
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
