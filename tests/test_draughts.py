"""Draughts: counts, positions with kings, random play, text, held against a slow twin and other people's programs."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import naive_draughts as naive
import playthroughs
from croupier.errors import InputError
from croupier.games import find
from croupier.games.draughts import Draughts
from croupier.rules import below, perft, playouts
from croupier.rules.compiled import compiled
from croupier.rules.perft import expand
from croupier.rules.registration import scratch
from croupier.rules.streams import root_of, seed_stream
from referees import close, legal_actions, random_states

GAME = find("draughts")
PRESETS = tuple(GAME.variants)
FIRST_8 = [7, 49, 302, 1469]
PERFT = {
    "english": [*FIRST_8, 7361, 36768, 179740, 845931, 3963680, 18391564],
    "russian": [*FIRST_8, 7482, 37986, 190146, 929899, 4570586, 22444032],
    "brazilian": [*FIRST_8, 7473, 37628, 187302, 907830, 4431766, 21560022],
    "pool": [*FIRST_8, 7482, 37986, 190146, 929896, 4570534, 22435955],
    "czech": [*FIRST_8, 7361, 36768, 179740, 845931, 3963671, 18368918],
    "spanish": [*FIRST_8, 7361, 36473, 177532, 828783, 3860866, 17743464],
    "italian": [*FIRST_8, 7361, 36473, 177532, 828783, 3860875, 17761384],
    "international": [9, 81, 658, 4265, 27117, 167140, 1049442, 6483961, 41022423],
    "thai": [7, 49, 392, 3136, 26592, 218695, 1820189, 14533014, 114530830],
    "report": [*FIRST_8, 7482, 37986, 190146, 929899, 4570586, 22444032],
    "report(promotion=stop)": [*FIRST_8, 7482, 37986, 190146, 929896, 4570579, 22441832],
}
"""Turns from the start; turns of one position that end alike count once."""

RUSSIAN, POOL, BRAZILIAN, ENGLISH = "russian", "pool", "brazilian", "english"
KINGS = [
    ("W:WK29,K31,22:B10,11,18,K2", ENGLISH, [2, 5, 23, 107, 630, 2996]),
    ("W:WK29,K31,22:B10,11,18,K2", RUSSIAN, [2, 11, 102, 700, 6208, 39286]),
    ("W:WK29,K31,22:B10,11,18,K2", POOL, [2, 11, 102, 700, 6208, 39286]),
    ("W:WK29,K31,22:B10,11,18,K2", BRAZILIAN, [2, 11, 102, 700, 6161, 39077]),
    ("W:W21,22,23,K32:B6,7,14,15,K4", ENGLISH, [7, 30, 126, 569, 2296, 11090]),
    ("W:W21,22,23,K32:B6,7,14,15,K4", RUSSIAN, [7, 33, 142, 683, 2876, 15177]),
    ("W:W21,22,23,K32:B6,7,14,15,K4", BRAZILIAN, [7, 33, 132, 602, 2538, 13164]),
    ("W:W21,22,23,K32:B6,7,14,15,K4", POOL, [7, 33, 142, 677, 2880, 15161]),
    ("B:WK5,25,26,30:B9,17,18,K20,21", ENGLISH, [7, 18, 61, 183, 592, 2214]),
    ("B:WK5,25,26,30:B9,17,18,K20,21", RUSSIAN, [12, 37, 144, 979, 5298, 35466]),
    ("B:WK5,25,26,30:B9,17,18,K20,21", BRAZILIAN, [12, 35, 127, 901, 4770, 32420]),
    ("B:WK5,25,26,30:B9,17,18,K20,21", POOL, [12, 37, 144, 979, 5259, 35342]),
    ("W:W9,K27,28:B5,6,10,14,K23", ENGLISH, [2, 3, 5, 22, 65, 348]),
    ("W:W9,K27,28:B5,6,10,14,K23", RUSSIAN, [3, 6, 22, 101, 528, 3504]),
    ("W:W9,K27,28:B5,6,10,14,K23", BRAZILIAN, [3, 6, 22, 101, 528, 3504]),
    ("W:W9,K27,28:B5,6,10,14,K23", POOL, [3, 6, 22, 101, 528, 3504]),
    (
        "B:BK17,K24:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46",
        "international",
        [14, 55, 1168, 5432, 87195, 629010, 9041010],
    ),
    (
        "W:B12,13,14,16,18,19,21,23,24,26:W25,27,28,30,32,33,34,35,37,38",
        "international",
        [6, 12, 30, 73, 215, 590, 1944, 6269, 22369, 88050],
    ),
]

RANDOM_PLAY = {
    RUSSIAN: (0.4896, 0.0002, 48.79, 5.385),
    BRAZILIAN: (0.4896, 0.0001, None, None),
    POOL: (0.4883, 0.0001, None, None),
    ENGLISH: (0.4283, 0.1287, 66.6, 5.20),
}
"""First seat's wins and draws of 400 000 games of whole turns; turns a game and turns to choose from."""

