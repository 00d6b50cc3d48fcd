"""Croupier: a Monte Carlo search laboratory for board games.

Everything is imported when it is first asked for: `import croupier` itself costs next to nothing.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Mapping, Sequence

    from croupier.analysis import MatchResult
    from croupier.analysis.study import GameStudy
    from croupier.arena.results import TournamentResult
    from croupier.arena.run import Run
    from croupier.errors import ContractError, CroupierError, InputError, MissingExtraError
    from croupier.positions import Position
    from croupier.rules.game import Game, Variant
    from croupier.rules.perft import Perft
    from croupier.rules.playouts import Playouts
    from croupier.search.answer import Analysis
    from croupier.search.run import Search

    AnyGame = str | os.PathLike[str] | type | Game
    AnyPath = str | os.PathLike[str]
    Player = str | Callable[[Position], Any]

__version__ = "0.1.0"

__all__ = [
    "ContractError",
    "CroupierError",
    "InputError",
    "MissingExtraError",
    "__version__",
    "analyse",
    "match",
    "new",
    "perft",
    "playouts",
    "study",
    "tournament",
]

_HOMES = dict.fromkeys(("ContractError", "CroupierError", "InputError", "MissingExtraError"), "croupier.errors")
_ROOMS = ("analysis", "bandits", "errors", "games", "positions", "rules")


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        value = getattr(importlib.import_module(_HOMES[name]), name)
    elif name in _ROOMS:
        value = importlib.import_module(f"croupier.{name}")
    else:
        raise AttributeError(f"module 'croupier' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*__all__, *_ROOMS})


def new(game: AnyGame, variant: str | None = None, *, position: str | None = None) -> Position:
    """A game to be played: at its start, or from the text of a position. `game` is as in `playouts`."""
    from croupier.games import resolve_variant
    from croupier.positions import Position

    rules = resolve_variant(game, variant)
    return Position(rules) if position is None else Position.from_text(rules.game, position, rules.name)


def analyse(
    position: Position,
    spec: str = "uct(seconds=1)",
    *,
    seed: int = 0,
    workers: int = 1,
    watch: Callable[[Search], None] | None = None,
) -> Analysis:
    """What a search thinks of a position: every action's statistics and the principal variation.

    The position is not changed. `spec` is such as `uct(c=1.4, iterations=1000)`; a file's policy, `my.py:Mine(...)`, is
    allowed here, where you name it yourself. `watch` is called with the search now and then; in a notebook a line tells
    what it thinks meanwhile. Ctrl-C, or a notebook's stop button, ends the search with the answer so far.
    """
    import dataclasses

    from croupier import notebook, numbers
    from croupier.errors import InputError
    from croupier.players.named import plan_of
    from croupier.positions import Position
    from croupier.search.run import Search, telling

    if not isinstance(position, Position):
        raise InputError(f"analyse takes a position, as croupier.new gives one, not {type(position).__name__}")
    seed = numbers.whole(seed, "seed", *numbers.SEED)
    workers = numbers.whole(workers, "workers", *numbers.WORKERS)
    search = Search.of(position, plan_of(spec, trusted=True), seed, workers)
    line = None if watch else notebook.line()
    search.go(watch=telling(line) if line else watch)
    if line:
        line("")
    return dataclasses.replace(search.answer(), position=position.copy())


def playouts(
    game: AnyGame,
    variant: str | None = None,
    *,
    games: int = 1_000_000,
    seed: int = 0,
    workers: int = 1,
    gpu: bool = False,
    position: str | None = None,
    progress: Callable[[int], None] | None = None,
) -> Playouts:
    """Play random games: how fast, who wins, how long, how many choices.

    `game` is the name of a game, the path of a Python file or a class. The same seed gives the same games, whatever the
    number of `workers` (threads of the processor). With `gpu=True` an NVIDIA GPU plays them. `position` is the text of the
    position to begin with.
    """
    from croupier import numbers

    games = numbers.whole(games, "games", *numbers.GAMES)
    seed = numbers.whole(seed, "seed", *numbers.SEED)
    workers = numbers.whole(workers, "workers", *numbers.WORKERS)
    from dataclasses import replace

    from croupier.errors import InputError

    rules, begun = _begun(game, variant, position)
    if gpu and workers > 1:
        raise InputError("workers are threads of the processor: leave them out where the GPU plays")
    if gpu:
        from croupier.rules.gpu import run as run_on_gpu

        return replace(run_on_gpu(rules, games, seed, progress=progress), position=begun)
    from croupier.rules.playouts import run

    return replace(run(rules, games, seed, workers, progress), position=begun)


def study(
    game: AnyGame,
    spec: str,
    variant: str | None = None,
    *,
    games: int = 200,
    seed: int = 0,
    workers: int = 1,
    weak: str | None = None,
    position: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> GameStudy:
    """A game as its designer sees it: games of a player against itself, and half as many against a weaker one.

    Balance of the seats, draws, length, choices, changes of the lead, and what a larger budget is worth. `weak` is the
    same player with a quarter of its budget if nothing is said. `game` and `position` are as in `playouts`.
    """
    from croupier import numbers

    games = numbers.whole(games, "games", *numbers.GAMES)
    seed = numbers.whole(seed, "seed", *numbers.SEED)
    workers = numbers.whole(workers, "workers", *numbers.WORKERS)
    from croupier.arena.study import study_game

    rules, _ = _begun(game, variant, position)
    return study_game(rules, spec, games, seed, workers, weak, progress)


def perft(
    game: AnyGame,
    depth: int,
    variant: str | None = None,
    *,
    plies: bool = False,
    divide: bool = False,
    workers: int = 1,
    position: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Perft:
    """Count, exactly, the ways a game can go for 1 to `depth` turns; single actions (plies) instead with `plies=True`.

    `divide=True` also gives the count below each first turn. `game` and `position` are as in `playouts`.
    """
    from croupier import numbers

    depth = numbers.whole(depth, "depth", *numbers.DEPTH)
    workers = numbers.whole(workers, "workers", *numbers.WORKERS)
    from dataclasses import replace

    from croupier.rules.perft import run

    rules, begun = _begun(game, variant, position)
    return replace(run(rules, depth, plies, divide, workers, progress=progress), position=begun)


def _begun(game: AnyGame, variant: str | None, position: str | None) -> tuple[Variant, str | None]:
    """The rules to play by, beginning with a position where one is given, and that position's text."""
    from croupier.games import resolve_variant

    rules = resolve_variant(game, variant)
    if position is None:
        return rules, None
    from croupier.positions.words import read_state, write_state

    state = read_state(rules.start, position)
    return rules._replace(start=state), write_state(state)


