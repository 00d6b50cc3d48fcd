"""Positions: history, outcome, repetition, chance, text, copies; every reason for the end of a game; hostile texts."""

from __future__ import annotations

import copy
import doctest
import pickle
import random
import re
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest

import croupier
from croupier.games import find
from croupier.positions import IllegalError, InvalidPositionError, MalformedError, Position, Reason
from croupier.positions.words import read_state, write_state
from croupier.rules.contract import CHANCE
from croupier.rules.game import Variant
from random_positions import VARIANTS, random_games, share, states, title

ROOT = Path(__file__).resolve().parent.parent


class Walk(NamedTuple):
    """Two seats step by turns on a ring of four; nothing is irreversible, and there are no texts."""

    at: int = 0
    steps: int = 0

    name = "walk"
    seats, actions, branching, longest = 2, 2, 2, 40
    counters = ("steps",)

    def seat(self):
        return self.steps & 1

    def legal(self, out):
        out[0] = 0
        out[1] = 1
        return 0 if self.steps == 40 else 2

    def play(self, action):
        return Walk((self.at + 2 * action + 3) & 3, self.steps + 1)

    def returns(self, seat):
        return 0.0

    def irreversible(self, action):
        return False


class Nim(NamedTuple):
    """Take one or two; who cannot has lost. No text, no notation, no reason."""

    heap: int = 7
    mover: int = 0

    name = "nim"
    seats, actions, branching, longest = 2, 3, 2, 7

    def seat(self):
        return self.mover

    def legal(self, out):
        out[0] = 1
        out[1] = 2
        return min(2, self.heap)

    def play(self, action):
        return Nim(self.heap - action, 1 - self.mover)

    def returns(self, seat):
        return 1.0 if seat != self.mover else -1.0


def test_play_undo_redo() -> None:
    """History goes forth and back; what is played anew takes the place of what was undone."""
    position = croupier.new("tic-tac-toe")
    assert (position.seat, position.turn, position.ply, position.outcome) == (0, 1, 0, None)
    assert position.play("b2") is position
    position.play(0).play(position.legal_actions[-1])
    assert [str(action) for action in position.history] == ["b2", "a3", "c1"]
    assert (position.seat, position.turn) == (1, 4)
    position.undo(2)
    assert (position.ply, position.undone, position.text()) == (1, 2, ".../.x./...")
    assert position.redo().history[-1].notation == "a3"
    position.undo().play("a1")
    for wrong in (position.redo, lambda: position.undo(3)):
        with pytest.raises(croupier.InputError, match="nothing to"):
            wrong()


def test_turns() -> None:
    """The history by turns: several actions of a seat are one, each chance outcome stands alone."""
    position = croupier.new("quarto").play_all("a b2=3 c3")
    assert [(turn.seat, turn.notation) for turn in position.turns] == [(0, "a"), (1, "b2=3"), (0, "c3")]
    assert (position.seat, position.turn) == (0, 3)
    chance = croupier.new("marrakech").play_all("red blue N 3 e7-f7 red")
    assert [turn.seat for turn in chance.turns] == [CHANCE, CHANCE, 0, CHANCE, 0, CHANCE]


def test_play_all() -> None:
    """Actions of all seats, as words, run together or as a list; none is played where one is refused."""
    position = croupier.new("connect-four").play_all("444")
    assert (
        position == croupier.new("connect-four").play_all("4 4 4") == croupier.new("connect-four").play_all([3, "4", 3])
    )
    with pytest.raises(croupier.InputError):
        position.undo().play_all("4 4 9")
    assert (position.ply, position.undone) == (2, 1)
    assert croupier.new("tic-tac-toe").play_all("").ply == 0