ODD_RULES = {
    "russian(removal=at-once)": naive.RULES["russian"]._replace(at_once=True),
    "english(men_take_kings=no)": naive.RULES["english"]._replace(men_take_kings=False),
    "english(men_back=yes, promotion=man)": naive.RULES["english"]._replace(men_back=True, promotion="man"),
    "english(choice=most)": naive.RULES["english"]._replace(choice="most"),
    "italian(flying=yes)": naive.RULES["italian"]._replace(flying=True),
    "italian(men_back=yes, promotion=king)": naive.RULES["italian"]._replace(men_back=True, promotion="king"),
    "brazilian(promotion=king)": naive.RULES["brazilian"]._replace(promotion="king"),
    "brazilian(lands_behind=yes)": naive.RULES["brazilian"]._replace(lands_behind=True),
    "thai(removal=at-once)": naive.RULES["thai"]._replace(at_once=True),
    "pool(lands_behind=yes)": naive.RULES["pool"]._replace(lands_behind=True),
    "czech(flying=no)": naive.RULES["czech"]._replace(flying=False),
    "spanish(promotion=man, men_back=yes)": naive.RULES["spanish"]._replace(promotion="man", men_back=True),
    "international(choice=most-then-kings)": naive.RULES["international"]._replace(choice="most-then-kings"),
    "international(promotion=king)": naive.RULES["international"]._replace(promotion="king"),
}
"""Rules that no preset has, so that the switches are tested apart from each other."""


def start(variant: str) -> Any:
    return GAME.variant(variant).start


def placed(state: Any, rng: random.Random) -> Any:
    """A random position of the same variant, with many kings."""
    squares = 50 if "45" in state.text() else 32
    numbers = rng.sample(range(1, squares + 1), rng.randint(2, 16))
    cut = rng.randint(1, len(numbers) - 1)
    row = 5 if squares == 50 else 4
    last_rows = {"W": range(1, row + 1), "B": range(squares - row + 1, squares + 1)}
    sides = []
    for colour, own in (("W", numbers[:cut][:8]), ("B", numbers[cut:][:8])):
        words = [f"{'K' if rng.random() < 0.4 or n in last_rows[colour] else ''}{n}" for n in own]
        sides.append(colour + ",".join(words))
    return state.from_text(":".join([rng.choice("WB"), *sides]))


def ends_of_turns(state: Any) -> set[str]:
    """The positions after each legal turn, without their counters."""
    return {after.text().split(":H")[0] for _, after in perft.turns(state)} if legal_actions(state) else set()


def naive_ends(state: Any, rules: naive.Rules) -> set[frozenset[Any]]:
    pieces, mover = naive.read(state.text(), rules.side)
    return {frozenset(end.items()) for end in naive.turns(pieces, mover, rules)}


def agrees_with_twin(state: Any, rules: naive.Rules) -> None:
    ours = {frozenset(naive.read(text, rules.side)[0].items()) for text in ends_of_turns(state)}
    assert ours == naive_ends(state, rules), state.text()


@pytest.mark.parametrize("variant", PERFT)
def test_perft(variant: str) -> None:
    """Turns from the start to depth 8 are those that two independent programs count."""
    assert perft.run(GAME.variant(variant), 8).leaves == PERFT[variant][:8]


@pytest.mark.soak
@pytest.mark.parametrize("variant", PERFT)
def test_perft_deep(variant: str) -> None:
    """Turns from the start to depth 9 or 10."""
    assert perft.run(GAME.variant(variant), len(PERFT[variant])).leaves == PERFT[variant]


@pytest.mark.parametrize(("text", "variant", "leaves"), KINGS)
def test_perft_with_kings(text: str, variant: str, leaves: list[int]) -> None:
    """Turns of positions with kings are the published ones."""
    start = GAME.variant(variant).start.from_text(text)
    assert perft.run(GAME.variant(variant), len(leaves), start=start).leaves == leaves