def match(
    game: AnyGame,
    first: Player,
    second: Player,
    *,
    games: int = 100,
    variant: str | None = None,
    opening: int | Sequence[Any] = 2,
    seed: int = 0,
    ply_cap: int | None = None,
    clock: float | Mapping[str, float] | None = None,
    adjudicate: bool = False,
    workers: int | None = None,
    store: AnyPath | None = None,
    progress: Callable[[Run], None] | None = None,
) -> MatchResult:
    """Games between two players, in pairs: the same opening twice, the seats swapped. What they prove about the first.

    A player is a spec, such as `uct(iterations=1000)`, or a function that is given a `Position` and returns an action.
    `opening` is a number of random plies, or a list of openings. With a `store` every game is on record at once, and the
    same call again plays what is missing. The same seed gives the same games, whatever the number of `workers`, where
    budgets are counts. `clock` are the seconds of a seat for a whole game, or {"seconds": ..., "increment": ...}.
    """
    from croupier.arena.tournament import match as run

    content: dict[str, Any] = {"game": game, "players": [first, second], "seed": seed, "adjudicate": adjudicate}
    content["opening"] = opening if isinstance(opening, list | tuple) else {"plies": opening}
    optional = {"variant": variant, "ply_cap": ply_cap, "clock": clock}
    content |= {name: value for name, value in optional.items() if value is not None}
    return run(content, games, store, workers, progress)


def tournament(
    given: AnyPath | Mapping[str, Any],
    *,
    store: AnyPath | None = None,
    workers: int | None = None,
    progress: Callable[[Run], None] | None = None,
) -> TournamentResult:
    """Play a tournament that a TOML file, or a dictionary with the same keys, describes.

    With a `store` (a file's is beside it if no other is named) every game is on record at once, and the same call again
    plays what is missing. Ctrl-C raises `KeyboardInterrupt` with the result so far.
    """
    from croupier.arena.tournament import tournament as run

    return run(given, store, workers, progress)
