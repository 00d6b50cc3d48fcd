"""Connect Four: counts of games and positions, lines in every direction on every size, random play, symmetry, text."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest

import playthroughs
from croupier.errors import InputError
from croupier.games import find
from croupier.games.connect_four import ConnectFour, four
from croupier.rules import perft, playouts
from referees import agree_with_open_spiel, close, digests, images_agree, legal_actions, random_states

RISE, COLUMNS = 7, 7
PERFT = [7, 49, 343, 2401, 16807, 117649, 823536, 5673234, 39394572]
POSITIONS = [1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275, 558186]


def start(variant: str = "6x7") -> Any:
    return find("connect-four").variant(variant).start


def played(columns: str, variant: str = "6x7") -> Any:
    """The position after these columns, counted from 1."""
    state = start(variant)
    for column in columns:
        assert int(column) - 1 in legal_actions(state)
        state = state.play(int(column) - 1)
    return state


class Ply(NamedTuple):
    """All positions of a ply as arrays, and in how many ways each is reached."""

    mine: Any
    theirs: Any
    ways: Any


def next_ply(ply: Ply) -> Ply:
    """Every action in every unfinished position, equal positions put together."""
    going = ~four(ply.theirs, RISE)
    mine, theirs, ways = (part[going] for part in ply)
    stones = mine | theirs
    grown = []
    for column in range(COLUMNS):
        room = (stones >> (RISE * column + RISE - 2)) & 1 == 0
        dropped = (stones[room] + (1 << (RISE * column))) & ~stones[room]
        grown.append((theirs[room], mine[room] | dropped, ways[room]))
    mine, theirs, ways = (np.concatenate(part) for part in zip(*grown, strict=True))
    # one number for a position: the stones of one seat and, a row higher, the tops of the columns
    bottoms = sum(1 << (RISE * column) for column in range(COLUMNS))
    _, first, place = np.unique((mine | theirs) + bottoms + theirs, return_index=True, return_inverse=True)
    summed = np.zeros(len(first), np.int64)
    np.add.at(summed, place, ways)
    return Ply(mine[first], theirs[first], summed)


@pytest.fixture(scope="module")
def plies() -> list[Ply]:
    """Plies 0 to 9."""
    found = [Ply(np.zeros(1, np.int64), np.zeros(1, np.int64), np.ones(1, np.int64))]
    for _ in range(9):
        found.append(next_ply(found[-1]))
    return found


def test_perft() -> None:
    """Games of 1 to 9 plies, counted compiled."""
    assert perft.run(find("connect-four").variant(), 9).leaves == PERFT


def test_positions_and_wins(plies: list[Ply]) -> None:
    """Positions of plies 0 to 9 (OEIS A212693), those already won, games and wins on the ply."""
    assert [len(ply.mine) for ply in plies] == POSITIONS
    won = [four(ply.theirs, RISE) for ply in plies]
    assert [int(ply.sum()) for ply in won] == [0] * 7 + [728, 1892, 19412]
    assert [int(ply.ways.sum()) for ply in plies[1:]] == PERFT
    assert [int(ply.ways[over].sum()) for ply, over in zip(plies, won, strict=True)] == [0] * 7 + [
        13032,
        44430,
        1086882,
    ]


@pytest.mark.parametrize("variant", ["6x7", "4x4", "5x6", "7x6", "4x12", "8x7", "20x3"])
def test_four_in_every_place(variant: str) -> None:
    """On each size exactly the straight runs of four cells end a game, in every direction, and none wraps around."""
    rows, columns = start(variant).rows, start(variant).columns
    rise = rows + 1
    cells = {(row, column) for row in range(rows) for column in range(columns)}
    runs = 0
    for row, column in cells:
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            run = [(row + i * down, column + i * right) for i in range(4)]
            if cells.issuperset(run):
                runs += 1
                bits = [1 << (rise * c + r) for r, c in run]
                assert four(sum(bits), rise)
                assert not any(four(sum(bits) - bit, rise) for bit in bits)
    height, width = max(0, rows - 3), max(0, columns - 3)
    assert runs == rows * width + height * columns + 2 * height * width
    rng = np.random.default_rng(4)
    for _ in range(2000):
        board = {cell for cell in cells if rng.random() < 0.45}
        lined = any(
            {(r + i * down, c + i * right) for i in range(4)} <= board
            for r, c in board
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
        )
        assert four(sum(1 << (rise * c + r) for r, c in board), rise) == lined


@pytest.mark.parametrize(
    ("columns", "variant"),
    [
        ("53234632422", "6x7"),
        ("3243445555", "6x7"),
        ("3423221111", "4x4"),
        ("3122334444", "4x4"),
        ("611313217422", "8x7"),
        ("265477654677", "8x7"),
        ("1122334", "6x7"),
        ("1212121", "6x7"),
    ],
)
def test_a_line_ends_the_game(columns: str, variant: str) -> None:
    """A diagonal of each slope, a row and a column end the game, and not before the last stone."""
    state = played(columns, variant)
    assert legal_actions(state) == []
    assert state.sample([1, 2]) == -1
    assert state.termination() == "four in a row"
    winner = (len(columns) + 1) % 2
    assert [state.returns(winner), state.returns(1 - winner)] == [1.0, -1.0]
    assert legal_actions(played(columns[:-1], variant))


def test_full_board_is_a_draw() -> None:
    """A board filled without four in a row is a draw."""
    state = played("1443123442132231", "4x4")
    assert legal_actions(state) == []
    assert state.sample([1, 2]) == -1
    assert state.termination() == "board full"
    assert state.returns(0) == state.returns(1) == 0


def test_random_games() -> None:
    """Random play has the known split and mean length, within five standard errors."""
    games = 1_000_000
    seen = playouts.run(find("connect-four").variant(), games, seed=8)
    for count, share in ((seen.wins[0], 0.55576), (seen.draws, 0.00253), (seen.wins[1], 0.44171)):
        assert close(count / games, share, games, 0.00011, (share * (1 - share)) ** 0.5)
    assert close(seen.mean_length, 21.312, games, 0.0017, 7.37)


def test_mirror() -> None:
    """The mirror image has corresponding actions, successors and payoffs, on several sizes."""
    for variant in ("6x7", "5x6", "4x4"):
        for state, actions in random_states(start(variant), 20, seed=2):
            images_agree(state, actions, 0)
            images_agree(state, actions, 1)
            assert state.image(1).image(1) == state
            assert type(state.image(1)) is type(state)
    assert played("12").image(1) == played("76")
    assert played("4").image(1) == played("4")


def test_positions_up_to_the_mirror(plies: list[Ply]) -> None:
    """As many classes as half the positions and half the symmetrical ones."""
    for ply in plies[:6]:
        states = [start()._make((int(mine), int(theirs))) for mine, theirs in zip(ply.mine, ply.theirs, strict=True)]
        symmetrical = sum(state == state.image(1) for state in states)
        classes = len({frozenset((state, state.image(1))) for state in states})
        assert classes == (len(states) + symmetrical) // 2


def test_open_spiel_agrees() -> None:
    """OpenSpiel has the same legal actions, mover and payoffs at every ply of 200 random games."""
    agree_with_open_spiel(start(), "connect_four", 200, seed=5)


def test_text_and_back() -> None:
    """Positions of random games come back from their text; columns are numbered from 1."""
    for variant in ("6x7", "5x6"):
        for state, _ in random_states(start(variant), 30, seed=6):
            assert start(variant).from_text(state.text()) == state
            assert type(start(variant).from_text(state.text())) is type(state)
    assert played("4434").text() == "......./......./......./...o.../...o.../..xx..."
    assert [start().notation(column) for column in range(7)] == list("1234567")


@pytest.mark.parametrize(
    ("variant", "text", "reason"),
    [
        ("4x4", "", "4 rows"),
        ("4x4", "..../..../....", "4 rows"),
        ("4x4", "..../..../..../.....", "4 rows"),
        ("4x4", "..../..../..../...y", "4 rows"),
        ("4x4", "..../..../.x../o...", "column 2 hangs in the air"),
        ("4x4", "..../..../..../xx..", "2 x and 0 o"),
        ("4x4", "..../..../..../o...", "0 x and 1 o"),
        ("4x4", "xo../xo../xo../xo..", "x has four in a row, but the other moved last"),
        ("4x4", "..o./x.o./x.o./xxox", "o has four in a row, but the other moved last"),
        ("6x7", "......./......./x.....x/x.oo..x/x.oo..x/x.ooo.x", "no last stone .* of x"),
        ("6x7", "......./......./......./......./ooxo.../xxxxo..", "no last stone .* of x"),
    ],
)
def test_bad_text(variant: str, text: str, reason: str) -> None:
    """Text of a position that cannot be is refused with the reason."""
    with pytest.raises(ValueError, match=reason):
        start(variant).from_text(text)


def test_sizes() -> None:
    """Sizes are written ROWSxCOLUMNS and must fit 63 bits; facts are exact."""
    variant = find("connect-four").variant("4x5")
    assert (variant.branching, variant.longest, variant.facts["actions"], variant.facts["images"]) == (5, 20, 5, 2)
    for size in (f"{rows}x{columns}" for rows in range(1, 63) for columns in range(1, 63 // (rows + 1) + 1)):
        facts = ConnectFour.variant(size)[1]
        assert all(facts[fact] <= getattr(ConnectFour, fact) for fact in ("actions", "branching", "longest", "traces"))
    with pytest.raises(InputError, match="at most 63 and is 70"):
        find("connect-four").variant("6x10")
    with pytest.raises(InputError, match="ROWSxCOLUMNS"):
        find("connect-four").variant("big")


def test_recorded_games() -> None:
    """The recorded games are played again to the same text."""
    given = find("connect-four").variant()
    assert playthroughs.path_of(given).read_bytes() == playthroughs.playthroughs(given).encode()


def test_compiled_is_the_same() -> None:
    """Compiled and interpreted random games pass the same states, images, actions and traces."""
    ours, twin = digests(start(), 1000)
    assert ours == twin


@pytest.mark.parametrize("variant", ["6x7", "8x7", "1x31", "20x3"])
def test_traces_are_cells(variant: str) -> None:
    """Filling a board column by column meets every trace once: a column is another action with every stone in it."""
    start = find("connect-four").variant(variant).start
    met = []
    for column in range(start.columns):
        state = start
        for _ in range(start.rows):
            met.append(state.trace(column))
            state = state.play(column)
    assert sorted(met) == list(range(start.traces)) == list(range(start.rows * start.columns))
