"""Games in a user's file: loaded once, tried in the interpreter, faults said in a line."""

from __future__ import annotations

import functools
import hashlib
import importlib.util
import os
import sys
import types
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import Any

from croupier.errors import ContractError, InputError
from croupier.rules.game import Game
from croupier.rules.trial import guarded, play_first

TRIED = 8
"""So many variants of a file's game are tried before anything is compiled."""


def load_class(path: Path) -> type:
    """The class of a Python file that is meant to be a game, not yet looked at."""
    module = load_module(path)
    return guarded(lambda: game_class(module), path, "its game")


def load_game(path: Path) -> Game:
    """The game that a Python file holds, after a random game in the interpreter has shown that its methods run."""
    try:
        cls = load_class(path)
        game = guarded(lambda: Game(cls), path, "its game")
        for variant in list(game.variants.values())[:TRIED]:
            guarded(functools.partial(play_first, variant.start), path, f"a random game of variant {variant.name}")
    except ContractError as error:
        raise ContractError(f"{path}: {error}") from error.__cause__
    return game


def game_class(module: types.ModuleType) -> type:
    """The one class of a module that is meant to be a game: a NamedTuple with a `play` or a `legal`."""
    found = [
        value
        for value in vars(module).values()
        if isinstance(value, type)
        and value.__module__ == module.__name__
        and not value.__name__.startswith("_")
        and (hasattr(value, "play") or hasattr(value, "legal"))
    ]
    if len(found) == 1:
        return found[0]
    if found:
        listed = ", ".join(cls.__name__ for cls in found)
        raise ContractError(f"{len(found)} classes look like games ({listed}): keep one game a file")
    raise ContractError("no class in it looks like a game: write a NamedTuple with seat, legal, play and returns")


def load_module(path: Path) -> types.ModuleType:
    """The module that a Python file makes; what is wrong with it is an `InputError`."""
    resolved = path.resolve()
    name = f"croupier_file_{resolved.stem}_{hashlib.sha256(os.fsencode(resolved)).hexdigest()[:12]}"
    if resolved.is_dir():
        raise InputError(f"{path}: a folder, and not a Python file")
    if not resolved.is_file():
        raise InputError(f"{path}: no such file")
    if resolved.suffix != ".py":
        raise InputError(f"{path}: not a Python file (its name must end in .py)")
    loader = _Text(name, str(resolved))
    module = types.ModuleType(name)
    module.__spec__ = importlib.util.spec_from_file_location(name, resolved, loader=loader)
    module.__file__ = str(resolved)
    sys.modules[name] = module
    try:
        guarded(lambda: loader.exec_module(module), path, "reading it")
    except BaseException:
        del sys.modules[name]
        raise
    return module


class _Text(SourceFileLoader):
    """Reads a file's text and never its `.pyc`, which a second edit within a second leaves out of date."""

    def path_stats(self, path: Any) -> Any:
        raise OSError(path)
