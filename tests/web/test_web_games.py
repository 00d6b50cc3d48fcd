"""Games of people with browsers: each of the five to its end, by link, with every button, on a phone, by keys alone."""

from __future__ import annotations

import random

import pytest
from person import BOARD, Person
from playwright.sync_api import expect

from conftest import Comes
from croupier.games import names

WEAK = "uct(iterations=4)"


@pytest.mark.parametrize("game", names())
def test_a_game_is_played_to_its_end_by_clicks(person: Person, game: str) -> None:
    """One click leads to a board; touching it against the computer leads to an end, which is told with its reason."""
    person.begin(game)
    touches = person.play_on(random.Random(7))
    assert touches >= 3
    words = person.words
    assert person.headline in {words("over.you_won"), words("over.you_lost"), words("over.draw")}
    assert person.page.locator(".turn .detail").inner_text()
    assert not person.places()
    assert person.button("play.rematch").is_visible()
    assert not person.button("play.resign").is_visible()


def invite(ann: Person, bob: Person, game: str) -> None:
    """Ann begins a game, and Bob takes the other seat by the link she sends him."""
    ann.open(f"/new/{game}")
    ann.page.get_by_role("radio", name=ann.words("setup.kinds.link"), exact=True).nth(1).check()
    ann.press("setup.start")
    ann.in_game()
    expect(ann.page.locator("h1").first).to_have_text(ann.words("status.waiting"))
    link = ann.page.locator(".invitations input").input_value()
    assert "/sit/" in link
    bob.page.goto(link)
    bob.in_game()


def test_two_browsers_play_each_other_by_link(comes: Comes) -> None:
    """Each may act in their own turn only, both see every action, and both are told the end in their own words."""
    ann, bob, eve = comes(), comes("fr"), comes()
    invite(ann, bob, "tic-tac-toe")
    assert "/sit/" not in bob.page.url
    eve.page.goto(ann.page.url)
    eve.in_game()
    for place, (mover, other) in zip(("a1", "b1", "a2", "b2", "a3"), [(ann, bob), (bob, ann)] * 3, strict=False):
        mover.wait_for_turn()
        other.rests()
        eve.rests()
        mover.touch(place)
    expect(ann.page.locator("h1").first).to_have_text(ann.words("over.you_won"))
    expect(bob.page.locator("h1").first).to_have_text(bob.words("over.you_lost"))
    expect(eve.page.locator("h1").first).to_have_text(eve.words("over.won", seat="X"))
    assert not eve.button("play.rematch").is_visible()
    ann.press("play.rematch")
    ann.page.wait_for_url(lambda url: url != eve.page.url)
    bob.press("play.rematch")
    bob.page.wait_for_url(ann.page.url)
    bob.wait_for_turn()


def test_what_concerns_the_other_side_is_asked_of_it(comes: Comes) -> None:
    """Taking back and a draw between people wait for the other's agreement."""
    ann, bob = comes(), comes()
    invite(ann, bob, "connect-four")
    ann.touch("4")
    bob.wait_for_turn()
    ann.press("play.undo")
    bob.sees(bob.words("play.asks_undo"))
    bob.press("play.decline")
    expect(ann.page.locator(".proposal")).to_be_hidden()
    ann.press("play.undo")
    bob.press("play.agree")
    ann.wait_for_turn()
    expect(ann.area("4")).to_be_attached()
    bob.press("play.draw")
    ann.press("play.agree")
    expect(bob.page.locator("h1").first).to_have_text(bob.words("over.draw"))
    bob.sees(bob.words("reasons.AGREEMENT").capitalize())


def test_hint_undo_swap_resign_and_rematch(person: Person) -> None:
    """Every button of a game does what it says."""
    person.begin_against("tic-tac-toe", WEAK)
    words = person.words
    person.press("play.hint")
    person.sees(words("play.hinted", action="¤", value="").split("¤")[0])
    person.touch("b2")
    person.wait_for_turn()
    assert "b2" not in dict(person.places())
    person.press("play.undo")
    expect(person.area("b2")).to_be_visible()
    person.press("play.swap")
    expect(person.page.locator(f"{BOARD} .touch")).to_have_count(8)
    person.press("play.resign")
    person.press("play.really_resign")
    expect(person.page.locator("h1").first).to_have_text(words("over.you_lost"))
    here = person.page.url
    person.press("play.rematch")
    person.page.wait_for_url(lambda url: url != here)
    person.wait_for_turn()
    expect(person.page.locator(f"{BOARD} .touch")).to_have_count(9)


