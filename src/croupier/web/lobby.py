"""Every game of a server: made, found by its id, kept in the store, forgotten from memory when nobody looks."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

from croupier.positions import Position
from croupier.web.admission import Pace
from croupier.web.live import LiveGame
from croupier.web.offers import Offers
from croupier.web.refusals import RefusedError
from croupier.web.seats import Chair
from croupier.web.settings import Settings, prepare
from croupier.web.store import Store

LONGEST_ID = 64
_PRUNE_EVERY = 50


class Lobby:
    """The one place where live games come from; `on_open` is called with each that comes into memory."""

    def __init__(self, settings: Settings, offers: Offers) -> None:
        self.settings, self.offers = settings, offers
        self.store = Store(prepare(settings.folder) / settings.database.name, offers)
        self.on_open: Callable[[LiveGame], None] = lambda game: None
        self.on_close: Callable[[LiveGame], None] = lambda game: None
        self._games: OrderedDict[str, LiveGame] = OrderedDict()
        self._pace = Pace(settings.games_each)
        self._made = 0

    def create(self, position: Position, chairs: list[Chair], visitor: str) -> LiveGame:
        """A new game; a visitor who has made too many in the last hour is told so."""
        if len(chairs) != position.seats:
            raise RefusedError("chairs", seats=position.seats)
        return self._enter(LiveGame(position, chairs), visitor)

    def rematch(self, game: LiveGame, visitor: str) -> LiveGame:
        """The game that follows this one; the same for everybody who asks."""
        if game.successor:
            return self.find(game.successor)
        after = self._enter(game.rematch(visitor), visitor)
        game.successor = after.id
        game.tell()
        return after

    def find(self, id: str) -> LiveGame:
        """The game of an id, from memory or the store."""
        if not 0 < len(id) <= LONGEST_ID:
            raise RefusedError("no_such_game")
        if id in self._games:
            self._games.move_to_end(id)
            return self._games[id]
        game = self.store.load(id)
        if game is None:
            raise RefusedError("no_such_game")
        self._take_in(game)
        return game

    def of(self, visitor: str, most: int) -> list[LiveGame]:
        """The games a browser sits in, the latest first, as far as they can be read."""
        found = []
        for id in self.store.held_by(visitor, most):
            try:
                found.append(self.find(id))
            except RefusedError:
                continue
        return found

    def holds(self, game: LiveGame) -> bool:
        """Whether this is the game of its id, and not what a page kept of one that was forgotten since."""
        return self._games.get(game.id) is game

    def __len__(self) -> int:
        return len(self._games)

    def close(self) -> None:
        self.store.close()

    def _enter(self, game: LiveGame, visitor: str) -> LiveGame:
        if not self._pace.allows(visitor):
            raise RefusedError("many_games", each=self._pace.most)
        self._made += 1
        if self._made % _PRUNE_EVERY == 0:
            self.store.prune(self.settings.games_kept)
        self._take_in(game)
        self.store.save(game)
        return game

    def _take_in(self, game: LiveGame) -> None:
        self._games[game.id] = game
        game.watch(lambda: self.store.save(game))
        self.on_open(game)
        idle = [id for id, other in self._games.items() if len(other.listeners) <= 2 and other is not game]
        for id in idle[: max(0, len(self._games) - self.settings.games_at_hand)]:
            self.on_close(self._games.pop(id))
