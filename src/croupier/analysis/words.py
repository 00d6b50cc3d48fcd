"""What numbers alone would hide, in words: too few games, repeated games, half pairs, games that were stopped."""

from __future__ import annotations

from typing import Any

import numpy as np

from croupier.analysis.games import Games
from croupier.positions.outcome import Reason


def notes_on(games: Games, units: Any, whole: int) -> list[str]:
    """The notes on games between two players, `units` being the scores of the first."""
    if not len(games):
        return ["no games: nothing is known"]
    return [*_on_scores(units, whole), *notes_on_play(games)]


def _on_scores(units: Any, whole: int) -> list[str]:
    notes = []
    if not whole:
        notes.append("there is no whole pair yet: intervals take each game by itself")
    elif whole == 1:
        notes.append("one pair: no spread between pairs is known, and next to nothing is proved")
    if np.all(units == 1) or np.all(units == 0):
        done = "won" if np.all(units == 1) else "lost"
        notes.append(f"every game was {done}: the games show that the difference is large, not how large")
    return notes


def notes_on_play(games: Games) -> list[str]:
    """The notes on how games were played, whoever sat there."""
    notes = []
    half = int((~games.whole).sum())
    if half and games.whole.any():
        notes.append(f"{_games(half)} without the other of the pair: counted, but not in scores, intervals and ratings")
    if games.repeated:
        verb = "repeats" if games.repeated == 1 else "repeat"
        notes.append(f"{_games(games.repeated)} {verb} another, action for action: no more is proved by that")
    stopped = int((games.endings == Reason.PLY_CAP.value).sum())
    if stopped:
        notes.append(f"{_games(stopped)} reached the ply cap: counted as drawn, though not by the rules")
    return notes


def _games(count: int) -> str:
    return "1 game" if count == 1 else f"{count} games"
