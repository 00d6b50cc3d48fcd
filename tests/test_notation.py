"""Actions and turns as people write them, and what they are told where they write something else."""

from __future__ import annotations

import random

import pytest

import croupier
from croupier.positions import (
    Action,
    AmbiguousError,
    IllegalError,
    MalformedError,
    NotationError,
    Position,
    Turn,
    notation,
)
from croupier.positions.customs import piece_name
from croupier.rules.game import Variant
from random_positions import VARIANTS, random_games, share, states, title


def round_trips(variant: Variant, positions: int) -> None:
    """Every legal action and some whole turns of random positions are read back from their texts."""
    rng = random.Random(7)
    for game in random_games(variant, positions, 1):
        for state in states(game)[:-1]:
            options = notation.actions(state)
            assert len({action.notation for action in options}) == len(options)
            action = rng.choice(options)
            assert notation.read(state, action.notation) == [action]
            assert notation.read(state, f"  {action.notation.upper()} ") == [action]
            assert notation.read(state, f"#{int(action)}") == [action]
            turn = notation.turn_of(state, next(notation.turns(state)))
            assert after(state, notation.read(state, turn.notation)) == after(state, turn)


def after(state, actions):
    """The state behind some actions."""
    for action in actions:
        state = state.play(int(action))
    return state


@pytest.mark.parametrize("variant", VARIANTS, ids=title)
def test_round_trip(variant: Variant) -> None:
    """The text of an action or a turn means that action or turn, in any position."""
    round_trips(variant, share(variant, 2000))


@pytest.mark.soak
@pytest.mark.parametrize("variant", VARIANTS, ids=title)
def test_round_trip_of_very_many(variant: Variant) -> None:
    """The same on a hundred thousand positions a variant."""
    round_trips(variant, 100_000)


@pytest.mark.parametrize(
    ("game", "before", "text", "history"),
    [
        ("connect-four", "", "4", "4"),
        ("connect-four", "", " 04 ", None),
        ("tic-tac-toe", "b2", "A1", "b2 a1"),
        ("quarto", "", "a", "a"),
        ("quarto", "", "TLRH", "a"),
        ("quarto", "a", "b2=5", "a b2 5"),
        ("quarto", "a", "b2 = sdsO", "a b2 5"),
        ("quarto", "a", "b2 5", "a b2 5"),
        ("quarto report", "a", "b2=tdro", "a b2=f"),
        ("draughts", "", "11-15", "11-15"),
        ("draughts", "", "11–15", "11-15"),
        ("draughts", "", "f6-g5", "11-16"),
        ("draughts russian", "", "c3-d4", "c3-d4"),
        ("draughts russian", "", "22-18", "c3-d4"),
        ("marrakech two", "red blue", "n", "red blue N"),
        ("marrakech two", "red blue", "N 3 e7-f7", "red blue N 3 e7-f7"),
        ("marrakech two", "red blue", "N 3 f7-e7", "red blue N 3 e7-f7"),
        ("marrakech report", "", "N_d3-d4", "N d3-d4"),
    ],
)
def test_customs(game: str, before: str, text: str, history: str | None) -> None:
    """Each game is written as its players write it, and in more ways than one."""
    position = croupier.new(*game.split()).play_all(before)
    if history is None:
        with pytest.raises(NotationError):
            position.play(text)
    else:
        assert " ".join(map(str, position.play(text).history)) == history


CAPTURES = "W:Wc3:Bd4,d6,f6"


def test_a_capture_of_several_pieces() -> None:
    """Jump by jump, all squares, or the first and the last one; letters or numbers."""
    for text in ("c3:e5:g7", "c3xe5xg7", "22x15x8", "c3:g7", "22x8", "c3:e5 e5:g7"):
        position = croupier.new("draughts", "russian", position=CAPTURES)
        assert [str(action) for action in position.play(text).history] == ["c3:e5", "e5:g7"]
    position = croupier.new("draughts", "russian", position=CAPTURES).play("c3:e5")
    assert (position.seat, position.turn) == (0, 1)
    assert sorted(map(str, position.legal_turns)) == ["e5:c7", "e5:g7"]


