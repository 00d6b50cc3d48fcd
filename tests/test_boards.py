"""Drawings of positions: what they show, that they are safe, small and can be told apart without colour."""

from __future__ import annotations

import io
import os
import random
import re
import runpy
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import croupier
from croupier import boards
from croupier.boards import phrases, style
from croupier.boards.grid import ANSI, length
from croupier.boards.terminal import wants_ascii, wants_colour, width_of
from croupier.games import names
from croupier.positions import Position, notation
from croupier.rules.files import load_game
from croupier.rules.game import Game, Variant
from random_positions import VARIANTS, random_games, title

ROOT = Path(__file__).resolve().parent.parent
DATA = Path(__file__).resolve().parent / "data" / "boards"
SVG = "{http://www.w3.org/2000/svg}"
TAGS = {f"{SVG}{tag}" for tag in ("svg", "title", "desc", "style", "rect", "circle", "ellipse", "path", "text")}

FIXED = {
    "tic-tac-toe": ("tic-tac-toe", None, None, "b2 a1 c3 a3 a2 c2"),
    "tic-tac-toe-won": ("tic-tac-toe", None, None, "a1 b1 b2 b3 c3"),
    "connect-four": ("connect-four", None, None, "4 4 4 3 5 2 1 1 5 3 3"),
    "connect-four-won": ("connect-four", None, None, "4 3 4 3 4 3 4"),
    "connect-four-wide": ("connect-four", "3x12", None, "12 1 11 12"),
    "quarto-placed": ("quarto", None, "5a../bd.1/23.6/.89f 0", "d4"),
    "quarto-given": ("quarto", "advanced", "5a../bd.1/23.6/.89. 0", "d4 f"),
    "quarto-report": ("quarto", "report", None, "0 a1=f b2=3"),
    "draughts-english": ("draughts", "english", None, "11-15 22-18 15x22 25x18"),
    "draughts-international": ("draughts", "international", "W:WK29,31,32,22,17:B10,11,18,K2,44,K36", "29x7"),
    "draughts-russian": ("draughts", "russian", None, "c3-d4"),
    "marrakech-two": ("marrakech", None, None, "red blue W 2 b5-b6 orange N"),
    "marrakech-four": ("marrakech", "four", None, "N 3 d6-d5 E 1 f7-g7"),
    "marrakech-report": ("marrakech", "report", None, None),
}
"""Positions whose drawings are kept: game, variant, text of the position, what is played."""


class Fox(NamedTuple):
    """A user's game with a hostile title, without a text."""

    hunt: int = 0

    name = "fox"
    title = '<script>alert("1")</script> & \x00\ud800 fox'
    seats, actions, branching, longest = 2, 3, 3, 4

    def seat(self) -> int:
        return self.hunt & 1

    def legal(self, out: Any) -> int:
        for i in range(3):
            out[i] = i
        return 3 if self.hunt < 4 else 0

    def play(self, action: int) -> Fox:
        return Fox(self.hunt + 1)

    def returns(self, seat: int) -> float:
        return 0.0

    def notation(self, action: int) -> str:
        return f"]]>{'<x onload=y>' * 20}&{action}"


def fixed(name: str) -> Position:
    game, variant, text, played = FIXED[name]
    position = croupier.new(game, variant, position=text)
    if name == "marrakech-report":
        return position.play(position.legal_actions[5]).play("3")
    return position.play_all(played or "")


def faults(picture: str) -> list[str]:
    """What a picture must not have: other than drawing, scripts, handlers, links, too many bytes."""
    found = [f"{len(picture.encode())} bytes"] if len(picture.encode()) >= 60_000 else []
    root = ET.fromstring(picture)
    for element in root.iter():
        if element.tag not in TAGS:
            found.append(element.tag)
        for name, value in element.attrib.items():
            if name.lower().startswith("on") or "href" in name.lower() or "url(" in value.lower():
                found.append(f"{element.tag} {name}={value}")
    sheet = root.find(f"{SVG}style")
    if sheet is None or re.search("url|import|expression|<", sheet.text or ""):
        found.append("style")
    if not root.get("viewBox") or root[0].tag != f"{SVG}title" or root[1].tag != f"{SVG}desc":
        found.append("no viewBox, title or desc")
    width, height = (float(size) for size in root.get("viewBox", "0 0 0 0").split()[2:])
    for element in root.iter():
        x, y = (float(element.get(name) or element.get(f"c{name}") or 0) for name in "xy")
        reach_x, reach_y = (x + float(element.get(name) or 0) for x, name in ((x, "width"), (y, "height")))
        if min(x, y) < 0 or reach_x > width or reach_y > height:
            found.append(f"{element.tag} {element.attrib} is off the card")
    return found


