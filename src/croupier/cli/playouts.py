"""`croupier playouts`: what random games show."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Annotated, Any

import typer

from croupier.cli.options import Debug, GameName, Json, PositionText, Quiet, Seed, VariantName, Workers, counted
from croupier.cli.show import as_json, bar, begun, percent, seat_name, short, table, terminal_width, working
from croupier.errors import InputError
from croupier.numbers import GAMES

if TYPE_CHECKING:
    from croupier.analysis.study import GameStudy
    from croupier.rules.playouts import Playouts


def playouts(
    game: GameName,
    games: Annotated[int | None, counted("--games", GAMES, "How many games; a million, or 200 with --with.")] = None,
    variant: VariantName = None,
    position: PositionText = None,
    seed: Seed = 0,
    workers: Workers = 1,
    gpu: Annotated[bool, typer.Option("--gpu", help="Play them on an NVIDIA GPU.")] = False,
    player: Annotated[
        str | None,
        typer.Option("--with", metavar="SPEC", help="This player's games against itself, as a designer sees them."),
    ] = None,
    weak: Annotated[
        str | None,
        typer.Option("--weak", metavar="SPEC", help="The weaker player for --with; a quarter of its budget."),
    ] = None,
    json: Json = False,
    quiet: Quiet = False,
    debug: Debug = False,
) -> None:
    """Random games: speed, outcome split, length, branching.

    With --with SPEC its games against itself: balance of the seats, draws, length, choices, changes of the lead, and how a
    weaker player fares.
    """
    import croupier

    if player is not None:
        if gpu:
            raise InputError("--gpu is for random games: leave it out with --with")
        with working("games", quiet or json) as progress:
            seen = croupier.study(
                game, player, variant, games=games or 200, seed=seed, workers=workers, weak=weak, position=position,
                progress=progress,
            )  # fmt: skip
        as_json(seen.as_dict()) if json else _show_study(seen)
        return
    if weak is not None:
        raise InputError("--weak goes with --with")
    games = games or 1_000_000
    with working("random games", quiet or json) as progress:
        found = croupier.playouts(
            game,
            variant,
            games=games,
            seed=seed,
            workers=workers,
            gpu=gpu,
            position=position,
            progress=lambda done: progress(done, games),
        )
    if json:
        as_json(dataclasses.asdict(found))
    else:
        _show(found)


def _show_study(seen: GameStudy) -> None:
    title = f"{seen.games:,} games of {seen.game} {seen.variant}, {seen.spec} on every seat"
    took = f"{seen.seconds:.3f} s, {short(seen.per_second)} games a second, seed {seen.seed}"
    table(title, *seen.table(), notes=[*seen.words(), took])


def _show(found: Playouts) -> None:
    drawn = terminal_width() >= 76
    rows = [_outcome(f"{seat_name(seat)} seat wins", wins, seat, found, drawn) for seat, wins in enumerate(found.wins)]
    rows.append(_outcome("drawn", found.draws, None, found, drawn))
    rows.append(["turns a game", f"{found.mean_length:.2f}"])
    if abs(found.mean_actions - found.mean_length) > 0.005:
        rows.append(["actions a game", f"{found.mean_actions:.2f}"])
    rows.append(["choices a decision", f"{found.mean_branching:.2f}"])
    rows.append(["games a second", short(found.per_second)])
    heads = ["", "mean", "games", ""] if drawn else ["", "mean", "games"]
    took = f"{found.seconds:.3f} s on {_machine(found)}, seed {found.seed}; compiled in {found.compile_seconds:.2f} s"
    title = f"{found.games:,} random games of {found.game} {found.variant}{begun(found.position)}"
    table(title, heads, [row + [""] * (len(heads) - len(row)) for row in rows], notes=[took])


def _outcome(label: str, count: int, seat: int | None, found: Playouts, drawn: bool) -> list[Any]:
    share = count / found.games
    return [label, percent(share), f"{count:,}", *([bar([(share, seat)])] if drawn else [])]


def _machine(found: Playouts) -> str:
    if found.device != "cpu":
        return f"the GPU ({found.device})"
    return f"{found.workers} worker{'s' if found.workers > 1 else ''}"
