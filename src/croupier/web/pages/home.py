"""The first page: games as boards one wants to touch."""

from __future__ import annotations

import re

from nicegui import ui
from starlette.requests import Request

from croupier.errors import InputError
from croupier.players.levels import level, standard
from croupier.positions import Position
from croupier.rules.contract import CHANCE
from croupier.web import seats
from croupier.web.house import House
from croupier.web.live import LiveGame
from croupier.web.pages.names import game_title
from croupier.web.parts.frame import Notice, frame, visitor, words_for
from croupier.web.parts.html import Markup, box, button, link, text
from croupier.web.parts.picture import picture
from croupier.web.words import Words

LATEST = 4
SHOWCASE = {
    "connect-four": (17, 1),
    "quarto": (13, 5),
    "draughts": (14, 2),
    "marrakech": (90, 3),
    "tic-tac-toe": (4, 1),
}
"""What the boards of the first page show: so many actions, picked by this number."""


def home(house: House, request: Request) -> None:
    words, me = words_for(request), visitor()
    with frame(request, words, "", "home"):
        with box("hero"):
            text(words("home.title"), tag="h1")
            text(words("home.lead"), "lead")
        notice = Notice()
        with box("cards", "ul"):
            for name in house.offers.names:
                _card(house, words, me, name, notice)
        latest = house.lobby.of(me, LATEST)
        if latest:
            with box("latest", "section"):
                text(words("home.latest"), tag="h2")
                with box("rows", "ul"):
                    for game in latest:
                        _row(words, game)


def _card(house: House, words: Words, me: str, name: str, notice: Notice) -> None:
    title = game_title(house.offers.game(name), words)

    def begin() -> None:
        try:
            ui.navigate.to(f"/game/{quick_game(house, name, me).id}")
        except InputError as error:
            notice.refuse(words, error)

    with box("card", "li"):
        with box("art", aria_hidden="true"):
            Markup(board_alone(picture(showcase(house, name), words)))
        with box("card-words"):
            text(title, tag="h2")
            text(words.find(f"games.{name}.tagline", ""), "tagline")
            with box("card-actions"):
                button(
                    words("home.play"),
                    begin,
                    "button main-button stretched",
                    aria_label=words("home.play_game", game=title),
                )
                link(
                    words("home.options"),
                    f"/new/{name}",
                    "quiet-link over",
                    aria_label=words("home.options_of", game=title),
                )


def board_alone(drawn: str) -> str:
    """A picture without what stands to the right of its board: as wide as it is high."""
    found = re.search(r'viewBox="0 0 ([0-9.]+) ([0-9.]+)"', drawn)
    if found is None or float(found[1]) < 1.2 * float(found[2]):
        return drawn
    high = found[2]
    return re.sub(
        r' width="[0-9.]+" height=',
        f' width="{high}" height=',
        drawn.replace(found[0], f'viewBox="0 0 {high} {high}"'),
        count=1,
    )


def _row(words: Words, game: LiveGame) -> None:
    with box("", "li"), link("", f"/game/{game.id}"):
        text(game_title(game.position.game, words), "strong", "span")
        told = words("home.over") if game.position.outcome else words("home.ply", ply=game.position.ply)
        text(told, "muted", "span")


def quick_game(house: House, name: str, me: str) -> LiveGame:
    """A game at once: this visitor first, against opponents of the usual level."""
    variant = house.offers.variant(name)
    usual = level(name, standard(name))
    others = [seats.computer(usual.spec, usual.name) for _ in range(variant.seats - 1)]
    return house.lobby.create(Position(variant), [seats.here(me), *others], me)


def showcase(house: House, name: str) -> Position:
    """The position that stands for a game on the first page."""
    position = Position(house.offers.variant(name))
    plies, pick = SHOWCASE.get(name, (12, 1))
    for ply in range(plies):
        options = position.legal_actions
        after = position.copy()
        after = (
            after.roll(pick) if after.seat == CHANCE else after.play(options[(pick * ply * ply + ply) % len(options)])
        )
        if after.outcome:
            break
        position = after
    return position
