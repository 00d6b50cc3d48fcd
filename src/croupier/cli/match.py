"""`croupier match`: two players, pairs of games."""

from __future__ import annotations

import shlex
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from croupier.cli.options import AllWorkers, Debug, GameName, Games, Json, Quiet, Seed, VariantName, counted
from croupier.cli.play import PERSON
from croupier.cli.show import StoppedError, as_json, say
from croupier.cli.tournament import StoreOption
from croupier.numbers import PLIES, PLY_CAP

if TYPE_CHECKING:
    from croupier.analysis import MatchResult

Spec = Annotated[str, typer.Argument(metavar="SPEC", help="A player: uct(iterations=1000), my.py:Mine, person.")]


def match(
    game: GameName,
    first: Spec,
    second: Spec,
    games: Games = 100,
    variant: VariantName = None,
    plies: Annotated[int, counted("--plies", PLIES, "Random plies before the players begin, the same for a pair.")] = 2,
    opening: Annotated[
        list[str] | None,
        typer.Option("--opening", metavar="TEXT", help="Begin with these actions instead; may be given several times."),
    ] = None,
    ply_cap: Annotated[int | None, counted("--ply-cap", PLY_CAP, "End games after so many plies.")] = None,
    clock: Annotated[
        str | None,
        typer.Option("--clock", metavar="S[+I]", help="Seconds of a seat for a game, and seconds back for a decision."),
    ] = None,
    adjudicate: Annotated[
        bool, typer.Option("--adjudicate", help="End games as soon as their outcome is proven.")
    ] = False,
    seed: Seed = 0,
    workers: AllWorkers = None,
    store: StoreOption = None,
    json: Json = False,
    quiet: Quiet = False,
    debug: Debug = False,
) -> None:
    """A match of two players: score, interval, Elo, effort.

    Every opening is played twice, the seats swapped. The same seed gives the same games, whatever the number of workers.
    """
    import croupier
    from croupier.arena.results import Interrupted
    from croupier.cli.people import person
    from croupier.cli.standing import playing

    players: list[Any] = [person if spec == PERSON else spec for spec in (first, second)]
    title = f"{first} against {second}, {game}{f' {variant}' if variant else ''}, seed {seed}"
    people = person in players
    try:
        with playing(quiet or json or people) as watch:
            found = croupier.match(
                game,
                *players,
                games=games,
                variant=variant,
                opening=opening or plies,
                seed=seed,
                ply_cap=ply_cap,
                clock=_clock(clock),
                adjudicate=adjudicate,
                workers=workers,
                store=store,
                progress=watch,
            )
    except Interrupted as stop:
        _show(stop.result, title, json)
        again = (
            f"to go on: {shlex.join(['croupier', *sys.argv[1:]])}"
            if store
            else "--store FILE keeps games to go on with"
        )
        say(f"interrupted after {stop.result.games} games; {again}")
        raise StoppedError from None
    _show(found, title, json, [f"store {store}"] if store else [])


def _clock(text: str | None) -> Any:
    """Seconds, or seconds and an increment."""
    if text is None:
        return None
    numbers: list[Any] = []
    for part in text.split("+", 1):
        try:
            numbers.append(float(part))
        except ValueError:
            numbers.append(part)
    return dict(zip(("seconds", "increment"), numbers, strict=False))


def _show(found: MatchResult, title: str, json: bool, notes: list[str] | None = None) -> None:
    from croupier.cli.standing import show_match

    if json:
        as_json(found.as_dict())
    elif found.games:
        rate = f"{found.games} games in {found.seconds:.2f} s"
        show_match(found, title, [rate, *(notes or [])])
