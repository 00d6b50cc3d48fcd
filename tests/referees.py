"""Other people's programs as referees: random games played in both at once, compared at every ply."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from croupier.rules.compiled import compiled
from croupier.rules.playouts import draw
from croupier.rules.registration import scratch
from croupier.rules.streams import mix, seed_stream, wrap


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


@compiled
def digest(start: Any, root: int, games: int, rng: Any, out: Any, sums: Any) -> None:
    """Play random games and add up hashes of every state, image, corresponding action and trace on the way."""
    for number in range(games):
        seed_stream(rng, root, number)
        state = start
        for ply in range(start.longest):
            which = (number * 7919 + ply) % start.images
            sums[0] ^= mix(wrap(state.image(which).scramble() + ply))
            action = draw(state, rng, out)
            if action < 0:
                break
            sums[1] += state.image_action(action, which) * (ply + 1)
            sums[2] += state.trace(action) * (ply + 1)
            sums[3] += 1
            state = state.play(action)


def digests(start: Any, games: int) -> tuple[list[int], list[int]]:
    """What compiled and interpreted code make of the same random games."""
    found = []
    for run in (digest, digest.python):
        sums = np.zeros(4, np.int64)
        run(start, 12345, games, np.zeros(2, np.int64), scratch(start), sums)
        found.append(sums.tolist())
    return found[0], found[1]


def close(measured: float, known: float, games: int, known_error: float, spread: float) -> bool:
    """Whether a mean over games lies within five standard errors, its own and the known value's together."""
    return bool(abs(measured - known) <= 5 * (known_error**2 + spread**2 / games) ** 0.5)
