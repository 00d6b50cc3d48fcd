"""`croupier perft`: how many ways a game can go."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.options import Debug, Depth, GameName, Json, PositionText, Quiet, VariantName, Workers
from croupier.cli.show import as_json, begun, short, table, working

if TYPE_CHECKING:
    from croupier.rules.perft import Perft


def perft(
    game: GameName,
    depth: Depth,
    divide: Annotated[bool, typer.Option("--divide", help="Also the count below each first turn.")] = False,
    plies: Annotated[bool, typer.Option("--plies", help="Count single actions instead of turns.")] = False,
    variant: VariantName = None,
    position: PositionText = None,
    workers: Workers = 1,
    json: Json = False,
    quiet: Quiet = False,
    debug: Debug = False,
) -> None:
    """Count the ways a game can go, exactly, for 1 to DEPTH turns.

    A turn is the actions of one seat in a row; two turns that lead to the same position count once.
    """
    import croupier

    with working("counting", quiet or json) as progress:
        found = croupier.perft(
            game, depth, variant, plies=plies, divide=divide, workers=workers, position=position, progress=progress
        )
    if json:
        as_json(dataclasses.asdict(found))
    else:
        _show(found)


def _show(found: Perft) -> None:
    unit = "plies" if found.plies else "turns"
    name = f"{found.game} {found.variant}{begun(found.position)}"
    if found.divide is not None:
        rows = [(turn, f"{count:,}") for turn, count in found.divide.items()]
        table(f"{name}: ways to go on for {found.depth} {unit}", ("first turn", "ways"), rows)
        print()
    rows = [(f"{depth}", f"{count:,}") for depth, count in enumerate(found.leaves, 1)]
    speed = f", {short(sum(found.leaves) / found.seconds)} a second" if found.seconds > 0.01 else ""
    took = f"{found.seconds:.3f} s{speed}, compiled in {found.compile_seconds:.2f} s"
    table(f"{name}: ways the game can go", (unit, "ways"), rows, words=0, notes=[took])
