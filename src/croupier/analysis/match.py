"""A match: what the games between two players prove about the first of them."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from croupier.analysis import intervals, text
from croupier.analysis.effort import MeanEffort, effort
from croupier.analysis.elo import elo_interval, elo_of, games_to_tell
from croupier.analysis.games import Games
from croupier.analysis.points import by_unit, counted, differences, outcomes, points
from croupier.analysis.seats import SeatResult, seat_result
from croupier.analysis.words import notes_on
from croupier.specs import shown


@dataclass(frozen=True)
class MatchResult:
    """The first player's view. `score` is in [0, 1], draws counting half, level at 1/2; intervals are of 95 %.

    `pairs` counts the pairs that have all their games, `pair_scores` those in which the first player scored 0, 1/2, 1, 3/2
    and 2 points (of two seats; else it is empty). The intervals of `score` and `elo` are over pairs. `superiority` is the
    probability that the first player is the stronger one. `score_difference` is in game points, the other's mean taken
    off. `more_games` would, on average, settle which one is better if the score stayed as it is: 0 where it is settled, None
    where no number would do. `seats` has the first player's games by seat. `repeated` games were played before, action
    for action. `notes` say in words what the numbers cannot. `seconds` were needed to play, compiling not counted.
    """

    players: list[str]
    games: int
    wins: int
    draws: int
    losses: int
    score: float
    interval: list[float]
    elo: float
    elo_interval: list[float]
    superiority: float
    pairs: int
    pair_scores: list[int]
    score_difference: float
    score_difference_interval: list[float] | None
    more_games: int | None
    seats: list[SeatResult]
    effort: list[MeanEffort]
    repeated: int
    notes: list[str]
    seconds: float
    compile_seconds: float = 0.0

    def as_dict(self) -> dict[str, Any]:
        """Everything in lists and numbers, for JSON."""
        return asdict(self)

    def table(self) -> tuple[list[str], list[list[str]]]:
        """Heads and rows, a row for each player."""
        heads = ["player", "wins", "draws", "losses", "score", "95 %", "Elo", "95 %", "time a move", "nodes a move"]
        turned = [1 - bound for bound in reversed(self.interval)]
        turned_elo = [-bound for bound in reversed(self.elo_interval)]
        sides = (
            (self.wins, self.losses, self.score, self.interval, self.elo, self.elo_interval),
            (self.losses, self.wins, 1 - self.score, turned, -self.elo, turned_elo),
        )
        rows = []
        for player, spent, (won, lost, score, interval, elo, elos) in zip(
            self.players, self.effort, sides, strict=True
        ):
            rows.append([
                player, f"{won}", f"{self.draws}", f"{lost}", text.percent(score), text.percents(interval),
                text.signed(elo), text.between(elos), text.seconds(spent.seconds_per_move), text.short(spent.nodes_per_turn),
            ])  # fmt: skip
        return heads, rows

    def words(self) -> list[str]:
        """What stands below the table."""
        lines = [
            f"{self.games} games, {self.pairs} whole pairs; probability that the first is stronger: {self.superiority:.4g}"
        ]
        if self.pair_scores:
            lines.append("pairs by points, 0 to 2: " + " ".join(map(str, self.pair_scores)))
        lines += [str(seat) for seat in self.seats]
        if self.more_games:
            lines.append(f"about {self.more_games:,} games more would tell which one is stronger, if the score stays")
        return lines + self.notes

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        return text.html_table(*self.table(), self.words())

    def __str__(self) -> str:
        return "\n".join([text.columns(*self.table()), *map(shown, self.words())])


def match_result(games: Games, first: int = 0, second: int = 1, seconds: float = 0.0) -> MatchResult:
    """What all games in which these two sat say about the first; players are numbers of `games.players`."""
    games = games.of_players(first, second)
    scored = points(games, first)
    n, wins_draws_losses = len(games), counted(outcomes(games, first))
    units = by_unit(games, scored)
    independent = units if units.size else scored
    score = float(independent.mean()) if n else 0.5
    interval = intervals.score_interval(independent)
    difference = differences(games, first)
    unit_differences = by_unit(games, difference)
    each = n / max(1, len(np.unique(games.unit))) if n else 2.0
    return MatchResult(
        [games.players[first], games.players[second]],
        n,
        *wins_draws_losses,
        score,
        interval,
        elo_of(score, n),
        elo_interval(interval, n),
        superiority(independent),
        len(units),
        pair_scores(units) if games.seats == 2 else [],
        float((unit_differences if units.size else difference).mean()) if n else 0.0,
        intervals.mean_interval(unit_differences if units.size else difference),
        more_games(independent, each),
        [seat_result(games, first, seat) for seat in range(games.seats)],
        [effort(games, first), effort(games, second)],
        games.repeated,
        notes_on(games, independent, units.size),
        seconds,
    )


def superiority(units: Any) -> float:
    """The probability that the score of a long match would be above 1/2: the normal distribution function of
    (mean - 1/2) / standard error, the variance as in `score_interval`.
    """
    if not len(units):
        return 0.5
    spread = float(np.concatenate([units, (0.0, 1.0)]).var())
    return intervals.normal_share((float(np.mean(units)) - 0.5) / math.sqrt(spread / len(units)))


def pair_scores(units: Any) -> list[int]:
    """How many pairs brought 0, 1/2, 1, 3/2 and 2 points: the pentanomial counts."""
    return [int(count) for count in np.bincount(np.rint(4 * np.asarray(units)).astype(np.int64), minlength=5)[:5]]


def more_games(units: Any, each: float) -> int | None:
    """How many games more it would take, on average, until the interval of the score leaves 1/2, if it stays as it is."""
    if not len(units):
        return None
    low, high = intervals.score_interval(units)
    if low > 0.5 or high < 0.5:
        return 0
    spread = float(np.concatenate([units, (0.0, 1.0)]).var())
    needed = games_to_tell(float(np.mean(units)), math.sqrt(spread))
    return None if needed is None else max(1, round((needed - len(units)) * each))
