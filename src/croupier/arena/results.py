"""What a tournament came to: standings, the bracket of a knock-out, games that could not be played, where all is kept."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from croupier.analysis import Standings
from croupier.arena.beside import Failed
from croupier.arena.bracket import Tie

MOST_ENDINGS = 6
"""So many different ways to lose by one's own doing are told."""


@dataclass(frozen=True)
class TournamentResult:
    """`games` are on record, `asked` were asked for; fewer where it was interrupted, or where games `failed`.

    `played` of them were played this time; `seconds` is what that took, compiling not counted.
    """

    game: str
    variant: str
    schedule: str
    seed: int
    standings: Standings
    bracket: list[Tie]
    players: tuple[str, ...]
    games: int
    asked: int
    played: int
    failed: list[Failed]
    openings: int
    endings: dict[str, int]
    store: str | None
    digest: str | None
    workers: int
    seconds: float
    compile_seconds: float

    @property
    def complete(self) -> bool:
        """Whether every game that was asked for is on record."""
        return self.games == self.asked

    @property
    def winner(self) -> str | None:
        """Who won a knock-out."""
        last = self.bracket[-1].winner if self.bracket else None
        return None if last is None else self.players[last]

    def as_dict(self) -> dict[str, Any]:
        """What `--json` prints."""
        content = {name: value for name, value in vars(self).items() if name not in ("standings", "bracket", "failed")}
        return {
            **content,
            "players": list(self.players),
            "standings": self.standings.as_dict(),
            "bracket": [self._tie(tie) for tie in self.bracket],
            "winner": self.winner,
            "complete": self.complete,
            "failed": [failure(failed) for failed in self.failed],
        }

    def _tie(self, tie: Tie) -> dict[str, Any]:
        names = [None if player is None else self.players[player] for player in (*tie.players, tie.winner)]
        return {
            "match": tie.number, "round": tie.round, "players": names[:2], "points": list(tie.points), "winner": names[2],
            "by_seed": tie.by_seed,
        }  # fmt: skip

    def bracket_rows(self) -> tuple[list[str], list[list[str]]]:
        """Heads and rows of the bracket, for a table."""
        rows = []
        for tie in self.bracket:
            first, second = ("" if player is None else self.players[player] for player in tie.players)
            decided = "" if tie.winner is None else self.players[tie.winner] + (" (by seed)" if tie.by_seed else "")
            points = f"{tie.points[0]:g} : {tie.points[1]:g}" if sum(tie.points) else "bye" if decided else ""
            rows.append([str(tie.round + 1), first, second, decided, points])
        return ["round", "first", "second", "won by", "points"], rows

    def words(self) -> list[str]:
        """What stands below the tables."""
        lines = self.standings.words()
        lines.append(f"{self.openings} different openings")
        lines += own_doing(self.endings)
        if not self.complete and not self.failed:
            lines.append(f"interrupted: {self.games:,} of {self.asked:,} games were played")
        lines += [str(failure(failed)) for failed in self.failed[:5]]
        if self.failed:
            lines.append(f"{len(self.failed)} games could not be played")
        return lines

    def __str__(self) -> str:
        from croupier.analysis import text

        parts = [text.columns(*self.standings.table(), words=2)]
        if self.bracket:
            parts.append(text.columns(*self.bracket_rows(), words=4))
        else:
            parts += ["scores against each, in percent", text.columns(*self.standings.crosstable_rows(), words=2)]
        return "\n".join([*parts, *self.words()])


def own_doing(endings: Mapping[str, int]) -> list[str]:
    """Games that a seat lost by a fault or on time, in words, the most frequent first."""
    found = [(count, words) for words, count in endings.items() if re.match("the [a-z]+ seat ", words)]
    lines = [f"{count} game{'s' if count > 1 else ''}: {words}" for count, words in sorted(found, reverse=True)]
    return [*lines[:MOST_ENDINGS], *(["and others"] if len(lines) > MOST_ENDINGS else [])]


def failure(failed: Failed) -> str:
    """A game that could not be played, in words."""
    return f"game {failed.deal.game} of pairing {failed.deal.pairing} was given up: {failed.why}"


class Interrupted(KeyboardInterrupt):
    """Ctrl-C: what came of the games so far is in `result`, a `MatchResult` or a `TournamentResult`."""

    def __init__(self, result: Any) -> None:
        super().__init__("interrupted")
        self.result = result
