"""What pages hold and do, by NiceGUI's simulated users: home, a new game, play, analysis, trouble."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from nicegui import Client, ElementFilter, app, core, ui
from nicegui.testing import User
from nicegui.testing.user_simulation import user_simulation

from croupier.games import names
from croupier.positions import Position
from croupier.web import seats
from croupier.web.house import House
from croupier.web.live import LiveGame
from croupier.web.parts.board import Board
from croupier.web.parts.field import Field
from croupier.web.parts.html import Tag
from croupier.web.parts.walk import Picks, Walk
from croupier.web.words import Words, flat, languages

EN, FR = Words("en"), Words("fr")


class Reader:
    """A simulated user who knows our words."""

    def __init__(self, user: User, words: Words = EN) -> None:
        self.user, self.words = user, words

    async def open(self, path: str) -> Reader:
        await self.user.open(path)
        return self

    def all(self, kind: type[Any], **fits: Any) -> list[Any]:
        """Elements of the page, those in sight first asked for by their attributes."""
        with self.user:
            found = list(ElementFilter(kind=kind, local_scope=False))
        return [each for each in found if all(getattr(each, name, None) == value for name, value in fits.items())]

    @property
    def texts(self) -> list[str]:
        return [tag.text for tag in self.all(Tag) if tag.text and tag.visible]

    @property
    def board(self) -> Board:
        (found,) = self.all(Board)
        return found

    def button(self, key: str, **values: object) -> Tag:
        return next(tag for tag in self.all(Tag, tag="button") if tag.text == self.words(key, **values))

    def field(self, key: str, nth: int = 0, **values: object) -> Field:
        return [field for field in self.all(Field) if field.props["label"] == self.words(key, **values)][nth]

    async def press(self, key: str) -> None:
        self.say(self.button(key), "click")
        await asyncio.sleep(0)

    def say(self, element: ui.element, event: str, args: Any = None) -> None:
        """An event as the browser tells it."""
        listener = next(each for each in element._event_listeners.values() if each.type == event)
        with self.user:
            element._handle_event({"listener_id": listener.id, "args": args})

    def touch(self, place: str) -> None:
        board = self.board
        self.say(board, "touch", {"moment": board.props["moment"], "chosen": board.props["chosen"], "place": place})

    async def until(self, done: Callable[[], object]) -> None:
        for _ in range(6000):
            if done():
                return
            await asyncio.sleep(0.01)
        raise AssertionError(self.texts)

    @property
    def went_to(self) -> str:
        return str(self.user.back_history[-1])


@asynccontextmanager
async def simulated() -> AsyncIterator[Callable[..., Reader]]:
    """Users of one app; nobody may leave an error in the log."""
    made: list[httpx.AsyncClient] = []

    def come(words: Words = EN) -> Reader:
        headers = {"accept-language": words.code}
        made.append(httpx.AsyncClient(transport=httpx.ASGITransport(core.app), base_url="http://test", headers=headers))
        return Reader(User(made[-1]), words)

    async with user_simulation(main_file=Path(__file__).parent / "simulated.py"):
        try:
            yield come
        finally:
            for each in made:
                await each.aclose()
            # or the simulation would forget our modules, and they would be imported twice
            Client.page_routes.clear()


Story = Callable[[Callable[..., Reader], House], Awaitable[None]]


@pytest.fixture
def play_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> Callable[[Story], None]:
    """Run a story with simulated users."""
    monkeypatch.setenv("CROUPIER_DATA_DIR", str(tmp_path))

    def run(story: Story) -> None:
        async def whole() -> None:
            async with simulated() as come:
                await story(come, app.state.house)

        asyncio.run(whole())
        assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []

    return run


def test_the_first_page_shows_every_game_and_what_one_plays(play_out: Callable[[Story], None]) -> None:
    async def story(come: Callable[..., Reader], house: House) -> None:
        reader = await come().open("/")
        for name in names():
            assert EN(f"games.{name}.title") in reader.texts
            assert EN(f"games.{name}.tagline") in reader.texts
        assert EN("home.latest") not in reader.texts
        cards = [tag for tag in reader.all(Tag, tag="button") if tag.text == EN("home.play")]
        assert len(cards) == len(names())
        for card in cards:
            reader.say(card, "click")
        assert house.lobby.store.count() == len(names())
        await reader.open("/")
        assert EN("home.latest") in reader.texts
        other = await come().open("/")
        assert EN("home.latest") not in other.texts

    play_out(story)


def test_pages_speak_the_readers_language(play_out: Callable[[Story], None]) -> None:
    """The one their browser asks for, then the one they choose; the page says which it is."""

    async def story(come: Callable[..., Reader], house: House) -> None:
        reader = await come(FR).open("/")
        assert FR("home.title") in reader.texts
        assert FR("games.draughts.title") in reader.texts
        answer = await reader.user.http_client.get("/")
        assert '<html lang="fr"' in answer.text
        await reader.open("/language/en?back=/new/draughts")
        assert EN("setup.start") in reader.texts
        answer = await reader.user.http_client.get("/new")
        assert '<html lang="en-GB"' in answer.text

    play_out(story)


@pytest.mark.parametrize("game", names())
def test_a_new_game_has_a_row_for_every_seat(play_out: Callable[[Story], None], game: str) -> None:
    """Every variant can be chosen, every seat has its player, and the game that begins has them."""

    async def story(come: Callable[..., Reader], house: House) -> None:
        reader = await come().open(f"/new/{game}")
        variants = house.offers.game(game).variants
        if len(variants) > 1:
            rules = reader.field("setup.variant")
            assert [key for key, _ in rules.props["options"]] == list(variants)
            for name, variant in variants.items():
                reader.say(rules, "change", name)
                assert (
                    len([tag for tag in reader.all(Tag, tag="section") if "seat-row" in tag.classes]) == variant.seats
                )
        who = [field for field in reader.all(Field) if field._kind == "pills"]
        reader.say(who[0], "change", seats.COMPUTER)
        reader.say(reader.field("setup.level"), "change", "strong")
        reader.say(who[1], "change", seats.LINK)
        await reader.press("setup.start")
        (made,) = (house.lobby.find(row[0]) for row in house.lobby.store._db.execute("SELECT id FROM games"))
        assert [chair.kind for chair in made.chairs][:2] == [seats.COMPUTER, seats.LINK]
        assert made.chairs[0].level == "strong"
        assert made.position.variant.name == list(variants)[-1]

    play_out(story)


def test_a_wrong_algorithm_is_refused_where_it_was_written(play_out: Callable[[Story], None]) -> None:
    async def story(come: Callable[..., Reader], house: House) -> None:
        reader = await come().open("/new/tic-tac-toe")
        reader.say(reader.field("setup.level", 1), "change", "spec")
        for spec, told in (("uct(iterations=-1)", "iterations"), ("os:system", "os"), ("u" * 301, "")):
            reader.say(reader.field("setup.spec", 1), "change", spec)
            await reader.press("setup.start")
            wrong = next(tag for tag in reader.all(Tag) if "wrong" in tag.classes)
            assert told in wrong.text or len(spec) > 300
        assert house.lobby.store.count() == 0

    play_out(story)


def here_twice(house: House, who: str, game: str = "tic-tac-toe") -> LiveGame:
    return house.lobby.create(Position(house.offers.variant(game)), [seats.here(who), seats.here(who)], who)


def test_a_game_is_touched_told_and_analysed(play_out: Callable[[Story], None]) -> None:
    """From a press on the first page to the end, the moves and the link to their analysis."""

    async def story(come: Callable[..., Reader], house: House) -> None:
        reader = await come().open("/new/tic-tac-toe")
        for field in [field for field in reader.all(Field) if field._kind == "pills"]:
            reader.say(field, "change", seats.HERE)
        await reader.press("setup.start")
        id = house.lobby.store._db.execute("SELECT id FROM games").fetchone()[0]
        await reader.open(f"/game/{id}")
        assert EN("status.turn_of", seat="X") in reader.texts
        for place in ("a1", "b1", "a2", "b2", "a3"):
            reader.touch(place)
        assert EN("over.won", seat="X") in reader.texts
        assert EN("reasons.THREE_IN_A_ROW").capitalize() in reader.texts
        game = house.lobby.find(id)
        assert game.position.outcome is not None
        reader.touch("c3")
        assert game.position.ply == 5
        await reader.open(f"/analyse/game/{id}?at=3")
        assert reader.board.props["moment"] == [0, 3]
        assert house.admission.accepted <= 2

    play_out(story)


def test_a_spectator_sees_a_board_without_places_to_touch(play_out: Callable[[Story], None]) -> None:
    async def story(come: Callable[..., Reader], house: House) -> None:
        game = here_twice(house, "somebody else")
        reader = await come().open(f"/game/{game.id}")
        assert 'class="s-accent touch"' not in reader.board.props["pictures"][0]
        assert not reader.button("play.resign").visible
        assert not reader.button("play.undo").visible
        reader.touch("b2")
        assert game.position.ply == 0

    play_out(story)


def test_an_analysis_is_walked_through_and_found_again(play_out: Callable[[Story], None]) -> None:
    """Steps, picks from the list, an action off the line and the way back; the address follows."""

    async def story(come: Callable[..., Reader], house: House) -> None:
        reader = await come().open("/analyse?game=tic-tac-toe&actions=a1+b2+c3&with=uct(iterations=40)")
        (walk,) = reader.all(Walk)
        assert reader.board.props["moment"] == [0, 3]
        for step, ply in (("first", 0), ("on", 1), ("last", 3), ("back", 2), ("nonsense", 2)):
            reader.say(walk, "step", step)
            assert reader.board.props["moment"][1] == ply
        turns = next(picks for picks in reader.all(Picks) if "turns" in picks.classes)
        reader.say(turns, "pick", "at:1")
        assert reader.board.props["moment"] == [0, 1]
        assert not reader.button("analyse.main_line").visible
        reader.touch("a3")
        assert reader.button("analyse.main_line").visible
        await reader.press("analyse.main_line")
        assert reader.board.props["moment"][1] == 1
        await reader.until(lambda: house.admission.accepted == 0)
        copies = [
            each.props["value"] for each in reader.all(ui.element) if "value" in each.props and "copy" in each.tag
        ]
        address = next(value for value in copies if value.startswith("/analyse"))
        again = await come().open(address)
        assert again.board.props["moment"] == [0, 1]
        assert again.field("setup.spec").value == "uct(iterations=40)"

    play_out(story)


@pytest.mark.parametrize(
    ("path", "status", "told"),
    [
        ("/nowhere", 404, EN("refused.no_page")),
        ("/new/chess", 404, EN("refused.no_game", name="chess")),
        ("/game/none", 404, EN("refused.no_such_game")),
        ("/analyse/game/none", 404, EN("refused.no_such_game")),
        ("/analyse?game=chess", 404, EN("refused.no_game", name="chess")),
        ("/new/draughts?variant=chess", 400, "chess"),
        ("/analyse?game=connect-four&position=x", 400, "rows"),
        ("/analyse?game=connect-four&with=alpha", 400, "alpha"),
        ("/analyse?game=connect-four&with=uct&with=uct&with=uct&with=uct", 400, EN("refused.lanes", most=3)),
    ],
)
def test_trouble_is_told_with_the_way_back(
    play_out: Callable[[Story], None], path: str, status: int, told: str
) -> None:
    async def story(come: Callable[..., Reader], house: House) -> None:
        reader = come()
        answer = await reader.user.http_client.get(path)
        assert answer.status_code == status
        assert EN("trouble.home") in answer.text
        assert told in answer.text

    play_out(story)


def test_a_fault_of_ours_is_told_and_logged(
    play_out: Callable[[Story], None], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def story(come: Callable[..., Reader], house: House) -> None:
        monkeypatch.setattr("croupier.web.pages.home.home", lambda *_: 1 / 0)
        reader = come()
        answer = await reader.user.http_client.get("/")
        assert answer.status_code == 500
        assert EN("refused.broken") in answer.text
        assert "ZeroDivision" not in answer.text
        assert "content-security-policy" in answer.headers
        assert any(record.exc_info for record in caplog.records)
        caplog.clear()

    play_out(story)


def test_the_catalogues_have_the_same_keys_and_gaps() -> None:
    for code in languages():
        assert flat(code).keys() == flat("en").keys()
        for key, text in flat(code).items():
            assert _gaps(text) == _gaps(flat("en")[key]), (code, key)
            assert text == text.strip() or key == "over.and", (code, key)


def _gaps(text: str) -> set[str]:
    return {part.partition("}")[0] for part in text.split("{")[1:]}
