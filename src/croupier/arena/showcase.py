"""The tournament of `croupier demo`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from croupier.arena.experiment import Experiment
from croupier.arena.reading import experiment_of
from croupier.errors import InputError
from croupier.records import Store

STORE = "croupier-demo.db"
PLAYERS = ("random", *(f"{name}(iterations=1000)" for name in ("flat", "uct", "amaf", "rave", "grave")))
PAIRS = 200


def asked_for(pairs: int = PAIRS, seed: int = 0) -> Mapping[str, Any]:
    """Connect Four, everybody against everybody."""
    return {"game": "connect-four", "players": list(PLAYERS), "pairs": pairs, "seed": seed}


def begin_again(store: Path, asked: Mapping[str, Any]) -> bool:
    """Remove the store of a demo that was played to its end, so that it is played anew; whether it was there.

    Anything else of that name is left alone: a store that is not complete is gone on with, another file is refused.
    """
    if not store.exists():
        return False
    experiment: Experiment = experiment_of(asked)
    with Store.read(store) as old:
        plan, games = old.plan, len(old)
    ours = {**experiment.plan(), "pairs": 0, "seed": 0} == {**plan, "pairs": 0, "seed": 0}
    if not ours:
        raise InputError(f"{store} is the store of something else: name another one with --store")
    if games < plan["pairs"] * len(experiment.pairings) * 2 and plan == experiment.plan():
        return False
    for suffix in ("", "-wal", "-shm"):
        store.with_name(store.name + suffix).unlink(missing_ok=True)
    return True
