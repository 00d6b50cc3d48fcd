"""`croupier verify`: whether a store is as it was written, and its games as the rules say."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.options import Debug, Json, Quiet
from croupier.cli.show import as_json, say, working

if TYPE_CHECKING:
    from croupier.records.verify import Verification

UNSOUND = 1
"""Exit status where something is wrong."""

StorePath = Annotated[Path, typer.Argument(metavar="STORE", help="The file of a store.")]


def verify(
    store: StorePath,
    game: Annotated[
        str | None, typer.Option("--game", metavar="FILE.py", help="Your file, where the games are not of the house.")
    ] = None,
    good: Annotated[
        Path | None, typer.Option("--good", metavar="NEW", help="Write the good games to a new store, to go on with.")
    ] = None,
    json: Json = False,
    quiet: Quiet = False,
    debug: Debug = False,
) -> None:
    """Check every byte that matters of a store, and replay every game by the rules.

    No engine is started and no file is run that a store names. The exit status is 0 if the store is sound, 1 if not.
    """
    from croupier.records.verify import salvage
    from croupier.records.verify import verify as run

    with working("replaying", quiet or json) as progress:
        found = run(store, game, progress)
        kept = salvage(found, good) if good else None
    if json:
        as_json(found.as_dict())
    else:
        _show(found, good, kept)
    if not found.sound:
        raise typer.Exit(UNSOUND)


def _show(found: Verification, good: Path | None, kept: int | None) -> None:
    for line in str(found).splitlines():
        print(line)
    if kept is not None:
        say(f"{kept} games were written to {good}")
    elif not found.sound and found.good:
        print(f"croupier verify {found.path} --good NEW writes the {found.good} good games to a new store")
