"""Any position, as several algorithms see it: set up, pasted or from a game; forward and back with what it is worth."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from nicegui import ui
from starlette.requests import Request

from croupier import boards
from croupier.errors import CroupierError
from croupier.positions import Position
from croupier.rules.contract import CHANCE
from croupier.web.analyser import USUAL, Analyser
from croupier.web.house import House
from croupier.web.line import Line, line_of_address, line_of_game
from croupier.web.pages.lanes import Lanes
from croupier.web.pages.names import game_title, outcome_words, reason_words, seat_title, sentence
from croupier.web.pages.source import Source
from croupier.web.parts.board import Board, Moment
from croupier.web.parts.charts import worth
from croupier.web.parts.frame import Notice, frame, visitor, words_for
from croupier.web.parts.html import box, button, text
from croupier.web.parts.presence import attend
from croupier.web.parts.walk import Address, Picks, Walk
from croupier.web.sweep import GameCurve
from croupier.web.words import Words

TICK = 0.3


def analyse(house: House, request: Request, id: str = "") -> None:
    words, me, given = words_for(request), visitor(), request.query_params
    line = line_of_game(house.lobby.find(id), given.get("at")) if id else line_of_address(house.offers, given)
    with frame(request, words, f"{words('analyse.title')}: {game_title(line.position.game, words)}", "analysis"):
        AnalysePage(house, words, me, line, given.getlist("with") or list(USUAL))


class AnalysePage:
    """One reader's analysis of a line of play."""

    def __init__(self, house: House, words: Words, me: str, line: Line, specs: list[str]) -> None:
        self.house, self.words, self.line = house, words, line
        self.analyser = Analyser(me, house.settings, house.admission, house.thinkers)
        self.curve = GameCurve(me, house.settings, house.admission, house.thinkers)
        self._drawn: object = None
        for spec in specs:
            self.analyser.add(spec)
        self._build()
        self.timer = ui.timer(TICK, self.tick, active=False)
        attend(self._come)
        self.moved()

    # what there is

    def _build(self) -> None:
        words, title = self.words, game_title(self.line.position.game, self.words)
        self.address = Address()
        with box("stage"):
            with box("turn", role="status", aria_live="polite"):
                self.headline = text("", "headline", "h1")
                self.detail = text("", "detail")
            self.board = Board(words, words("board.label", game=title), self.act)
            with box("outcomes", role="group", aria_label=words("analyse.chance")) as self.chance:
                self.outcomes = Picks("row", self.pick)
                button(words("analyse.throw"), lambda: self.do(self.line.roll))
            self.notice = Notice()
            with box("walk-row"):
                self.walk = Walk([words(f"analyse.{step}") for step in ("first", "back", "on", "last")], self.step)
                self.back = button(words("analyse.main_line"), lambda: self.do(self.line.back_to_main), "quiet-button")
            self.worth = Picks("worth-box", self.pick)
            self.turns = Picks("turns", self.pick)
        with box("side"):
            self.lanes = Lanes(words, self.analyser, bool(self.line.position.state.has_score), self.changed)
        with box("source-box"):
            self.source = Source(self.house, words, lambda: self.line, self._address, self.take)

    # what happens

    def _come(self) -> Callable[[], None]:
        self.analyser.come_back()
        self.tick()

        def leave() -> None:
            self.analyser.rest()
            self.curve.stop()

        return leave

    def act(self, action: int, moment: Moment) -> None:
        if moment == self.line.moment:
            self.do(lambda: self.line.play(action))

    def step(self, step: str) -> None:
        here = self.line.position.ply
        there = {"first": 0, "back": here - 1, "on": here + 1, "last": self.line.length}[step]
        self.do(lambda: self.line.go(there))

    def pick(self, name: str) -> None:
        """A ply of the line, or what chance does."""
        kind, _, which = name.rpartition(":")
        if not which.isdecimal():
            return
        if kind == "do":
            self.do(lambda: self.line.play(int(which)))
        else:
            self.do(lambda: self.line.go(int(which)))

    def take(self, line: Line) -> None:
        """Another line, of the same game and variant."""
        line.number = self.line.number + 1
        self.line = line
        self.moved()

    def do(self, what: Callable[[], object]) -> None:
        """Walk or play, and say what is wrong where it is refused."""
        self.notice.say("")
        before = self.line.moment
        try:
            what()
        except CroupierError as error:
            self.notice.refuse(self.words, error)
        if self.line.moment != before:
            self.moved()

    def changed(self) -> None:
        """Other algorithms, or they were told to go on or to stop."""
        self.tick()

    # how it looks now

    def moved(self) -> None:
        """The reader stands elsewhere."""
        self.analyser.look_at(self.line.position)
        self.curve.follow(self.line.whole)
        self._show_status()
        self._show_walk()
        self.source.show()
        self.tick()

    def tick(self) -> None:
        """Go on with what is due, and show what was found since."""
        self.analyser.step()
        self.curve.step()
        self.lanes.show()
        self._show_board()
        self._show_worth()
        self.address.show(self._address())
        self.source.link.show(self._address())
        self.timer.active = self.analyser.busy or self.curve.busy

    def _address(self) -> str:
        """Where this is found again: the line, the ply, the algorithms where they are not the usual ones."""
        specs = self.analyser.specs
        return self.line.address([] if specs == list(USUAL) else specs)

    def _show_status(self) -> None:
        position, words = self.line.position, self.words
        outcome = position.outcome
        if outcome is not None:
            headline, detail = outcome_words(position, outcome, words), reason_words(position, outcome, words)
        else:
            detail = words.drawn(boards.asks(position.state))
            seat = seat_title(position, position.seat, words)
            headline = words("analyse.chance") if position.seat == CHANCE else words("status.turn_of", seat=seat)
        self.headline.say(headline)
        self.detail.say(sentence(detail))
        acts = outcome is None and position.seat == CHANCE
        self.chance.show(acts)
        self.outcomes.show(_outcomes(position, words) if acts else "")

    def _show_board(self) -> None:
        values, moment = self.lanes.values(), self.line.moment
        if self._drawn == (values, moment):
            return
        self._drawn = (values, moment)
        position = self.line.position
        told = self.headline.text if position.outcome else ""
        self.board.show(position, moment, touchable=position.seat != CHANCE, values=values, status=told)

    def _show_walk(self) -> None:
        line = self.line
        self.walk.show(line.position.ply > 0, line.position.undone > 0)
        self.back.show(line.strayed)
        self.turns.show(_turns(line, self.words))

    def _show_worth(self) -> None:
        line, words = self.line, self.words
        curves = self.curve.curves()
        if line.length < 2 or not any(len(points) > 1 for points in curves):
            self.worth.show("")
            return
        names = [seat_title(line.position, seat, words) for seat in range(len(curves))]
        title = words("analyse.worth_of", seat=names[0]) if len(names) == 1 else words("analyse.worth")
        self.worth.show(worth(curves, names, line.length, line.position.ply, title, words))


def _outcomes(position: Position, words: Words) -> str:
    """A button for everything that chance can do."""
    return "".join(
        f'<button type="button" class="button" data-pick="do:{int(action)}">{escape(words.drawn(action.notation))}</button>'
        for action in position.legal_actions
    )


def _turns(line: Line, words: Words) -> str:
    """The line by turns, each a button; the one that led here is marked."""
    parts, ply, number = [], 0, 0
    here = line.position.ply
    for turn in line.whole.turns:
        before, ply = ply, ply + len(turn)
        number += turn.seat != CHANCE
        look = ' class="now"' if before < here <= ply else ""
        name = words.drawn(turn.notation) if turn.seat == CHANCE else turn.notation
        count = "" if turn.seat == CHANCE else f"<b>{number}</b> "
        current = ' aria-current="true"' if look else ""
        parts.append(
            f'<li{look}>{count}<button type="button" data-pick="at:{ply}"{current}>{escape(name)}</button></li>'
        )
    return f"<ol>{''.join(parts)}</ol>" if parts else f"<p class=muted>{escape(words('analyse.begin'))}</p>"
