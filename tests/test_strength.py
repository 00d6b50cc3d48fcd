"""Strength with intervals: what must beat what, and by how much against an independent program."""

from __future__ import annotations

import pytest

from croupier import games
from short_match import Result, match, random_action, searcher

UCT = "uct(iterations=2000)"


@pytest.mark.parametrize("game", games.names())
def test_uct_beats_random(game: str) -> None:
    """At 2000 iterations a move UCT is above random in every game, its interval clear of 50 %."""
    variant = games.find(game).variant()
    result = match(variant, searcher(variant, UCT), random_action, pairs=8, seed=1)
    assert result.interval()[0] > 0.5, str(result)


@pytest.mark.parametrize("game", ["connect-four", "quarto"])
def test_uct_beats_flat(game: str) -> None:
    """At 2000 iterations a move a tree is worth having in Connect Four and Quarto."""
    variant = games.find(game).variant()
    flat = searcher(variant, "flat(iterations=2000)")
    result = match(variant, searcher(variant, UCT), flat, pairs=120, seed=2)
    assert result.interval()[0] > 0.5, str(result)


@pytest.mark.soak
@pytest.mark.parametrize("game", games.names())
def test_uct_against_flat_is_printed(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What a tree is worth in every game, with its interval."""
    variant = games.find(game).variant()
    flat = searcher(variant, "flat(iterations=2000)")
    result = match(variant, searcher(variant, UCT), flat, pairs=100, seed=3)
    with capsys.disabled():
        print(f"\n{game}: uct(2000) against flat(2000): {result}")


def open_spiel_games(pairs: int, ours: str, theirs: int) -> Result:
    """Connect Four against OpenSpiel's MCTSBot, each pair from its own opening, seats swapped."""
    pyspiel = pytest.importorskip("pyspiel")
    variant = games.find("connect-four").variant()
    game = pyspiel.load_game("connect_four")

    def bot(state: object, seed: int) -> int:
        rollout = pyspiel.RandomRolloutEvaluator(1, seed % 2**31)
        there = game.new_initial_state()
        for action in played(state):
            there.apply_action(action)
        uct_c = 2 * 2**0.5
        return int(pyspiel.MCTSBot(game, rollout, uct_c, theirs, 4000, False, seed % 2**31, False).step(there))

    return match(variant, searcher(variant, ours), bot, pairs, seed=4)


def played(state: object) -> list[int]:
    """Columns in an order that leads to this Connect Four position: any order will do for a search without memory."""
    mine, theirs = state.mine, state.theirs  # type: ignore[attr-defined]
    first, second = (mine, theirs) if (mine | theirs).bit_count() % 2 == 0 else (theirs, mine)
    heights, actions, boards = [0] * 7, [], (first, second)

    def go() -> bool:
        if len(actions) == (first | second).bit_count():
            return True
        for column in range(7):
            if (boards[len(actions) % 2] >> (7 * column + heights[column])) & 1 and heights[column] < 6:
                heights[column] += 1
                actions.append(column)
                if go():
                    return True
                actions.pop()
                heights[column] -= 1
        return False

    assert go()
    return actions


@pytest.mark.soak
def test_equal_iterations_are_equal_strength_to_open_spiel(capsys: pytest.CaptureFixture[str]) -> None:
    """400 paired games at 1000 iterations a move, uct_c = 2 c: 50 % within 5 points."""
    result = open_spiel_games(200, "uct(iterations=1000)", 1000)
    with capsys.disabled():
        print(f"\nuct(1000) against OpenSpiel's MCTSBot at 1000: {result}")
    assert abs(result.score - 0.5) < 0.05


@pytest.mark.soak
@pytest.mark.parametrize("spec", ["uct(iterations=1000000, memory=2000000000)",
                                  "uct(iterations=1000000, c=0.71, memory=2000000000, playout=decisive())"])  # fmt: skip
def test_a_million_iterations_find_the_centre(spec: str) -> None:
    """Connect Four's only winning first action is the most visited on at least 8 of 10 fresh seeds."""
    variant = games.find("connect-four").variant()
    chooser = searcher(variant, spec)
    assert sum(chooser(variant.start, seed) == 3 for seed in range(1000, 1010)) >= 8
