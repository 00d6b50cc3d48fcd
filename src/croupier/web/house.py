"""Everything a server has: its games, who deals them, who may search, the threads of searches."""

from __future__ import annotations

from croupier.players.levels import level, standard
from croupier.web.admission import Admission
from croupier.web.analyser import USUAL
from croupier.web.caps import for_analysis
from croupier.web.dealer import Dealer
from croupier.web.kernels import Kernels
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
        self.kernels = Kernels()
        self.thinkers = Thinkers(settings.searches, self.kernels)
        self._dealers: dict[str, Dealer] = {}
        self.lobby.on_open = self._open
        self.lobby.on_close = self._shut

    def dealer(self, game: LiveGame) -> Dealer:
        """Who deals a game that the lobby has in memory."""
        return self._dealers[game.id]

    def warm(self) -> None:
        """Have the games compiled for their usual opponents, then for analyses, the first offered first."""
        usual = [(name, level(name, standard(name)).spec) for name in self.offers.names]
        for name, spec in [*usual, *((name, spec) for name in self.offers.names for spec in USUAL)]:
            self.kernels.want(self.offers.variant(name), for_analysis(spec, self.settings))

    def close(self) -> None:
        """Stop every search and close the store."""
        self.kernels.close()
        for dealer in self._dealers.values():
            dealer.rest()
        self.thinkers.close()
        self.lobby.close()

    def _open(self, game: LiveGame) -> None:
        self._dealers[game.id] = Dealer(game, self.settings, self.admission, self.thinkers)

    def _shut(self, game: LiveGame) -> None:
        self._dealers.pop(game.id).rest()
