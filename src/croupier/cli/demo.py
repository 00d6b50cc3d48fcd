"""`croupier demo`: a tournament of the algorithms at Connect Four."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.options import AllWorkers, Debug, Json, Quiet, Seed, counted
from croupier.cli.show import say
from croupier.cli.tournament import play
from croupier.numbers import PAIRS

STORE = Path("croupier-demo.db")


def demo(
    pairs: Annotated[int, counted("--pairs", PAIRS, "Pairs of games between any two players.")] = 200,
    store: Annotated[Path, typer.Option("--store", metavar="FILE", help="Where the games are kept.")] = STORE,
    seed: Seed = 0,
    workers: AllWorkers = None,
    json: Json = False,
    quiet: Quiet = False,
    debug: Debug = False,
) -> None:
    """A tournament at Connect Four: random, flat, UCT, AMAF, RAVE and GRAVE, everybody against everybody.

    Interrupted, it goes on where it was; played to its end, it is played anew.
    """
    from croupier.arena.showcase import asked_for, begin_again

    asked = asked_for(pairs, seed)
    if begin_again(store, asked):
        say(f"{store} was complete: playing anew")
    again = ["croupier", "demo", *(["--store", str(store)] if store != STORE else [])]
    again += [*(["--pairs", str(pairs)] if pairs != 200 else []), *(["--seed", str(seed)] if seed else [])]
    play(asked, store, workers, json, quiet, shlex.join(again))
