"""What a player made of each game: points against the others, and whether it won, drew or lost.

Points are the share of opponents that a player did better than, half for as well: 1, 1/2 or 0 for two seats, and 1/2 is
level for any number. With three seats or more, seats that have all lost are ordered by game points.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from croupier.analysis.games import Games

WIN, DRAW, LOSS = 0, 1, 2


def better(games: Games) -> Any:
    """[game, seat, seat]: 1 where the first of two seats did better, 1/2 where both did as well, else 0."""
    found = _compared(games.returns)
    if games.seats > 2:
        lost = games.returns < games.returns.max(axis=1, keepdims=True)
        both = lost[:, :, None] & lost[:, None, :] & (found == 0.5)
        found = np.where(both, _compared(games.scores), found)
    return found


def _compared(values: Any) -> Any:
    return (np.sign(values[:, :, None] - values[:, None, :]) + 1) / 2


def points(games: Games, player: int) -> Any:
    """A player's points in each game; not a number where it did not sit or sat alone."""
    mine = games.seated == player
    against = mine[:, :, None] & ~mine[:, None, :]
    with np.errstate(invalid="ignore"):
        return np.where(against, better(games), 0.0).sum(axis=(1, 2)) / against.sum(axis=(1, 2))


def outcomes(games: Games, player: int) -> Any:
    """WIN, DRAW or LOSS of a player in each game: the best payoff is its own alone, shared, or somebody else's."""
    mine = games.seated == player
    top = games.returns.max(axis=1, keepdims=True)
    best = games.returns == top
    own, others = (best & mine).any(axis=1), (best & ~mine).any(axis=1)
    return np.where(own & ~others, WIN, np.where(own, DRAW, LOSS))


def counted(found: Any) -> tuple[int, int, int]:
    """How many wins, draws and losses."""
    wins, draws, losses = (int(count) for count in np.bincount(found, minlength=3)[:3])
    return wins, draws, losses


def differences(games: Games, player: int) -> Any:
    """A player's game points less the mean of the others', in each game."""
    mine = games.seated == player
    own = np.where(mine, games.scores, 0).sum(axis=1) / np.maximum(1, mine.sum(axis=1))
    others = np.where(mine, 0, games.scores).sum(axis=1) / np.maximum(1, (~mine).sum(axis=1))
    return own - others


def by_unit(games: Games, values: Any) -> Any:
    """The means of values of games over the whole units."""
    whole = games.whole & np.isfinite(values)
    if not whole.any():
        return np.zeros(0)
    _, at = np.unique(games.unit[whole], return_inverse=True)
    return np.bincount(at, values[whole]) / np.bincount(at)