@pytest.mark.parametrize("variant", [*PRESETS, *ODD_RULES])
def test_twin_on_placed_positions(variant: str) -> None:
    """On random positions with many kings the legal turns are those of the slow twin."""
    rng = random.Random(variant)
    rules = {**naive.RULES, **ODD_RULES}[variant]
    for _ in range(250):
        agrees_with_twin(placed(start(variant), rng), rules)


@pytest.mark.parametrize("variant", PRESETS)
def test_twin_on_games(variant: str) -> None:
    """In random games the legal turns are those of the slow twin, and the game ends where they say."""
    for state, actions in random_states(start(variant), 3, seed=5):
        if state.mover == 0 and actions:
            agrees_with_twin(state, naive.RULES[variant])
        if not actions and state.quiet < 40:
            assert naive_ends(state, naive.RULES[variant]) == set()


@compiled
def trail(start: Any, root: int, games: int, rng: Any, out: Any, log: Any) -> int:
    """Play games and write a number about each position: itself, its actions, what `sample` draws, what it is worth."""
    rows = 0
    for number in range(games):
        seed_stream(rng, root, number)
        state = start
        while rows < log.shape[0]:
            n = state.legal(out)
            told = state.scramble() & 0xFFFFFFFF
            for i in range(n):
                told = (told * 31 + out[i] + state.trace(int(out[i]))) & 0xFFFFFFFF
            told = (told * 31 + int(1e6 * state.evaluate_material(0)) + state.seat()) & 0xFFFFFFFF
            told = (told * 31 + int(1e6 * state.evaluate_positional(1))) & 0xFFFFFFFF
            action = state.sample(rng)
            log[rows] = (told * 31 + action) & 0xFFFFFFFF
            rows += 1
            if action < 0:
                break
            state = state.play(action)
    return rows


def trails_agree(variant: str, positions: int) -> None:
    state = start(variant)
    fast, slow = np.zeros(positions, np.int64), np.zeros(positions, np.int64)
    root = root_of("twins", variant)
    assert trail(state, root, positions, np.zeros(2, np.int64), scratch(state), fast) == positions
    assert trail.python(state, root, positions, [0, 0], [0] * (state.branching + 1), slow) == positions
    assert (fast == slow).all()


@pytest.mark.parametrize("variant", PRESETS)
def test_interpreter_equals_compiled(variant: str) -> None:
    """Positions, actions, draws and evaluations of random games are the same in the interpreter and compiled."""
    trails_agree(variant, 2000)


@pytest.mark.soak
@pytest.mark.parametrize("variant", PRESETS)
def test_interpreter_equals_compiled_long(variant: str) -> None:
    """The same on 100 000 positions."""
    trails_agree(variant, 100_000)


@pytest.mark.parametrize("variant", PRESETS)
def test_sample_draws_what_legal_lists(variant: str) -> None:
    """Every legal action is drawn, no other, each about as often: on positions with captures of several kinds."""
    rng = random.Random(3)
    stream = [11, 12]
    for _ in range(12):
        state = placed(start(variant), rng)
        actions = legal_actions(state)
        assert len(set(actions)) == len(actions)
        drawn = [state.sample(stream) for _ in range(100 * len(actions))]
        assert set(drawn) <= set(actions)
        for action in actions:
            assert abs(drawn.count(action) - 100) < 50
        if not actions:
            assert state.sample(stream) == -1


@compiled
def play_turns(
    start: Any, root: int, games: int, nodes: Any, path: Any, out: Any, table: Any, rng: Any, sums: Any
) -> None:
    """Play games of whole turns, each drawn uniformly, and add first wins, draws, turns and turns to choose from."""
    for number in range(games):
        seed_stream(rng, root, number)
        state = start
        n = expand(state, nodes, 0, path, out, table)
        while n > 0:
            sums[2] += 1
            sums[3] += n
            state = state.load(nodes, below(rng, n))
            n = expand(state, nodes, 0, path, out, table)
        payoff = state.returns(0)
        sums[0] += payoff > 0
        sums[1] += payoff == 0


