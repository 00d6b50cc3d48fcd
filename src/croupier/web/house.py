"""Everything a server has: its games, who deals them, who may search, the threads of searches."""

from __future__ import annotations

import threading

from croupier.players.levels import level, standard
from croupier.players.named import plan_of
from croupier.search.budget import Budget
from croupier.search.run import Search
from croupier.web.admission import Admission
from croupier.web.analyser import USUAL
from croupier.web.dealer import Dealer
from croupier.web.live import LiveGame
from croupier.web.lobby import Lobby
from croupier.web.offers import Offers
from croupier.web.settings import Settings
from croupier.web.thinking import Thinkers


class House:
    """One server's things, for the pages."""

    def __init__(self, settings: Settings, file: str | None = None) -> None:
        self.settings = settings
        self.offers = Offers(file)
        self.lobby = Lobby(settings, self.offers)
        self.admission = Admission(settings.searches, settings.searches_each)
        self.thinkers = Thinkers(settings.searches)
        self._dealers: dict[str, Dealer] = {}
        self._closing = threading.Event()
        self.lobby.on_open = self._open
        self.lobby.on_close = self._shut

    def dealer(self, game: LiveGame) -> Dealer:
        """Who deals a game that the lobby has in memory."""
        return self._dealers[game.id]

    def warm(self) -> threading.Thread:
        """Compile the games for their usual opponents, then for analyses, on a thread, the first offered first."""
        thread = threading.Thread(target=self._compile, name="compile", daemon=True)
        thread.start()
        return thread

    def close(self) -> None:
        """Stop every search and close the store."""
        self._closing.set()
        for dealer in self._dealers.values():
            dealer.rest()
        self.thinkers.close()
        self.lobby.close()

    def _compile(self) -> None:
        usual = [(name, level(name, standard(name)).spec) for name in self.offers.names]
        for name, spec in [*usual, *((name, spec) for name in self.offers.names for spec in USUAL)]:
            if self._closing.is_set():
                return
            variant = self.offers.variant(name)
            Search(variant, variant.start, plan_of(spec)).go(Budget(iterations=1, memory=self.settings.memory))

    def _open(self, game: LiveGame) -> None:
        self._dealers[game.id] = Dealer(game, self.settings, self.admission, self.thinkers)

    def _shut(self, game: LiveGame) -> None:
        self._dealers.pop(game.id).rest()