def options_of(position: Position, seed: int) -> dict[str, Any]:
    """Legal actions and values for all of them."""
    rng = random.Random(seed)
    return {"legal": True, "values": {int(action): rng.random() for action in position.legal_actions}}


@pytest.mark.parametrize("name", sorted(FIXED))
def test_drawings_stay_as_they_were_looked_at(name: str) -> None:
    """Text, ASCII, narrow text and pictures of fixed positions; UPDATE_BOARDS=1 writes them anew."""
    position = fixed(name)
    legal = {"legal": True}
    drawn = {
        f"{name}.txt": "\n\n".join(
            [
                position.drawing(**legal),
                position.drawing(ascii=True),
                position.drawing(ascii=True, width=20),
                position.drawing(colour=True, **legal).replace("\x1b", "~"),
            ]
        ),
        f"{name}.svg": position.svg(dark=False, **options_of(position, 1)),
    }
    for file, content in drawn.items():
        if os.environ.get("UPDATE_BOARDS"):
            DATA.mkdir(parents=True, exist_ok=True)
            (DATA / file).write_text(content + "\n", encoding="utf-8")
        assert (DATA / file).read_text(encoding="utf-8") == content + "\n"


@pytest.mark.parametrize("variant", VARIANTS, ids=title)
def test_random_positions_are_drawn_safely_and_small(variant: Variant) -> None:
    """Every kind of picture of random positions is plain, well-formed SVG under 60 kB; text keeps width and alphabet."""
    for position in random_games(variant, 40, seed=3):
        rng = random.Random(position.ply)
        for ply in sorted(rng.sample(range(position.ply + 1), min(8, position.ply + 1))):
            there = position.copy().undo(position.ply - ply)
            for options in ({}, {"legal": True}, options_of(there, ply)):
                assert faults(there.svg(dark=rng.choice((None, True, False)), **options)) == []
            for width in (None, 78, 40, 20, 7, 1):
                plain = there.drawing(ascii=True, width=width, legal=True)
                assert plain.isascii()
                assert plain.isprintable() or set(plain) - set(map(chr, range(32, 127))) == {"\n"}
                coloured = there.drawing(colour=True, width=width, legal=True)
                lines = [*plain.split("\n"), *coloured.split("\n")]
                assert width is None or max(map(length, lines)) <= width
                assert ANSI.sub("", coloured).isprintable() or "\x1b" not in ANSI.sub("", coloured)


@pytest.mark.parametrize("variant", VARIANTS, ids=title)
def test_every_action_can_be_played_by_touching_its_places(variant: Variant) -> None:
    """In any order, and only when the last place is touched; every place has an area on the card, none of its own twice."""
    for position in random_games(variant, 12, seed=5):
        rng = random.Random(position.ply)
        for ply in sorted(rng.sample(range(position.ply + 1), min(6, position.ply + 1))):
            there = position.copy().undo(position.ply - ply)
            options = {"touch": (), "upright": rng.random() < 0.5, "turned": rng.random() < 0.5}
            picture = there.svg(legal=True, **options)
            assert faults(picture) == []
            areas = {area.get("data-place"): area for area in ET.fromstring(picture).iter() if area.get("data-place")}
            made_of = {int(action): boards.places(there.state, action) for action in there.legal_actions}
            assert set(areas) == {place for places in made_of.values() for place in places}
            assert len({places for places in made_of.values() if places}) == len(made_of) or there.seat < 0
            for action, places in made_of.items():
                chosen = boards.Touched()
                for i, place in enumerate(rng.sample(places, len(places)), 1):
                    assert str(action) in areas[place].get("data-actions").split()
                    chosen = boards.touch(there.state, chosen.chosen, place)
                    assert (chosen.action == action) is (i == len(places))
                assert not places or len(places) > 1 or areas[places[0]].get("data-action") == str(action)


