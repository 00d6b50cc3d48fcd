"""Words that several commands share. A number is refused before any work, with what is allowed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import typer

from croupier.numbers import DEPTH, GAMES, SEED, WORKERS, whole


def _number(name: str, bounds: tuple[int, int]) -> Callable[[Any], int]:
    """The reader of one number of the command line."""
    return lambda value: whole(value, name, *bounds)


def counted(name: str, bounds: tuple[int, int], help: str) -> Any:
    """An option `--name N` that takes a whole number within bounds."""
    return typer.Option(name, parser=_number(name, bounds), metavar="N", help=help)


GameName = Annotated[str, typer.Argument(metavar="GAME", help="The name of a game, or the path of your Python file.")]
Depth = Annotated[int, typer.Argument(metavar="DEPTH", parser=_number("DEPTH", DEPTH), help="How many turns deep.")]
VariantName = Annotated[
    str | None,
    typer.Option("--variant", metavar="NAME", help="Rules to play by; the game's first variant if not given."),
]
PositionText = Annotated[
    str | None, typer.Option("--position", metavar="TEXT", help="Begin with the position of this text.")
]
Games = Annotated[int, counted("--games", GAMES, "How many games.")]
Seed = Annotated[int, counted("--seed", SEED, "Number that the random games follow from.")]
Workers = Annotated[
    int, counted("--workers", WORKERS, "Threads that share the work; the answer does not depend on them.")
]
AllWorkers = Annotated[
    int | None,
    counted("--workers", WORKERS, "Threads or processes, all cores if not given; the games do not depend on them."),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
Quiet = Annotated[bool, typer.Option("--quiet", help="Show no progress.")]
Debug = Annotated[bool, typer.Option("--debug", help="Show the whole traceback of an error.")]
