"""Draughts: jump over what stands in the way; who cannot move loses. Ten sets of rules, on 8x8 and 10x10.

An action is one step or one jump, (bit of the square left) << 6 | direction << 4 | distance; a capture of several
pieces is several actions of the same seat. `_draughts_moves` draws the board, `_draughts_rules` lists the rules.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Any, NamedTuple

from croupier.games import _draughts_rules as rulebook
from croupier.games import _draughts_text as words
from croupier.games._draughts_moves import (
    advancement,
    board_of,
    can_jump,
    draw_jump,
    draw_step,
    far_row,
    jumped,
    list_jumps,
    list_steps,
    mobility,
    moves_down,
    travel,
)
from croupier.games._draughts_rules import AS_KING, AT_ONCE, BIG, FLYING, LIMIT, PROMOTION, SPARED, STOP
from croupier.rules import count


class Draughts(NamedTuple):
    """`mine` are the pieces of the seat to move, `theirs` the other's, `kings` the kings of both.

    In mid-capture `mover` is the capturing piece, else 0, and `taken` are the pieces it has jumped that still stand.
    `quiet` counts the plies since the last capture, `rules` is the variant.
    """

    theirs: int
    mine: int
    kings: int
    turn: int
    mover: int
    taken: int
    quiet: int
    rules: int

    name = "draughts"
    title = "Draughts"
    seats = 2
    actions = 3456
    branching = 276
    longest = 7800
    counters = ("quiet",)

    def seat(self) -> int:
        return self.turn

    def legal(self, out: MutableSequence[int]) -> int:
        if self.quiet >= self.rules >> LIMIT:
            return 0
        n = list_jumps(self, out)
        return n if n else list_steps(self, out)

    def sample(self, rng: MutableSequence[int]) -> int:
        if self.quiet >= self.rules >> LIMIT:
            return -1
        action = draw_jump(self, rng)
        return action if action >= 0 else draw_step(self, rng)

    def play(self, action: int) -> Draughts:
        w = 4 + (self.rules & BIG)
        d = (action >> 4) & 3
        origin = 1 << (action >> 6)
        target = travel(origin, d, action & 15, w)
        mine = self.mine ^ origin ^ target
        kings = self.kings ^ origin ^ target if self.kings & origin else self.kings
        crowned = target & far_row(self.rules, moves_down(self.turn, self.rules)) & ~kings
        hit = jumped(origin, d, action & 15, self.theirs, w)
        if hit == 0:
            return Draughts(mine, self.theirs, kings | crowned, 1 - self.turn, 0, 0, self.quiet + 1, self.rules)
        taken = self.taken | hit
        promotion = (self.rules >> PROMOTION) & 3
        if promotion == AS_KING:
            kings |= crowned
        theirs = self.theirs
        if self.rules & AT_ONCE:
            theirs ^= hit
            kings &= ~hit
            taken = 0
        if not (crowned and promotion == STOP):
            targets = theirs & ~taken
            spared = targets & kings if self.rules & SPARED else 0
            free = board_of(self.rules) & ~(mine | theirs)
            down = moves_down(self.turn, self.rules)
            if can_jump(target, kings & target, targets, spared, free, down, self.rules, w):
                return Draughts(theirs, mine, kings, self.turn, target, taken, 0, self.rules)
        return Draughts(mine, theirs & ~taken, (kings | crowned) & ~taken, 1 - self.turn, 0, 0, 0, self.rules)

    def returns(self, seat: int) -> float:
        if self.quiet >= self.rules >> LIMIT:
            return 0.0
        return -1.0 if seat == self.turn else 1.0

    def evaluate_material(self, seat: int) -> float:
        """(own - other) / (own + other), where a man counts 2, a king 3, a flying king 6."""
        king = 4 if self.rules & FLYING else 1
        mine = 2 * count(self.mine) + king * count(self.mine & self.kings)
        theirs = 2 * count(self.theirs) + king * count(self.theirs & self.kings)
        return leaning(mine, theirs, seat == self.turn)

    def evaluate_positional(self, seat: int) -> float:
        """(own - other) / (own + other), where a side counts 100 a man, 150 a king (300 if flying), 3 for each row a man
        has advanced, 2 for each step its pieces could make, 6 for each man on its own back row.
        """
        king = 200 if self.rules & FLYING else 50
        mine = 100 * count(self.mine) + king * count(self.mine & self.kings)
        theirs = 100 * count(self.theirs) + king * count(self.theirs & self.kings)
        free = board_of(self.rules) & ~(self.mine | self.theirs)
        down = moves_down(self.turn, self.rules)
        mine += 3 * advancement(self.mine & ~self.kings, down, self.rules)
        theirs += 3 * advancement(self.theirs & ~self.kings, 1 - down, self.rules)
        mine += 2 * mobility(self.mine, self.kings, free, down, self.rules)
        theirs += 2 * mobility(self.theirs, self.kings, free, 1 - down, self.rules)
        mine += 6 * count(self.mine & ~self.kings & far_row(self.rules, 1 - down))
        theirs += 6 * count(self.theirs & ~self.kings & far_row(self.rules, down))
        return leaning(mine, theirs, seat == self.turn)

    @classmethod
    def variants(cls) -> dict[str, Any]:
        return {name: cls.variant(name) for name in rulebook.PRESETS}

    @classmethod
    def variant(cls, text: str) -> tuple[Draughts, dict[str, int]]:
        """`preset` or `preset(argument=word, ...)`."""
        rules = rulebook.read_variant(text)
        return cls(*words.start(rules)), rulebook.facts(rules)

    def notation(self, action: int) -> str:
        """`c3-d4` or `c3:e5`; `22-18` or `22x15` where the variant has numbers."""
        return words.notation(self, action)

    def parse(self, text: str) -> int:
        """The step or jump between two squares, given by name or by number; ValueError if it cannot be read."""
        return words.parse(self, text)

    def text(self) -> str:
        """Side to move, White's and Black's squares, kings marked: `W:WK29,K31,22:B10,11,18,K2`.

        Then `H` and the plies without capture if there were any, and in mid-capture `J`, the square of the piece and
        those of the pieces it has jumped and that still stand.
        """
        return words.write(self)

    def from_text(self, text: str) -> Draughts:
        """A position of this variant; ValueError says what is wrong with it."""
        return Draughts(*words.read(self, text))

    def validate(self) -> None:
        """ValueError where the fields contradict each other or the rules."""
        words.validate(self)

    def termination(self) -> str:
        """Why a finished game ended."""
        return words.termination(self)

    def irreversible(self, action: int) -> bool:
        """Whether no earlier position can come back: a capture, or a man's move."""
        origin = 1 << (action >> 6)
        w = 4 + (self.rules & BIG)
        return not self.kings & origin or bool(jumped(origin, (action >> 4) & 3, action & 15, self.theirs, w))


def leaning(mine: int, theirs: int, moving: bool) -> float:
    """How far two totals lean to the seat to move, or to the other, in [-1, 1]."""
    if mine + theirs == 0:
        return 0.0
    value = (mine - theirs) / (mine + theirs)
    return value if moving else -value