def test_a_list_is_one_turn() -> None:
    """Ids of one seat, with what chance does in between; another seat's are refused, and nothing is played."""
    jumps = croupier.new("draughts", "russian", position="W:Wc3:Bd4,f6")
    assert jumps.play([int(action) for action in jumps.legal_turns[0]]).turns[0].notation == "c3:e5:g7"
    assert croupier.new("marrakech").play_all("red blue").play([0, 3, 1]).seat == CHANCE
    position = croupier.new("connect-four")
    with pytest.raises(IllegalError, match=r"after \[3\] another seat is to act"):
        position.play([3, 3])
    with pytest.raises(MalformedError, match="one action at least"):
        position.play([])
    assert position.ply == 0


def test_a_finished_game() -> None:
    """Its outcome says who won, why and with what; nothing can be played, but taken back."""
    position = croupier.new("tic-tac-toe").play_all("a1 a2 b1 b2 c1")
    outcome = position.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.winners, outcome.draw, outcome.reason) == (0, (0,), False, Reason.THREE_IN_A_ROW)
    assert (outcome.returns, outcome.scores, outcome.result) == ((1.0, -1.0), (1.0, -1.0), "1-0")
    assert str(outcome) == "the first seat won: three in a row"
    assert position.legal_actions == position.legal_turns == []
    with pytest.raises(IllegalError, match="the game is over, the first seat won"):
        position.play("c3")
    assert position.undo().outcome is None


def test_resigning_and_agreeing() -> None:
    """The others win; a draw is everyone's; both can be taken back like an action."""
    position = croupier.new("marrakech", "three").resign(1)
    assert position.outcome is not None
    assert (position.outcome.winners, position.outcome.returns) == ((0, 2), (0.25, -0.5, 0.25))
    assert position.outcome.scores == (30.0, 30.0, 30.0)
    assert str(position.outcome) == "the first and third seats won: the second seat resigned"
    assert str(croupier.new("marrakech", "four").resign(3).outcome).startswith("the first, second and third seats won")
    with pytest.raises(IllegalError):
        position.resign()
    with pytest.raises(IllegalError):
        position.agree_draw()
    assert position.undo().agree_draw().outcome is not None
    assert position.outcome is not None
    assert position.outcome.draw
    with pytest.raises(IllegalError, match="seats are 0 to 2"):
        position.undo().resign(3)


def test_threefold_repetition() -> None:
    """The third time is a draw, whatever the count of quiet plies; a man's move in between begins anew."""
    there_and_back = "a1-b2 h2-g1 b2-a1 g1-h2"
    kings = croupier.new("draughts", "russian", position="W:WKa1:BKh2").play_all(there_and_back)
    assert kings.outcome is None
    assert kings.play_all(there_and_back).outcome is not None
    assert (kings.outcome.reason, kings.outcome.draw, kings.ply) == (Reason.REPETITION, True, 8)
    assert kings.legal_actions == []
    assert kings.undo().outcome is None
    moved = croupier.new("draughts", "russian", position="W:WKa1,c1:BKh2,a7").play_all(there_and_back)
    moved.play_all("c1-d2 a7-b6").play_all(there_and_back)
    assert moved.outcome is None
    assert moved.play_all(there_and_back).outcome is not None


def test_repetition_of_a_users_game() -> None:
    """A game that says what is irreversible repeats, without the fields it calls counters, the same seat to act."""
    position = Position(find_game(Walk)).play_all([0, 1, 0])
    assert position.outcome is None
    assert position.play(1).outcome is not None
    assert position.outcome is not None
    assert position.outcome.reason is Reason.REPETITION


def find_game(cls: type) -> Variant:
    """The default variant of a class."""
    return croupier.games.resolve_variant(cls)


def test_chance_by_seed_and_by_hand() -> None:
    """`roll` follows from the seed and the ply alone and keeps to the weights; by hand chance is played like a seat."""
    position = croupier.new("marrakech").play_all("red blue N")
    assert position.seat == CHANCE
    assert position.copy().roll(5).history == position.copy().roll(5).history
    faces = Counter(int(position.copy().roll(seed).history[-1]) for seed in range(1200))
    assert all(abs(faces[face] - 200 * weight) < 100 for face, weight in ((1, 1), (2, 2), (3, 2), (4, 1)))
    assert position.play("4").seat == 0
    with pytest.raises(IllegalError, match="chance is not to act"):
        position.roll()


