"""Wins, draws and losses by seat."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from croupier.analysis import text
from croupier.analysis.games import Games
from croupier.analysis.intervals import wilson
from croupier.analysis.points import counted, outcomes
from croupier.positions.outcome import seat_name


@dataclass(frozen=True)
class SeatResult:
    """Games of a seat: one player's in it, or everybody's. Wilson's intervals, 95 %, of the shares."""

    seat: int
    games: int
    wins: int
    draws: int
    losses: int
    win_interval: list[float]
    draw_interval: list[float]
    loss_interval: list[float]

    def __str__(self) -> str:
        if not self.games:
            return f"on the {seat_name(self.seat)} seat: no games"
        shares = (
            f"{count} {word} ({text.percents(interval)})"
            for count, word, interval in (
                (self.wins, "won", self.win_interval),
                (self.draws, "drawn", self.draw_interval),
                (self.losses, "lost", self.loss_interval),
            )
        )
        return f"on the {seat_name(self.seat)} seat: {', '.join(shares)}"


def seat_result(games: Games, player: int, seat: int) -> SeatResult:
    """A player's results on a seat."""
    here = games.where(games.seated[:, seat] == player)
    return _result(seat, counted(outcomes(here, player)))


def seat_results(games: Games) -> list[SeatResult]:
    """The results of every seat, whoever sat there."""
    as_seats = replace(games, seated=np.broadcast_to(np.arange(games.seats), games.seated.shape))
    return [_result(seat, counted(outcomes(as_seats, seat))) for seat in range(games.seats)]


def _result(seat: int, counts: tuple[int, int, int]) -> SeatResult:
    n = sum(counts)
    won, drawn, lost = (wilson(count, n) for count in counts)
    return SeatResult(seat, n, *counts, won, drawn, lost)
