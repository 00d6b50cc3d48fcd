"""A plain class becomes a game: completed, compilable, and made anew for a variant whose facts differ."""

from __future__ import annotations

import copy
import pickle
from collections.abc import MutableSequence
from typing import Any, NamedTuple

import pytest

from croupier import games
from croupier.errors import ContractError
from croupier.rules import bridge, registration
from croupier.rules.compiled import compiled
from croupier.rules.faults import wrong_state

STEP = 2


class Race(NamedTuple):
    """Run to `finish`; the result of a method, of a helper and of an image is a state."""

    at: int = 0
    runner: int = 0

    name = "race-to-finish"
    seats, actions, branching, longest, images = 2, 2, 2, 100, 2
    finish = 10

    def seat(self) -> int:
        return self.runner

    def legal(self, out: MutableSequence[int]) -> int:
        out[0] = 0
        out[1] = 1
        return 0 if self.at >= self.finish else 2

    def play(self, action: int) -> Race:
        return advanced(self, action).passed()

    def passed(self) -> Race:
        return Race(self.at, 1 - self.runner)

    def returns(self, seat: int) -> float:
        return -1.0 if seat == self.runner else 1.0

    def image(self, which: int) -> Race:
        return Race(self.at, self.runner ^ which)

    def remaining(self) -> int:
        return self.finish - self.at


def advanced(race: Any, action: int) -> Race:
    """The runner one or two steps on, not past the finish as far as this class knows it."""
    steps = min(stride(action), race.remaining())
    return Race(race.at + steps, race.runner)


def stride(action: int) -> int:
    return 1 + action * (STEP - 1)


@compiled
def left_after(state: Any, action: int) -> int:
    """Steps left after an action, asked of the state that `play` gives and of its image."""
    after = state.play(action)
    return after.remaining() * 1000 + after.image(1).remaining()  # type: ignore[no-any-return]


@pytest.fixture(scope="module")
def far() -> Any:
    """The race over twenty steps."""
    registration.register(Race)
    return registration.with_facts(Race, {"finish": 20})


def test_registering_completes_a_class_once() -> None:
    """Defaults of the contract are filled in; doing it again changes nothing."""
    cls = registration.register(Race)
    before = dict(vars(cls))
    assert registration.register(cls) is cls
    assert dict(vars(cls)) == before
    assert (cls.title, cls.traces, cls.has_sample, cls.has_weight) == ("Race to finish", 2, 0, 0)
    state = cls(3, 1)
    assert (state.trace(1), state.weight(0), state.score(0), state.image_action(1, 1)) == (1, 1, 1.0, 1)


def test_what_a_method_calls_is_made_compilable_however_deep() -> None:
    """Plain helpers of helpers are known to the compiler; functions that are not called are not."""
    registration.register(Race)
    assert bridge.knows(advanced)
    assert bridge.knows(stride)
    assert not bridge.knows(test_registering_completes_a_class_once)


def test_every_state_of_a_variant_is_of_its_class(far: Any) -> None:
    """Methods, helpers and images make the variant's class, interpreted and compiled: its facts hold throughout."""
    state = far()
    assert type(state.play(1)) is type(state.image(1)) is type(state.passed()) is far
    assert [state.remaining(), state.play(1).remaining(), Race().play(1).remaining()] == [20, 18, 8]
    assert left_after(state, 1) == left_after.python(state, 1) == 18018
    assert left_after(Race(), 1) == left_after.python(Race(), 1) == 8008


def test_a_variants_class_is_made_once(far: Any) -> None:
    """The same facts, in any order, give the same class; other facts another."""
    assert registration.with_facts(Race, {"finish": 20}) is far
    two = registration.with_facts(Race, {"finish": 30, "longest": 50})
    assert two is registration.with_facts(Race, {"longest": 50, "finish": 30})
    assert two is not far


def test_states_of_a_variant_pickle_copy_hash_and_compare(far: Any) -> None:
    """As any NamedTuple; what comes back is of the very same class."""
    state = far(4, 1)
    for again in (pickle.loads(pickle.dumps(state)), copy.copy(state), copy.deepcopy(state), far._make(state)):
        assert again == state
        assert hash(again) == hash(state)
        assert type(again) is far
    assert state != far(4, 0)
    assert {state, far(4, 1), far(4, 0)} == {state, far(4, 0)}
    assert state._replace(at=5) == far(5, 1)
    assert repr(state).endswith("(at=4, runner=1)")


