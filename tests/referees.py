"""Other people's programs as referees: random games played in both at once, compared at every ply."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest


def legal_actions(state: Any) -> list[int]:
    """The legal actions of a state, from the interpreter."""
    out = [0] * (state.branching + 1)
    return out[: state.legal(out)]


def random_states(start: Any, games: int, seed: int) -> list[tuple[Any, list[int]]]:
    """The states of random games with their legal actions, finished states included."""
    rng = random.Random(seed)
    found = []
    for _ in range(games):
        state = start
        actions = legal_actions(state)
        while actions:
            found.append((state, actions))
            state = state.play(rng.choice(actions))
            actions = legal_actions(state)
        found.append((state, actions))
    return found


def agree_with_open_spiel(
    start: Any, name: str, games: int, seed: int, translate: Callable[[int], int] = lambda action: action
) -> None:
    """Random games in which OpenSpiel's game has the same mover, legal actions and payoffs at every ply.

    `translate` gives OpenSpiel's number of an action.
    """
    pyspiel = pytest.importorskip("pyspiel")
    game = pyspiel.load_game(name)
    rng = random.Random(seed)
    for _ in range(games):
        ours, theirs = start, game.new_initial_state()
        while True:
            actions = legal_actions(ours)
            assert sorted(translate(action) for action in actions) == sorted(theirs.legal_actions()), str(theirs)
            assert theirs.is_terminal() == (not actions)
            if not actions:
                break
            assert ours.seat() == theirs.current_player(), str(theirs)
            action = rng.choice(actions)
            theirs.apply_action(translate(action))
            ours = ours.play(action)
        assert [ours.returns(seat) for seat in range(ours.seats)] == theirs.returns(), str(theirs)


def images_agree(state: Any, actions: list[int], which: int) -> None:
    """Under symmetry `which` the position has the same mover, and its actions, payoffs and successors correspond."""
    image = state.image(which)
    assert image.seat() == state.seat()
    assert sorted(legal_actions(image)) == sorted(state.image_action(action, which) for action in actions)
    for action in actions:
        assert image.play(state.image_action(action, which)) == state.play(action).image(which)
    if not actions:
        assert [image.returns(seat) for seat in range(state.seats)] == [
            state.returns(seat) for seat in range(state.seats)
        ]


def close(measured: float, known: float, games: int, known_error: float, spread: float) -> bool:
    """Whether a mean over games lies within five standard errors, its own and the known value's together."""
    return bool(abs(measured - known) <= 5 * (known_error**2 + spread**2 / games) ** 0.5)