@pytest.mark.parametrize("variant", RANDOM_PLAY)
def test_random_play_by_turns(variant: str) -> None:
    """Wins, draws, length and choices of games of random whole turns agree with known values."""
    state, games = start(variant), 60_000
    nodes, path = np.zeros((len(state), 4096), np.int64), np.zeros((len(state), 4096), np.int64)
    sums = np.zeros(4, np.int64)
    rng = np.zeros(2, np.int64)
    root = root_of("turns", variant)
    play_turns(state, root, games, nodes, path, scratch(state), np.zeros(8193, np.int64), rng, sums)
    first, draws, turns, choices = RANDOM_PLAY[variant]
    assert close(sums[0] / games, first, games, 0.0008, 0.5)
    assert close(sums[1] / games, draws, games, 0.0008 if draws > 0.01 else 0.00005, max(draws, 0.0002) ** 0.5)
    if turns:
        assert close(sums[2] / games, turns, games, 0.05, 25)
        assert abs(sums[3] / sums[2] - choices) < 0.02


@pytest.mark.parametrize("variant", ["russian", "english", "international"])
def test_random_play_by_actions(variant: str) -> None:
    """Random games action by action end in time; for 8x8 the split is near that of whole turns."""
    played = playouts.run(GAME.variant(variant), 30_000, seed=4)
    assert sum(played.wins) + played.draws == 30_000
    if variant in RANDOM_PLAY:
        first, draws, _, _ = RANDOM_PLAY[variant]
        assert close(played.wins[0] / 30_000, first, 30_000, 0.0012, 0.5)
        assert close(played.draws / 30_000, draws, 30_000, 0.0012, max(draws, 0.0002) ** 0.5)


def test_limit_wins_over_no_legal_action() -> None:
    """Where both hold, the game is drawn; one ply earlier who cannot move loses."""
    blocked = start("report").from_text("W:W17,21,22:B10,13,14,K18,K26,K30:H39")
    assert blocked.play(legal_actions(blocked)[0]).quiet == 0  # a capture here: it begins to count again
    stuck = start("english").from_text("W:W21:B14,17:H39")
    assert legal_actions(stuck) == []
    assert (stuck.returns(0), stuck.returns(1), stuck.termination()) == (1.0, -1.0, "White cannot move")
    drawn = start("english").from_text("W:W21:B14,17:H40")
    assert legal_actions(drawn) == []
    assert (drawn.returns(0), drawn.returns(1), drawn.termination()) == (0.0, 0.0, "40 plies without capture")
    bare = start("english").from_text("W:W:BK17")
    assert (bare.returns(1), bare.termination()) == (-1.0, "White has no pieces left")


def test_quiet_counts_plies_and_captures_clear_it() -> None:
    """A step adds one, men's steps too; a jump puts the count at 0; `irreversible` names captures and men's moves."""
    state = start("english").from_text("W:W22,K32:B9,18,K1:H7")
    jump = state.parse("22x15")
    assert legal_actions(state) == [jump]
    assert state.irreversible(jump)
    assert state.play(jump).quiet == 0
    quiet = start("english").from_text("W:W22,K32:B9,K1:H7")
    man, king = quiet.parse("22-18"), quiet.parse("32-28")
    assert [quiet.play(action).quiet for action in (man, king)] == [8, 8]
    assert [quiet.irreversible(action) for action in (man, king)] == [True, False]


def test_captures_go_jump_by_jump() -> None:
    """One seat jumps on, taken pieces stand till the end, and the position in between has a text."""
    state = start("russian").from_text("W:W29:B1,17,25")
    assert [state.notation(action) for action in legal_actions(state)] == ["a1:c3"]
    first = state.play(state.parse("a1:c3"))
    assert first.seat() == state.seat() == 0
    assert first.text() == "W:W22:B1,17,25:J22x25"
    assert first.from_text(first.text()) == first
    assert [first.notation(action) for action in legal_actions(first)] == ["c3:a5"]
    assert first.play(first.parse("c3:a5")).text() == "B:W13:B1"
    numbers = start("pool").from_text("W:W29:B1,17,25")
    assert [numbers.notation(action) for action in legal_actions(numbers)] == ["29x22"]