def test_whole_turns() -> None:
    """`legal_turns` lists them; each can be played as it is, and then another seat acts."""
    position = croupier.new("quarto").play("a")
    assert len(position.legal_turns) == 16 * 15
    turn = position.legal_turns[0]
    assert isinstance(turn, Turn)
    assert (turn.seat, turn.notation, [str(action) for action in turn]) == (1, "a4=0", ["a4", "0"])
    assert position.play(turn).seat == 0
    capture = croupier.new("draughts", "russian", position=CAPTURES)
    assert {str(turn) for turn in capture.legal_turns} == {"c3:e5:g7", "c3:e5:c7"}


@pytest.mark.parametrize(
    ("game", "before", "text", "error", "says"),
    [
        ("tic-tac-toe", "", "b4", MalformedError, "a1 to c3"),
        ("tic-tac-toe", "b2", "b2", IllegalError, "legal: a3, b3"),
        ("tic-tac-toe", "", "", MalformedError, "legal: a3"),
        ("tic-tac-toe", "", "b2\0", MalformedError, "legal: a3"),
        ("tic-tac-toe", "", "b" * 500, MalformedError, "400 characters"),
        ("connect-four", "", "8", MalformedError, "1 to 7"),
        ("connect-four", "", "²", MalformedError, "1 to 7"),
        ("connect-four", "444444", "4", IllegalError, "legal: 1, 2, 3, 5, 6, 7"),
        ("quarto", "a b2=3 c3=4", "b2=5", IllegalError, "the nearest of 14 legal actions"),
        ("quarto", "", "xyz", MalformedError, "a piece such as a or tlrh"),
        ("quarto", "a", "b2=a", IllegalError, "after b2 'a'"),
        ("quarto report", "a", "b2", AmbiguousError, "b2=0 or b2=1"),
        ("draughts", "", "11-33", MalformedError, "numbered 1 to 32"),
        ("draughts", "", "c3-d5", MalformedError, "light square"),
        ("draughts", "", "hello", MalformedError, "two squares"),
        ("draughts", "", "11-18", IllegalError, "11-15"),
        ("draughts", "11-15 22-18", "8-11", IllegalError, "who can capture must"),
        ("marrakech two", "red blue", "Q", MalformedError, "N, E, S, W"),
        ("marrakech two", "red blue", "3", IllegalError, "legal: W, N, E"),
        ("marrakech two", "red blue", "N 5", MalformedError, "after N '5'"),
        ("marrakech two", "red blue", "N 3 a1-b1", IllegalError, "after N 3 'a1-b1'"),
        ("marrakech two", "red blue", "N 3 e7-f7 red N", IllegalError, "after N 3 e7-f7 red another seat"),
        ("connect-four", "444444", "4", IllegalError, "the column is full"),
        ("quarto", "", "a1", IllegalError, "a piece is to be given now"),
        ("quarto", "a b2=3", "4", IllegalError, "the piece in hand is to be placed now"),
        ("quarto", "a b2=3", "b2", IllegalError, "the square is taken"),
        ("quarto", "a b2", "a", IllegalError, "cannot be given any more"),
        ("draughts", "", "22-18", IllegalError, "no piece of the side to move stands on 22"),
        ("draughts", "", "8-11", IllegalError, "11 is not free"),
        ("draughts", "", "11", AmbiguousError, "11-15 or 11-16"),
        ("marrakech two", "red blue", "b5-b6", IllegalError, "Assam is to be turned"),
        ("marrakech two", "red blue W 2", "b5", AmbiguousError, "b5-b6 or b5-c5"),
        ("tic-tac-toe", "a1 a2 b1 b2 c1", "c2", IllegalError, "three in a row"),
    ],
)
def test_what_is_wrong(game: str, before: str, text: str, error: type[Exception], says: str) -> None:
    """Malformed, illegal and ambiguous texts are told apart, each with what would be right; nothing is played."""
    position = croupier.new(*game.split()).play_all(before)
    ply = position.ply
    with pytest.raises(error) as raised:
        position.play(text)
    assert type(raised.value) is error
    assert says in str(raised.value)
    assert "\n" not in str(raised.value)
    assert isinstance(raised.value, croupier.InputError)
    assert position.ply == ply


