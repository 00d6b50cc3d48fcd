"""Games in a user's file: loaded once, tried in the interpreter, faults said in a line."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import sys
import threading
import traceback
import types
from collections.abc import Callable
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import Any, TypeVar

from croupier.errors import ContractError, InputError
from croupier.rules.faults import wrong_state
from croupier.rules.game import Game

PATIENCE = 10.0
"""Seconds that reading a file, or a first random game in the interpreter, may take."""

T = TypeVar("T")


def load_class(path: Path) -> type:
    """The class of a Python file that is meant to be a game, not yet looked at."""
    module = load_module(path)
    return guarded(lambda: game_class(module), path, "its game")


def load_game(path: Path) -> Game:
    """The game that a Python file holds, after a random game in the interpreter has shown that its methods run."""
    try:
        cls = load_class(path)
        game = guarded(lambda: Game(cls), path, "its game")
    except ContractError as error:
        raise ContractError(f"{path}: {error}") from error.__cause__
    for name in list(game.variants)[:8]:
        guarded(lambda name=name: _walk(game.variant(name).start, path), path, f"a random game of variant {name}")  # type: ignore[misc]
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


def _walk(state: Any, path: Path) -> None:
    """One random game in the interpreter: methods that raise or never end are met here and not in compiled code."""
    cls = type(state)
    rng = [1, 2]
    out = [0] * (state.branching + 1)
    from croupier.rules.playouts import draw

    for _ in range(state.longest + 1):
        state.seat()
        n = state.legal(out)
        if not n:
            for seat in range(state.seats):
                state.returns(seat)
            return
        state = state.play(draw(state, rng, out))
        wrong = wrong_state(cls, state, "play")
        if wrong:
            raise ContractError(f"{path}: {wrong}")


def guarded(work: Callable[[], T], path: Path, doing: str) -> T:
    """The result of the user's code; its errors and endless loops become one line."""
    tired = threading.Event()
    late = threading.Timer(PATIENCE, _interrupt, (tired,))
    late.daemon = True
    began = threading.current_thread() is threading.main_thread()
    if began:
        late.start()
    try:
        return work()
    except (ContractError, InputError):
        raise
    except SyntaxError as error:
        where = f"line {error.lineno} is" if error.lineno else "this is"
        raise InputError(f"{path}: {where} not Python: {error.msg}") from error
    except KeyboardInterrupt:
        if not tired.is_set():
            raise
        raise InputError(
            f"{path}: {doing} did not end within {PATIENCE:.0f} seconds: a loop in it never stops"
        ) from None
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: is not a text file") from error
    except Exception as error:
        raise InputError(f"{path}: {doing} failed{_line(error, path)}: {type(error).__name__}: {error}") from error
    except SystemExit as error:
        raise InputError(f"{path}: {doing} called exit") from error
    finally:
        late.cancel()


def _interrupt(tired: threading.Event) -> None:
    import _thread

    tired.set()
    _thread.interrupt_main()


def _line(error: Exception, path: Path) -> str:
    """The last line of the user's file that the error came through."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename) == path.resolve()]
    return f" at line {frames[-1].lineno}" if frames else ""
