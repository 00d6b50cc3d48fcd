"""Quarto: counts, end games, random play, symmetries and evaluations, held against a slow twin."""

from __future__ import annotations

import functools
import random
from typing import Any

import numpy as np
import pytest

import playthroughs
from croupier.games import find
from croupier.games._quarto_board import CELL_IMAGES, DIAGONALS, LINES, NOTHING, SQUARES, nth_bit
from croupier.games.quarto import Quarto
from croupier.rules import perft, playouts
from croupier.rules.compiled import compiled
from croupier.rules.registration import scratch
from croupier.rules.streams import root_of, seed_stream
from referees import close, digests, images_agree, legal_actions, random_states

VARIANTS = ("official", "advanced", "report")
STRAIGHT = [[(i, j) for j in range(4)] for i in range(4)] + [[(j, i) for j in range(4)] for i in range(4)]
DIAGONAL = [[(i, i) for i in range(4)], [(i, 3 - i) for i in range(4)]]
SQUARE = [[(i, j), (i, j + 1), (i + 1, j), (i + 1, j + 1)] for i in range(3) for j in range(3)]
TWIN_LINES = {
    "official": STRAIGHT + DIAGONAL,
    "advanced": STRAIGHT + DIAGONAL + SQUARE,
    "report": STRAIGHT + SQUARE,
}
END_GAMES = {
    "5a../bd.1/23.6/.89f 0": [(1, 17, 1), (1, 14, 2), (1, 14, 2)],
    "a84./c1.7/9b../6ed. 3": [(1, 20, 2), (-1, 20, 20), (-1, 20, 20)],
    "84.0/a356/.e2./71.. f": [(0, 20, 1), (1, 17, 1), (1, 17, 1)],
    "7.83/..ce/a.21/46.0 d": [(0, 20, 5), (-1, 20, 20), (1, 20, 1)],
    "..a6/90.f/4.cd/7..1 2": [(-1, 30, 30), (1, 26, 1), (1, 26, 1)],
    "93.c/.72./..e1/05f. 8": [(1, 26, 1), (1, 26, 1), (-1, 30, 30)],
}
"""Value for the player who places, turns, and turns that keep the value, under each set of rules."""

RANDOM_PLAY = {
    "official": (0.49545, 0.01978, 0.48477, 11.665),
    "advanced": (0.49946, 0.00302, 0.49752, 10.511),
    "report": (0.49720, 0.00915, 0.49365, 10.769),
}
"""First giver wins, draws, first placer wins, and the mean number of placings."""


def start(variant: str) -> Any:
    return find("quarto").variant(variant).start


def board(state: Any) -> dict[tuple[int, int], int]:
    """The pieces by row and column, read from the text."""
    rows = state.text().split(" ")[0].split("/")
    return {(i, j): int(rows[i][j], 16) for i in range(4) for j in range(4) if rows[i][j] != "."}


def alike(pieces: list[int]) -> bool:
    """Whether some bit is set in all the pieces or in none."""
    return any(len({piece >> bit & 1 for piece in pieces}) <= 1 for bit in range(4))


def full_lines(pieces: dict[tuple[int, int], int], variant: str) -> list[list[tuple[int, int]]]:
    """The lines of four alike."""
    lines = TWIN_LINES[variant]
    return [line for line in lines if pieces.keys() >= set(line) and alike([pieces[cell] for cell in line])]


@functools.cache
def value(state: Any) -> int:
    """What perfect play brings the seat that acts; turn by turn, without any shortcut."""
    ends = perft.turns(state) if legal_actions(state) else []
    if not ends:
        return int(state.returns(state.seat()))
    return max(after_value(state, after) for _, after in ends)


def after_value(state: Any, after: Any) -> int:
    """What a turn that leads to `after` brings the seat that took it."""
    return value(after) if after.seat() == state.seat() else -value(after)


@pytest.mark.parametrize("variant", VARIANTS)
def test_perft(variant: str) -> None:
    """Turns 1 to 4: the first gift, then placing and giving."""
    counted = perft.run(find("quarto").variant(variant), 4, workers=2)
    assert counted.leaves == [16, 3840, 806400, 146764800]


def test_perft_by_actions() -> None:
    """Gifts and placings counted one by one."""
    counted = perft.run(find("quarto").variant("official"), 7, plies=True)
    assert counted.leaves == [16, 256, 3840, 57600, 806400, 11289600, 146764800]


