"""Proven values: exact where everything can be seen, silent where not, the same at tables, in loops and in verification."""

from __future__ import annotations

import itertools
import random
from collections.abc import MutableSequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from croupier.arena.experiment import Experiment
from croupier.arena.reading import experiment_of
from croupier.arena.run import Run
from croupier.errors import InputError
from croupier.games import resolve_variant
from croupier.positions import Position, referee
from croupier.records import Store
from croupier.records.replay import ReplayError, replay
from croupier.records.verify import verify
from croupier.rules.contract import CHANCE
from croupier.rules.game import Variant
from croupier.search import proof
from croupier.search.proof import UNKNOWN, Prover

MATCH = {"game": "connect-four", "variant": "4x5", "players": ["random", "random"], "pairs": 20, "adjudicate": True}


def legal(state: Any) -> list[int]:
    out = [0] * (state.branching + 1)
    return out[: state.legal(out)]


@cache
def exact(state: Any) -> int:
    """The value for the first seat, by plain minimax."""
    values = [exact(state.play(action)) for action in legal(state)]
    return int(state.returns(0)) if not values else (max, min)[state.seat()](values)


def late(variant: Variant, left: int, seed: int) -> Any:
    """A state of a random game, so many actions before its end."""
    rng, states = random.Random(seed), [variant.start]
    while actions := legal(states[-1]):
        states.append(states[-1].play(rng.choice(actions)))
    return states[max(0, len(states) - 1 - left)]


def test_every_position_of_tic_tac_toe() -> None:
    """With room to look at all, every value is that of minimax; with less, every value that is said."""
    variant = resolve_variant("tic-tac-toe")
    todo, seen = [variant.start], {variant.start}
    while todo:
        state = todo.pop()
        after = {state.play(action) for action in legal(state)} - seen
        seen |= after
        todo += after
    assert len(seen) == 5478
    patient, hasty = Prover(variant, 10**9), Prover(variant, 30)
    assert all(patient.value(state) == exact(state) for state in seen)
    said = [(hasty.value(state), exact(state)) for state in seen]
    assert all(value in (UNKNOWN, truth) for value, truth in said)
    assert 100 < sum(value == UNKNOWN for value, _ in said) < 5000


@pytest.mark.parametrize(("name", "left"), [("connect-four 4x5", 5), ("draughts report", 2)])
def test_ends_of_games(name: str, left: int) -> None:
    """What is said of late positions, several actions of a seat in a row included, is what minimax says."""
    variant = resolve_variant(*name.split())
    paper, said = proof.make_paper(variant.start, variant.longest), 0
    for seed in range(40):
        state = late(variant, left, seed)
        value = proof.value_of(state, 80, paper)
        if value != UNKNOWN:
            said += 1
            assert value == forced(state, left + 3)
    assert said > 5


@cache
def forced(state: Any, depth: int) -> int | None:
    """The value for the first seat where it can be forced within so many actions whatever chance does."""
    actions = legal(state)
    if not actions:
        return int(state.returns(0))
    if depth == 0:
        return None
    values = [forced(state.play(action), depth - 1) for action in actions]
    if state.seat() == CHANCE:
        return values[0] if len(set(values)) == 1 and values[0] else None
    best = 1 - 2 * state.seat()
    if best in values:
        return best
    if None in values:
        return None
    return 0 if 0 in values else -best


class Dice(NamedTuple):
    """A heap of which a seat takes one, two or three; then chance takes another one or none. Who takes the last has won."""

    heap: int = 9
    mover: int = 0
    thrown: int = 0

    name = "dice"
    seats, actions, branching, longest = 2, 4, 3, 19

    def seat(self) -> int:
        return self.mover if self.thrown else CHANCE

    def legal(self, out: MutableSequence[int]) -> int:
        n = min(self.heap, 3 if self.thrown else 2)
        for i in range(n):
            out[i] = i + self.thrown
        return n

    def play(self, action: int) -> Dice:
        if self.thrown:
            return Dice(self.heap - action, self.mover, 0) if self.heap > action else Dice(0, 1 - self.mover, 1)
        return Dice(self.heap - action, 1 - self.mover, 1) if self.heap > action else Dice(0, 1 - self.mover, 1)

    def returns(self, seat: int) -> float:
        return -1.0 if seat == self.mover else 1.0


