"""Positions set up by hand: what is drawn is what is written, and what is written is read by the game."""

from __future__ import annotations

import re

import pytest

from croupier.boards import phrases, setting
from croupier.games import find, names, resolve_variant
from croupier.positions import Position

BY_HAND = [(game, variant) for game in names() for variant in (*find(game).variants,) if game not in ("marrakech",)] + [
    ("connect-four", "4x5")
]


def layout_of(game: str, variant: str | None = None) -> setting.Layout:
    found = setting.layout(resolve_variant(game, variant).start)
    assert found is not None
    return found


@pytest.mark.parametrize(("game", "variant"), BY_HAND)
def test_a_position_is_read_drawn_and_written_back(game: str, variant: str) -> None:
    """The same pieces on the same places; a picture has an area for every place, and all its words are phrases."""
    said: set[str] = set()
    position = Position(resolve_variant(game, variant))
    layout = layout_of(game, variant)
    for ply in range(9):
        if position.outcome:
            break
        draft = layout.read(position.text())
        again = Position.from_text(game, layout.write(draft), variant)
        assert layout.read(again.text()) == draft
        assert again.seat == position.seat
        position.play(position.legal_actions[(3 * ply + 1) % len(position.legal_actions)])
    drawn = setting.picture(layout, layout.read(position.text()), lambda phrase: said.add(phrase) or phrase)
    places = {name for row in layout.rows for name in row if name}
    assert set(re.findall('data-place="([^"]+)"', drawn)) == places
    assert said <= set(phrases.PHRASES)
    assert all(setting.piece_alone(layout, piece).startswith("<svg") for piece in layout.pieces)


def test_a_piece_is_put_replaced_moved_and_taken_away() -> None:
    layout = layout_of("tic-tac-toe")
    draft = setting.put(layout, setting.Draft({}), "b2", "x")
    assert layout.write(draft) == ".../.x./..."
    assert layout.write(setting.put(layout, draft, "b2", "o")) == ".../.o./..."
    assert layout.write(setting.put(layout, draft, "b2", "x")) == ".../.../..."
    assert layout.write(setting.put(layout, draft, "b2", "")) == ".../.../..."
    assert layout.write(setting.move(layout, draft, "b2", "a3")) == "x../.../..."
    for place, piece in (("z9", "x"), ("", "x"), ("b2", "q")):
        assert setting.put(layout, draft, place, piece) == draft
    assert setting.move(layout, draft, "a1", "a2") == draft


def test_stones_fall() -> None:
    """In Connect Four a column has no gaps: a stone comes to lie on those below, and they fall when one is taken away."""
    layout = layout_of("connect-four", "4x4")
    draft = setting.Draft({})
    for place, piece in (("a4", "x"), ("a4", "o"), ("a3", "x")):
        draft = setting.put(layout, draft, place, piece)
    assert layout.write(draft) == "..../x.../o.../x..."
    assert layout.write(setting.put(layout, draft, "a1", "")) == "..../..../x.../o..."


def test_every_piece_of_quarto_is_there_once() -> None:
    """On one square, or in hand, or neither."""
    layout = layout_of("quarto")
    draft = setting.put(layout, setting.Draft({}, "5"), "a1", "5")
    assert layout.write(draft) == "..../..../..../5... -"
    assert layout.write(setting.put(layout, draft, "b1", "5")) == "..../..../..../.5.. -"


def test_marrakech_and_games_of_the_users_are_not_set_up_by_hand() -> None:
    assert setting.layout(resolve_variant("marrakech").start) is None