@pytest.mark.parametrize(
    ("game", "played", "order_x", "order_y"),
    [
        ("tic-tac-toe", "", "a1 b1 c1", "a3 a2 a1"),
        ("connect-four", "", "1 2 7", ""),
        ("quarto", "a", "a1 b1 d1", "b4 b3 b1"),
        ("quarto", "", "4 5 7", "1 5 d"),
        ("draughts", "", "9 14 10 15 16", "12 16"),
        ("marrakech four", "", "W N E", ""),
        ("marrakech four", "N 1", "b5 c5 d5 e5 f5", "d7 d6 d4 d3"),
        ("marrakech four", "E 4 f3-f4", "W N", "N W S"),
    ],
)
def test_places_lie_where_they_belong(game: str, played: str, order_x: str, order_y: str) -> None:
    """From left to right and from top to bottom, as a person sees the board; arrows around Assam."""
    for upright in (False, True):
        picture = croupier.new(*game.split()).play_all(played).svg(touch=(), upright=upright)
        areas = {a.get("data-place"): a for a in ET.fromstring(picture).iter() if a.get("data-place")}
        for order, side in ((order_x, "x"), (order_y, "y")):
            at = [float(areas[place].get(side, "")) for place in order.split() if place in areas]
            assert at == sorted(at)
            assert len(at) >= min(2, len(order.split()))


def test_a_touch_is_given_up_by_another() -> None:
    """The same place again gives it up, one of another action starts anew, one of none forgets all."""
    state = croupier.new("draughts", "russian").state
    chosen = boards.touch(state, (), "c3")
    assert chosen == boards.Touched(("c3",))
    assert boards.touch(state, ("c3",), "c3") == boards.Touched()
    assert boards.touch(state, ("c3",), "e3") == boards.Touched(("e3",))
    assert boards.touch(state, ("c3",), "nowhere") == boards.Touched()
    assert boards.touch(state, ("c3",), "d4").action in notation.legal(state)
    chosen_picture = boards.svg(state, legal=notation.legal(state), touch=("c3",))
    assert chosen_picture.count('aria-pressed="true"') == 1
    assert chosen_picture.count("data-place") == boards.svg(state, touch=()).count("data-place") > 4


@pytest.mark.parametrize("variant", VARIANTS, ids=title)
def test_pictures_are_translated_whole(variant: Variant) -> None:
    """Every text of a picture comes from the list of phrases; a translation leaves no English, but for notation."""
    said: set[str] = set()

    def say(phrase: str) -> str:
        said.add(re.sub("[0-9]+(?= plies)", "{count}", phrase))
        return "«" + "|".join(re.findall(r"\{\w+\}", phrase)) + "»"

    for position in random_games(variant, 2, seed=9):
        for _ in range(min(12, position.ply)):
            state, last = position.state, position._last()
            picture = boards.svg(state, last, notation.legal(state), say=say)
            words = [element.text or "" for element in ET.fromstring(picture).iter() if element.tag.endswith("text")]
            assert [word for word in words if re.search("[A-Za-z]{2}", word)] == []
            position.undo()
    assert said <= set(phrases.PHRASES)


def test_seats_have_names() -> None:
    """Names of the seats stand on Marrakech's cards and in every title; they are not translated and cannot do harm."""
    names = ["Ada {0}", "<b>Bob</b>"]
    picture = boards.svg(croupier.new("marrakech").play_all("red blue").state, names=names)
    assert ">Ada {0}<" in picture
    assert "&lt;b&gt;Bob" in picture
    french = boards.svg(croupier.new("quarto").state, names=names, say=lambda phrase: phrase.replace("to move", "joue"))
    assert "<title>Quarto: Ada {0} joue</title>" in french


def test_a_board_is_turned() -> None:
    """Draughts from Black's side: the square of the bottom left corner is at the top right."""
    position = croupier.new("draughts", "russian")
    corners = [
        next(
            area
            for area in ET.fromstring(position.svg(touch=(), turned=turned)).iter()
            if area.get("data-place") == "a3"
        )
        for turned in (False, True)
    ]
    assert float(corners[0].get("x", 0)) < 60 < 300 < float(corners[1].get("x", 0))


def test_every_game_has_a_drawing_of_its_own() -> None:
    """The folder of drawings has a file for every game of the house."""
    for name in names():
        assert boards._drawer(croupier.new(name).state).__name__ == f"croupier.boards.{name.replace('-', '_')}"


def test_a_game_without_a_drawing_shows_its_fields_safely() -> None:
    """A user's class, whatever its title and notation hold, comes as a tidy card."""
    position = Position(Game(Fox).variant()).play(2)
    picture = position.svg(values={0: 0.2, 1: 0.9, 2: 0.4})
    assert faults(picture) == []
    assert "&lt;script&gt;" in picture
    assert "hunt  1" in picture
    assert ">last: ]]&gt;" in picture
    assert picture.count("%") == 3 + picture.count("100%")
    assert position.drawing(ascii=True).splitlines()[0] == "hunt  1"


