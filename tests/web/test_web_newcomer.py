"""Somebody who has never seen the program: all they know is what is written on the page, and where that is on the board.

`CROUPIER_SCREENSHOTS=FOLDER` keeps what they saw, to be looked at.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from person import PATIENCE
from playwright.sync_api import Locator, Page, expect

from conftest import Comes

PIECE = re.compile(r"^piece (short|tall) (dark|light) (round|square) (hollow|solid)$")
SQUARE = re.compile(r"^[abcd][1234]$")
SIZES = {"laptop": (1280, 800), "phone": (360, 740)}


class Newcomer:
    """Reads and presses: words, names of buttons, labels. Nothing of how the page is made is known here."""

    def __init__(self, page: Page, album: Path) -> None:
        self.page, self.album = page, album

    def press(self, name: str | re.Pattern[str]) -> None:
        self.button(name).click()

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("button", name=name, exact=isinstance(name, str)).first

    def switch(self, label: str) -> None:
        self.page.get_by_label(label, exact=True).check()

    def reads(self, words: str) -> None:
        expect(self.page.get_by_text(words).first).to_be_visible(timeout=PATIENCE)

    def asked(self) -> str:
        """What the page asks for: a piece, a square, or nothing any more."""
        for _ in range(PATIENCE // 50):
            if self.button("Play again").is_visible():
                return "over"
            title = self.page.get_by_role("heading", level=1).inner_text()
            for kind, words in (("piece", "Give a piece"), ("square", "Place the piece")):
                if title == "Your turn" and self.page.get_by_text(words, exact=True).first.is_visible():
                    return kind
            self.page.wait_for_timeout(50)
        raise AssertionError("nothing is asked for")

    def plays(self) -> str:
        """Do what is asked for; what that was."""
        asked = self.asked()
        if asked != "over":
            named = PIECE if asked == "piece" else SQUARE
            place = self.button(named)
            name = str(place.get_attribute("aria-label"))
            place.click()
            expect(self.page.get_by_role("button", name=name, exact=True)).to_have_count(0, timeout=PATIENCE)
        return asked

    def keeps(self, name: str) -> None:
        """A picture of what is seen; nothing of the page lies beyond its right edge."""
        wide = self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, name
        self.page.screenshot(path=self.album / f"{name}.png", full_page=True)


@pytest.mark.parametrize("size", list(SIZES))
def test_a_newcomer_plays_quarto_to_its_end_and_sees_what_was_thought(comes: Comes, tmp_path: Path, size: str) -> None:
    """One press begins a game; words say what to do, why it ended, what a number means; the analysis is one link away."""
    album = Path(os.environ.get("CROUPIER_SCREENSHOTS", tmp_path)) / size
    album.mkdir(parents=True, exist_ok=True)
    width, height = SIZES[size]
    person = comes(viewport={"width": width, "height": height}, has_touch=size == "phone")
    someone = Newcomer(person.open("/").page, album)
    someone.keeps("1-home")
    someone.press("Play Quarto")
    someone.reads("Your turn")
    assert someone.asked() == "piece"
    someone.keeps("2-give")
    someone.plays()
    assert someone.asked() == "square"
    someone.keeps("3-place")
    someone.switch("Show what the computer thinks")
    someone.switch("Show what my moves are worth")
    for words in ("Visits", "Value", "Your moves", "Expected play", "100\u00a0% being a certain win"):
        someone.reads(words)
    someone.keeps("4-thinking")
    asked = [someone.plays() for _ in range(3)]
    assert "piece" in asked
    while someone.plays() != "over":
        pass
    assert person.page.get_by_role("heading", level=1).inner_text() in {"You won", "You lost", "A draw"}
    person.page.get_by_text(re.compile("share an attribute|the board is full", re.IGNORECASE)).first.wait_for()
    someone.keeps("5-end")
    person.page.get_by_role("link", name="Analyse this game", exact=True).click()
    someone.reads("What the game was worth, move by move: First seat")
    for _ in range(4):
        someone.press("One back (,)")
    for words in ("Visits", "Value", "Chart", "iterations", "nodes"):
        someone.reads(words)
    expect(person.page.get_by_role("img", name=re.compile("^Value of the most visited actions"))).to_have_count(
        2, timeout=PATIENCE
    )
    someone.press("Stop")
    someone.keeps("6-analysis")
