"""A line of play to be analysed: addresses, pasted texts, forward and back, straying from it."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest

from croupier.errors import InputError
from croupier.games import names, resolve_variant
from croupier.positions import Position
from croupier.web import seats
from croupier.web.line import LONGEST_ADDRESS, Line, line_of_address, line_of_game, line_of_text
from croupier.web.live import LiveGame
from croupier.web.offers import Offers
from croupier.web.refusals import RefusedError


def played(game: str, plies: int) -> Position:
    position = Position(resolve_variant(game))
    while position.ply < plies and not position.outcome:
        position = position.roll(3) if position.seat < 0 else position.play(position.legal_actions[-1])
    return position


def given(address: str) -> dict[str, str]:
    return {name: values[-1] for name, values in parse_qs(urlsplit(address).query).items()}


@pytest.mark.parametrize("game", names())
def test_an_address_leads_to_the_same_line(game: str) -> None:
    """Its actions, the ply where the reader stands, and a start that is not the usual one."""
    line = Line(played(game, 7), at=3)
    again = line_of_address(Offers(), given(line.address(["uct(c=1)"])))
    assert again.whole.history == line.whole.history
    assert again.position == line.position
    assert again.position.ply == 3
    elsewhere = Line(Position(line.position.variant, line.position.state))
    assert line_of_address(Offers(), given(elsewhere.address())).position == line.position


def test_who_plays_something_else_strays_and_comes_back() -> None:
    line = Line(played("connect-four", 6), at=2)
    next_one = line.whole.history[2]
    line.play(next_one)
    assert not line.strayed
    assert line.length == 6
    line.go(2)
    other = next(action for action in line.position.legal_actions if action != next_one)
    moment = line.moment
    line.play(other)
    assert line.strayed
    assert line.length == 3
    assert line.moment != moment
    line.back_to_main()
    assert not line.strayed
    assert line.position.ply == 2
    assert line.length == 6
    line.go(-5)
    assert line.position.ply == 0
    line.go(99)
    assert line.position.ply == 6


def test_a_game_is_analysed_under_its_own_address_until_one_strays() -> None:
    game = LiveGame(played("tic-tac-toe", 3), [seats.here("ann"), seats.here("bob")])
    game.position.resign(0)
    line = line_of_game(game, "1")
    assert line.address() == f"/analyse/game/{game.id}?at=1"
    assert line.main.outcome is None, "who resigned could have played on"
    assert game.position.outcome, "and the game itself has ended as it did"
    line.play(line.position.legal_actions[0])
    assert line.address().startswith("/analyse?game=tic-tac-toe")
    assert line_of_game(game, "nonsense").position.ply == 3


def test_positions_records_and_actions_are_pasted() -> None:
    variant = resolve_variant("connect-four")
    before = played("connect-four", 5)
    assert line_of_text(variant, f" {before.text()} \n").position == before
    assert line_of_text(variant, before.record()).whole.history == before.history
    assert line_of_text(variant, "4 4 3").position.ply == 3
    assert line_of_text(variant, "443").position.ply == 3
    assert line_of_text(variant, "").position.ply == 0
    assert line_of_text(variant, played("quarto", 4).record()).position.game.name == "quarto"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("xxxxxxx/......./......./......./......./.......", "hangs in the air"),
        ("../..", "is not 6 rows"),
        ("8", "legal"),
        ("4 4 <script>", "'<script>'"),
        ('[Game "chess"]\n\n1. e4', "'chess' is not a game of the house"),
        ("x/" * 5000, "2000 characters"),
    ],
)
def test_what_is_no_position_is_refused_with_the_reason(text: str, why: str) -> None:
    with pytest.raises(InputError) as found:
        line_of_text(resolve_variant("connect-four"), text)
    assert why in str(found.value)


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "../../etc/passwd"},
        {"game": "connect-four", "variant": "0x0"},
        {"game": "connect-four", "position": "x"},
        {"game": "connect-four", "actions": "4 9"},
        {"game": "connect-four", "actions": "#99999999999999999999999"},
        {"game": "connect-four", "actions": "4 " * LONGEST_ADDRESS},
    ],
)
def test_a_wrong_address_is_refused(wrong: dict[str, str]) -> None:
    with pytest.raises(InputError):
        line_of_address(Offers(), wrong)


def test_no_line_is_endless(monkeypatch: pytest.MonkeyPatch) -> None:
    line = Line(Position(resolve_variant("connect-four")))
    line.play(3)
    monkeypatch.setattr("croupier.web.line.MOST_PLIES", 1)
    with pytest.raises(RefusedError):
        line.play(3)
