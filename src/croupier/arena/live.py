"""How it stands while games are played: counts by player, points by pair. What it proves is for `analysis` to say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from croupier.tables.game import Deal


@dataclass
class Count:
    """Games of a player, and its points: 1 for a win, 1/2 for a draw, between them where some of several seats share."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    points: float = 0.0

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """Points a game; 1/2 as long as there is none."""
        return self.points / self.games if self.games else 0.5

    def add(self, payoff: float) -> None:
        self.wins += payoff > 0
        self.draws += payoff == 0
        self.losses += payoff < 0
        self.points += (1 + payoff) / 2


class Live:
    """The games so far. A player who has several seats of a game counts with the mean of their payoffs."""

    def __init__(self, players: int, seatings: int) -> None:
        self.counts = [Count() for _ in range(players)]
        self.terminations: Counter[str] = Counter()
        self.games: set[tuple[int, int]] = set()
        self.lines: set[tuple[int, ...]] = set()
        self.points: dict[tuple[int, int], float] = {}
        self._seatings = seatings
        self._open: dict[tuple[int, int], list[float]] = {}

    @property
    def openings(self) -> int:
        """How many different openings were played."""
        return len(self.lines)

    def add(self, deal: Deal, players: tuple[int, ...], returns: Sequence[float], termination: str) -> bool:
        """Count a game of a pairing of these players; whether its pair is complete now.

        `points` has then the first player's points in the pair's games.
        """
        self.games.add((deal.pairing, deal.game))
        self.lines.add(deal.opening)
        self.terminations[termination] += 1
        means = {player: _mean(deal, returns, player) for player in players}
        for player, payoff in means.items():
            self.counts[player].add(payoff)
        pair = deal.pairing, deal.game // self._seatings
        games = self._open.setdefault(pair, [])
        games.append((1 + means[players[0]]) / 2)
        if len(games) < self._seatings:
            return False
        self.points[pair] = sum(self._open.pop(pair))
        return True


def _mean(deal: Deal, returns: Sequence[float], player: int) -> float:
    mine = [payoff for seated, payoff in zip(deal.players, returns, strict=True) if seated == player]
    return sum(mine) / len(mine)