def test_thoughts_are_shown_while_they_are_thought_and_hidden_again(person: Person) -> None:
    """Visits, values and the line of play of one's own moves and of the computer's; values stand on the board."""
    person.begin_against("connect-four", "uct(iterations=3000)")
    person.switch("thinking.mine")
    expect(person.page.locator(".thoughts tbody tr")).to_have_count(7)
    person.sees(person.words("thinking.for_you"))
    visits = person.page.locator(".thoughts tbody tr.best .visits")
    first = visits.inner_text()
    expect(visits).not_to_have_text(first)  # it goes on thinking
    assert person.page.locator(".pv").inner_text()
    marked = person.page.locator(BOARD).get_by_text("%").count() or person.page.locator(f"{BOARD} svg text").count()
    assert marked
    person.switch("thinking.mine", False)
    expect(person.page.locator(".thoughts")).to_have_count(0)
    person.switch("thinking.theirs")
    person.touch("4")
    person.wait_for_turn()
    expect(person.page.locator(".thoughts")).to_be_visible()
    person.sees("uct(iterations=3000)")


def test_a_game_goes_on_after_the_line_was_lost_and_after_a_reload(person: Person) -> None:
    """A page that lost its server for a while, and one that was loaded again, show the game as it stands."""
    person.begin_against("tic-tac-toe", WEAK)
    person.touch("b2")
    person.wait_for_turn()
    left = person.places()
    person.page.evaluate("window.socket.io.engine.close()")
    person.page.wait_for_function("() => window.socket.connected")
    assert person.places() == left
    person.touch(left[0][0])
    person.wait_for_turn()
    person.page.reload()
    person.in_game()
    person.wait_for_turn()
    assert left[0][0] not in dict(person.places())
    person.errors.clear()  # what a browser says of a line that broke


def test_a_double_click_plays_once(person: Person) -> None:
    """A double click on a column drops one disc, not two, and not one in the next turn."""
    person.begin_against("connect-four", "random")
    person.area("4").dblclick()
    person.wait_for_turn()
    person.page.wait_for_timeout(300)
    assert person.page.locator(".turns li").count() == 2


def test_a_piece_is_dragged_to_where_it_goes(person: Person) -> None:
    """A draughtsman can be dragged instead of clicked; dragged to where it cannot go, it stays."""
    person.begin_against("draughts", WEAK)
    piece = person.places()[0][0]
    person.touch(piece)
    person.wait_for_turn()
    target = next(place for place, fits in person.places() if fits)
    other = next(place for place, fits in person.places() if not fits and place != piece)
    person.page.reload()
    person.in_game()
    person.drag(piece, other)
    person.page.wait_for_timeout(200)
    assert person.page.locator(".turns li").count() == 0
    person.drag(piece, target)
    person.wait_for_turn()
    expect(person.page.locator(".turns li")).to_have_count(2)


@pytest.mark.parametrize("game", names())
def test_a_game_is_played_by_keys_alone(person: Person, game: str) -> None:
    """Tab leads to the board, arrows from place to place, Enter or Space touches; no mouse is needed."""
    person.open("/")
    keys, words = person.page.keyboard, person.words
    name = words("home.play_game", game=words(f"games.{game}.title"))
    tab_to(person, name)
    keys.press("Enter")
    person.in_game()
    for turn in range(3):
        person.wait_for_turn()
        if person.over:
            break
        person.seen = person.drawn
        if turn == 0:
            person.page.evaluate("document.activeElement.blur()")
            tab_into_board(person)
        assert person.page.evaluate(f"document.querySelector({BOARD!r}).contains(document.activeElement)")
        start = focused(person)
        keys.press("ArrowRight")
        keys.press("ArrowLeft")
        keys.press("ArrowUp")
        assert focused(person)
        keys.press("Enter" if turn % 2 else " ")
        person.wait_for_turn()
        assert start


def focused(person: Person) -> str:
    """The name of what has the focus."""
    return str(
        person.page.evaluate(
            "(document.activeElement.getAttribute('aria-label') || document.activeElement.textContent || '').trim()"
        )
    )


def tab_to(person: Person, name: str, most: int = 60) -> None:
    for _ in range(most):
        person.page.keyboard.press("Tab")
        if focused(person) == name:
            return
    raise AssertionError(f"{most} tabs do not lead to {name!r}")


def tab_into_board(person: Person, most: int = 60) -> None:
    for _ in range(most):
        person.page.keyboard.press("Tab")
        if person.page.evaluate("document.activeElement.matches('.touch')"):
            return
    raise AssertionError(f"{most} tabs do not lead to the board")
