"""The games that a server offers: those of the house, and the one in the file named on its command line."""

from __future__ import annotations

from pathlib import Path

from croupier.errors import InputError
from croupier.games import find, names
from croupier.rules.files import load_game
from croupier.rules.game import Game, Variant
from croupier.web.refusals import RefusedError

ORDER = ("connect-four", "quarto", "draughts", "marrakech", "tic-tac-toe")
LONGEST_NAME = 80


class Offers:
    """Games by name. A name from a page is looked up here and never becomes a path."""

    def __init__(self, file: str | None = None) -> None:
        self._extra: dict[str, Game] = {}
        if file is not None:
            game = load_game(Path(file))
            if game.name in names():
                raise InputError(f"{file}: the house has a game {game.name!r}: give yours another name")
            self._extra[game.name] = game

    @property
    def names(self) -> list[str]:
        """The file's game first, then those of the house."""
        own = [name for name in ORDER if name in names()]
        return [*self._extra, *own, *(name for name in names() if name not in own)]

    def game(self, name: str) -> Game:
        if name in self._extra:
            return self._extra[name]
        if name not in names():
            raise RefusedError("no_game", name=name[:LONGEST_NAME])
        return find(name)

    def variant(self, game: str, variant: str | None = None) -> Variant:
        if variant is not None and len(variant) > LONGEST_NAME:
            raise RefusedError("no_variant", name=variant[:LONGEST_NAME])
        return self.game(game).variant(variant or None)