@pytest.mark.parametrize("variant", VARIANTS, ids=title)
def test_ids_that_are_not_legal(variant: Variant) -> None:
    """`#7` is refused like any other action that is not legal, without a reason that is made up."""
    position = Position(variant)
    for action in {*range(variant.facts["actions"])[:200], 999_999_999} - {*map(int, position.legal_actions)}:
        with pytest.raises(IllegalError, match=rf"^'#{action}' is not legal; "):
            position.play(f"#{action}")
    assert position.ply == 0


def test_two_routes_between_two_squares() -> None:
    """Ends alone are ambiguous where two captures have them; their squares in between tell them apart."""
    position = croupier.new("draughts", "english", position="W:Wc3:Bb4,d4,b6,d6")
    with pytest.raises(AmbiguousError, match="'22x6' may mean 22x13x6 or 22x15x6"):
        position.play("22x6")
    assert str(position.play("22x13x6").turns[0]) == "22x13x6"


@pytest.mark.parametrize("given", [5, -1, 10**50, True, 1.5, None, "#5", ["b2"]], ids=str)
def test_ids_that_are_none(given: object) -> None:
    """An id must be legal, and an int."""
    position = croupier.new("tic-tac-toe").play("c2")
    with pytest.raises(NotationError):
        position.play(given)  # type: ignore[arg-type]
    assert position.play("#4").history[-1].notation == "b2"


def test_actions_are_ints() -> None:
    """An element of `legal_actions` is its id, and prints as its text."""
    action = croupier.new("tic-tac-toe").legal_actions[4]
    assert (action, int(action), str(action), f"{action}", repr(action)) == (4, 4, "b2", "b2", "<b2>")
    assert isinstance(action, Action)


def test_every_piece_has_its_name() -> None:
    """Sixteen names of four letters, each read back as its piece."""
    assert len({piece_name(piece) for piece in range(16)}) == 16
    for piece in range(16):
        assert notation.read(croupier.new("quarto").state, piece_name(piece)) == [piece]


@pytest.mark.parametrize("variant", VARIANTS, ids=title)
def test_hostile_texts(variant: Variant) -> None:
    """Texts made of pieces of notation and of rubbish are read or refused, and never end otherwise."""
    hostile(variant, share(variant, 2000))


@pytest.mark.soak
@pytest.mark.parametrize("variant", VARIANTS, ids=title)
def test_very_many_hostile_texts(variant: Variant) -> None:
    """Ten thousand of them."""
    hostile(variant, 10_000)


def hostile(variant: Variant, texts: int) -> None:
    """Read so many mutated notations in positions of a random game."""
    rng = random.Random(5)
    letters = "abcdefgh0123456789-:=x#_ NESWK\0\n²é–"
    games = list(random_games(variant, 1, 2))
    here = [(state, [action.notation for action in notation.actions(state)]) for state in states(games[0])]
    for _ in range(texts):
        state, words = rng.choice(here)
        text = list(" ".join(rng.choices(words or ["a1"], k=rng.randint(1, 2))))
        for _ in range(rng.randint(1, 3)):
            at = rng.randrange(len(text) + 1)
            text[at : at + rng.randint(0, 2)] = rng.choices(letters, k=rng.randint(0, 2))
        try:
            found = notation.read(state, "".join(text))
        except NotationError:
            continue
        Position(variant, state).play_all(found)