@pytest.mark.parametrize(("rules", "ends"), [(DIAGONALS, 3087360), (DIAGONALS | SQUARES, 5865984), (SQUARES, 5248512)])
def test_games_that_end_at_the_fourth_placing(rules: int, ends: int) -> None:
    """The earliest ends: 4th placings after which no piece is given (each first gift has as many)."""
    first = start("official")._replace(rules=rules).play(0)
    counted = perft.run(find("quarto").variant("official"), 8, plies=True, start=first)
    placings, gifts = counted.leaves[6:8]
    assert 16 * (placings - gifts // 12) == ends


@pytest.mark.parametrize("text", END_GAMES)
def test_end_games(text: str) -> None:
    """Value, number of turns and number of best turns of six late positions, by brute force."""
    for variant, (worth, turns, best) in zip(VARIANTS, END_GAMES[text], strict=True):
        state = start(variant).from_text(text)
        ends = [after for _, after in perft.turns(state)]
        assert value(state) == worth
        assert len(ends) == turns
        assert sum(after_value(state, after) == worth for after in ends) == best


@pytest.mark.parametrize("variant", VARIANTS)
def test_random_games(variant: str) -> None:
    """Random play has the known split and mean number of placings, within five standard errors."""
    games = 400_000
    seen = playouts.run(find("quarto").variant(variant), games, seed=4)
    *split, placings = RANDOM_PLAY[variant]
    for count, share in zip((seen.wins[0], seen.draws, seen.wins[1]), split, strict=True):
        assert close(count / games, share, games, 0.00016, (share * (1 - share)) ** 0.5)
    counted = seen.mean_actions - 1 if variant == "report" else seen.mean_actions / 2
    assert close(counted, placings, games, 0.001, 2.5)
    assert seen.mean_length == pytest.approx(counted + 1, abs=0.01)


@pytest.mark.parametrize("variant", VARIANTS)
def test_twin(variant: str) -> None:
    """On random games a plain reading of the rules has the same mover, choices, winner and reason at every ply."""
    for state, actions in random_states(start(variant), 150, seed=7):
        pieces = board(state)
        lines = full_lines(pieces, variant)
        left = [piece for piece in range(16) if piece not in pieces.values() and piece != state.hand]
        free = [4 * i + j for i in range(4) for j in range(4) if (i, j) not in pieces]
        if lines or (not free and state.hand == NOTHING):
            expected = []
        elif state.hand == NOTHING:
            expected = left
        elif variant == "report":
            expected = [cell << 4 | gift for cell in free for gift in (left or [state.hand])]
        else:
            expected = free
        assert actions == expected
        assert state.seat() == (len(pieces) + (state.hand != NOTHING)) % 2
        if not actions:
            assert state.returns(len(pieces) % 2) == -state.returns(1 - len(pieces) % 2) == bool(lines)
            reason = state.termination()
            straight = any(line in STRAIGHT + DIAGONAL for line in lines)
            assert reason.split()[1] == ("line" if straight else "square" if lines else "full")


@compiled
def evaluate_all(start: Any, root: int, games: int, rng: Any, out: Any, sums: Any) -> None:
    """Add up both evaluations, as seen by the seat that acts, over random games."""
    for number in range(games):
        seed_stream(rng, root, number)
        state = start
        for ply in range(start.longest + 1):
            sums[0] += state.evaluate_lines(state.seat()) * (ply + 1)
            sums[1] += state.evaluate_common_lines(state.seat()) * (ply + 1)
            action = playouts.draw(state, rng, out)
            if action < 0:
                break
            state = state.play(action)


@pytest.mark.parametrize("games", [300, pytest.param(10_000, marks=pytest.mark.soak)])
@pytest.mark.parametrize("variant", VARIANTS)
def test_compiled_is_the_same(variant: str, games: int) -> None:
    """Compiled and interpreted random games pass the same states, images, traces and results."""
    given = find("quarto").variant(variant)
    ours, twin = digests(given.start, games)
    assert ours == twin
    sums = []
    for play in (playouts.play_games, playouts.play_games.python):
        total = np.zeros(playouts.SUMS + 4, np.int64)
        play(
            given.start,
            2,
            root_of("twin", variant),
            0,
            games,
            games,
            np.zeros(2, np.int64),
            scratch(given.start),
            total,
        )
        sums.append(total.tolist())
    assert sums[0] == sums[1]


@pytest.mark.parametrize("variant", VARIANTS)
def test_compiled_evaluations_are_the_same(variant: str) -> None:
    """Compiled and interpreted evaluations add up to the same, bit for bit."""
    sums = []
    for run in (evaluate_all, evaluate_all.python):
        total = np.zeros(2)
        run(start(variant), 99, 50, np.zeros(2, np.int64), scratch(start(variant)), total)
        sums.append(total.tolist())
    assert sums[0] == sums[1]


@pytest.mark.parametrize("variant", VARIANTS)
def test_sample_draws_from_the_list(variant: str) -> None:
    """`sample` draws legal actions only, each of them, and -1 when the game is over."""
    rng = [3, 4]
    for state, actions in random_states(start(variant), 3, seed=8):
        drawn = {state.sample(rng) for _ in range(30 * len(actions) + 1)}
        assert drawn == set(actions or [-1]) or (drawn < set(actions) and len(actions) - len(drawn) < 3)


def test_nth_bit() -> None:
    """Every set bit of every board is found by its number."""
    for cells in range(0, 1 << 16, 7):
        bits = [bit for bit in range(16) if cells >> bit & 1]
        assert [nth_bit(cells, n) for n in range(len(bits))] == bits


@pytest.mark.parametrize("variant", VARIANTS)
def test_symmetries(variant: str) -> None:
    """Images have corresponding actions, successors, payoffs and evaluations."""
    rng = random.Random(9)
    images = find("quarto").variant(variant).facts["images"]
    for state, actions in random_states(start(variant), 12, seed=9):
        which = rng.randrange(images)
        images_agree(state, actions, which)
        assert state.image(0) == state
        for seat in range(2):
            assert state.image(which).evaluate_lines(seat) == state.evaluate_lines(seat)
            assert state.image(which).evaluate_common_lines(seat) == state.evaluate_common_lines(seat)


@pytest.mark.parametrize(("variant", "images"), [("official", 12288), ("advanced", 3072), ("report", 3072)])
def test_number_of_symmetries(variant: str, images: int) -> None:
    """All images of a position without symmetry differ, and images of an image are the same set."""
    state = start(variant).from_text("01../2.4./.8../3... f")
    assert find("quarto").variant(variant).facts["images"] == images
    orbit = {state.image(which) for which in range(images)}
    assert len(orbit) == images
    assert {state.image(images // 3 + 7).image(which) for which in range(images)} == orbit


def test_cell_symmetries_are_all() -> None:
    """The 32 symmetries keep rows, columns and diagonals, the first 8 squares too, and the others do not."""
    lines = [frozenset(cell for cell in range(16) if int(line) >> cell & 1) for line in LINES]
    kept = [{frozenset(int(image[cell]) for cell in line) for line in lines} for image in CELL_IMAGES]
    assert len({tuple(image) for image in CELL_IMAGES.tolist()}) == 32
    for which, moved in enumerate(kept):
        assert moved >= set(lines[:10])
        assert (moved == set(lines)) == (which < 8)


@pytest.mark.parametrize("variant", VARIANTS)
def test_evaluations(variant: str) -> None:
    """The two evaluations are the sums their text promises, seen from the other seat with the other sign."""
    for state, actions in random_states(start(variant), 40, seed=10):
        pieces = board(state)
        on_lines = [[pieces[cell] for cell in line if cell in pieces] for line in TWIN_LINES[variant]]
        placer = (len(pieces) + 1) % 2
        expected = sum(map(len, on_lines)), sum(len(line) for line in on_lines if alike(line))
        for found, total in zip((state.evaluate_lines, state.evaluate_common_lines), expected, strict=True):
            assert found(0) == -found(1)
            if actions:
                assert found(placer) == pytest.approx(total / (4 * len(on_lines)))
            else:
                assert found(0) == state.returns(0)


def test_an_evaluation_by_hand() -> None:
    """Pieces 0 and 1 side by side, f below 0: lines of 2, 1 and 2, 1; the corner square has 3, two others 1."""
    state = start("report").from_text("01../f.../..../.... 2")
    assert state.evaluate_lines(0) == pytest.approx((2 + 1 + 2 + 1 + 3 + 1 + 1) / 68)
    # 0 and f are opposite in every attribute: their column and the corner square count no more
    assert state.evaluate_common_lines(0) == pytest.approx((2 + 1 + 1 + 1 + 1) / 68)


@pytest.mark.parametrize("variant", VARIANTS)
def test_traces(variant: str) -> None:
    """A placing is traced by piece and cell, a gift by its piece, and the two never share a number."""
    for state, actions in random_states(start(variant), 10, seed=11):
        for action in actions:
            trace = state.trace(action)
            assert 0 <= trace < Quarto.traces
            if state.hand == NOTHING:
                assert trace == 256 + action
            else:
                cell = action >> 4 if variant == "report" else action
                assert divmod(trace, 16) == (state.hand, cell)


@pytest.mark.parametrize("variant", VARIANTS)
def test_text_and_back(variant: str) -> None:
    """Positions of random games come back from their text, winner included, and notations differ."""
    for state, actions in random_states(start(variant), 40, seed=12):
        assert start(variant).from_text(state.text()) == state
        assert len({state.notation(action) for action in actions}) == len(actions)


def test_notation() -> None:
    """A gift is a hex digit, a cell has columns a-d and rows 1-4 from the bottom, a joint action both."""
    given = start("official").play(10)
    assert start("official").notation(10) == "a"
    assert given.text() == "..../..../..../.... a"
    assert [given.notation(cell) for cell in (0, 3, 9, 15)] == ["a4", "d4", "b2", "d1"]
    assert given.play(9).text() == "..../..../.a../.... -"
    joint = start("report").play(10)
    assert joint.notation(9 << 4 | 3) == "b2=3"
    assert joint.play(9 << 4 | 3).text() == "..../..../.a../.... 3"
    last = next(state for state, actions in random_states(start("report"), 300, seed=1) if len(actions) == 1)
    assert len(last.notation(legal_actions(last)[0])) == 2


@pytest.mark.parametrize(
    ("variant", "text", "reason"),
    [
        ("official", "", "four rows of four"),
        ("official", "..../..../.... -", "four rows of four"),
        ("official", "..../..../..../...g -", "four rows of four"),
        ("official", "..../..../..../....", "four rows of four"),
        ("official", "..../..../..../.... A", "four rows of four"),
        ("official", "1.../..1./..../.... 2", "piece 1 is there twice"),
        ("official", "1.../..2./..../.... 2", "piece 2 is there twice"),
        ("official", "0123/..../..../.... 7", "nothing can be in hand"),
        ("official", "0123/..../4567/.... -", "no cell in common"),
        ("report", "01../..../..../.... -", "name the piece in hand"),
        ("report", "01../23../..../.... 4", "nothing can be in hand"),
    ],
)
def test_bad_text(variant: str, text: str, reason: str) -> None:
    """Text of a position that cannot be is refused with the reason."""
    with pytest.raises(ValueError, match=reason):
        start(variant).from_text(text)


def test_squares_count_where_they_count() -> None:
    """Four alike in a square end the game in two of the three, and a diagonal in two others."""
    assert start("official").from_text("01../23../..../.... -").won == 0
    assert start("advanced").from_text("01../23../..../.... -").termination().startswith("a square")
    assert start("report").from_text("01../23../..../.... -").won == 1
    assert start("report").from_text("0.../.1../..2./...3 4").won == 0
    assert start("official").from_text("0.../.1../..2./...3 -").termination().startswith("a line")


def test_exact_facts() -> None:
    """The facts of each variant."""
    for variant, actions, branching, longest in (
        ("official", 16, 16, 32),
        ("advanced", 16, 16, 32),
        ("report", 256, 240, 17),
    ):
        facts = find("quarto").variant(variant).facts
        assert (facts["actions"], facts["branching"], facts["longest"]) == (actions, branching, longest)
        assert max(len(legal) for _, legal in random_states(start(variant), 20, seed=13)) == branching


@pytest.mark.parametrize("variant", VARIANTS)
def test_recorded_games(variant: str) -> None:
    """The recorded games are played again to the same text."""
    given = find("quarto").variant(variant)
    assert playthroughs.path_of(given).read_bytes() == playthroughs.playthroughs(given).encode()
