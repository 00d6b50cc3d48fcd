"""Tic-tac-toe, all of it: every game counted, every position found, random play and perfect play exact."""

from __future__ import annotations

import functools
from collections import Counter
from fractions import Fraction

import pytest

import playthroughs
from croupier.errors import InputError
from croupier.games import find
from croupier.games.tic_tac_toe import TicTacToe
from croupier.rules import perft, playouts
from referees import agree_with_open_spiel, digests, images_agree, legal_actions, random_states

START = find("tic-tac-toe").variant().start
Split = tuple[Fraction, Fraction, Fraction]


@functools.cache
def positions() -> tuple[frozenset[TicTacToe], ...]:
    """The positions that can be reached, by ply."""
    plies = [frozenset({START})]
    while plies[-1]:
        plies.append(frozenset(state.play(action) for state in plies[-1] for action in legal_actions(state)))
    return tuple(plies[:-1])


@functools.cache
def random_play(state: TicTacToe) -> tuple[Split, Fraction]:
    """Probabilities that the first seat wins, draws and loses under random play, and the mean number of plies left."""
    actions = legal_actions(state)
    if not actions:
        result = state.returns(0)
        return (Fraction(result > 0), Fraction(result == 0), Fraction(result < 0)), Fraction(0)
    after = [random_play(state.play(action)) for action in actions]
    win, draw, loss = (sum(split[i] for split, _ in after) / len(actions) for i in range(3))
    return (win, draw, loss), 1 + sum((length for _, length in after), Fraction(0)) / len(actions)


@functools.cache
def value(state: TicTacToe) -> float:
    """The payoff of the first seat under perfect play."""
    actions = legal_actions(state)
    if not actions:
        return state.returns(0)
    values = [value(state.play(action)) for action in actions]
    return min(values) if state.seat() else max(values)


def test_games_by_result_and_length() -> None:
    """255168 games: 131184 won by the first seat, 77904 by the second, 46080 drawn; their lengths are known too."""
    ends = Counter({(START, 0): 1})
    results: Counter[float] = Counter()
    lengths: Counter[int] = Counter()
    while ends:
        grown: Counter[tuple[TicTacToe, int]] = Counter()
        for (state, ply), times in ends.items():
            actions = legal_actions(state)
            for action in actions:
                grown[state.play(action), ply + 1] += times
            if not actions:
                results[state.returns(0)] += times
                lengths[ply] += times
        ends = grown
    assert results == {1.0: 131184, -1.0: 77904, 0.0: 46080}
    assert sum(results.values()) == 255168
    assert lengths == {5: 1440, 6: 5328, 7: 47952, 8: 72576, 9: 127872}


def test_perft_to_the_end() -> None:
    """The compiled counts of plies 1 to 9."""
    counted = perft.run(find("tic-tac-toe").variant(), 9)
    assert counted.leaves == [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]


def test_positions() -> None:
    """5478 positions can be reached, 765 up to symmetry, 958 of them finished: 626 and 316 won, 16 drawn."""
    assert [len(ply) for ply in positions()] == [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]
    everything = frozenset().union(*positions())
    assert len(everything) == 5478
    assert len({frozenset(state.image(which) for which in range(8)) for state in everything}) == 765
    finished = Counter(state.returns(0) for state in everything if not legal_actions(state))
    assert finished == {1.0: 626, -1.0: 316, 0.0: 16}


def test_random_play_is_exact() -> None:
    """737/1260, 8/63 and 121/420 for win, draw and loss, 3203/420 plies; by first move corner, edge and centre."""
    assert random_play(START) == ((Fraction(737, 1260), Fraction(8, 63), Fraction(121, 420)), Fraction(3203, 420))
    by_kind = {
        (0, 2, 6, 8): (Fraction(17, 28), Fraction(9, 70), Fraction(37, 140)),
        (1, 3, 5, 7): (Fraction(15, 28), Fraction(9, 70), Fraction(47, 140)),
        (4,): (Fraction(97, 140), Fraction(4, 35), Fraction(27, 140)),
    }
    for cells, split in by_kind.items():
        for cell in cells:
            assert random_play(START.play(cell))[0] == split


