"""A game that somebody wrote by following the page "write your own game" alone: checked, counted, played, drawn."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import croupier
from croupier.checks.game import check
from croupier.cli.program import main

GAMES = Path(__file__).resolve().parent / "games"
KALAH = GAMES / "kalah.py"

Board = tuple[tuple[int, ...], tuple[int, ...]]
START: Board = ((3, 3, 3, 3, 0), (3, 3, 3, 3, 0))


def sown(board: Board, pit: int) -> tuple[Board, bool]:
    """The board after a pit is emptied, seen by the same seat, and whether it sows again: on lists, seed by seed."""
    ring = [*board[0], *board[1][:4]]
    hand, ring[pit] = ring[pit], 0
    at = pit
    for _ in range(hand):
        at = (at + 1) % 9
        ring[at] += 1
    if at < 4 and ring[at] == 1 and ring[8 - at]:
        ring[4] += ring[8 - at] + 1
        ring[at] = ring[8 - at] = 0
    return ((*ring[:5],), (*ring[5:], board[1][4])), at == 4  # type: ignore[return-value]


def ways(board: Board, depth: int) -> int:
    """Ways to go on for so many single actions."""
    if depth == 0:
        return 1
    found = 0
    for pit in (pit for pit in range(4) if board[0][pit]):
        after, again = sown(board, pit)
        found += ways(after if again else (after[1], after[0]), depth - 1)
    return found


def test_a_newcomers_game_is_sound() -> None:
    """`croupier check` finds nothing wrong and compares compiled with interpreted positions."""
    report = check(KALAH)
    assert report.sound, report
    assert {"compiled = interpreted", "compiled alone"} <= {done.name for done in report.checks}


def test_a_newcomers_game_is_counted_and_played_at_native_speed() -> None:
    """Compiled perft has the counts of the slow writing; compiled random games share points and seeds."""
    assert croupier.perft(KALAH, 7, plies=True).leaves == [ways(START, depth) for depth in range(1, 8)]
    found = croupier.playouts(KALAH, games=20_000)
    assert sum(found.wins) + found.draws == 20_000
    assert sum(found.returns) == pytest.approx(0)


def test_a_newcomers_game_is_played_by_people(capsys: pytest.CaptureFixture[str]) -> None:
    """Position, picture and terminal take it as it is, by the numbers of its actions."""
    position, rng = croupier.new(KALAH), random.Random(1)
    while not position.outcome:
        assert 'data-action="' in position.svg(legal=True, touch=())
        position.play(rng.choice(position.legal_actions))
    assert sum(position.scores) == 24
    assert main(["play", str(KALAH), "--seed", "1", "--against", "random", "--seat", "0"]) == 0
    assert " won" in capsys.readouterr().out


def test_the_other_game_of_the_tests_is_sound() -> None:
    """Three seats and a die."""
    assert check(GAMES / "pig.py").sound
