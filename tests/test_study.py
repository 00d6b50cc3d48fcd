"""The designer's view: exact values of random play, courses of games known by hand, what a larger budget is worth."""

from __future__ import annotations

import json
import math

import pytest

import croupier
from croupier.analysis.study import Course
from croupier.arena.study import course, leader, weaker
from croupier.cli import main
from croupier.errors import InputError
from croupier.games import resolve_variant
from croupier.positions import Position
from croupier.records import Effort, GameRecord


def record_of(position: Position) -> GameRecord:
    """The record of a position's game."""
    actions = tuple(map(int, position.history))
    none = (0,) * len(actions)
    outcome = position.outcome
    assert outcome is not None
    return GameRecord(
        position.game.name, position.variant.name, "r", 0, 0, ("random",) * position.seats, 0, (), actions, none,
        outcome.returns, outcome.scores, outcome.words, Effort(none, none, none, none),
    )  # fmt: skip


def test_random_play_is_as_exact() -> None:
    """Random tic-tac-toe: shares, length and draws within five standard errors of the exact ones; nobody is weaker."""
    seen = croupier.study("tic-tac-toe", "random", games=3000, seed=5, workers=2)
    assert (seen.games, seen.skill, seen.lead_by[:3]) == (3000, None, "who")
    first, draw = 737 / 1260, 8 / 63
    for share, exact in ((seen.seats[0].wins / 3000, first), (seen.draws / 3000, draw)):
        assert abs(share - exact) < 5 * math.sqrt(exact * (1 - exact) / 3000)
    assert abs(seen.mean_length - 3203 / 420) < 5 * 1.2 / math.sqrt(3000)
    assert seen.returns[0] == -seen.returns[1] == pytest.approx((seen.seats[0].wins - seen.seats[1].wins) / 3000)
    assert (seen.shortest, seen.longest, seen.most_choices) == (5, 9, 9)
    exactly = croupier.playouts("tic-tac-toe", games=100_000).mean_branching
    assert seen.mean_branching == pytest.approx(exactly, abs=0.05)
    assert any("the first seat is favoured" in note for note in seen.notes)
    assert set(seen.endings) == {"three in a row", "board full"}


def test_the_same_seed_gives_the_same_view() -> None:
    """Whatever the number of workers, but for the time it took."""
    one, two = (croupier.study("tic-tac-toe", "random", games=40, seed=3, workers=workers) for workers in (1, 2))
    assert {**one.as_dict(), "seconds": 0, "per_second": 0} == {**two.as_dict(), "seconds": 0, "per_second": 0}


def test_leaders() -> None:
    """Two in a row with the third free leads, an empty board does not; game points decide where a game counts them."""
    variant = resolve_variant("tic-tac-toe")
    ahead = Position(variant).play_all("a1 c1 b2 c2").state
    assert leader(ahead, variant, 1) == 0
    assert leader(Position(variant).play_all("a1 b2").state, variant, 1) == -1
    marrakech = resolve_variant("marrakech", "report")
    assert leader(marrakech.start, marrakech, 1) == -1


def test_the_course_of_a_game() -> None:
    """Choices at every decision, leaders at the beginning of every turn, chance left out."""
    position = croupier.new("tic-tac-toe").play_all("a1 c1 b2 c2 c3")
    seen = course(record_of(position), position.variant, 0)
    assert list(seen.branching) == [9, 8, 7, 6, 5]
    assert len(seen.leaders) == 5
    assert seen.leaders[4] == 0
    marrakech = croupier.new("marrakech", "report")
    while marrakech.outcome is None:
        marrakech.play(marrakech.legal_actions[0])
    seen = course(record_of(marrakech), marrakech.variant, 0)
    assert len(seen.branching) == sum(len(turn) for turn in marrakech.turns if turn.seat >= 0) < marrakech.ply
    assert len(seen.leaders) == sum(turn.seat >= 0 for turn in marrakech.turns)
    assert set(seen.leaders) <= {-1, 0, 1}


def test_changes_of_the_lead() -> None:
    """Level positions between do not count, nor does the first lead."""
    assert Course([], [-1, 0, -1, 0, 1, -1, 1, 0]).changes == 2
    assert Course([], []).changes == 0


def test_weaker_players() -> None:
    """A quarter of the budget, random where there is none to cut, nobody below random."""
    assert weaker("uct(c=1, iterations=1000)") == "uct(c=1, iterations=250)"
    assert weaker("uct") == "uct(iterations=250)"
    assert weaker("flat(playouts_per_action=2)") == "flat(playouts_per_action=1)"
    assert weaker("uct(seconds=0.2)") == "uct(seconds=0.05)"
    assert weaker("mine.py:player") == "random"
    assert weaker("random") is None


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    """A table for people, names as promised for programs; a larger budget scores more than half."""
    assert main(["playouts", "tic-tac-toe", "--with", "uct(iterations=60)", "--games", "60", "--json"]) == 0
    seen = json.loads(capsys.readouterr().out)
    promised = {"games", "seconds", "per_second", "returns", "draws", "mean_length", "mean_branching"}
    assert promised <= set(seen)
    assert seen["skill"]["players"] == ["uct(iterations=60)", "uct(iterations=15)"]
    assert seen["skill"]["score"] > 0.5
    assert main(["playouts", "tic-tac-toe", "--with", "random", "--games", "20"]) == 0
    shown = capsys.readouterr().out
    assert "changes of the lead" in shown
    for wrong in (["--weak", "random"], ["--with", "random", "--gpu"], ["--with", "nobody"]):
        assert main(["playouts", "tic-tac-toe", *wrong]) == 2
    with pytest.raises(InputError, match="games must be"):
        croupier.study("tic-tac-toe", "random", games=0)
