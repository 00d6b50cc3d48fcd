"""Strength with intervals: what must beat what, and by how much against an independent program.

`python -m benchmarks strength` plays longer matches and prints the tables of docs/strength.md.
"""

from __future__ import annotations

import pytest
from benchmarks.spiel import House, Rival, as_open_spiel
from benchmarks.strength import found_the_centre

import croupier
from croupier import games

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
    result = croupier.match(game, UCT, FLAT, games=400, opening=4, seed=61)
    assert result.interval[0] > 0.5, str(result)


@pytest.mark.soak
def test_open_spiels_rule_is_as_strong_as_open_spiel() -> None:
    """Connect Four, 400 paired games at 1000 iterations a move, uct_c = 2 c, both with OpenSpiel's rule for children where
    the game is over: 50 % within 5 points.
    """
    pytest.importorskip("pyspiel")
    result = croupier.match("connect-four", as_open_spiel, Rival("connect-four", 1000), games=400, opening=4, seed=4)
    assert abs(result.score - 0.5) < 0.05, str(result)


@pytest.mark.soak
def test_uct_is_stronger_than_open_spiel_at_equal_iterations() -> None:
    """That rule costs OpenSpiel some ten points, for UCT explores such children like all others."""
    pytest.importorskip("pyspiel")
    rival = Rival("connect-four", 1000)
    result = croupier.match("connect-four", "uct(iterations=1000)", rival, games=400, opening=4, seed=4)
    assert result.interval[0] > 0.5, str(result)


@pytest.mark.soak
def test_uct_is_much_stronger_than_open_spiel_at_equal_time() -> None:
    """Connect Four at 10 ms of the processor a move: more than three quarters."""
    pytest.importorskip("pyspiel")
    ours, rival = House(seconds=0.01), Rival("connect-four", seconds=0.01)
    result = croupier.match("connect-four", ours, rival, games=200, opening=4, seed=4)
    assert result.score > 0.75, str(result)


@pytest.mark.soak
@pytest.mark.parametrize("parameters", ["c=1.41", "c=0.71, playout=decisive()"])
def test_a_million_iterations_find_the_centre(parameters: str) -> None:
    """Connect Four's only winning first action is the most visited on at least 8 of 10 fresh seeds."""
    assert found_the_centre(f"uct(iterations=1000000, {parameters})") >= 8
