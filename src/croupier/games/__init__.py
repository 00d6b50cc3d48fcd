"""Games, one a file; this folder is the registry: `connect_four.py` holds the game `connect-four`."""

from __future__ import annotations

import functools
import importlib
import os
import pkgutil
from pathlib import Path

from croupier.errors import InputError, closest
from croupier.rules.files import game_class, load_game
from croupier.rules.game import Game, Variant


def names() -> list[str]:
    """The games of the house, by their short names; a file that begins with `_` is a part of some."""
    files = (module.name for module in pkgutil.iter_modules(__path__))
    return sorted(file.replace("_", "-") for file in files if not file.startswith("_"))


@functools.cache
def find(name: str) -> Game:
    """The game of this name."""
    if name not in names():
        raise InputError(f"there is no game {name!r}: {closest(name, names())}, or a Python file")
    return Game(game_class(importlib.import_module(f"{__name__}.{name.replace('-', '_')}")))


def resolve(game: str | os.PathLike[str] | type | Game) -> Game:
    """The game meant by the name of a house game, the path of a Python file, or a class."""
    if isinstance(game, Game):
        return game
    if isinstance(game, type):
        return Game(game)
    if isinstance(game, os.PathLike):
        return load_game(Path(game))
    if not isinstance(game, str):
        raise InputError(f"a game is the name of one, the path of a Python file or a class, not {type(game).__name__}")
    return load_game(Path(game)) if game not in names() and is_path(game) else find(game)


def resolve_variant(game: str | os.PathLike[str] | type | Game, name: str | None = None) -> Variant:
    """The variant of this name of what `resolve` finds, or its default one."""
    if not isinstance(name, str | None):
        raise InputError(f"a variant is given by its name, not as {type(name).__name__}")
    return resolve(game).variant(name)


def is_path(text: str) -> bool:
    """Whether a text that is no game's name is meant as the path of a file."""
    return text.endswith(".py") or "/" in text or os.sep in text or os.path.isfile(text)
