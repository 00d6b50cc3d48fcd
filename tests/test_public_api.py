"""The names that `import croupier` gives, and what they refuse."""

from __future__ import annotations

import ast
from pathlib import Path

import numpy as np
import pytest

import croupier
from croupier.games import resolve
from croupier.games.tic_tac_toe import TicTacToe
from croupier.numbers import whole
from croupier.rules.game import Game

TIC_TAC_TOE = Path(croupier.__file__).parent / "games" / "tic_tac_toe.py"


def test_every_public_name_is_there():
    """Each name of `__all__` can be had, `dir` shows it, and another name is an AttributeError."""
    assert croupier.__all__ == sorted(croupier.__all__)
    assert set(croupier.__all__) <= set(dir(croupier))
    for name in dir(croupier):
        assert getattr(croupier, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'rollout'"):
        croupier.rollout  # noqa: B018


def test_no_function_has_the_name_of_a_room():
    """`croupier.games` is a room: no public function may hide one."""
    rooms = {path.name for path in Path(croupier.__file__).parent.iterdir() if path.is_dir()}
    functions = {node.name for node in ast.parse(Path(croupier.__file__).read_text()).body if hasattr(node, "name")}
    assert not rooms & (functions | set(croupier.__all__))


def test_errors_are_one_family():
    """Whoever catches `CroupierError` catches them all."""
    for name in ("ContractError", "InputError", "MissingExtraError"):
        assert issubclass(getattr(croupier, name), croupier.CroupierError)


def test_a_game_by_name_path_and_class(tmp_path):
    """A game may be named, given by its file, or given as a class."""
    for game in ("tic-tac-toe", TicTacToe, Game(TicTacToe), str(TIC_TAC_TOE), TIC_TAC_TOE):
        assert resolve(game).name == "tic-tac-toe"
    assert resolve(TicTacToe).cls is TicTacToe
    with pytest.raises(croupier.InputError, match="not int"):
        resolve(5)  # type: ignore[arg-type]
    with pytest.raises(croupier.ContractError, match="not a NamedTuple"):
        resolve(int)


def test_playouts_and_perft():
    """The two functions give results with the promised attributes."""
    found = croupier.playouts("tic-tac-toe", games=1000, seed=3)
    assert (found.game, found.variant, found.games, found.seed) == ("tic-tac-toe", "3x3", 1000, 3)
    assert sum(found.wins) + found.draws == 1000
    assert found.returns == croupier.playouts(TicTacToe, games=np.int64(1000), seed=3, workers=2).returns
    assert croupier.perft(TicTacToe, 3).leaves == [9, 72, 504]
    assert croupier.perft("connect-four", 1, "5x6").leaves == [6]


@pytest.mark.parametrize(
    "games",
    [0, -1, 10**12, 1e3, float("nan"), float("inf"), True, None, "ten", [5], 10**5000],
    ids=lambda value: str(value)[:9] if value != 10**5000 else "huge",
)
def test_numbers_out_of_bounds(games):
    """Python refuses the same numbers as the command line, in the same words."""
    with pytest.raises(croupier.InputError, match=r"^games must be a whole number from 1 to 100000000000, not "):
        croupier.playouts("tic-tac-toe", games=games)


def test_other_arguments_out_of_bounds():
    """Depth, seed, workers and variant are looked at too."""
    for call in (
        lambda: croupier.perft("tic-tac-toe", 0),
        lambda: croupier.perft("tic-tac-toe", 2, workers=0),
        lambda: croupier.playouts("tic-tac-toe", seed=2**63),
        lambda: croupier.playouts("tic-tac-toe", "4x4"),
        lambda: croupier.playouts("tic-tac-toe", 4),  # type: ignore[arg-type]
        lambda: croupier.playouts("tic-tac-toe", workers=2, gpu=True),
    ):
        with pytest.raises(croupier.InputError):
            call()


def test_whole_numbers_in_bounds():
    """Digits, ints and numpy's ints are whole numbers; the bounds belong to what is allowed."""
    assert [whole(value, "n", -5, 10) for value in ("10", "-5", 0, np.int32(7), "007")] == [10, -5, 0, 7, 7]
