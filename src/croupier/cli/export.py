"""`croupier export`: the games of a store for other programs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.options import Debug, Quiet
from croupier.cli.show import say, working
from croupier.cli.verify import StorePath


def export(
    store: StorePath,
    format: Annotated[str, typer.Option("--format", metavar="csv|jsonl|parquet", help="What to write.")] = "jsonl",
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Where to; standard output if not given.")
    ] = None,
    quiet: Quiet = False,
    debug: Debug = False,
) -> None:
    """Write the games of a store as CSV, JSON lines or Parquet, in the order of their numbers."""
    from croupier.records.export import export as run

    if out is None:
        run(store, format)
        return
    with working("exporting", quiet) as progress:
        count = run(store, format, out, progress)
    if not quiet:
        say(f"{count} games were written to {out}")