@pytest.mark.parametrize("variant", PRESETS)
def test_texts_go_round(variant: str) -> None:
    """Positions and actions read what they write, in mid-capture too; every position of a game is valid."""
    for state, actions in random_states(start(variant), 3, seed=8):
        state.validate()
        assert state.from_text(state.text()) == state
        for action in actions:
            assert state.parse(state.notation(action)) == action
            assert state.trace(action) == action < GAME.variant(variant).facts["actions"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("W21:B1", "side to move"),
        ("X:W21:B1", "side to move"),
        ("W:W21:W22", "one part each"),
        ("W:W21:H3", "both W and B"),
        ("W:W21,33:B1", "no square 33"),
        ("W:W21,0:B1", "no square 0"),
        ("W:W21,zz:B1", "not a square"),
        ("W:Wa2:B1", "light square"),
        ("W:W21,21:B1", "given twice"),
        ("W:W21,22:B1,22", "both sides stand on square 22"),
        ("W:W3:B10", "White has a man on its last row, square 3"),
        ("B:W21:B30", "Black has a man on its last row, square 30"),
        ("W:W13,14,15,16,17,18,19,20,21,22,23,24,25:B1", "13 pieces and may have 12"),
        ("W:W21:B1:H41", "0 to 40"),
        ("W:W21:B1:H-1", "0 to 40"),
        ("W:W21:B1:J21", "jumped in this capture"),
        ("W:W21:B17,1:J21x17", "cannot go on"),
        ("W:W21:B17,1:J17x1", "one of the side to move"),
        ("W:W21:B17,1:J21x17x17", "jumped once"),
    ],
)
def test_impossible_positions_are_refused(text: str, reason: str) -> None:
    """A position that cannot be is refused, and the reason said."""
    with pytest.raises(ValueError, match=reason):
        start("english").from_text(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("frisian", "english, russian"),
        ("russian(limit=0)", "1 to 200"),
        ("russian(limit=201)", "1 to 200"),
        ("russian(limit=ten)", "1 to 200"),
        ("russian(speed=3)", "no argument 'speed'"),
        ("russian(promotion=queen)", "stop, man, king"),
        ("russian(limit=30, limit=40)", "given twice"),
        ("english(lands_behind=yes)", "flying"),
        ("brazilian(removal=at-once)", "choice=free"),
    ],
)
def test_bad_variants_are_refused(text: str, reason: str) -> None:
    """A variant that is not one is refused, and what is allowed is said."""
    with pytest.raises(InputError, match=reason):
        GAME.variant(text)


def test_variants_with_arguments() -> None:
    """Arguments change the rules named and the longest game; a preset without them is itself."""
    assert GAME.variant("report(limit=80, promotion=stop)").longest == 23 * 80
    assert GAME.variant("report(limit=40)").start == GAME.variant("report").start == GAME.variant("russian").start
    assert GAME.variant("international").facts["actions"] == Draughts.actions
    assert max(GAME.variant(f"{name}(limit=200)").longest for name in PRESETS) == Draughts.longest
    assert max(variant.branching for variant in GAME.variants.values()) == Draughts.branching


def test_evaluations_lean_to_the_stronger_side() -> None:
    """Both evaluations are 0 at the start, within [-1, 1], opposite for the two seats, and like kings and advance."""
    for variant in PRESETS:
        for state, _ in random_states(start(variant), 1, seed=2):
            for value in (state.evaluate_material, state.evaluate_positional):
                assert value(0) == -value(1)
                assert -1 <= value(0) <= 1
        assert start(variant).evaluate_material(0) == start(variant).evaluate_positional(0) == 0
    ahead = start("russian").from_text("W:WK29:B1")
    assert ahead.evaluate_material(0) == (6 - 2) / 8
    assert start("english").from_text("W:WK29:B1").evaluate_material(1) == (3 - 2) / 5
    near, far = (start("russian").from_text(f"W:W{square}:B1") for square in (9, 21))
    assert near.evaluate_positional(0) > far.evaluate_positional(0)


@pytest.mark.parametrize("variant", PRESETS)
def test_recorded_games(variant: str) -> None:
    """The recorded games are played again, byte for byte."""
    chosen = GAME.variant(variant)
    assert playthroughs.path_of(chosen).read_bytes() == playthroughs.playthroughs(chosen).encode()


def fen(white: int, white_kings: int, black: int, black_kings: int) -> frozenset[tuple[str, int]]:
    """A position as another program keeps it: bits of squares, men and kings apart."""
    sides = (("w", white), ("W", white_kings), ("b", black), ("B", black_kings))
    return frozenset((letter, n + 1) for letter, squares in sides for n in range(50) if squares >> n & 1)


def squares_of(text: str) -> frozenset[tuple[str, int]]:
    """The same of our text."""
    found = set()
    for part in text.split(":")[1:]:
        letter = part[0].lower()
        for word in part[1:].split(",") if part[1:] and letter in "wb" else []:
            found.add((letter.upper() if word[0] == "K" else letter, int(word.lstrip("K"))))
    return frozenset(found)


