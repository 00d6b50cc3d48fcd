"""`croupier analyse`: what a search thinks of a position."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.options import Debug, GameName, Json, Quiet, Seed, VariantName, Workers
from croupier.cli.show import as_json

if TYPE_CHECKING:
    from croupier.search.run import Search


def analyse(
    game: GameName,
    actions: Annotated[
        list[str] | None, typer.Argument(metavar="ACTIONS", help="What was played, as words or run together.")
    ] = None,
    with_: Annotated[
        str, typer.Option("--with", metavar="SPEC", help="The search, such as uct(c=1.4, iterations=1000).")
    ] = "uct(seconds=1)",
    variant: VariantName = None,
    position: Annotated[
        str | None, typer.Option("--position", metavar="TEXT", help="Begin with the position of this text.")
    ] = None,
    seed: Seed = 0,
    workers: Workers = 1,
    json: Json = False,
    quiet: Quiet = False,
    debug: Debug = False,
) -> None:
    """Every action with its visits and means, and the principal variation."""
    import croupier

    here = croupier.new(game, variant, position=position).play_all(" ".join(actions or []))
    live = sys.stderr.isatty() and not (quiet or json)
    found = croupier.analyse(here, with_, seed=seed, workers=workers, watch=_Line().show if live else None)
    if live:
        sys.stderr.write("\r\033[K")
    if json:
        as_json(found.as_dict())
        return
    print(here)
    print()
    print(found)


class _Line:
    """One line that says what the search thinks now, ten times a second."""

    def __init__(self) -> None:
        self._due = 0.0

    def show(self, search: Search) -> None:
        import time

        if time.monotonic() < self._due:
            return
        self._due = time.monotonic() + 0.1
        sys.stderr.write(f"\r\033[K{search.thought()}")
        sys.stderr.flush()
