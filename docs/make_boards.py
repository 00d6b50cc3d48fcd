"""Draws the pictures of boards in README and documentation: `python docs/make_boards.py` writes docs/images."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path

import croupier
from croupier.positions import Position
from croupier.rules.contract import CHANCE

IMAGES = Path(__file__).parent / "images"


def random_values(position: Position, games: int = 300) -> Mapping[int, float]:
    """For every action how often it wins, draws counting half, when all that follows is random."""
    rng, seat = random.Random(1), position.seat
    found = {}
    for action in position.legal_actions:
        total = 0.0
        for _ in range(games):
            state = position.state.play(int(action))
            out = [0] * (state.branching + 1)
            while n := state.legal(out):
                state = state.play(rng.choice(out[:n]))
            total += (state.returns(seat) + 1) / 2
        found[int(action)] = total / games
    return found


def marrakech() -> Position:
    """A game in which everything is random, some turns long."""
    rng, position = random.Random(8), croupier.new("marrakech")
    while position.ply < 62 or position.state.stage & 7 != 1:
        options = position.legal_actions
        weights = [position.state.weight(action) for action in options] if position.seat == CHANCE else None
        position.play(rng.choices(options, weights)[0])
    return position


def pictures() -> dict[str, str]:
    """Each file of docs/images and what is in it."""
    noughts = croupier.new("tic-tac-toe").play_all("b2 a1 c3")
    four = croupier.new("connect-four").play_all("4 4 4 3 5 2 1 1 5 3 3")
    quarto = croupier.new("quarto", position="5a../bd.1/23.6/.89f 0").play("d4")
    draughts = croupier.new("draughts", "international", position="W:WK29,31,32,22,17,45,46:B10,11,18,K2,44,K36,5,4")
    draughts.play(draughts.legal_turns[0])
    views = {
        "tic-tac-toe": (noughts, {"values": random_values(noughts)}),
        "connect-four": (four, {"values": random_values(four)}),
        "quarto": (quarto, {"legal": True}),
        "draughts": (draughts, {"legal": True}),
        "marrakech": (marrakech(), {"legal": True}),
    }
    return {
        f"{name}-{'dark' if dark else 'light'}.svg": position.svg(dark=dark, **options) + "\n"
        for name, (position, options) in views.items()
        for dark in (False, True)
    }


if __name__ == "__main__":
    IMAGES.mkdir(exist_ok=True)
    for file, picture in pictures().items():
        (IMAGES / file).write_text(picture, encoding="utf-8")
        print(f"docs/images/{file}  {len(picture)} bytes")
