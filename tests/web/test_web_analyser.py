"""Analyses without a page: several searches of one position, going on where they stood, the worth of every ply."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from croupier.errors import InputError
from croupier.games import resolve_variant
from croupier.positions import Position
from croupier.web.analyser import MOST, Analyser
from croupier.web.house import House
from croupier.web.refusals import RefusedError
from croupier.web.sweep import GameCurve
from croupier.web.thinking import Thought

START = Position(resolve_variant("tic-tac-toe"))


def until(done: Callable[[], object], step: Callable[[], object]) -> None:
    end = time.monotonic() + 60
    while not done():
        assert time.monotonic() < end
        step()
        time.sleep(0.01)


def analyser(house: House) -> Analyser:
    return Analyser("ann", house.settings, house.admission, house.thinkers)


def test_algorithms_look_at_the_same_position_and_go_on(house: House) -> None:
    """A budget in the spec is spent and spent again on the same tree; answers are remembered when one goes back."""
    found = analyser(house)
    one, two = found.add("uct(iterations=300)"), found.add("flat(iterations=90)")
    found.look_at(START)
    until(lambda: not found.busy, found.step)
    assert one.thought is not None
    assert two.thought is not None
    assert one.thought.answer is not None
    assert one.thought.answer.iterations == 300
    assert len(one.thought.curve) > 5
    assert one.thought.curve[-1].iterations == 300
    found.go()
    until(lambda: not found.busy, found.step)
    assert one.thought.answer.iterations == 600
    before = one.thought
    found.look_at(START.copy().play("b2"))
    assert one.thought is not before
    found.look_at(START)
    assert one.thought is before
    assert not found.busy
    assert house.admission.accepted == 0


def test_without_a_budget_a_search_lasts_until_it_is_stopped(house: House) -> None:
    found = analyser(house)
    lane = found.add("uct")
    found.look_at(START)
    until(lambda: lane.thought is not None and lane.thought.answer is not None, found.step)
    thought = lane.thought
    assert isinstance(thought, Thought)
    assert thought.running
    found.stop()
    until(lambda: not thought.running, found.step)
    found.look_at(START.copy().play("a1"))
    found.step()
    assert not found.busy, "who stopped it does not want the next position searched either"


def test_a_full_house_is_said_and_waited_for(house: House) -> None:
    found = analyser(house)
    lane = found.add("uct(iterations=50)")
    held = [house.admission.admit("ann") for _ in range(house.settings.searches_each)]
    found.look_at(START)
    found.step()
    assert lane.refused is not None
    assert lane.refused.key == "refused.you_busy"
    held[0].release()
    until(lambda: not found.busy, found.step)
    assert lane.refused is None


@pytest.mark.parametrize("spec", ["engine('rm -rf /')", "os:system", "evil.py:policy", "uct(" + "9" * 400, "nonsense"])
def test_only_built_in_algorithms_are_named(house: House, spec: str) -> None:
    found = analyser(house)
    lane = found.add("uct")
    with pytest.raises(InputError):
        found.add(spec)
    with pytest.raises(InputError):
        found.change(lane, spec)
    assert found.specs == ["uct"]


def test_there_is_room_for_so_many(house: House) -> None:
    found = analyser(house)
    for _ in range(MOST):
        found.add("uct")
    with pytest.raises(RefusedError):
        found.add("uct")


def test_trees_that_wait_to_go_on_are_not_kept_without_end(house: House) -> None:
    """As many as there are places for searches; the oldest is let go, and its answer stays."""
    found = analyser(house)
    lane = found.add("uct(iterations=50)")
    thoughts = []
    for action in START.legal_actions[: house.settings.searches + 2]:
        found.look_at(START.copy().play(action))
        until(lambda: not found.busy, found.step)
        assert lane.thought is not None
        thoughts.append(lane.thought)
    until(lambda: house.thinkers.running == 0, found.step)
    assert [thought.can_go_on for thought in thoughts] == [False] * 2 + [True] * house.settings.searches
    assert all(thought.answer is not None for thought in thoughts)


def test_a_line_has_a_curve(house: House) -> None:
    """X lets O win: worth little for X at the end, which the rules know without a search."""
    curve = GameCurve("ann", house.settings, house.admission, house.thinkers)
    curve.follow(START.copy().play_all(["a1", "b2", "a2", "a3", "c3", "c1"]))
    until(lambda: curve.known == 6 and not curve.busy, curve.step)
    (points,) = curve.curves()
    assert [ply for ply, _ in points] == list(range(7))
    worth = dict(points)
    assert worth[6] == 0
    assert worth[5] < 0.3 < worth[0]
    assert house.admission.accepted == 0
