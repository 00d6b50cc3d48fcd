"""A game: the board, who sits there, what may be done, and what the computers think of it."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from nicegui import ui
from starlette.requests import Request

from croupier import boards
from croupier.errors import CroupierError
from croupier.rules.contract import CHANCE
from croupier.web.advisor import Advisor
from croupier.web.caps import capped
from croupier.web.house import House
from croupier.web.live import LiveGame
from croupier.web.pages.names import (
    game_title,
    outcome_words,
    player_title,
    reason_words,
    seat_title,
    sentence,
    variant_title,
)
from croupier.web.pages.seating import Seating
from croupier.web.parts.board import Board
from croupier.web.parts.field import Field
from croupier.web.parts.figures import percent, table, values_of
from croupier.web.parts.frame import Notice, frame, visitor, words_for
from croupier.web.parts.html import Markup, box, button, link, text
from croupier.web.parts.presence import attend
from croupier.web.words import Words

TICK = 0.25
HINT = "uct(seconds=1)"
ADVICE = "uct(seconds=20)"
MOST_TURNS = 400


def play(house: House, request: Request, id: str) -> None:
    words, me = words_for(request), visitor()
    game = house.lobby.find(id)
    with frame(request, words, game_title(game.position.game, words), "play"):
        PlayPage(house, words, me, game)


class PlayPage:
    """One reader's view of a live game."""

    def __init__(self, house: House, words: Words, me: str, game: LiveGame) -> None:
        self.house, self.words, self.me, self.game = house, words, me, game
        self.dealer = house.dealer(game)
        self.advisor = Advisor(me, house.admission, house.thinkers)
        self.hinting = False
        self._hinted: tuple[int, int] = (-1, -1)
        self._build()
        self.timer = ui.timer(TICK, self.tick, active=False)
        attend(self._come)
        self.refresh()

    # what there is

    def _build(self) -> None:
        words, position = self.words, self.game.position
        title = game_title(position.game, words)
        with box("stage"):
            with box("turn", role="status", aria_live="polite"):
                self.headline = text("", "headline", "h1")
                self.detail = text("", "detail")
            self.board = Board(words, words("board.label", game=title), self.act)
            self.notice = Notice()
        with box("side", "aside"):
            with box("game-title"):
                text(title, "", "h2")
                text(variant_title(position.variant, words), "muted", "p")
            self.seating = Seating(words, self.me, self.game)
            self._build_actions()
            self._build_thinking()
            self._build_history()
            self.seating.share()

    def _build_actions(self) -> None:
        words = self.words
        with box("proposal", role="alert") as self.proposal:
            self.proposed = text("", "", "p")
            with box("row"):
                self.agree = button(words("play.agree"), lambda: self.do(self.game.agree), "button main-button")
                self.decline = button(words("play.decline"), lambda: self.do(self.game.decline))
        with box("row actions", role="group", aria_label=words("play.actions")):
            self.again = button(words("play.rematch"), self.rematch, "button main-button")
            self.hint_button = button(words("play.hint"), self.hint)
            self.undo = button(words("play.undo"), lambda: self.do(self.game.undo))
            self.swap = button(words("play.swap"), lambda: self.do(self.game.swap))
            self.draw = button(words("play.draw"), lambda: self.do(self.game.draw))
            self.resign = button(words("play.resign"), self.ask_to_resign)
            self.really = button(words("play.really_resign"), lambda: self.do(self.game.resign), "button danger")
            self.really.show(False)
        with box("row links-row"):
            link(words("play.analyse"), f"/analyse/game/{self.game.id}", "quiet-link")
            link(words("play.new"), f"/new/{self.game.position.game.name}", "quiet-link")

    def _build_thinking(self) -> None:
        words = self.words
        computers, own = any(not chair.person for chair in self.game.chairs), bool(self.game.seats_of(self.me))
        with box("panel thinking", "section", aria_label=words("thinking.title")) as panel:
            text(words("thinking.title"), "", "h2")
            self.theirs = Field("check", words("thinking.theirs"), False, changed=lambda _: self.switch())
            self.theirs.set_visibility(computers)
            self.mine = Field("check", words("thinking.mine"), False, changed=lambda _: self.switch())
            self.mine.set_visibility(own)
            self.thoughts = Markup("", "thoughts-box")
        panel.show(computers or own)

    def _build_history(self) -> None:
        words = self.words
        with box("panel", "details") as history:
            history.attribute("open", True)
            text(words("play.history"), "", "summary")
            self.turns = Markup("", "turns")
        self.history = history

    # what happens

    def _come(self) -> Callable[[], None]:
        if not self.house.lobby.holds(self.game):
            # it was forgotten from memory between this page's making and its socket: this is not the game any more
            ui.navigate.to(f"/game/{self.game.id}")
            return lambda: None
        leaving = [self.game.watch(self.refresh), self.dealer.enter(self.me)]
        self.refresh()

        def leave() -> None:
            self.advisor.stop()
            for each in leaving:
                each()

        return leave

    def act(self, action: int, moment: tuple[int, int]) -> None:
        self.do(lambda me: self.game.act(me, action, moment))

    def do(self, what: Callable[[str], object]) -> None:
        """Do something to the game, and say what is wrong with it where it is refused."""
        self.notice.say("")
        try:
            what(self.me)
        except CroupierError as error:
            self.notice.refuse(self.words, error)
        self.refresh()

    def rematch(self) -> None:
        def begin(me: str) -> None:
            ui.navigate.to(f"/game/{self.house.lobby.rematch(self.game, me).id}")

        self.do(begin)

    def ask_to_resign(self) -> None:
        self.really.show(not self.really.visible)

    def hint(self) -> None:
        if not self.my_turn:
            return
        self.hinting = True
        self.ask(HINT)

    def ask(self, spec: str) -> None:
        """Search the position for this reader, as soon as there is a place."""
        self._hinted = self.game.moment
        self.advisor.ask(self.game.position, capped(spec, self.house.settings))
        self.refresh()

    def switch(self) -> None:
        """The reader wants to see thoughts, or no longer."""
        self.dealer.slowly = self.theirs.value is True
        self.hinting = False
        self._hinted = (-1, -1)
        self.advisor.stop()
        self.refresh()

    def tick(self) -> None:
        """Show what searches have found since."""
        self.advisor.step()
        thought = self.advisor.thought
        if self.hinting and thought is not None and not thought.running:
            self._tell_hint()
        self._show_board()
        self._show_thoughts()

    # how it looks now

    def refresh(self) -> None:
        if self._hinted != self.game.moment:
            self.advisor.stop()
            self.hinting = False
        if self.mine.value and self.my_turn and self._hinted != self.game.moment:
            self.ask(ADVICE)
            return
        self._show_status()
        self._show_actions()
        self.seating.show()
        self.turns.show(_turns(self.game, self.words))
        self.tick()
        self.timer.active = bool(self.theirs.value or self.mine.value or self.hinting)

    @property
    def my_turn(self) -> bool:
        game = self.game
        return game.position.outcome is None and game.position.seat in game.seats_of(self.me)

    def _show_status(self) -> None:
        game, words = self.game, self.words
        position, outcome = game.position, game.position.outcome
        asked = words.drawn(boards.asks(position.state))
        if outcome is not None:
            headline, detail = (
                outcome_words(position, outcome, words, game.seats_of(self.me)),
                reason_words(position, outcome, words),
            )
        elif not game.ready:
            headline, detail = words("status.waiting"), words("status.waiting_help")
        elif self.dealer.failed:
            headline, detail = words("status.failed"), self.dealer.failed
        elif position.seat == CHANCE:
            headline, detail = sentence(asked) or words("status.chance"), ""
        elif self.my_turn:
            several = len(game.seats_of(self.me)) > 1
            seat = seat_title(position, position.seat, words)
            headline = words("status.turn_of", seat=seat) if several else words("status.your_turn")
            detail = asked
        elif game.chairs[position.seat].person:
            headline, detail = words("status.turn_of", seat=seat_title(position, position.seat, words)), asked
        else:
            headline, detail = words("status.thinking", seat=seat_title(position, position.seat, words)), asked
            detail = words("status.queued") if self.dealer.waiting else asked
        self.headline.say(headline)
        self.detail.say(sentence(detail))

    def _show_actions(self) -> None:
        game, own = self.game, self.game.seats_of(self.me)
        over, people = game.position.outcome is not None, all(chair.person for chair in game.chairs)
        self.again.show(over and (bool(own) or not any(chair.person for chair in game.chairs)))
        self.hint_button.show(bool(own) and not over)
        self.hint_button.attribute("aria-disabled", None if self.my_turn else "true")
        self.undo.show(bool(own))
        self.undo.attribute("aria-disabled", None if game.can_undo(self.me) else "true")
        self.swap.show(bool(own) and not over and len(game.chairs) > 1)
        self.draw.show(bool(own) and not over and people and len(game.chairs) > 1)
        self.resign.show(bool(own) and not over and len(game.chairs) > 1)
        if over or not own:
            self.really.show(False)
        asked = game.proposal
        self.proposal.show(asked is not None and bool(own))
        if asked is not None and own:
            mine = not own & asked.open
            self.proposed.say(self.words(f"play.{'asked' if mine else 'asks'}_{asked.what}"))
            self.agree.show(not mine)
            self.decline.say(self.words("play.withdraw" if mine else "play.decline"))

    def _show_board(self) -> None:
        game = self.game
        own = game.seats_of(self.me)
        turned = len(own) == 1 and 1 in own and len(game.chairs) == 2
        names = [player_title(chair, self.words, seat in own) for seat, chair in enumerate(game.chairs)]
        told = ""
        if game.position.outcome is not None:
            outcome = game.position.outcome
            won = outcome_words(game.position, outcome, self.words, own)
            told = f"{won}: {reason_words(game.position, outcome, self.words)}"
        self.board.show(
            game.position,
            game.moment,
            touchable=self.my_turn and game.ready,
            values=self._values(),
            turned=turned,
            names=names,
            status=told,
        )

    def _values(self) -> dict[int, float] | None:
        game, thought = self.game, self.advisor.thought
        if self.my_turn and thought is not None and thought.answer is not None:
            found = values_of(thought.answer)
            if self.mine.value:
                return found
            best = thought.best
            return {best: found[best]} if self.hinting and not thought.running and best in found else None
        current = self.dealer.thought
        if self.theirs.value and current is not None and self.dealer.thought_of == game.moment and current.answer:
            return values_of(current.answer)
        return None

    def _show_thoughts(self) -> None:
        parts, words = [], self.words
        theirs, mine, refused = self.dealer.thought, self.advisor.thought, self.advisor.refused
        if self.mine.value and mine is not None:
            parts.append(table(mine, words, words("thinking.for_you")))
        elif refused is not None:
            parts.append(f"<p class=muted>{escape(words(refused.key, **refused.values))}</p>")
        if self.theirs.value and theirs is not None:
            title = words("thinking.now" if theirs.running else "thinking.last", name=self._thinker(theirs.spec))
            parts.append(table(theirs, words, title))
        if parts:
            parts.append(f"<p class=about>{escape(words('thinking.about'))}</p>")
        self.thoughts.show("".join(parts))

    def _thinker(self, spec: str) -> str:
        """Who thinks so: a level by its name."""
        return next((player_title(chair, self.words, False) for chair in self.game.chairs if chair.spec == spec), spec)

    def _tell_hint(self) -> None:
        thought = self.advisor.thought
        if thought is None or thought.answer is None or thought.best is None:
            return
        best = next(entry for entry in thought.answer.actions if entry.action == thought.best)
        told = self.words("play.hinted", action=best.notation, value=percent(best.mean, self.words))
        self.notice.say(told)
        self.timer.active = bool(self.theirs.value or self.mine.value)


def _turns(game: LiveGame, words: Words) -> str:
    """The game so far: a number before each turn, what chance did in brackets; each leads to its analysis."""
    parts, number, ply = [], 0, 0
    turns = game.position.turns
    for turn in turns[-MOST_TURNS:]:
        ply += len(turn)
        if turn.seat == CHANCE:
            parts.append(f"<li class=chance>{escape(words.drawn(turn.notation))}</li>")
            continue
        number += 1
        at = f"/analyse/game/{game.id}?at={ply}"
        parts.append(f'<li><b>{number}</b> <a href="{escape(at)}">{escape(turn.notation)}</a></li>')
    return f"<ol>{''.join(parts)}</ol>" if parts else f"<p class=muted>{escape(words('play.nothing_yet'))}</p>"
