"""Strength with intervals: what must beat what, and by how much against an independent program.

`python -m benchmarks strength` plays longer matches and prints the tables of docs/strength.md.
"""

from __future__ import annotations

import pytest
from benchmarks.strength import found_the_centre

import croupier
from croupier import games
from croupier.analysis import MatchResult

UCT = "uct(iterations=2000)"
FLAT = "flat(iterations=2000)"


@pytest.mark.parametrize("game", games.names())
def test_uct_beats_random(game: str) -> None:
    """At 2000 iterations a move UCT is above random in every game, its interval clear of 50 %."""
    result = croupier.match(game, UCT, "random", games=16, seed=1)
    assert result.interval[0] > 0.5, str(result)


@pytest.mark.parametrize("game", ["connect-four", "quarto"])
def test_uct_beats_flat(game: str) -> None:
    """At 2000 iterations a move a tree is worth having in Connect Four and Quarto."""
    result = croupier.match(game, UCT, FLAT, games=240, seed=2)
    assert result.interval[0] > 0.5, str(result)


@pytest.mark.soak
@pytest.mark.parametrize("game", ["draughts", "marrakech", "tic-tac-toe"])
def test_uct_beats_flat_elsewhere(game: str) -> None:
    """And in the other games, where the interval of 400 games is clear of 50 % too."""
    result = croupier.match(game, UCT, FLAT, games=400, opening=4, seed=3)
    assert result.interval[0] > 0.5, str(result)


def against_open_spiel(game: str, ours: str, number: int, **rival: float) -> MatchResult:
    """A match against OpenSpiel's MCTSBot, whose constant is uct_c = 2 c."""
    pytest.importorskip("pyspiel")
    from benchmarks.spiel import Rival

    return croupier.match(game, ours, Rival(game, **rival), games=number, opening=4, seed=4)


@pytest.mark.soak
def test_equal_iterations_are_equal_strength_to_open_spiel() -> None:
    """Connect Four, 400 paired games at 1000 iterations a move: 50 % within 5 points."""
    result = against_open_spiel("connect-four", "uct(iterations=1000)", 400, simulations=1000)
    assert abs(result.score - 0.5) < 0.05, str(result)


@pytest.mark.soak
@pytest.mark.parametrize(("game", "number"), [("connect-four", 200), ("draughts", 60)])
def test_equal_time_is_not(game: str, number: int) -> None:
    """At 10 ms a move more than three quarters."""
    result = against_open_spiel(game, "uct(seconds=0.01)", number, seconds=0.01)
    assert result.score > 0.75, str(result)


@pytest.mark.soak
@pytest.mark.parametrize("parameters", ["c=1.41", "c=0.71, playout=decisive()"])
def test_a_million_iterations_find_the_centre(parameters: str) -> None:
    """Connect Four's only winning first action is the most visited on at least 8 of 10 fresh seeds."""
    assert found_the_centre(f"uct(iterations=1000000, {parameters})") >= 8
