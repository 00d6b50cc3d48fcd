"""A new game, with everything to choose: rules, who sits where, how strong."""

from __future__ import annotations

from nicegui import ui
from starlette.requests import Request

from croupier.errors import CroupierError
from croupier.players.levels import level, standard
from croupier.positions import Position
from croupier.rules.game import Variant
from croupier.web import seats
from croupier.web.caps import LONGEST_SPEC, capped
from croupier.web.house import House
from croupier.web.pages.names import game_title, level_options, seat_title, variant_title
from croupier.web.parts.field import Field
from croupier.web.parts.frame import Notice, frame, visitor, words_for
from croupier.web.parts.html import Markup, box, button, link, text
from croupier.web.parts.picture import pictures
from croupier.web.seats import Chair
from croupier.web.words import Words

OWN_SPEC = "spec"


def setup(house: House, request: Request, name: str) -> None:
    words = words_for(request)
    game = house.offers.game(name or house.offers.names[0])
    with frame(request, words, words("setup.title"), "setup"):
        with box("", "nav", aria_label=words("setup.games")), box("tabs", "ul"):
            for other in house.offers.names:
                current = "page" if other == game.name else None
                with box("", "li"):
                    link(game_title(house.offers.game(other), words), f"/new/{other}", "tab", aria_current=current)
        SetupPage(house, words, visitor(), game.name, request.query_params.get("variant"))


class SetupPage:
    """The choices for one game."""

    def __init__(self, house: House, words: Words, me: str, name: str, variant: str | None) -> None:
        self.house, self.words, self.me, self.name = house, words, me, name
        self.variant: Variant = house.offers.variant(name, variant)
        game = house.offers.game(name)
        with box("stage"):
            self.picture = Markup("", "board still")
            self.picture.props["aria-hidden"] = "true"
        with box("side"):
            text(game_title(game, words), "", "h1")
            text(words.find(f"games.{name}.tagline", ""), "lead")
            options = [(other, variant_title(game.variants[other], words)) for other in game.variants]
            if self.variant.name not in game.variants:
                options.append((self.variant.name, self.variant.name))
            if len(options) > 1:
                help = words.find(f"games.{name}.variants", "")
                Field("select", words("setup.variant"), self.variant.name, options, self._choose, help=help)
            self.rows = box("seat-rows")
            self.notice = Notice("notice wrong")
            button(words("setup.start"), self._start, "button main-button large")
        self._fill()

    def _choose(self, variant: str) -> None:
        before = self.variant.seats
        self.variant = self.house.offers.variant(self.name, variant)
        self._show()
        if self.variant.seats != before:
            self._fill()

    def _show(self) -> None:
        drawn = pictures(Position(self.variant), self.words)
        self.picture.show(drawn[-1])

    def _fill(self) -> None:
        """A row for every seat."""
        self._show()
        self.rows.clear()
        self.chosen: list[_Row] = []
        with self.rows:
            for seat in range(self.variant.seats):
                title = seat_title(Position(self.variant), seat, self.words)
                kind = seats.HERE if seat == 0 else seats.COMPUTER
                self.chosen.append(_Row(self.words, title, kind, self.name))

    def _start(self) -> None:
        try:
            chairs = [row.chair(self.me, self.house) for row in self.chosen]
            game = self.house.lobby.create(Position(self.variant), chairs, self.me)
        except CroupierError as error:
            self.notice.refuse(self.words, error)
        else:
            ui.navigate.to(f"/game/{game.id}")


class _Row:
    """One seat: who has it, and which computer."""

    def __init__(self, words: Words, title: str, kind: str, game: str) -> None:
        self._game = game
        with box("seat-row", "section", aria_label=title):
            text(title, "seat-row-title", "h2")
            kinds = [(each, words(f"setup.kinds.{each}")) for each in seats.KINDS]
            self.kind = Field("pills", words("setup.who", seat=title), kind, kinds, self._switch, quiet=True)
            options = [*level_options(game, words), (OWN_SPEC, words("setup.own_spec"))]
            self.level = Field("select", words("setup.level"), standard(game), options, self._switch)
            usual = level(game, standard(game)).spec
            self.spec = Field("text", words("setup.spec"), usual, help=words("setup.spec_help"), longest=LONGEST_SPEC)
        self._switch("")

    def _switch(self, _: str) -> None:
        computer = self.kind.value == seats.COMPUTER
        self.level.set_visibility(computer)
        self.spec.set_visibility(computer and self.level.value == OWN_SPEC)

    def chair(self, me: str, house: House) -> Chair:
        if self.kind.value == seats.HERE:
            return seats.here(me)
        if self.kind.value == seats.LINK:
            return seats.invited()
        if self.level.value == OWN_SPEC:
            capped(self.spec.value, house.settings)
            return seats.computer(self.spec.value)
        found = level(self._game, self.level.value)
        return seats.computer(found.spec, found.name)
