"""What everybody must be able to read, reach and press: contrast, names, focus, a phone, French, light and dark."""

from __future__ import annotations

import re

import pytest
from person import BOARD, Person

from conftest import Comes
from croupier.games import names
from croupier.web.words import Words, flat

ANALYSED = "/analyse?game=connect-four&actions=4+4+3+5&at=3&with=uct(iterations=400)&with=grave(iterations=300)"
PAGES = ["/", "/new/marrakech", "game", ANALYSED, "/nowhere"]
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}

CONTRAST = """() => {
  const pen = new OffscreenCanvas(1, 1).getContext('2d', {willReadFrequently: true});
  const seen = new Map();
  const parse = (colour) => {
    if (!seen.has(colour)) {
      pen.clearRect(0, 0, 1, 1);
      pen.fillStyle = colour;
      pen.fillRect(0, 0, 1, 1);
      const [r, g, b, a] = pen.getImageData(0, 0, 1, 1).data;
      seen.set(colour, [r, g, b, a / 255]);
    }
    return seen.get(colour);
  };
  const over = ([r, g, b, a], [x, y, z]) => [r * a + x * (1 - a), g * a + y * (1 - a), b * a + z * (1 - a), 1];
  const behind = (element) => {
    if (!element) return parse('Canvas');
    const own = parse(getComputedStyle(element).backgroundColor);
    return own[3] > 0.999 ? own : over(own, behind(element.parentElement));
  };
  const light = (colour) => {
    const [r, g, b] = colour.map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const faint = [];
  let count = 0;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || !element.checkVisibility({opacityProperty: true, visibilityProperty: true})) continue;
    if (element.closest('.board svg, .art svg, option, script, style, .nicegui-error-popup')) continue;
    if (element.closest('[aria-disabled=true]')) continue;
    const style = getComputedStyle(element);
    const [drawn, back] = [element.closest('svg') ? style.fill : style.color, behind(element)];
    const [a, b] = [light(over(parse(drawn), back)), light(back)];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && parseInt(style.fontWeight) >= 700);
    count++;
    if (ratio < (large ? 3 : 4.5)) faint.push(`${node.data.trim()}: ${ratio.toFixed(2)} (${style.color} on ${back})`);
  }
  return [count, faint];
}"""

TARGETS = """() => [...document.querySelectorAll('a, button, select, textarea, input, summary')].filter((element) =>
    element.checkVisibility({visibilityProperty: true})).map((element) => {
  let box = element.getBoundingClientRect();
  const label = element.labels && element.labels[0] && element.labels[0].getBoundingClientRect();
  if (label) {
    const [left, right] = [Math.min(box.left, label.left), Math.max(box.right, label.right)];
    const [top, bottom] = [Math.min(box.top, label.top), Math.max(box.bottom, label.bottom)];
    box = {left, right, top, bottom, width: right - left, height: bottom - top};
  }
  const name = element.textContent.trim().slice(0, 30) || element.ariaLabel || element.id;
  const made = element.matches('.button, select, textarea, input');
  return [name, box.width, box.height, box.left, box.right, made];
}).filter(([, width, , , right]) => width > 2 && right > 0)"""

FOCUS = """() => {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  const shown = (each) => {
    if (!each) return false;
    const style = getComputedStyle(each);
    const line = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
    return line || (each.matches('.touch') && parseFloat(style.strokeOpacity) === 1 && parseFloat(style.strokeWidth) >= 2);
  };
  const near = [element, element.nextElementSibling, element.closest('.card')];
  const box = element.getBoundingClientRect();
  const name = element.ariaLabel || element.textContent.trim().slice(0, 40) || element.id;
  const inside = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
  return [name, near.some(shown), inside, element.matches(':focus-visible')];
}"""


def shown(person: Person, page: str) -> Person:
    """A page, and what it searches at rest."""
    if page == "game":
        person.begin_against("quarto", "random")
        person.wait_for_turn()
        return person
    person.open(page)
    if page == "/nowhere":
        assert len(person.errors) == 1
        person.errors.clear()  # what a browser says of a page that is not there
    if page == ANALYSED:
        person.page.locator(".lane .thoughts tbody tr").nth(13).wait_for()
        person.page.locator(".worth").wait_for()
        person.button("analyse.go").wait_for()
    return person


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("page", PAGES)
def test_every_text_stands_out(comes: Comes, page: str, scheme: str) -> None:
    """Contrasts of at least 4.5, of large texts 3 (WCAG 2.2, 1.4.3), in both schemes; boards have their own tests."""
    person = shown(comes(color_scheme=scheme), page)
    count, faint = person.page.evaluate(CONTRAST)
    assert count > 8
    assert faint == []


def test_dark_is_dark_and_a_choice_is_kept(comes: Comes) -> None:
    """The system's scheme at first, then the one that was chosen, before anything is painted."""
    person = comes(color_scheme="dark").open("/")
    assert darkness(person) < 60
    theme = person.page.locator("button.theme")
    theme.click()
    assert darkness(person) > 200
    person.page.reload()
    assert darkness(person) > 200
    theme.click()
    assert darkness(person) < 60
    person.open("/analyse?game=draughts")
    assert darkness(person) < 60


