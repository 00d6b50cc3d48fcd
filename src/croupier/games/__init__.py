"""Games, one a file; this folder is the registry: `connect_four.py` holds the game `connect-four`."""

from __future__ import annotations

import functools
import importlib
import pkgutil

from croupier.errors import InputError, closest
from croupier.rules.files import game_class
from croupier.rules.game import Game


def names() -> list[str]:
    """The games of the house, by their short names."""
    return sorted(module.name.replace("_", "-") for module in pkgutil.iter_modules(__path__))


@functools.cache
def find(name: str) -> Game:
    """The game of this name."""
    if name not in names():
        raise InputError(f"there is no game {name!r}: {closest(name, names())}, or a Python file")
    return Game(game_class(importlib.import_module(f"{__name__}.{name.replace('-', '_')}")))
