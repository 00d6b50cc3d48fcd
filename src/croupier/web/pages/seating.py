"""Who sits where in a live game: names, whose turn it is, points, and the links for those who come from elsewhere."""

from __future__ import annotations

from html import escape

from croupier import boards
from croupier.web.live import LiveGame
from croupier.web.pages.names import player_title, seat_title
from croupier.web.parts.copy import Copy
from croupier.web.parts.html import Markup, box, text
from croupier.web.words import Words


class Seating:
    """A card for every seat, and what to share."""

    def __init__(self, words: Words, me: str, game: LiveGame) -> None:
        self._words, self._me, self._game = words, me, game
        self._cards = Markup("", "seating")
        self._invitations = box("invitations")
        self._shown: list[tuple[bool, str]] = []

    def share(self) -> None:
        """The addresses for those who watch, and for this reader elsewhere."""
        words, game, me = self._words, self._game, self._me
        with box("panel share", "details"):
            text(words("share.title"), "", "summary")
            Copy(words("share.watch"), f"/game/{game.id}", words)
            own = min(game.seats_of(me), default=None)
            if own is not None:
                Copy(words("share.elsewhere"), f"/game/{game.id}/sit/{game.chairs[own].token}", words)

    def show(self) -> None:
        game, words = self._game, self._words
        own = game.seats_of(self._me)
        self._cards.show("".join(self._card(seat, seat in own) for seat in range(len(game.chairs))))
        waiting = [(chair.waiting, chair.token) for chair in game.chairs]
        if waiting == self._shown:
            return
        self._shown = waiting
        self._invitations.clear()
        with self._invitations:
            for seat, chair in enumerate(game.chairs):
                if chair.waiting and own:
                    label = words("share.invite", seat=seat_title(game.position, seat, words))
                    Copy(label, f"/game/{game.id}/sit/{chair.token}", words)

    def _card(self, seat: int, own: bool) -> str:
        game, words, chair = self._game, self._words, self._game.chairs[seat]
        acting = game.position.outcome is None and game.position.seat == seat
        won = game.position.outcome is not None and seat in game.position.outcome.winners
        colour = boards.seat_name(game.position.state, seat)
        look = f"seat {f'dot-{colour}' if colour.isalpha() else ''}{' acting' if acting else ''}{' won' if won else ''}"
        title = escape(player_title(chair, words, own))
        spec = f"<small>{escape(chair.spec)}</small>" if chair.level else ""
        points = f"<b class=points>{game.position.scores[seat]:g}</b>" if _counts(game) else ""
        turn = f"<span class=unseen>{escape(words('seats.to_move'))}</span>" if acting else ""
        name = escape(seat_title(game.position, seat, words))
        return (
            f'<div class="{look}"><span class=seat-name>{name}</span><strong>{title}</strong>{spec}{points}{turn}</div>'
        )


def _counts(game: LiveGame) -> bool:
    """Whether the game counts points."""
    return bool(game.position.state.has_score)