@pytest.mark.parametrize("name", games.names())
def test_states_of_every_variant_of_the_house_pickle(name: str) -> None:
    """Workers receive positions by pickle: the class and its facts survive."""
    for variant in games.find(name).variants.values():
        state = variant.start.play(first_action(variant.start))
        again = pickle.loads(pickle.dumps(state))
        assert (again, type(again)) == (state, type(variant.start))
        assert wrong_state(type(variant.start), state, "play") is None


def first_action(state: Any) -> int:
    out = [0] * (state.branching + 1)
    assert state.legal(out) > 0
    return out[0]


def test_an_unknown_fact_is_refused() -> None:
    """A fact that the class has not, a field or a method cannot differ by variant."""
    for name in ("gaol", "at", "play"):
        with pytest.raises(ContractError, match=f"Race has no fact `{name}`"):
            registration.with_facts(Race, {name: 3})


def game(**members: Any) -> type:
    """A sound game with more members."""
    base = {name: value for name, value in vars(Race).items() if name in ("seat", "legal", "play", "returns", "passed")}
    facts = {
        "name": "other",
        "seats": 2,
        "actions": 2,
        "branching": 2,
        "longest": 9,
        "finish": 3,
        "remaining": Race.remaining,
    }
    fields = members.pop("fields", {"at": int, "runner": int})
    made: Any = NamedTuple("Other", list(fields.items()))  # type: ignore[misc]
    for name, value in {**base, **facts, **members}.items():
        setattr(made, name, value)
    return made  # type: ignore[no-any-return]


def test_names_are_one_space_for_all_games() -> None:
    """A member that would hide a field of another class, or has another meaning there, is refused with that class."""
    registration.register(Race)
    with pytest.raises(ContractError, match=r"name of a field of Race, which it would hide"):
        registration.register(game(fields={"at": int}, runner=lambda self: 1))
    with pytest.raises(ContractError, match=r"field `remaining`.*method of Race.*`remaining_`"):
        registration.register(game(fields={"at": int, "remaining": int}))
    with pytest.raises(ContractError, match=r"field `seats`.*fact of the contract.*`seats_`"):
        registration.register(game(fields={"at": int, "seats": int}))
    with pytest.raises(ContractError, match=r"called as remaining\(by\).*Race as remaining\(\).*another name"):
        registration.register(game(remaining=lambda self, by: by))
    with pytest.raises(ContractError, match=r"has the name of a fact of Race"):
        registration.register(game(finish=lambda self: 1))
    with pytest.raises(ContractError, match=r"`remaining`.*method of Race"):
        registration.register(game(remaining=3))


class Walk(NamedTuple):
    """A fact of another game is a field here, and the other way round."""

    finish: int = 30
    steps: int = 0

    at = 4


class Stop(NamedTuple):
    """Fields of several kinds, one with the name of a fact."""

    pace: float
    finish: int


@compiled
def far_off(race: Any, walk: Any, stop: Any) -> int:
    """Facts and fields of one name, side by side."""
    return race.at + race.finish * 10 + walk.finish * 100 + walk.at * 10000 + stop.finish * 100000  # type: ignore[no-any-return]


def test_a_fact_of_one_class_may_be_a_field_of_another() -> None:
    """In one kernel `finish` is a number of one class and a field of two others, each where it belongs."""
    registration.register(Race)
    bridge.register_fact("at", "Walk")
    stop = Stop(0.5, 7)
    assert far_off(Race(1), Walk(), stop) == far_off.python(Race(1), Walk(), stop) == 743101


def test_a_structure_of_the_house_may_not_use_a_members_name() -> None:
    """Fields of structures that kernels read are checked where they are written."""

    class Bad(NamedTuple):
        trace: int

    with pytest.raises(ContractError, match="`trace` has the name of a field of Bad"):
        registration.register_structure(Bad)

    class Shelf(NamedTuple):
        books: int

    registration.register_structure(Shelf)
    for value in (3, lambda self: 3):
        with pytest.raises(ContractError, match="field of Shelf, which is part of Croupier"):
            registration.register(game(books=value))
