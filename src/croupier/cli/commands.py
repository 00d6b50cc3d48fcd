"""The commands, and what stands before them."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from croupier import __version__
from croupier.cli.algorithms import algorithms
from croupier.cli.analyse import analyse
from croupier.cli.bandits import bandits
from croupier.cli.cache import cache
from croupier.cli.check import check
from croupier.cli.demo import demo
from croupier.cli.export import export
from croupier.cli.games import games
from croupier.cli.match import match
from croupier.cli.perft import perft
from croupier.cli.play import play
from croupier.cli.playouts import playouts
from croupier.cli.tournament import tournament
from croupier.cli.verify import verify
from croupier.cli.web import web
from croupier.errors import InputError, closest


class _Command(TyperCommand):
    """A command whose usage line has GAME as people know it, and not {GAME}."""

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        return [piece.strip("{}") for piece in super().collect_usage_pieces(ctx)]


class _Commands(TyperGroup):
    """A group that names the closest command when it has none of a name."""

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        command = super().get_command(ctx, cmd_name)
        if command is None and not ctx.resilient_parsing:
            raise InputError(f"there is no command {cmd_name!r}: {closest(cmd_name, self.commands)}")
        return command


app = typer.Typer(
    name="croupier",
    cls=_Commands,
    add_completion=False,
    rich_markup_mode=None,  # the plain help comes in half the time
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"croupier {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _croupier(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_print_version, help="Print the version and exit.")
    ] = False,
) -> None:
    """A Monte Carlo search laboratory for board games."""
    if context.invoked_subcommand is None:
        print(context.get_help())


COMMANDS = (
    games,
    algorithms,
    play,
    analyse,
    playouts,
    perft,
    match,
    tournament,
    bandits,
    verify,
    export,
    check,
    cache,
    web,
    demo,
)
for command in COMMANDS:
    app.command(cls=_Command)(command)
