"""Quarto: pieces of four attributes; the other player chooses the piece that you place; four alike in a line win.

Cells, and the bits of a board of cells:

     0  1  2  3
     4  5  6  7
     8  9 10 11
    12 13 14 15

A piece is a number 0..15, its bits are its attributes. Who places a piece gives the next one. `official` has 10 lines
(rows, columns, diagonals), `advanced` 19 (and the nine 2x2 squares); there an action is a piece to give or a cell to
place on. `report` has 17 lines (rows, columns, squares) and joint actions, `cell << 4 | piece to give`; where nothing
is left to give the piece named is the one being placed, which nobody could give. A placing that wins may name any gift:
these are one turn, since they end in the same state.

Notation: a piece is a hex digit, a cell `b2` (columns a-d, rows 1-4 from the bottom), both together `b2=a`.
"""

from __future__ import annotations

import functools
import operator
import re
from collections.abc import MutableSequence
from typing import Any, NamedTuple

from croupier.games._quarto_board import (
    CELL_IMAGES,
    DIAGONALS,
    FIRST_SQUARE,
    FULL,
    JOINT,
    LINES,
    NOTHING,
    SQUARES,
    in_play,
    makes_line,
    nth_bit,
    piece_image,
    piece_on,
    spread,
)
from croupier.rules import below, count