def test_a_title_and_a_reason_without_end_are_cut() -> None:
    """Text of a megabyte in a user's game makes no larger picture."""

    class Long(Fox):
        title = "t" * 10**6

        def text(self) -> str:
            return "x" * 10**6

    assert faults(boards.svg(Long(), status="s" * 10**6)) == []


def test_a_game_of_a_file_is_drawn() -> None:
    """The example of the README is drawn without a word about drawing in it."""
    variant = load_game(ROOT / "examples" / "domineering.py").variant()
    position = Position(variant).play(0)
    assert faults(position.svg(legal=True)) == []
    assert "taken  33" in str(position)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_palette_has_contrast(dark: bool) -> None:
    """Letters stand out by 4.5 and pieces by 3, computed as WCAG says."""
    assert style.contrast("ink", "ink", dark) == 1
    assert {pair: style.contrast(*pair, dark) for pair in style.TEXT if style.contrast(*pair, dark) < 4.5} == {}
    assert {pair: style.contrast(*pair, dark) for pair in style.PIECES if style.contrast(*pair, dark) < 3} == {}


def test_letters_are_drawn_in_the_colours_whose_contrast_is_known() -> None:
    """Every role that fills a text is one of the list."""
    roles = {role for role, _ in style.TEXT}
    for name in FIXED:
        picture = fixed(name).svg(**options_of(fixed(name), 1))
        assert set(re.findall(r'<text class="f-([\w-]+)"', picture)) <= roles


def test_contrast_of_black_and_white_is_21(monkeypatch: pytest.MonkeyPatch) -> None:
    """The formula gives the known extremes."""
    monkeypatch.setitem(style.PALETTE, "white", ("#ffffff", "#ffffff"))
    assert style.contrast("white", "shadow", False) == pytest.approx(21)


def shapes(picture: str) -> str:
    """A picture without its colours."""
    return re.sub(r"<(style|title|desc)>.*?</\1>| class=\"[^\"]*\"", "", picture)


def test_pieces_differ_without_colour() -> None:
    """Exchange the owner of a stone, one attribute of a piece, man and king, the colour of a rug: another shape."""
    pairs = [("connect-four", text) for text in ("x", "o")]
    drawn = {
        shapes(croupier.new(g, "4x4", position=f"..../..../..../{t}..{'x' if t == 'o' else 'o'}").svg())
        for g, t in pairs
    }
    assert len(drawn) == 2
    pieces = {shapes(croupier.new("quarto", position=f"..../..../..../.... {piece:x}").svg()) for piece in range(16)}
    assert len(pieces) == 16
    sides = [f"W:W{a}:B{b}" for a, b in (("K20", "K13"), ("20", "K13"), ("K20", "13"), ("20", "13"), ("13", "20"))]
    assert len({shapes(croupier.new("draughts", "russian", position=text).svg()) for text in sides}) == 5
    rugs = set()
    for colour in "rbog":
        position = croupier.new(
            "marrakech", "four", position=f"7/7/7/7/7/7/{colour}-{colour}5 b2N 30,30,30,30 R9,B9,O9,G9 0 turn"
        )
        rugs.add(re.sub(r"<text.*?</text>", "", shapes(position.svg())))
    assert len(rugs) == 4


def test_schemes() -> None:
    """Without a choice the reader's scheme decides, by one media query; a chosen one has its colours alone."""
    state = croupier.new("connect-four").state
    auto, light, dark = (boards.svg(state, dark=choice) for choice in (None, False, True))
    assert auto.count("prefers-color-scheme:dark") == 1
    assert "prefers-color-scheme" not in light + dark
    paper = style.PALETTE["paper"]
    assert [colour in light for colour in paper] == [True, False]
    assert [colour in dark for colour in paper] == [False, True]
    assert [colour in auto for colour in paper] == [True, True]


def test_last_actions_are_given_in_three_ways() -> None:
    """An id, the state before with an id, or with the actions of a turn; the last one is said in words too."""
    before = croupier.new("tic-tac-toe").state
    after = before.play(4)
    one, two, three = (boards.text(after, last) for last in (4, (before, 4), (before, [4])))
    assert "[X]" in one
    assert two == three
    assert two.startswith(one)
    assert two.endswith("last b2")


def test_a_resignation_is_told() -> None:
    """What only the referee knows stands below the board and in the picture's title."""
    position = croupier.new("connect-four").play_all("4 4").resign()
    assert "resigned" in position.drawing().splitlines()[-1]
    assert "resigned" in position.svg()


