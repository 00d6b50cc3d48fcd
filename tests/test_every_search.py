"""Every algorithm in every game and variant: it analyses and plays any position, and leaves it as it was.

The ten positions of a variant are searched by the interpreter, for compiling every algorithm for every game would take
minutes; `make soak` does that, with a thousand positions. That both grow the same trees is tested in `test_search`.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import pytest

import croupier
from croupier.games import find, names
from croupier.players.algorithms import ALGORITHMS
from croupier.players.seated import player_for
from croupier.positions import Position
from croupier.rules.contract import CHANCE
from croupier.rules.game import Variant
from croupier.search.answer import Analysis
from croupier.search.grow import grow
from croupier.search.one_tree import OneTree
from random_positions import random_games, title

LISTED = [find(name).variant(text) for name in names() for text in find(name).variants]
EVERY = pytest.mark.parametrize("variant", LISTED, ids=title)


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches run in the interpreter, uncompiled."""
    monkeypatch.setattr(OneTree, "prepare", lambda self: None)
    monkeypatch.setattr(OneTree, "grow", lambda self, iterations: grow.python(*self._arguments(iterations)))


def open_positions(variant: Variant, count: int) -> Iterator[Position]:
    """Positions of random games that are not over; chance may be to act in them."""
    rng = random.Random(title(variant))
    for seed in range(count):
        history = next(random_games(variant, 1, seed)).history
        yield Position(variant).play_all(history[: rng.randrange(len(history))])


def seen(position: Position) -> tuple[object, ...]:
    """All that a search must leave alone."""
    return position.state, list(position.history), position.text(), position.outcome, position.undone


def check_answer(position: Position, answer: Analysis, spent: int) -> None:
    """An answer that fits its position: legal actions, visits that add up, means in [0, 1], and it can be shown."""
    told = {entry.action: entry.notation for entry in answer.actions}
    assert told == {int(action): action.notation for action in position.legal_actions}
    assert sum(entry.visits for entry in answer.actions) == answer.iterations == answer.playouts == spent
    assert all(0.0 <= entry.mean <= 1.0 for entry in answer.actions if entry.mean is not None)
    assert (answer.action is None) == (position.seat == CHANCE)
    assert answer.action is None or answer.action in position.legal_actions
    assert len(position.copy().play_all(answer.pv).history) >= len(position.history)
    assert json.loads(json.dumps(answer.as_dict()))["actions"]
    assert str(answer).count("\n") >= len(answer.actions)


def check_position(position: Position, seed: int, iterations: int) -> None:
    """Every algorithm analyses it and, where a seat acts, plays in it."""
    before = seen(position)
    for name in ALGORITHMS:
        spec = name if name == "random" else f"{name}(iterations={iterations})"
        check_answer(position, croupier.analyse(position, spec, seed=seed), 0 if name == "random" else iterations)
        if position.seat != CHANCE:
            assert player_for(spec, seed)(position) in position.legal_actions
        assert seen(position) == before, f"{spec} changed the position"


@pytest.mark.usefixtures("interpreted")
@EVERY
def test_every_algorithm_plays_ten_positions(variant: Variant) -> None:
    """In ten random positions of every variant."""
    for seed, position in enumerate(open_positions(variant, 10)):
        check_position(position, seed, iterations=2)


@pytest.mark.soak
@EVERY
def test_every_algorithm_plays_a_thousand_positions(variant: Variant) -> None:
    """In a thousand of them."""
    for seed, position in enumerate(open_positions(variant, 1000)):
        check_position(position, seed, iterations=40)
