"""Records of games as text: written, read, replayed."""

from __future__ import annotations

import random

import pytest

import croupier
from croupier.positions import Position, Reason, Record, RecordError
from croupier.rules.game import Variant
from random_positions import VARIANTS, random_games, share, title

QUARTO = """[Game "quarto"]
[Variant "official"]
[Result "*"]
[Event "a \\"great\\" day"]

1. 7 2. a3=5 {a comment} 3. d1=b
"""


def round_trips(variant: Variant, positions: int) -> None:
    """Random games, whole and broken off, from the start and from a later position, come back as they were."""
    rng = random.Random(3)
    for game in random_games(variant, positions, 4):
        broken = game.copy().undo(rng.randrange(game.ply))
        later = Position(variant, broken.state).play_all([int(a) for a in game.history[broken.ply :]])
        for position in (game, broken, later):
            text = position.record(Event="test")
            again = Record.read(text)
            assert again.position == position
            assert again.position.history == position.history
            assert again.position.outcome == position.outcome
            assert str(again) == text


@pytest.mark.parametrize("variant", VARIANTS, ids=title)
def test_round_trip(variant: Variant) -> None:
    """A record gives back the game, chance included, and is written again letter for letter."""
    round_trips(variant, share(variant, 2000))


@pytest.mark.soak
@pytest.mark.parametrize("variant", VARIANTS, ids=title)
def test_round_trip_of_very_many(variant: Variant) -> None:
    """The same for games of a hundred thousand positions a variant."""
    round_trips(variant, 100_000)


def test_what_it_looks_like() -> None:
    """Headers, numbered turns in one word, chance in brackets, an unfinished game as `*`."""
    position = croupier.new("marrakech").play_all("red blue N 3 e7-f7 red")
    lines = position.record(Seat1="Ann").splitlines()
    assert lines == [
        '[Game "marrakech"]', '[Variant "two"]', '[Result "*"]', '[Seat1 "Ann"]', "", "(red) (blue) 1. N (3) e7-f7 (red)"
    ]  # fmt: skip
    record = Record.read(QUARTO)
    assert record.headers == {"Event": 'a "great" day'}
    assert record.position == croupier.new("quarto").play_all("7 a3=5 d1=b")
    assert str(record) == QUARTO.replace(" {a comment}", "")


def test_endings_from_outside() -> None:
    """Resignations and agreed draws are kept, with who resigned; points of a game that counts them too."""
    resigned = croupier.new("connect-four").play_all("444").resign()
    again = Record.read(resigned.record()).position.outcome
    assert again == resigned.outcome
    assert again is not None
    assert (again.reason, again.winner, again.result) == (Reason.RESIGNATION, 0, "1-0")
    agreed = croupier.new("draughts").agree_draw()
    assert '[Result "1/2-1/2"]' in agreed.record()
    assert Record.read(agreed.record()).position.outcome == agreed.outcome
    three = croupier.new("marrakech", "three").resign()
    assert '[Result "0-1/2-1/2"]' in three.record()
    assert '[Scores "30 30 30"]' in three.record()
    assert Record.read(three.record()).position.outcome == three.outcome


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('[Game "quarto"]\n', "", "begins with the game"),
        ("quarto", "chess", "'chess' is not a game of the house"),
        ("quarto", "../evil.py", "not a game of the house"),
        ("official", "unofficial", "no variant"),
        ("[Result", "[Result [", "is not a header"),
        ('[Result "*"]', '[Result "*"]\n[Result "*"]', "twice"),
        ('[Result "*"]', '[Result "1-0"]', "do not end the game"),
        ('[Result "*"]', '[Result "0-1"]\n[Reason "the second seat resigned"]', "lead to 1-0"),
        ('[Result "*"]', '[Scores "1 2"]', "not known yet"),
        ('[Result "*"]', '[Position "x"]', "not a position of quarto"),
        ("a3=5", "a3=7", "after 1 actions: after a3 '7' is not legal"),
        ("3. d1=b", "(4)", "chance is not to act"),
        ("{a comment}", "{a comment", "not closed"),
    ],
)
def test_what_is_wrong(old: str, new: str, says: str) -> None:
    """A record that cannot be read, or contradicts itself, is refused in one line."""
    assert old in QUARTO
    with pytest.raises(croupier.InputError) as raised:
        Record.read(QUARTO.replace(old, new))
    assert says in str(raised.value)
    assert "\n" not in str(raised.value)


def test_what_is_too_much() -> None:
    """A huge text is refused before it is looked at, and so is a header that is none."""
    with pytest.raises(RecordError, match="at most"):
        Record.read("x" * 1_000_001)
    with pytest.raises(RecordError, match="name of a header"):
        croupier.new("quarto").record(**{"a b": "c"})
    assert '[Event "one two ?"]' in croupier.new("quarto").record(Event="one\ntwo \x07")


def test_chance_stands_in_brackets() -> None:
    """A die without brackets, and an action in them, are refused."""
    text = croupier.new("marrakech").play_all("red blue N 3 e7-f7").record()
    for old, new in (("(3)", "3"), ("N (3)", "(N) (3)")):
        with pytest.raises(RecordError, match="chance is"):
            Record.read(text.replace(old, new))


@pytest.mark.parametrize("variant", VARIANTS, ids=title)
def test_hostile_texts(variant: Variant) -> None:
    """Mutated records are read or refused; one that is read can be written and read again."""
    hostile(variant, share(variant, 2000) // 2)


@pytest.mark.soak
@pytest.mark.parametrize("variant", VARIANTS, ids=title)
def test_very_many_hostile_texts(variant: Variant) -> None:
    """Ten thousand of them."""
    hostile(variant, 10_000)


def hostile(variant: Variant, texts: int) -> None:
    """Read so many mutations of a record."""
    rng = random.Random(6)
    game = next(random_games(variant, 1, 3))
    source = game.copy().undo(max(0, game.ply - 20)).record(Event="x", Date="2026")
    for _ in range(texts):
        text = source
        for _ in range(rng.randint(1, 3)):
            at, end = sorted(rng.choices(range(len(text) + 1), k=2))
            end = min(end, at + rng.randint(0, 6))
            text = text[:at] + "".join(rng.choices('ab1 2."[](){}#\\*:=-\n\0é', k=rng.randint(0, 3))) + text[end:]
        try:
            record = Record.read(text)
        except croupier.InputError:
            continue
        assert Record.read(str(record)).position == record.position