def test_equality_hash_and_copies() -> None:
    """Equal where the rules see no difference; a copy goes its own way; pickles keep history, redo and endings."""
    one = croupier.new("tic-tac-toe").play_all("a1 b2 c3")
    other = croupier.new("tic-tac-toe").play_all("c3 b2 a1")
    assert one == other
    assert len({one, other}) == 1
    assert one != croupier.new("tic-tac-toe")
    assert croupier.new("quarto") != croupier.new("quarto", "advanced")
    assert one != "x"
    assert croupier.new("draughts", "report(limit=40)") == croupier.new("draughts", "russian")
    assert croupier.new("connect-four", "4x5") != croupier.new("connect-four", "5x4")
    for twin in (one.copy(), copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
        twin.play("a3")
        assert (twin.ply, one.ply) == (4, 3)
    for position in (one.undo(), croupier.new("connect-four", "5x6").resign(), Position(find_game(Nim)).play(2)):
        again = pickle.loads(pickle.dumps(position))
        assert (again, again.history, again.undone, again.outcome) == (
            position,
            position.history,
            position.undone,
            position.outcome,
        )


def test_a_position_of_a_users_file(tmp_path: Path) -> None:
    """It can be played, pickled and recorded; a record never runs a file by itself."""
    file = tmp_path / "nim.py"
    page = (ROOT / "docs" / "contract.md").read_text(encoding="utf-8")
    file.write_text(re.findall(r"```python\n(.*?)```", page, re.DOTALL)[0], encoding="utf-8")
    position = croupier.new(file)
    while position.outcome is None:
        position.play(position.legal_actions[0])
    assert pickle.loads(pickle.dumps(position)) == position
    from croupier.positions import Record

    assert Record.read(position.record(), file).position.history == position.history
    with pytest.raises(croupier.InputError, match="give the game as well"):
        Record.read(position.record())


def test_a_game_without_texts() -> None:
    """Ids are its notation, fields its text, the rules its reason."""
    position = Position(find_game(Nim))
    assert (position.text(), [str(action) for action in position.legal_actions]) == ("heap=7 mover=0", ["1", "2"])
    assert Position.from_text(Nim, "heap=3 mover=1").seat == 1
    for text in ("heap=3", "heap=3 mover=1 x", "mover=1 heap=3", "heap=99999999999999999999 mover=0", ""):
        with pytest.raises(InvalidPositionError, match="not a position of nim"):
            Position.from_text(Nim, text)
    position.play_all("2 2 2 1")
    assert position.outcome is not None
    assert (position.outcome.reason, position.outcome.winner) == (Reason.RULES, 1)


RING = "a1-b2 h2-g1 b2-a1 g1-h2"
ENDINGS = [
    ("tic-tac-toe", "", "a1 a2 b1 b2 c1", Reason.THREE_IN_A_ROW, 0),
    ("tic-tac-toe", "", "a1 b1 c1 b2 b3 a2 c2 c3 a3", Reason.BOARD_FULL, None),
    ("connect-four", "", "4545454", Reason.FOUR_IN_A_ROW, 0),
    ("connect-four 1x4", "", "1234", Reason.BOARD_FULL, None),
    ("quarto", "012./..../..../.... -", "3 d4", Reason.LINE, 0),
    ("quarto advanced", "01../2.../..../.... -", "3 b3", Reason.SQUARE, 0),
    ("quarto report", "01../2.../..../.... 3", "b3=4", Reason.SQUARE, 0),
    ("quarto", "e4b8/c96a/1d72/035. -", "f d1", Reason.BOARD_FULL, None),
    ("draughts russian", "W:Wc3:Bd4", "c3:e5", Reason.NO_PIECES, 0),
    ("draughts russian", "B:Wa3:Bb4,d6", "d6-c5", Reason.NO_ACTION, 1),
    ("draughts report(limit=1)", "W:WKa1:BKg1", "a1-b2", Reason.NO_CAPTURE, None),
    ("draughts report(limit=200)", "W:WKa1:BKh2", f"{RING} {RING}", Reason.REPETITION, None),
    (
        "marrakech",
        "oo-ogggo/rbo-og^g^b/g-gooror/3o^go^b/br-rgg-g1/b^g1rbg-g/2o-o3 b6S 53,7 r0o0,b0G1 1 turn",
        "W 4",
        Reason.OTHERS_OUT,
        0,
    ),
    (
        "marrakech three",
        "1brorbr/ob^b-br^o-o/o^bobbo-o/1b^or-rbr/ro-orob^r^/obobb2/ob^5 c2S out,1,89 r0,B1,O1 1 turn",
        "S 4",
        Reason.OTHERS_OUT,
        2,
    ),
]


@pytest.mark.parametrize(("game", "text", "actions", "reason", "winner"), ENDINGS)
def test_reasons(game: str, text: str, actions: str, reason: Reason, winner: int | None) -> None:
    """Each way a game can end is told by its reason, with who won."""
    position = croupier.new(*game.split(" ", 1), position=text or None).play_all(actions)
    assert position.outcome is not None
    assert (position.outcome.reason, position.outcome.winner) == (reason, winner)
    assert position.outcome.draw == (winner is None)


def test_every_reason_is_reached() -> None:
    """These endings, resigning, agreeing, the last rug, a game without words and what ends matches are all there is."""
    reached = {ending[3] for ending in ENDINGS} | {Reason.RESIGNATION, Reason.AGREEMENT, Reason.RULES}
    reached |= {Reason.FAULT, Reason.CLOCK, Reason.PLY_CAP, Reason.PROVEN}  # of matches: test_arena.py reaches them
    last_rug = next(random_games(find("marrakech").variant("four(rugs=1)"), 1, 1)).outcome
    assert last_rug is not None
    assert reached | {last_rug.reason} == set(Reason)


@pytest.mark.parametrize("variant", VARIANTS, ids=title)
def test_the_house_has_words_for_its_endings(variant: Variant) -> None:
    """No game of the house ends for a reason that is not named."""
    for game in random_games(variant, 200, 9):
        assert game.outcome is not None
        assert game.outcome.reason is not Reason.RULES
        assert game.outcome.words


@pytest.mark.soak
@pytest.mark.parametrize("variant", VARIANTS, ids=title)
def test_very_many_texts_and_mutations(variant: Variant) -> None:
    """A hundred thousand positions come back from their texts, ten thousand mutations yield none that cannot be."""
    round_trips(variant, 100_000)
    hostile(variant, 10_000)


def round_trips(variant: Variant, positions: int) -> None:
    """Write and read the text of random positions."""
    for game in random_games(variant, positions, 8):
        for state in states(game):
            text = write_state(state)
            assert "\n" not in text
            assert read_state(variant.start, text) == state


@pytest.mark.parametrize("variant", VARIANTS, ids=title)
def test_text_round_trip(variant: Variant) -> None:
    """A position comes back from its text, in any variant."""
    round_trips(variant, share(variant, 2000))


@pytest.mark.parametrize("variant", VARIANTS, ids=title)
def test_hostile_texts(variant: Variant) -> None:
    """A mutated text is refused in a line, or it is a position that can be and can be played."""
    hostile(variant, share(variant, 2000))


def hostile(variant: Variant, texts: int) -> None:
    """Mutate texts of positions; look at what is accepted with eyes of the test's own."""
    rng = random.Random(11)
    sources = [write_state(state) for game in random_games(variant, 60, 10) for state in states(game)]
    for _ in range(texts):
        try:
            position = Position(variant, read_state(variant.start, mutated(rng, sources)))
        except InvalidPositionError as error:
            assert_one_line(str(error))
            continue
        assert read_state(variant.start, position.text()) == position.state
        OUGHT[variant.game.name](position)
        for _ in range(20):
            if position.outcome is None:
                assert len(position.legal_actions) <= variant.branching
                position.play(rng.choice(position.legal_actions))


def assert_one_line(text: str) -> None:
    """As every message to people."""
    assert text.isprintable()


def mutated(rng: random.Random, sources: list[str]) -> str:
    """One of the texts, changed in one to three places: letters swapped or exchanged, or stretches replaced."""
    text = rng.choice(sources)
    letters = "".join(sources[: len(sources) // 4 + 1])
    if rng.random() < 0.5:
        cells = list(text)
        for _ in range(rng.randint(1, 2)):
            one, other = rng.randrange(len(cells)), rng.randrange(len(cells))
            cells[one], cells[other] = cells[other], rng.choice([cells[one], rng.choice(letters)])
        return "".join(cells)
    letters += "K9-_^ \0\n²٣é" * (1 + len(letters) // 30) * rng.randint(0, 1)
    for _ in range(rng.randint(1, 3)):
        at, size = rng.randrange(len(text) + 1), rng.randint(0, 3)
        other = rng.choice(sources)
        begin = rng.randrange(len(other))
        new = "".join(rng.choices(letters, k=rng.randint(0, 3)))
        text = text[:at] + rng.choice([new, new, other[begin : begin + rng.randint(1, 8)]]) + text[at + size :]
    return text


def reachable() -> set[tuple[int, ...]]:
    """Every position of tic-tac-toe."""
    found, waiting = set(), [find("tic-tac-toe").variant().start]
    while waiting:
        state = waiting.pop()
        if tuple(state) not in found:
            found.add(tuple(state))
            out = [0] * 10
            waiting += [state.play(action) for action in out[: state.legal(out)]]
    return found


REACHABLE = reachable()


def ought_tic_tac_toe(position: Position) -> None:
    """It is one of the positions that play can reach."""
    assert tuple(position.state) in REACHABLE


def ought_connect_four(position: Position) -> None:
    """Stones stand on stones, and their numbers differ by one at most."""
    rows = position.text().split("/")
    columns = ["".join(column) for column in zip(*rows, strict=True)]
    assert all("." not in column.lstrip(".") for column in columns)
    assert position.text().count("x") - position.text().count("o") in (0, 1)
    assert position.outcome is None or position.outcome.draw or position.outcome.winner == 1 - position.seat


ROWS = [
    (0, 1, 2, 3),
    (4, 5, 6, 7),
    (8, 9, 10, 11),
    (12, 13, 14, 15),
    (0, 4, 8, 12),
    (1, 5, 9, 13),
    (2, 6, 10, 14),
    (3, 7, 11, 15),
]
DIAGONALS = [(0, 5, 10, 15), (3, 6, 9, 12)]
SQUARES = [(i, i + 1, i + 4, i + 5) for i in (0, 1, 2, 4, 5, 6, 8, 9, 10)]
LINES = {"official": ROWS + DIAGONALS, "advanced": ROWS + DIAGONALS + SQUARES, "report": ROWS + SQUARES}


def ought_quarto(position: Position) -> None:
    """No piece is there twice; where four alike stand in lines, these share a cell, and the game is over."""
    board, hand = position.text().split(" ")
    pieces = re.findall("[0-9a-f]", board + hand)
    assert len(set(pieces)) == len(pieces)
    cells = [None if cell == "." else int(cell, 16) for cell in board.replace("/", "")]
    won = []
    for line in LINES[position.variant.name]:
        four = [cells[i] for i in line if cells[i] is not None]
        if len(four) == 4 and any(len({piece >> bit & 1 for piece in four}) == 1 for bit in range(4)):
            won.append(set(line))
    assert not won or (hand == "-" and set.intersection(*won))
    assert (position.outcome is not None) == (bool(won) or (len(pieces) == 16 and hand == "-"))


def ought_draughts(position: Position) -> None:
    """Not too many pieces, none where another is, no man on his last row, somebody who moved last."""
    big, two = position.variant.name == "international", position.variant.name == "thai"
    parts = {part[0]: part[1:] for part in position.text().split(":")[1:]}
    mover = re.match(r"\d+", parts.get("J", ""))
    white, black = (re.findall(r"K?\d+", parts[side]) for side in "WB")
    squares = [int(word.strip("K")) for word in white + black]
    assert len(set(squares)) == len(squares)
    assert max(len(white), len(black)) <= (20 if big else 8 if two else 12)
    assert all(1 <= square <= (50 if big else 32) for square in squares)
    last = 5 if big else 4
    for men, row in ((white, range(1, last + 1)), (black, range(max(51 if big else 33, 0) - last, 51))):
        assert all("K" in man or int(man) not in row or (mover and man == mover[0]) for man in men)
    assert white if position.text()[0] == "B" else black


def ought_marrakech(position: Position) -> None:
    """No dirham is lost, no rug too many, and Assam stands on the board."""
    board, assam, purses, stacks, seat, _ = position.text().split()
    money = [int(purse) for purse in purses.split(",") if purse != "out"]
    assert sum(money) <= 30 * position.seats
    assert "out" in purses or sum(money) == 30 * position.seats
    assert all(int(rugs) <= 15 for rugs in re.findall(r"\d+", stacks))
    assert "a" <= assam[0] <= "abcdefg"[board.count("/")]
    assert int(seat) < position.seats


OUGHT = {
    "tic-tac-toe": ought_tic_tac_toe,
    "connect-four": ought_connect_four,
    "quarto": ought_quarto,
    "draughts": ought_draughts,
    "marrakech": ought_marrakech,
}


@pytest.mark.parametrize(
    ("game", "text", "says"),
    [
        ("tic-tac-toe", "xxx/ooo/...", "moved last"),
        ("tic-tac-toe", "xx./.../...", "as many stones"),
        ("connect-four", "x....../......./......./......./......./.......", "hangs in the air"),
        ("quarto", "00../..../..../.... 1", "twice"),
        ("quarto", "0123/..../..../4567 -", "no cell in common"),
        ("draughts", "W:W1:B20", "man on its last row"),
        ("draughts", "W:W20,20:B1", "given twice"),
        ("draughts", "W:W20:B20", "both sides"),
        ("draughts", "W:W20:B", "who moved last, has no pieces"),
        ("draughts", "W:W" + ",".join(map(str, range(18, 33))) + ":BK1", "may have 12"),
        ("marrakech", "7/7/7/7/7/7/7 d4N 31,30 R12o12,B12g12 0 turn", "60"),
        ("marrakech", "7/7/7/7/7/7/7 d4N -1,61 R12o12,B12g12 0 turn", "purse"),
        ("marrakech", "7/7/7/7/7/7/7 d4N 30,30 R13o12,B12g12 0 turn", "12 red rugs, not 13"),
        ("marrakech", "7/7/7/7/7/7/7 d4X 30,30 R12o12,B12g12 0 turn", "Assam"),
        ("draughts", "x" * 3000, "2000 characters"),
    ],
)
def test_positions_that_cannot_be(game: str, text: str, says: str) -> None:
    """The reason is said, and nothing else is used in the place of the text."""
    with pytest.raises(InvalidPositionError, match=re.escape(says)):
        croupier.new(game, position=text)
    with pytest.raises(InvalidPositionError):
        Position.from_text(game, text)


def test_the_page_says_the_truth() -> None:
    """Every line of code in docs/positions.md gives what stands below it."""
    found = doctest.testfile(str(ROOT / "docs" / "positions.md"), module_relative=False)
    assert found.attempted > 20
    assert found.failed == 0