def darkness(person: Person) -> float:
    """The mean of what the page's ground is painted with."""
    told = str(person.page.evaluate("getComputedStyle(document.body).backgroundColor"))
    found = [float(number) for number in re.findall(r"[\d.]+", told)][:3]
    return sum(found) / 3 * (255 if told.startswith("color(") else 1)


@pytest.mark.parametrize("page", PAGES)
def test_everything_has_a_name(comes: Comes, page: str) -> None:
    """What a screen reader is told of every control is not empty, and there is one main heading and one main region."""
    person = shown(comes(), page)
    session = person.context.new_cdp_session(person.page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    found = [(each["role"]["value"], each.get("name", {}).get("value", "")) for each in nodes if not each["ignored"]]
    controls = {"button", "link", "textbox", "combobox", "checkbox", "switch", "radio", "image", "group", "region"}
    assert [role for role, name in found if role in controls - {"group"} and not name.strip()] == []
    assert len([role for role, _ in found if role in controls]) > 5
    assert [role for role, _ in found].count("main") == 1
    assert person.page.locator("h1").count() == 1
    assert person.page.evaluate("document.documentElement.lang") == "en-GB"
    ids = person.page.evaluate("[...document.querySelectorAll('[id]')].map((each) => each.id)")
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("page", PAGES)
def test_a_phone_needs_no_scrolling_aside_and_no_thin_fingers(comes: Comes, page: str) -> None:
    """At 360 pixels nothing is cut or hangs over; what can be pressed is at least 24 pixels (WCAG 2.2, 2.5.8), buttons and
    fields 40.
    """
    person = shown(comes(**PHONE), page)
    wide = person.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide[0] <= wide[1] == 360
    targets = person.page.evaluate(TARGETS)
    assert [each for each in targets if each[3] < -0.5 or each[4] > 360.5] == []
    assert [each for each in targets if min(each[1], each[2]) < 24] == []
    assert [each for each in targets if each[5] and each[2] < 40] == []


@pytest.mark.parametrize("game", names())
def test_boards_can_be_touched_on_a_phone(comes: Comes, game: str) -> None:
    """Every place is wide enough for a finger and within the screen."""
    person = comes(**PHONE)
    person.begin_against(game, "random")
    person.wait_for_turn()
    boxes = person.page.eval_on_selector_all(
        f"{BOARD} .touch",
        "(all) => all.map((each) => each.getBoundingClientRect()).map((b) => [b.width, b.height, b.left, b.right])",
    )
    assert boxes
    assert min(min(box[:2]) for box in boxes) >= 24
    assert min(box[2] for box in boxes) >= 0
    assert max(box[3] for box in boxes) <= 360


@pytest.mark.parametrize("page", PAGES)
def test_the_focus_is_seen_wherever_it_goes(comes: Comes, page: str) -> None:
    """From the top by Tab: everything that can be reached shows that it has the focus, and comes into sight."""
    person = shown(comes(), page)
    seen = []
    for _ in range(80):
        person.page.keyboard.press("Tab")
        found = person.page.evaluate(FOCUS)
        if found is None or found in seen[:1]:
            break
        seen.append(found)
    assert len(seen) >= 6
    assert [each for each in seen if not (each[1] and each[2] and each[3])] == []


def test_the_first_tab_leads_past_the_bar(comes: Comes) -> None:
    person = comes().open("/new")
    person.page.keyboard.press("Tab")
    assert person.page.evaluate("document.activeElement.textContent") == person.words("frame.skip")
    person.page.keyboard.press("Enter")
    person.page.keyboard.press("Tab")
    assert person.page.evaluate("document.querySelector('main').contains(document.activeElement)")


@pytest.mark.parametrize("page", PAGES)
def test_french_is_french_throughout(comes: Comes, page: str) -> None:
    """No text of a page is one that only the English catalogue has."""
    person = shown(comes("fr"), page)
    told = person.page.evaluate(
        "[...document.querySelectorAll('body *')].filter((each) => each.checkVisibility()).flatMap((each) => ["
        "each.ariaLabel, each.title, each.placeholder, ...[...each.childNodes].filter((node) => node.nodeType === 3)"
        ".map((node) => node.data)]).filter((text) => text && text.trim()).map((text) => text.trim())"
    )
    french = set(flat("fr").values()) | set(Words("fr")._drawn.values())
    english = {text for text in flat("en").values() if "{" not in text and len(text) > 1} - french - {"English"}
    assert [text for text in told if text in english] == []
    assert person.page.evaluate("document.documentElement.lang") == "fr"
    person.page.get_by_role("link", name="English").click()
    person.page.wait_for_function("() => document.documentElement.lang === 'en-GB'")
    person.arrived()
    assert page == "/nowhere" or not person.errors
    person.errors.clear()


def test_the_language_is_changed_where_one_is(comes: Comes) -> None:
    """The game, or the analysis with all that was chosen in it, stays."""
    person = shown(comes(), ANALYSED)
    person.page.keyboard.press(",")
    person.page.wait_for_url("**at=2**")
    here = person.page.url
    person.page.get_by_role("link", name="Français").click()
    person.page.wait_for_function("() => document.documentElement.lang === 'fr'")
    person.arrived()
    assert person.page.url == here
