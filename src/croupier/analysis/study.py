"""A game as its designer sees it: who is favoured, how long, how many choices, changes of the lead, what skill is worth."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from croupier.analysis import text
from croupier.analysis.games import Games
from croupier.analysis.intervals import mean_interval, wilson
from croupier.analysis.match import MatchResult
from croupier.analysis.seats import SeatResult, seat_results
from croupier.positions.outcome import seat_name
from croupier.specs import shown

STAGES = 4
"""A game's decisions are looked at in so many parts of its length."""


@dataclass(frozen=True)
class Course:
    """What a game was like on its way: legal actions at each decision, and who led at the beginning of each turn.

    A leader is a seat, or -1 where no seat is ahead.
    """

    branching: Sequence[int]
    leaders: Sequence[int]

    @property
    def changes(self) -> int:
        """How often another seat took the lead; level positions between do not count."""
        led = [leader for leader in self.leaders if leader >= 0]
        return sum(one != other for one, other in itertools.pairwise(led))


@dataclass(frozen=True)
class GameStudy:
    """Games between equals, `spec` on every seat, and how a stronger player fares against a weaker one.

    `returns` are the means by seat, `draws` a count, `mean_length` counts turns, `mean_branching` legal actions at the
    decisions of real seats, `branching` the same by quarters of a game. `lead_changes` is the mean number of times that
    another seat took the lead, `comebacks` the share of decided games whose winner was behind before. `skill` is the match
    with a weaker player; None where there is none.
    """

    game: str
    variant: str
    spec: str
    seed: int
    games: int
    seconds: float
    per_second: float
    returns: list[float]
    draws: int
    draws_interval: list[float]
    mean_length: float
    length_interval: list[float] | None
    shortest: int
    longest: int
    mean_actions: float
    mean_branching: float
    most_choices: int
    branching: list[float]
    lead_changes: float
    lead_changes_interval: list[float] | None
    comebacks: float
    comebacks_interval: list[float]
    lead_by: str
    seats: list[SeatResult]
    endings: dict[str, int]
    repeated: int
    skill: MatchResult | None
    notes: list[str]

    def as_dict(self) -> dict[str, Any]:
        """Everything in lists and numbers, for JSON."""
        return asdict(self)

    def table(self) -> tuple[list[str], list[list[str]]]:
        """Heads and rows: what was seen, with its interval."""
        rows = [
            [
                f"{seat_name(seat.seat)} seat wins",
                text.percent(seat.wins / max(1, seat.games)),
                text.percents(seat.win_interval),
            ]
            for seat in self.seats
        ]
        rows += [
            ["drawn", text.percent(self.draws / max(1, self.games)), text.percents(self.draws_interval)],
            ["turns a game", f"{self.mean_length:.1f}", _span(self.length_interval)],
            ["shortest, longest", f"{self.shortest}, {self.longest}", ""],
            ["choices a decision", f"{self.mean_branching:.2f}", f"at most {self.most_choices}"],
            ["choices by quarter of a game", " ".join(f"{mean:.1f}" for mean in self.branching), ""],
            ["changes of the lead", f"{self.lead_changes:.2f}", _span(self.lead_changes_interval)],
            ["won from behind", text.percent(self.comebacks), text.percents(self.comebacks_interval)],
        ]
        if self.skill:
            rows.append([
                f"score against {self.skill.players[1]}", text.percent(self.skill.score), text.percents(self.skill.interval)
            ])  # fmt: skip
        return ["", "", "95 %"], rows

    def words(self) -> list[str]:
        """What stands below the table."""
        endings = ", ".join(f"{words} {text.percent(n / max(1, self.games), 0)}" for words, n in self.endings.items())
        return [f"endings: {endings}", f"the lead is {self.lead_by}", *self.notes]

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        return text.html_table(*self.table(), self.words())

    def __str__(self) -> str:
        return "\n".join([text.columns(*self.table()), *map(shown, self.words())])


def study(
    games: Games, courses: Sequence[Course], skill: MatchResult | None, lead_by: str, seconds: float, **names: Any
) -> GameStudy:
    """What games and their courses show; `names` are game, variant, spec and seed."""
    n = len(games)
    turns = games.costs[:, :, 0].sum(axis=1)
    changes = np.array([course.changes for course in courses], float)
    decided, back = _comebacks(games, courses)
    drawn = int((games.returns == games.returns[:, :1]).all(axis=1).sum())
    choices = [count for course in courses for count in course.branching]
    results = seat_results(games)
    return GameStudy(
        games=n,
        seconds=seconds,
        per_second=n / max(seconds, 1e-9),
        returns=[float(mean) for mean in games.returns.mean(axis=0)],
        draws=drawn,
        draws_interval=wilson(drawn, n),
        mean_length=float(turns.mean()),
        length_interval=mean_interval(turns),
        shortest=int(turns.min()),
        longest=int(turns.max()),
        mean_actions=float(np.mean([len(course.branching) for course in courses])),
        mean_branching=float(np.mean(choices)) if choices else 0.0,
        most_choices=max(choices, default=0),
        branching=_by_stage(courses),
        lead_changes=float(changes.mean()),
        lead_changes_interval=mean_interval(changes),
        comebacks=back / max(1, decided),
        comebacks_interval=wilson(back, decided),
        lead_by=lead_by,
        seats=results,
        endings=dict(Counter(games.endings.tolist()).most_common()),
        repeated=games.repeated,
        skill=skill,
        notes=_notes(games, results),
        **names,
    )


def _by_stage(courses: Sequence[Course]) -> list[float]:
    """Mean choices in each part of a game."""
    sums, counts = np.zeros(STAGES), np.zeros(STAGES)
    for course in courses:
        at = np.arange(len(course.branching)) * STAGES // max(1, len(course.branching))
        sums += np.bincount(at, course.branching, STAGES)
        counts += np.bincount(at, minlength=STAGES)
    return [float(mean) for mean in sums / np.maximum(1, counts)]


def _comebacks(games: Games, courses: Sequence[Course]) -> tuple[int, int]:
    """Games that one seat won, and those of them in which another one led before."""
    top = games.returns == games.returns.max(axis=1, keepdims=True)
    alone = top.sum(axis=1) == 1
    winners = top.argmax(axis=1)
    pairs = [(int(winners[i]), courses[i].leaders) for i in range(len(games)) if alone[i]]
    return len(pairs), sum(any(leader not in (-1, winner) for leader in leaders) for winner, leaders in pairs)


def _notes(games: Games, results: Sequence[SeatResult]) -> list[str]:
    notes = []
    fair = 1 / games.seats
    for seat in results:
        wins_and_shared = seat.wins + seat.draws * fair
        low, high = wilson(wins_and_shared, seat.games)
        if low > fair or high < fair:
            word = "favoured" if low > fair else "at a disadvantage"
            notes.append(f"between equals of this strength the {seat_name(seat.seat)} seat is {word}")
    if games.repeated:
        notes.append(f"{games.repeated} games repeat another: these players know too few ways to play")
    return notes


def _span(interval: Sequence[float] | None) -> str:
    return "-" if interval is None else f"{interval[0]:.2f} .. {interval[1]:.2f}"