def test_the_rug_stays_marked_when_the_next_is_turned_up() -> None:
    """In Marrakech the last turn includes what chance did after it."""
    position = croupier.new("marrakech").play_all("red blue W 2 b5-b6")
    assert "R" in position.drawing(ascii=True).split("first")[0] or "s-last" in position.svg()
    assert position.play("orange").svg().count("s-last") >= 2


def test_the_cards_of_marrakech_show_points_and_who_won() -> None:
    """Dirhams plus squares on every card of a seat that is in; the winners' cards are framed at the end."""
    text = "7/7/7/r-rb-bo-o1/7/7/7 d4N {} R0,B0,O0 2 over".replace("R0,B0,O0", "r0,b0,o0")
    shared = croupier.new("marrakech", "three", position=text.format("31,31,28")).svg()
    assert re.findall("= [0-9]+", shared) == ["= 33", "= 33", "= 30"]
    assert shared.count('class="f-cell s-accent"') == 2
    out = croupier.new("marrakech", "three", position=text.format("45,45,out")).svg()
    assert re.findall("= [0-9]+", out) == ["= 47", "= 47"]


def test_the_track_has_every_way_around_once_and_the_walk_follows_it() -> None:
    """14 ways on 7x7, 10 on 5x5; who walks around is seen to, on a half circle or on a corner's loop."""
    for variant, ways in (("four", 14), ("report", 10)):
        assert croupier.new("marrakech", variant).svg().count('class="s-track" stroke-width="6"') == ways
    text = "7/7/7/7/7/7/7 {} 30,30,30,30 R12,B12,O12,G12 0 turn"
    for begin, turn, arc in (("b2S", "S", "A29 29 0 0 0"), ("b1S", "W", "A29 29 0 1 0")):
        walked = croupier.new("marrakech", "four", position=text.format(begin)).play_all([turn, "3"])
        golden = re.findall('<path d="([^"]*)" class="s-last"', walked.svg())
        assert len(golden) == 3
        assert sum(arc in way for way in golden) == 1


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("stream", "environ", "wanted"),
    [
        (Terminal(), {"TERM": "xterm-256color"}, True),
        (Terminal(), {"TERM": "dumb"}, False),
        (Terminal(), {"TERM": "xterm", "NO_COLOR": "1"}, False),
        (Terminal(), {"TERM": "xterm", "NO_COLOR": ""}, True),
        (io.StringIO(), {"TERM": "xterm"}, False),
        (io.StringIO(), {"FORCE_COLOR": "1"}, True),
        (io.StringIO(), {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        (None, {"TERM": "xterm"}, False),
    ],
)
def test_colour_only_where_it_is_wanted(stream: Any, environ: dict[str, str], wanted: bool) -> None:
    """A terminal that can, unless NO_COLOR; elsewhere only by FORCE_COLOR."""
    assert wants_colour(stream, environ) is wanted


def test_ascii_where_the_encoding_has_no_more() -> None:
    """UTF-8 takes the drawing's letters, Latin-1 and nonsense do not; a pipe has no width."""
    assert not wants_ascii(io.TextIOWrapper(io.BytesIO(), "utf-8"))
    assert wants_ascii(io.TextIOWrapper(io.BytesIO(), "latin-1"))
    assert wants_ascii(None)
    assert width_of(io.StringIO()) is None


def test_the_pictures_of_the_documentation_are_those_the_program_draws() -> None:
    """docs/images holds what `python docs/make_boards.py` writes, and every picture is shown somewhere."""
    drawn = runpy.run_path(str(ROOT / "docs" / "make_boards.py"))["pictures"]()
    pages = (ROOT / "docs" / "boards.md").read_text(encoding="utf-8")
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for file, picture in drawn.items():
        assert (ROOT / "docs" / "images" / file).read_text(encoding="utf-8") == picture, file
        assert faults(picture) == []
        assert f"images/{file}" in pages
        assert f"docs/images/{file}" in readme


def test_the_code_of_the_page_runs() -> None:
    """The blocks of docs/boards.md, one after the other; what stands behind the last two is what they give."""
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "boards.md").read_text(encoding="utf-8"), re.DOTALL)
    space: dict[str, Any] = {}
    exec("".join(blocks).replace("print(", "str("), space)
    assert boards.touch(space["state"], ("c3",), "d4").action == 1489
    assert boards.places(space["state"], 1489) == ("c3", "d4")
    assert "1489, the id" in blocks[1]