def test_chance_must_not_matter() -> None:
    """A win is certain where no throw can change it; what the dice decide has no value, and is not drawn either."""
    variant = resolve_variant(Dice)
    paper, seen = proof.make_paper(variant.start, variant.longest), set()
    for heap, mover, thrown in itertools.product(range(1, 10), (0, 1), (0, 1)):
        state = Dice(heap, mover, thrown)
        value = proof.value_of(state, 10**6, paper)
        assert value == (UNKNOWN if forced(state, 19) is None else forced(state, 19))
        seen.add(value)
    assert seen == {1, -1, UNKNOWN}


def test_in_the_interpreter_too() -> None:
    """The kernel as plain Python says the same."""
    variant = resolve_variant("connect-four", "4x5")
    grid = np.array([late(variant, left, 7) for left in range(12)], np.int64).T.copy()
    columns, plain = np.arange(12), np.zeros(12, np.int64)
    compiled = Prover(variant, 300).values(grid, columns)
    proof.prove.python(variant.start, 300, proof.make_paper(variant.start, variant.longest), grid, columns, plain)
    assert plain.tolist() == compiled.tolist()


def played(folder: Path, name: str, processes: bool = False, **change: Any) -> tuple[Experiment, Store, Run]:
    experiment = experiment_of({**MATCH, **change})
    store = Store.open(folder / name, experiment.plan())
    return experiment, store, Run(experiment, store, 2, processes).go()


def test_adjudicated_games_are_the_same_everywhere(tmp_path: Path) -> None:
    """Tables and loops end games at the same action with the same outcome; without asking nothing ends early."""
    digests, lengths = set(), []
    for name, change in (("table", {}), ("loop", {"clock": 1000}), ("full", {"adjudicate": False})):
        _, store, run = played(tmp_path, name, **change)
        with store:
            records = list(store.records())
            digests.add(store.digest())
            lengths.append([len(record.actions) for record in records])
        assert (run.live.terminations["the outcome was proven"] > 20) == (name != "full")
        assert verify(tmp_path / name).sound
        assert "clock, a cap or a fault" not in str(verify(tmp_path / name))
    assert len(digests) == 2
    assert lengths[0] == lengths[1]
    assert sum(lengths[0]) < sum(lengths[2])


def test_what_was_not_proven_is_refuted(tmp_path: Path) -> None:
    """A record that says so of a game that is open, or names the wrong winner, is no record."""
    experiment, store, _ = played(tmp_path, "s", adjudicate=False)
    with store:
        game = max(store.records(), key=lambda record: len(record.actions))
    open_still = replace(game, actions=game.actions[:1], actors=game.actors[:1], termination="the outcome was proven")
    with pytest.raises(ReplayError, match="cannot be proven"):
        replay(open_still, experiment.variant)
    experiment, store, _ = played(tmp_path, "t")
    with store:
        game = next(record for record in store.records() if record.termination == "the outcome was proven")
    assert replay(game, experiment.variant)
    turned = replace(game, returns=game.returns[::-1] if game.returns[0] else (1.0, -1.0))
    with pytest.raises(ReplayError, match="says returns"):
        replay(turned, experiment.variant)


def test_repetition_may_spoil_a_win() -> None:
    """A position that stood twice, and may come again, makes a proven win uncertain."""
    position = Position.from_text("draughts", "W:WK32,30:BK1,3")
    assert not referee.stood_twice(position.start, position.history)
    for action in ("32-27", "1-5", "27-32", "5-1"):
        position.play(action)
    assert referee.stood_twice(position.start, position.history)
    position.play("30-26")
    assert not referee.stood_twice(position.start, position.history)


def test_only_two_seats() -> None:
    with pytest.raises(InputError, match="adjudicate: the outcome of a game of two seats can be proven, not of 3"):
        experiment_of({"game": "marrakech", "variant": "three", "players": ["random"] * 2, "adjudicate": True})
