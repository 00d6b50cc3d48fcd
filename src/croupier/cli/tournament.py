"""`croupier tournament`: what a TOML file asks for, or what of it is missing."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from croupier.cli.options import AllWorkers, Debug, Json, Quiet
from croupier.cli.show import StoppedError, as_json, say

if TYPE_CHECKING:
    from croupier.arena.results import TournamentResult


FAILED = 1
"""Exit status where games could not be played."""

StoreOption = Annotated[
    Path | None, typer.Option("--store", metavar="FILE", help="Where every game is kept at once, to go on with later.")
]


def tournament(
    file: Annotated[Path, typer.Argument(metavar="FILE.toml", help="game, players, schedule, pairs, opening, seed.")],
    store: StoreOption = None,
    workers: AllWorkers = None,
    json: Json = False,
    quiet: Quiet = False,
    debug: Debug = False,
) -> None:
    """A tournament: everybody against everybody, one against all, or a knock-out.

    The games are kept in FILE.db if no other --store is named; the same command again plays what is missing there.
    """
    again = ["croupier", "tournament", str(file), *(["--store", str(store)] if store else [])]
    play(str(file), store, workers, json, quiet, shlex.join(again))


def play(given: Any, store: Path | None, workers: int | None, json: bool, quiet: bool, again: str) -> None:
    """Play a tournament and show what came of it; after Ctrl-C what came of it so far, and the command that goes on."""
    from croupier.arena.results import Interrupted
    from croupier.arena.tournament import tournament as run
    from croupier.cli.standing import playing

    try:
        with playing(quiet or json) as watch:
            found = run(given, store, workers, watch)
    except Interrupted as stop:
        _show(stop.result, json)
        say(f"interrupted; to go on: {again}")
        raise StoppedError from None
    _show(found, json)
    if found.failed:
        say(f"{len(found.failed)} games could not be played; to try them again: {again}")
        raise typer.Exit(FAILED)


def _show(found: TournamentResult, json: bool) -> None:
    from croupier.cli.standing import show_tournament

    if json:
        as_json(found.as_dict())
    elif found.games:
        show_tournament(found)
