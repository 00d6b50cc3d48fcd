"""`croupier check`: what is wrong with a game or a policy, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.options import Debug, GameName, Json, Quiet, Seed
from croupier.cli.show import as_json, working
from croupier.errors import InputError

if TYPE_CHECKING:
    from croupier.checks.report import Report

FAULTY = 1
"""Exit status where a fault was found."""


def check(
    game: GameName,
    variant: Annotated[
        str | None,
        typer.Option("--variant", metavar="NAME", help="Check these rules only; all listed ones if not given."),
    ] = None,
    seed: Seed = 0,
    json: Json = False,
    quiet: Quiet = False,
    debug: Debug = False,
) -> None:
    """Test a game against the contract: every claim, in the interpreter and compiled. Or a bandit policy: its spec, or the
    file that holds it.

    The first fault is told with its position, its action and the shortest walk to it. The exit status is 0 if the game is
    sound, 1 if it has a fault.
    """
    from croupier.checks.game import check as run
    from croupier.checks.policy import check_policies, names_policies

    with working("checking", quiet or json) as progress:
        if names_policies(game):
            if variant is not None:
                raise InputError("--variant is for games: a policy has none")
            report = check_policies(game, seed, progress)
        else:
            report = run(game, None if variant is None else [variant], seed, progress)
    if json:
        as_json(report.as_dict())
    else:
        _show(report, quiet)
    if not report.sound:
        raise typer.Exit(FAULTY)


def _show(report: Report, quiet: bool) -> None:
    lines = str(report).splitlines()
    if quiet:
        lines = report.fault.lines() if report.fault else ["sound"]
    for line in lines:
        print(line)
    if not quiet:
        print(f"{report.seconds:.1f} s, seed {report.seed}")
