"""`croupier analyse`: what a search thinks of a position."""

from __future__ import annotations

from typing import Annotated

import typer

from croupier.cli.options import Debug, GameName, Json, PositionText, Quiet, Seed, VariantName, Workers
from croupier.cli.show import StoppedError, as_json, thinking


def analyse(
    game: GameName,
    actions: Annotated[
        list[str] | None, typer.Argument(metavar="ACTIONS", help="What was played, as words or run together.")
    ] = None,
    with_: Annotated[
        str, typer.Option("--with", metavar="SPEC", help="The search, such as uct(c=1.4, iterations=1000).")
    ] = "uct(seconds=1)",
    variant: VariantName = None,
    position: PositionText = None,
    seed: Seed = 0,
    workers: Workers = 1,
    json: Json = False,
    quiet: Quiet = False,
    debug: Debug = False,
) -> None:
    """Every action with its visits and means, and the principal variation."""
    import croupier

    here = croupier.new(game, variant, position=position).play_all(" ".join(actions or []))
    with thinking(quiet) as watch:
        found = croupier.analyse(here, with_, seed=seed, workers=workers, watch=watch)
    if json:
        as_json(found.as_dict())
    else:
        print(here)
        print()
        print(found)
    if found.interrupted:
        raise StoppedError
