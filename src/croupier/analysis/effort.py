"""What players spent. A turn is the actions of one seat in a row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from croupier.analysis.games import COSTS, Games


@dataclass(frozen=True)
class MeanEffort:
    """Means of one player: by turn, by game. `seconds_per_move` is by turn too."""

    nodes_per_turn: float
    nodes_per_game: float
    seconds_per_move: float
    turns_per_game: float
    iterations_per_turn: float
    playouts_per_turn: float
    seconds_per_game: float


def effort(games: Games, player: int) -> MeanEffort:
    """The means of a player over games; zeros where there is none."""
    mine = (games.seated == player)[:, :, None]
    sums: Any = np.where(mine, games.costs, 0.0).sum(axis=(0, 1))
    turns, seconds, iterations, playouts, nodes = (float(sums[i]) for i in range(len(COSTS)))
    played = max(1, int(mine.any(axis=1).sum()))
    each = max(1.0, turns)
    return MeanEffort(
        nodes / each,
        nodes / played,
        seconds / each,
        turns / played,
        iterations / each,
        playouts / each,
        seconds / played,
    )
