"""A tournament's standings: ratings, who beat whom, by how much, at what cost."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from croupier.analysis import text
from croupier.analysis.effort import MeanEffort, effort
from croupier.analysis.games import Games
from croupier.analysis.intervals import mean_interval, score_interval
from croupier.analysis.match import more_games
from croupier.analysis.points import by_unit, counted, differences, outcomes, points
from croupier.analysis.ratings import SAMPLES, Ratings, rate
from croupier.analysis.seats import SeatResult, seat_results
from croupier.analysis.words import notes_on_play
from croupier.specs import shown

SURE = 0.975
"""From this probability on, the order of two players is not worth a remark."""


@dataclass(frozen=True)
class Standing:
    """One player. `score` is its mean points a game over whole pairs, 1/2 where level; Elo are as in `Ratings`."""

    rank: int
    player: str
    games: int
    wins: int
    draws: int
    losses: int
    score: float
    interval: list[float]
    elo: float
    elo_interval: list[float] | None
    group: int
    effort: MeanEffort


@dataclass(frozen=True)
class Meeting:
    """The games of one player with another, in the view of the first. `superiority` is the probability that the first is
    rated above the other, by all games of all players; `more_games` are as in `MatchResult`, by the games of the two alone.
    """

    games: int
    wins: int
    draws: int
    losses: int
    score: float
    interval: list[float]
    score_difference: float
    score_difference_interval: list[float] | None
    superiority: float
    expected: float
    more_games: int | None


@dataclass(frozen=True)
class Standings:
    """All players, the best first, and `crosstable[i][j]`, how the i-th did against the j-th (None: they never met).

    `first_seat` is the advantage of sitting first, in Elo; `draws` the share of games drawn.
    """

    players: list[Standing]
    crosstable: list[list[Meeting | None]]
    games: int
    draws: float
    first_seat: float
    first_seat_interval: list[float] | None
    seats: list[SeatResult]
    notes: list[str]
    seconds: float

    def as_dict(self) -> dict[str, Any]:
        """Everything in lists and numbers, for JSON."""
        return asdict(self)

    def __getitem__(self, player: str) -> Standing:
        """A player by its spec, or by its name where that is enough."""
        found = [one for one in self.players if player in (one.player, one.player.partition("(")[0])]
        exact = [one for one in found if one.player == player] or found
        if len(exact) != 1:
            raise KeyError(player)
        return exact[0]

    def table(self) -> tuple[list[str], list[list[str]]]:
        """Heads and rows of the ratings."""
        heads = [
            "",
            "player",
            "Elo",
            "95 %",
            "score",
            "95 %",
            "games",
            "won",
            "drawn",
            "lost",
            "time a move",
            "nodes a move",
        ]
        return heads, [_row(one) for one in self.players]

    def crosstable_rows(self) -> tuple[list[str], list[list[str]]]:
        """Heads and rows of the scores of each player, in percent, against each."""
        heads = ["", "player", *(str(one.rank) for one in self.players)]
        rows = []
        for one, row in zip(self.players, self.crosstable, strict=True):
            cells = ["." if meeting is None else f"{100 * meeting.score:.1f}" for meeting in row]
            rows.append([str(one.rank), one.player, *cells])
        return heads, rows

    def words(self) -> list[str]:
        """What stands below the tables."""
        lines = [f"{self.games:,} games, {text.percent(self.draws)} drawn"]
        if self.games:
            lines.append(
                f"the first seat is worth {text.signed(self.first_seat)} Elo ({text.between(self.first_seat_interval)})"
            )
        return [*lines, *self._close(), *self.notes]

    def _close(self) -> list[str]:
        """Neighbours in the table whose order is not certain, and what would make it so."""
        lines = []
        for i in range(len(self.players) - 1):
            meeting = self.crosstable[i][i + 1]
            known = self.players[i].elo_interval and self.players[i].group == self.players[i + 1].group
            if meeting and known and meeting.superiority < SURE:
                lines.append(f"{i + 1} is above {i + 2} with probability {meeting.superiority:.2f}")
                if meeting.more_games:
                    lines[-1] += f"; between the two alone about {meeting.more_games:,} games more would tell"
        return lines

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        return text.html_table(*self.table()) + text.html_table(*self.crosstable_rows(), self.words())

    def __str__(self) -> str:
        scores = "scores against each, in percent"
        parts = [text.columns(*self.table(), words=2), "", scores, text.columns(*self.crosstable_rows(), words=2), ""]
        return "\n".join([*parts, *map(shown, self.words())])


def standings(games: Games, seconds: float = 0.0, samples: int = SAMPLES, seed: int = 0) -> Standings:
    """The standings after these games; intervals of ratings from so many samples of the bootstrap, 0 for none."""
    rated = rate(games, samples, seed)
    n = len(games.players)
    met = _met(games)
    order = sorted(range(n), key=lambda i: (rated.groups[i], -rated.elo[i], i)) if n else []
    players = [_standing(games, rated, player, rank) for rank, player in enumerate(order, 1)]
    crosstable = [[_meeting(games, rated, i, j) if met[i, j] else None for j in order] for i in order]
    drawn = (games.returns == games.returns[:, :1]).all(axis=1)
    return Standings(
        players,
        crosstable,
        len(games),
        float(drawn.mean()) if len(games) else 0.0,
        rated.first_seat,
        rated.first_seat_interval,
        seat_results(games),
        _notes(games, rated, players, crosstable),
        seconds,
    )


def _met(games: Games) -> Any:
    """[player, player]: whether both sat in one game."""
    n = len(games.players)
    met = np.zeros((n, n), bool)
    for a in range(games.seats):
        for b in range(games.seats):
            met[games.seated[:, a], games.seated[:, b]] = True
    np.fill_diagonal(met, False)
    return met


def _standing(games: Games, rated: Ratings, player: int, rank: int) -> Standing:
    mine = games.of_players(player)
    scored = points(mine, player)
    units = by_unit(mine, scored)
    known = units if units.size else scored[np.isfinite(scored)]
    return Standing(
        rank,
        games.players[player],
        len(mine),
        *counted(outcomes(mine, player)),
        float(known.mean()) if known.size else 0.5,
        score_interval(known),
        rated.elo[player],
        rated.intervals[player],
        rated.groups[player],
        effort(mine, player),
    )


def _meeting(games: Games, rated: Ratings, player: int, other: int) -> Meeting:
    both = games.of_players(player, other)
    scored, ahead = points(both, player), differences(both, player)
    units, unit_differences = by_unit(both, scored), by_unit(both, ahead)
    known = units if units.size else scored
    return Meeting(
        len(both),
        *counted(outcomes(both, player)),
        float(known.mean()),
        score_interval(known),
        float((unit_differences if units.size else ahead).mean()),
        mean_interval(unit_differences if units.size else ahead),
        rated.superiority[player][other],
        rated.expected[player][other],
        more_games(known, len(both) / known.size),
    )


def _notes(games: Games, rated: Ratings, players: list[Standing], crosstable: list[list[Meeting | None]]) -> list[str]:
    """In words: groups that never met, results that one number a player cannot tell, how the games were played."""
    if not len(games):
        return ["no games: nothing is known"]
    notes = []
    if len(set(rated.groups)) > 1:
        notes.append("some players never met, nor met others who did: ratings compare within a group only")
    for i, row in enumerate(crosstable):
        for j, meeting in enumerate(row):
            if meeting and j < i and meeting.interval[0] > 0.5 and players[i].group == players[j].group:
                notes.append(
                    f"{players[i].player} is rated below {players[j].player} but beats it: no one order fits all"
                )
    extremes = [one.player for one in players if one.games and one.score in (0.0, 1.0)]
    if extremes:
        notes.append(f"won or lost every game, so that a rating has no bound on one side: {', '.join(extremes)}")
    return notes + notes_on_play(games)


def _row(one: Standing) -> list[str]:
    return [
        str(one.rank), one.player, text.signed(one.elo), text.between(one.elo_interval), text.percent(one.score),
        text.percents(one.interval), str(one.games), str(one.wins), str(one.draws), str(one.losses),
        text.seconds(one.effort.seconds_per_move), text.short(one.effort.nodes_per_turn),
    ]  # fmt: skip
