"""`croupier web`: the web app."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.options import Debug, counted
from croupier.errors import MissingExtraError


def web(
    file: Annotated[
        str | None, typer.Argument(metavar="[FILE.py]", help="A game of yours, to be played beside those of the house.")
    ] = None,
    host: Annotated[
        str, typer.Option("--host", metavar="H", help="Address to listen at; 0.0.0.0 lets other machines in.")
    ] = "127.0.0.1",
    port: Annotated[int, counted("--port", (0, 65535), "Port to listen at; 0 takes a free one.")] = 8080,
    name: Annotated[
        list[str] | None,
        typer.Option("--name", metavar="NAME", help="A name this server is called by, behind a proxy say."),
    ] = None,
    data: Annotated[str | None, typer.Option("--data", metavar="FOLDER", help="Where games are kept.")] = None,
    searches: Annotated[int, counted("--searches", (1, 1024), "Searches at once, of all visitors together.")] = 24,
    open_: Annotated[bool, typer.Option("--open", help="Open it in your browser.")] = False,
    debug: Debug = False,
) -> None:
    """Play in a browser, see what searches think, analyse positions."""
    if importlib.util.find_spec("nicegui") is None:
        raise MissingExtraError('the web app needs NiceGUI: pip install "croupier[web]"')
    from croupier.web.server import serve
    from croupier.web.settings import Settings, data_folder

    settings = Settings(
        host=host,
        port=port,
        names=tuple(each.strip().lower() for each in name or ()),
        folder=Path(data).expanduser() if data else data_folder(),
        searches=searches,
        open_browser=open_,
    )
    serve(settings, file)