@pytest.mark.parametrize(
    ("variant", "module"),
    [
        ("english(first=white)", "american"),
        ("russian", "russian"),
        ("brazilian", "brazilian"),
        ("international", "standard"),
    ],
)
def test_py_draughts_agrees(variant: str, module: str) -> None:
    """In random games py-draughts reaches the same positions after each turn.

    Its American captures are a matter of choice: where there is one, its other moves are left out.
    """
    boards = pytest.importorskip(f"draughts.boards.{module}")
    rng = random.Random(f"referee {variant}")

    def position(board: Any) -> frozenset[tuple[str, int]]:
        return fen(board.white_men, board.white_kings, board.black_men, board.black_kings)

    for _ in range(25):
        board, state = boards.Board(), start(variant)
        while legal_actions(state):
            ends = {}
            moves = board.legal_moves
            for move in [move for move in moves if move.captured_list] or moves:
                board.push(move)
                ends[position(board)] = move
                board.pop()
            ours = {squares_of(after.text()): after for _, after in perft.turns(state)}
            assert ours.keys() == ends.keys(), state.text()
            chosen = rng.choice(sorted(ours, key=sorted))
            board.push(ends[chosen])
            state = ours[chosen]
        if state.quiet < 40:
            assert not board.legal_moves


def mirrored(n: int) -> int:
    """The square number on a board whose dark corner is on the other side."""
    return 4 * ((n - 1) // 4) + 4 - (n - 1) % 4


@pytest.mark.parametrize(
    ("variant", "convert"),
    [("english(first=white)", int), ("russian", int), ("brazilian", int), ("italian", mirrored)],
)
def test_pydraughts_agrees(variant: str, convert: Any) -> None:
    """In random games pydraughts reaches the same positions after each turn.

    Positions are read from its board, square by square, and not from its texts, whose numbers depend on the rules.
    """
    core = pytest.importorskip("draughts.core.game")
    rng = random.Random(f"other referee {variant}")

    def position(game: Any) -> frozenset[tuple[str, int]]:
        return frozenset((piece, convert(n)) for n, piece in enumerate(game.board_text, 1) if piece != "e")

    class Board:
        """A pydraughts game whose moves are whole turns."""

        def __init__(self, game: Any) -> None:
            self.game = game
            self.board_text = game.get_fen()[1:]

        def ends(self) -> dict[frozenset[tuple[str, int]], Any]:
            found = {}
            for steps in self.game.legal_moves()[0]:
                after = self.game.copy_fast()
                for step in steps:
                    after.move(step)
                board = Board(after)
                found[position(board)] = board
            return found

    for _ in range(2):
        board, state = Board(core.Game(variant.partition("(")[0])), start(variant)
        while legal_actions(state):
            ends = board.ends()
            ours = {squares_of(after.text()): after for _, after in perft.turns(state)}
            assert ours.keys() == ends.keys(), state.text()
            chosen = rng.choice(sorted(ours, key=sorted))
            board, state = ends[chosen], ours[chosen]


def test_open_spiel_agrees() -> None:
    """In random games of English draughts OpenSpiel has the same positions after each turn and the same payoffs.

    Its captures, too, are jump by jump by one player; its first player sits below, so its drawing is turned round.
    """
    pyspiel = pytest.importorskip("pyspiel")
    game = pyspiel.load_game("checkers")
    rng = random.Random("spiel")

    def position(theirs: Any) -> frozenset[tuple[str, int]]:
        rows = str(theirs).splitlines()[:8]
        letters = {"o": "b", "+": "w", "8": "B", "*": "W"}
        return frozenset(
            (letters[rows[y][x + 1]], 32 - (4 * y + x // 2))
            for y in range(8)
            for x in range(8)
            if rows[y][x + 1] in letters
        )

    def ends(theirs: Any) -> dict[frozenset[tuple[str, int]], Any]:
        found, waiting = {}, [theirs]
        while waiting:
            here = waiting.pop()
            for action in here.legal_actions():
                after = here.child(action)
                if after.current_player() == theirs.current_player():
                    waiting.append(after)
                else:
                    found[position(after)] = after
        return found

    for _ in range(40):
        theirs, state = game.new_initial_state(), start("english")
        while legal_actions(state):
            found = ends(theirs)
            ours = {squares_of(after.text()): after for _, after in perft.turns(state)}
            assert ours.keys() == found.keys(), f"{state.text()}\n{theirs}"
            chosen = rng.choice(sorted(ours, key=sorted))
            theirs, state = found[chosen], ours[chosen]
        assert theirs.is_terminal()
        assert [state.returns(seat) for seat in range(2)] == theirs.returns()