def test_compiled_random_games() -> None:
    """Compiled random games have the exact split and length within five standard errors."""
    games = 400_000
    seen = playouts.run(find("tic-tac-toe").variant(), games, seed=3)
    (win, draw, loss), length = random_play(START)
    for count, share in ((seen.wins[0], win), (seen.draws, draw), (seen.wins[1], loss)):
        assert abs(count / games - share) < 5 * float(share * (1 - share) / games) ** 0.5
    assert abs(seen.mean_length - length) < 5 * 1.3 / games**0.5


def test_value() -> None:
    """Perfect play draws, after each first move."""
    assert value(START) == 0
    assert [value(START.play(cell)) for cell in range(9)] == [0] * 9


def test_sample_draws_from_the_list() -> None:
    """`sample` gives every legal action of every position equally often, and -1 where there is none."""
    for state in frozenset().union(*positions()):
        actions = legal_actions(state)
        slices = max(1, len(actions))
        drawn = [state.sample(_FixedWord((2 * i + 1) * (1 << 32) // (2 * slices))) for i in range(slices)]
        assert drawn == (actions or [-1])


class _FixedWord(list[int]):
    """Memory of the generator from which its next output has these upper 32 bits."""

    def __init__(self, upper: int) -> None:
        # the output is rotate(a + b, 17) + a: with a = 0 it is b rotated left by 17
        word = upper << 32
        b = ((word >> 17) | (word << 47)) & 0xFFFFFFFFFFFFFFFF
        super().__init__([0, b - (1 << 64) if b >> 63 else b])


def test_symmetries() -> None:
    """Each of the eight images of each position has corresponding actions, successors and payoffs."""
    for state in frozenset().union(*positions()):
        for which in range(8):
            images_agree(state, legal_actions(state), which)
    assert len({TicTacToe(0b1, 0b10).image(which) for which in range(8)}) == 8


def test_open_spiel_agrees() -> None:
    """OpenSpiel has the same legal actions, mover and payoffs at every ply of 200 random games."""
    agree_with_open_spiel(START, "tic_tac_toe", 200, seed=5)


def test_text_and_back() -> None:
    """Every position comes back from its text, and notation numbers rows from the bottom."""
    for state in frozenset().union(*positions()):
        assert START.from_text(state.text()) == state
    assert START.play(4).play(6).text() == ".../.x./o.."
    assert [START.notation(cell) for cell in range(9)] == ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("x.o/.x.", "three rows"),
        ("x.o/.x./..", "three rows"),
        ("x.o/.X./...", "three rows"),
        ("", "three rows"),
        ("xx./.../...", "2 x and 0 o"),
        ("o../.../...", "0 x and 1 o"),
        ("xxx/oo./o..", "x has three in a row, but the other moved last"),
        ("ooo/xx./xx.", "o has three in a row, but the other moved last"),
        ("xxx/ooo/...", "x has three in a row, but the other moved last"),
    ],
)
def test_bad_text(text: str, reason: str) -> None:
    """Text of a position that cannot be is refused with the reason."""
    with pytest.raises(ValueError, match=reason):
        START.from_text(text)


def test_reasons_of_the_end() -> None:
    """A game ends with three in a row or a full board."""
    ends = Counter(state.termination() for state, actions in random_states(START, 200, seed=1) if not actions)
    assert set(ends) == {"three in a row", "board full"}
    assert START.from_text("xxx/oo./...").termination() == "three in a row"
    assert START.from_text("xox/xxo/oxo").termination() == "board full"


def test_unknown_variant() -> None:
    """There is one variant."""
    with pytest.raises(InputError, match="3x3"):
        find("tic-tac-toe").variant("4x4")


def test_recorded_games() -> None:
    """The recorded games are played again to the same text."""
    given = find("tic-tac-toe").variant()
    assert playthroughs.path_of(given).read_bytes() == playthroughs.playthroughs(given).encode()


def test_compiled_is_the_same() -> None:
    """Compiled and interpreted random games pass the same states, images, actions and traces."""
    ours, twin = digests(START, 1000)
    assert ours == twin