class Quarto(NamedTuple):
    """`three` is three boards of 16 cells: where pieces have attribute 1, 2 and 4; `eight` is that of attribute 8.

    `left` are the pieces not given yet; `won` says whether the last placing made a line; `rules` stays as it is.
    """

    three: int = 0
    eight: int = 0
    filled: int = 0
    left: int = FULL
    hand: int = NOTHING
    won: int = 0
    rules: int = DIAGONALS

    name = "quarto"
    title = "Quarto"
    seats = 2
    actions = 256
    branching = 240
    longest = 32
    traces = 272
    images = 12288

    def seat(self) -> int:
        return (count(self.filled) + (self.hand != NOTHING)) & 1

    def legal(self, out: MutableSequence[int]) -> int:
        if self.rules & JOINT and self.hand != NOTHING:
            return list_joint(self, out)
        choices = choices_of(self)
        n = 0
        for i in range(16):
            out[n] = i
            n += (choices >> i) & 1
        return n

    def play(self, action: int) -> Quarto:
        if self.hand == NOTHING:
            left = self.left & ~(1 << action)
            return Quarto(self.three, self.eight, self.filled, left, action, 0, self.rules)
        cell = action >> 4 if self.rules & JOINT else action
        three = self.three | (spread(self.hand) << cell)
        eight = self.eight | ((self.hand >> 3) << cell)
        filled = self.filled | (1 << cell)
        won = int(makes_line(three, eight, filled, self.hand, self.rules))
        if won or not self.rules & JOINT or (action & 15) == self.hand:
            return Quarto(three, eight, filled, self.left, NOTHING, won, self.rules)
        return Quarto(three, eight, filled, self.left & ~(1 << (action & 15)), action & 15, 0, self.rules)

    def returns(self, seat: int) -> float:
        if self.won:
            return 1.0 if seat == self.seat() else -1.0
        return 0.0

    def trace(self, action: int) -> int:
        """The piece placed and where, or the piece given."""
        if self.hand == NOTHING:
            return 256 + action
        return (self.hand << 4) | (action >> 4 if self.rules & JOINT else action)

    def sample(self, rng: MutableSequence[int]) -> int:
        if self.rules & JOINT and self.hand != NOTHING:
            return sample_joint(self, rng)
        choices = choices_of(self)
        if choices == 0:
            return -1
        return nth_bit(choices, below(rng, count(choices)))

    def image(self, which: int) -> Quarto:
        """Cells are moved by symmetry `which // 384`, attributes reordered and exchanged by `which % 384`."""
        three, eight, filled, left = 0, 0, 0, 0
        for i in range(16):
            left |= ((self.left >> i) & 1) << piece_image(i, which)
            if (self.filled >> i) & 1:
                cell = int(CELL_IMAGES[which // 384, i])
                piece = piece_image(piece_on(self.three, self.eight, i), which)
                three |= spread(piece) << cell
                eight |= (piece >> 3) << cell
                filled |= 1 << cell
        hand = NOTHING if self.hand == NOTHING else piece_image(self.hand, which)
        return Quarto(three, eight, filled, left, hand, self.won, self.rules)

    def image_action(self, action: int, which: int) -> int:
        if self.hand == NOTHING:
            return piece_image(action, which)
        if self.rules & JOINT:
            return (int(CELL_IMAGES[which // 384, action >> 4]) << 4) | piece_image(action & 15, which)
        return int(CELL_IMAGES[which // 384, action])

    def evaluate_lines(self, seat: int) -> float:
        """Pieces on each line, added up, over the most there can be: for who places next, against who gives.

        After the report's first evaluation. A finished game is worth its payoff.
        """
        return weighed(self, seat, 0)

    def evaluate_common_lines(self, seat: int) -> float:
        """As `evaluate_lines`, but a line counts only where all its pieces share an attribute: the report's second."""
        return weighed(self, seat, 1)

    def notation(self, action: int) -> str:
        if self.hand == NOTHING:
            return f"{action:x}"
        cell, gift = (action >> 4, action & 15) if self.rules & JOINT else (action, self.hand)
        place = f"{'abcd'[cell % 4]}{4 - cell // 4}"
        return place if gift == self.hand else f"{place}={gift:x}"

    def text(self) -> str:
        """Rows from the top with a hex digit a piece, then the piece in hand or `-`: `5a../bd.1/23.6/.89f 0`."""
        pieces = [f"{piece_on(self.three, self.eight, i):x}" if self.filled >> i & 1 else "." for i in range(16)]
        rows = ("".join(pieces[row : row + 4]) for row in (0, 4, 8, 12))
        return f"{'/'.join(rows)} {'-' if self.hand == NOTHING else f'{self.hand:x}'}"

    def from_text(self, text: str) -> Quarto:
        """The position of a text as `text` writes it, under the rules of this one."""
        if not re.fullmatch(r"([0-9a-f.]{4}/){3}[0-9a-f.]{4} [0-9a-f-]", text):
            raise ValueError(f"{text!r} is not four rows of four and a hand of 0-f, `.` and `-`: 5a../bd.1/23.6/.89f 0")
        cells, held = text[:-2].replace("/", ""), text[-1]
        pieces = (cells + held).replace(".", "").replace("-", "")
        twice = [piece for piece in pieces if pieces.count(piece) > 1]
        if twice:
            raise ValueError(f"piece {twice[0]} is there twice")
        hand = NOTHING if held == "-" else int(held, 16)
        return _with_winner(_laid_out(cells, hand, self.rules))

    def termination(self) -> str:
        if not self.won:
            return "board full"
        straight = _full_lines(self)[0] < FIRST_SQUARE
        return f"a {'line' if straight else 'square'} of four pieces that share an attribute"

    @classmethod
    def variants(cls) -> dict[str, Any]:
        start = cls()
        apart = {"actions": 16, "branching": 16}
        report = {"longest": 17, "images": 3072}
        return {
            "official": (start, apart),
            "advanced": (start._replace(rules=DIAGONALS | SQUARES), {**apart, "images": 3072}),
            "report": (start._replace(rules=SQUARES | JOINT), report),
        }


def choices_of(state: Quarto) -> int:
    """The pieces that may be given or the cells that may be placed on; none when the game is over."""
    if state.hand != NOTHING:
        return FULL & ~state.filled
    return 0 if state.won else state.left


def list_joint(state: Quarto, out: MutableSequence[int]) -> int:
    """Every free cell with every piece left to give, or with the piece in hand when none is left."""
    gifts = state.left if state.left else 1 << state.hand
    n = 0
    for cell in range(16):
        if not (state.filled >> cell) & 1:
            for piece in range(16):
                out[n] = (cell << 4) | piece
                n += (gifts >> piece) & 1
    return n


def sample_joint(state: Quarto, rng: MutableSequence[int]) -> int:
    """Draw from the list that `list_joint` would write."""
    free = FULL & ~state.filled
    gifts = state.left if state.left else 1 << state.hand
    cell = nth_bit(free, below(rng, count(free)))
    return (cell << 4) | nth_bit(gifts, below(rng, count(gifts)))


def weighed(state: Quarto, seat: int, common: int) -> float:
    """Pieces on lines, on all or on those with a common attribute, as a value for a seat."""
    if state.won:
        return float(state.returns(seat))
    if state.filled == FULL:
        return 0.0
    pieces = 0
    lines = 0
    for i in range(LINES.shape[0]):
        if in_play(i, state.rules):
            cells = int(LINES[i])
            lines += 1
            if common == 0 or shared_attributes(state, cells):
                pieces += count(state.filled & cells)
    value = pieces / (4.0 * lines)
    places = (count(state.filled) + 1) & 1
    return value if seat == places else -value


def shared_attributes(state: Quarto, cells: int) -> bool:
    """Whether the pieces on these cells have an attribute in common (none have all)."""
    pieces = state.filled & cells
    for attribute in range(4):
        having = (state.three >> (16 * attribute) if attribute < 3 else state.eight) & pieces
        if having == 0 or having == pieces:
            return True
    return False


def _laid_out(cells: str, hand: int, rules: int) -> Quarto:
    """The position with these pieces on the board and in hand, not yet looked at."""
    three, eight, filled, left = 0, 0, 0, FULL
    for cell, letter in enumerate(cells):
        if letter != ".":
            piece = int(letter, 16)
            three |= spread(piece) << cell
            eight |= (piece >> 3) << cell
            filled |= 1 << cell
            left &= ~(1 << piece)
    return Quarto(three, eight, filled, left & ~(1 << hand), hand, 0, rules)


def _full_lines(position: Quarto) -> list[int]:
    """The numbers of the lines that are full of pieces with a common attribute."""
    lines = [(i, int(cells)) for i, cells in enumerate(LINES) if in_play(i, position.rules)]
    return [i for i, cells in lines if position.filled & cells == cells and shared_attributes(position, cells)]


def _with_winner(position: Quarto) -> Quarto:
    """The position with `won` found out; ValueError where no game can come to it."""
    full = _full_lines(position)
    if full and not functools.reduce(operator.and_, (int(LINES[i]) for i in full)):
        raise ValueError("two full lines that share an attribute have no cell in common: the first ended the game")
    if full and position.hand != NOTHING:
        raise ValueError("a line of four pieces that share an attribute ended the game: nothing can be in hand")
    if position.rules & JOINT and position.hand == NOTHING and 0 < count(position.filled) < 16 and not full:
        raise ValueError("under these rules a piece is given with every placing: name the piece in hand")
    return position._replace(won=int(bool(full)))
