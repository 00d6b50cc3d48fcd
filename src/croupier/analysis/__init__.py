"""What games prove: intervals, pairs, ratings, effort. Pure functions of arrays, and small results that print themselves."""

from __future__ import annotations

from croupier.analysis.games import Games, Tally
from croupier.analysis.match import MatchResult, match_result
from croupier.analysis.standings import Standings, standings

__all__ = ["Games", "MatchResult", "Standings", "Tally", "match_result", "standings"]
