"""Where the analysed line comes from: game and rules, a pasted text; and where it goes to: the address that keeps it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nicegui import ui

from croupier.errors import CroupierError
from croupier.positions import Position
from croupier.web.house import House
from croupier.web.line import Line, line_of_text
from croupier.web.pages.hand import ByHand
from croupier.web.pages.names import game_title, variant_title
from croupier.web.parts.copy import Copy
from croupier.web.parts.field import Field
from croupier.web.parts.frame import Notice
from croupier.web.parts.html import box, button, text
from croupier.web.words import Words


class Source:
    """`line` and `address` give the line that is shown now and where it is found; `take` is called with another one."""

    def __init__(
        self,
        house: House,
        words: Words,
        line: Callable[[], Line],
        address: Callable[[], str],
        take: Callable[[Line], Any],
    ) -> None:
        self.house, self.words, self.line, self.take = house, words, line, take
        self.address = address
        position = line().position
        self.hand = ByHand(words, position, take)
        with box("panel", "details") as panel:
            panel.attribute("open", True)
            text(words("analyse.source"), "", "summary")
            with box("source"):
                games = [(name, game_title(house.offers.game(name), words)) for name in house.offers.names]
                Field("select", words("analyse.game"), position.game.name, games, lambda name: self._to(name, ""))
                kinds = {name: variant_title(other, words) for name, other in position.game.variants.items()}
                kinds.setdefault(position.variant.name, position.variant.name)
                if len(kinds) > 1:
                    here = position.variant.name
                    Field("select", words("setup.variant"), here, list(kinds.items()), self._to_variant)
                self.pasted = Field(
                    "area", words("analyse.text"), "", help=words("analyse.text_help"), longest=house.settings.pasted
                )
                with box("row"):
                    button(words("analyse.set"), self._set)
                    self.hand.build_opener()
                    button(words("analyse.empty"), self._start, "quiet-button")
                self.notice = Notice("notice wrong")
                self.hand.build()
        with box("panel share", "details"):
            text(words("analyse.share"), "", "summary")
            self.link = Copy(words("analyse.link"), address(), words)
            self.text = Copy(words("analyse.as_text"), position.text(), words)

    def show(self) -> None:
        """The text of the position where the reader stands."""
        self.hand.begin_with(self.line().position)
        self.pasted.reset(self.line().position.text())
        self.text.show(self.line().position.text())
        self.link.show(self.address())

    def _set(self) -> None:
        self.notice.say("")
        before = self.line().position.variant
        try:
            line = line_of_text(before, self.pasted.value)
        except CroupierError as error:
            self.notice.refuse(self.words, error)
            return
        if line.position.variant == before:
            self.take(line)
        else:
            ui.navigate.to(line.address())

    def _start(self) -> None:
        self._to(self.line().position.game.name, self.line().position.variant.name)

    def _to_variant(self, variant: str) -> None:
        self._to(self.line().position.game.name, variant)

    def _to(self, game: str, variant: str) -> None:
        rules = self.house.offers.variant(game, variant or None)
        ui.navigate.to(Line(Position(rules)).address())
