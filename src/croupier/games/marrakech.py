"""Marrakech: turn Assam, throw the die, pay where he stops, lay a rug next to him; money and visible squares count.

Two seats own two colours each, three and four seats one. What is kept where is told in `_marrakech_board`; the rules
and how each doubtful case is settled in `docs/games/marrakech.md`.

Actions: 0, 1, 2 turn Assam left, not at all, right; 0 to 11 lay the rug of that slot; 12 turn + slot do both where the
die is thrown first; by chance 1 to 4 for the die, 0 or 1 for the first or second colour of a seat.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import NamedTuple

from croupier.games import _marrakech_faults as faults
from croupier.games import _marrakech_text as texts
from croupier.games import _marrakech_variants as sets
from croupier.games._marrakech_board import (
    BEFORE,
    COLOUR,
    DIE,
    ELIMINATES,
    LAY,
    MONEY,
    MOVE,
    MOVER,
    NEXT,
    OUT,
    OVER,
    SHOWN,
    SHUFFLES,
    SLOTS,
    STILL,
    TURN,
    barred,
    owners,
    rug_at,
    seats_of,
    share,
    walked,
)
from croupier.rules import CHANCE, below, count


class Marrakech(NamedTuple):
    """`covered` are the squares under rugs, `low` and `high` the two bits of their colours.

    A bit of `east` or `north` stands where a square and the one to its right, or above it, show both halves of one rug.
    `purses` has 8 bits a seat, `stock` 4 bits a colour; `assam`, `stage` and `rules` are told in `_marrakech_board`.
    """

    covered: int
    low: int
    high: int
    east: int
    north: int
    purses: int
    stock: int
    assam: int
    stage: int
    rules: int

    name = "marrakech"
    title = "Marrakech"
    seats = 4
    actions = 36
    branching = 36
    longest = 190
    traces = 102

    def seat(self) -> int:
        return CHANCE if self.stage & DIE else (self.stage >> MOVER) & 3

    def legal(self, out: MutableSequence[int]) -> int:
        phase = self.stage & 7
        if phase == TURN or phase >= DIE:
            return few(phase, out)
        n = 0
        if phase == LAY:
            for slot in range(SLOTS):
                out[n] = slot
                n += 1 - barred(rug_at(self.assam >> 2, slot, self.rules), self.east, self.north)
        if phase == MOVE:
            for way in range(3):
                cell = walked(turned(self.assam, way), (self.stage >> SHOWN) & 7, self.rules) >> 2
                for slot in range(SLOTS):
                    out[n] = way * SLOTS + slot
                    n += 1 - barred(rug_at(cell, slot, self.rules), self.east, self.north)
        return n

    def play(self, action: int) -> Marrakech:
        phase = self.stage & 7
        if phase == LAY:
            return laid(self, action)
        if phase == MOVE:
            way = action // SLOTS
            state = landed(self, walked(turned(self.assam, way), (self.stage >> SHOWN) & 7, self.rules))
            return laid(state, action - way * SLOTS) if state.stage & 7 == LAY else state
        if phase == DIE and not (self.rules >> BEFORE) & 1:
            return landed(self, walked(self.assam, action, self.rules))
        assam = self.assam
        stage = self.stage
        if phase == TURN:
            assam = turned(assam, action)
            first = (self.rules >> STILL) & 1 and self.covered == 0
            stage += (LAY if first else DIE) - TURN
        elif phase == DIE:
            stage += (action << SHOWN) + MOVE - DIE
        else:
            stage = shown(stage, action, self.covered, self.stock, self.rules)
        return Marrakech(
            self.covered, self.low, self.high, self.east, self.north, self.purses, self.stock, assam, stage, self.rules
        )

    def returns(self, seat: int) -> float:
        best = winners = mine = 0
        n = seats_of(self.rules)
        for other in range(n):
            points = standing(self, other)
            winners = 1 if points > best else winners + (points == best)
            best = max(best, points)
            mine = points if other == seat else mine
        return (n / winners - 1.0) / (n - 1) if mine == best else -1.0 / (n - 1)

    def score(self, seat: int) -> float:
        """Dirhams plus visible squares; nothing for a seat that is out."""
        return float(standing(self, seat) >> 9)

    def weight(self, action: int) -> int:
        """Faces of the die 1, 2, 2, 3, 3, 4; rugs of the colour that are left in the stack."""
        if self.stage & 7 == DIE:
            return 2 if action == 2 or action == 3 else 1
        return (self.stock >> (4 * ((self.stage >> MOVER) & 3) + 8 * action)) & 15

    def trace(self, action: int) -> int:
        """The rug's squares, whatever Assam did before it; the direction that Assam is turned to."""
        if self.stage & 7 == TURN:
            return 98 + (turned(self.assam, action) & 3)
        place = self.assam
        if self.stage & 7 == MOVE:
            place = walked(turned(place, action // SLOTS), (self.stage >> SHOWN) & 7, self.rules)
        rug = rug_at(place >> 2, action % SLOTS, self.rules)
        return 49 * (rug >> 6) + 7 * ((rug >> 3) & 7) + (rug & 7)

    def sample(self, rng: MutableSequence[int]) -> int:
        """Rugs are drawn until one may be laid: two places at least are always free."""
        phase = self.stage & 7
        if phase == LAY:
            cell = self.assam >> 2
            slot = below(rng, SLOTS)
            while barred(rug_at(cell, slot, self.rules), self.east, self.north):
                slot = below(rng, SLOTS)
            return slot
        if phase == MOVE:
            action = below(rng, 3 * SLOTS)
            while barred(rug_after(self, action), self.east, self.north):
                action = below(rng, 3 * SLOTS)
            return action
        if phase == DIE:
            return (below(rng, 6) + 3) >> 1
        if phase == COLOUR:
            return 0 if below(rng, self.weight(0) + self.weight(1)) < self.weight(0) else 1
        return below(rng, 3) if phase == TURN else -1

    @classmethod
    def variants(cls) -> dict[str, tuple[Marrakech, dict[str, int]]]:
        return {name: cls.variant(name) for name in sets.PRESETS}

    @classmethod
    def variant(cls, text: str) -> tuple[Marrakech, dict[str, int]]:
        """A preset, with options in brackets: `two(order=alternate)`."""
        options = sets.options(text)
        rules = sets.rules_of(options)
        centre = options.size // 2
        colours = 4 if options.seats == 2 else options.seats
        start = cls(
            0, 0, 0, 0, 0,
            purses=sum(MONEY << 8 * seat for seat in range(options.seats)),
            stock=sum(options.rugs << 4 * colour for colour in range(colours)),
            assam=4 * 9 * centre,
            stage=COLOUR if options.shuffled else opening(rules),
            rules=rules,
        )  # fmt: skip
        return start, sets.facts(options)

    def notation(self, action: int) -> str:
        """`N` (Assam looks north), `c3-c4` (a rug), `N c3-c4` (both), `3` (the die), `red` (the next rug)."""
        return texts.notation(self, action)

    def parse(self, text: str) -> int:
        """The action of a notation; a rug's squares may be named in either order."""
        return texts.parse(self, text)

    def text(self) -> str:
        """The rows from the top, `r-r` and `r^` joining a rug's halves; Assam; purses; stacks; who; what next."""
        return texts.text(self)

    def from_text(self, text: str) -> Marrakech:
        """The position that `text()` wrote, by the rules of this one."""
        state = Marrakech(*texts.fields(text, self.rules), self.rules)
        faults.validate(state)
        if state.text() != " ".join(text.split()):
            raise ValueError(
                f"write it as {state.text()}: the next rug of a stack, once it is known, is a capital letter"
            )
        return state

    def validate(self) -> None:
        faults.validate(self)

    def termination(self) -> str:
        return texts.termination(self)


def few(phase: int, out: MutableSequence[int]) -> int:
    """The actions where they are the same in every position: turning, the die, the colours."""
    n = 3 if phase == TURN else 4 if phase == DIE else 2
    for i in range(n):
        out[i] = i + (phase == DIE)
    return n


def turned(place: int, way: int) -> int:
    """Assam on the same square, turned left (0), not (1) or right (2)."""
    return (place & ~3) | ((place + way + 3) & 3)


def rug_after(state: Marrakech, action: int) -> int:
    """The rug that an action lays after Assam has turned and walked."""
    way = action // SLOTS
    place = walked(turned(state.assam, way), (state.stage >> SHOWN) & 7, state.rules)
    return rug_at(place >> 2, action - way * SLOTS, state.rules)


def colour_at(state: Marrakech, cell: int) -> int:
    return ((state.low >> cell) & 1) | ((state.high >> cell) & 1) << 1


def squares(state: Marrakech, colour: int) -> int:
    """The squares that show a colour."""
    return state.covered & (state.low ^ ((colour & 1) - 1)) & (state.high ^ ((colour >> 1) - 1))


def area(cell: int, board: int) -> int:
    """How many squares of `board` hang together, side to side, with one of them."""
    grown = 1 << cell
    known = 0
    while grown != known:
        known = grown
        grown |= ((grown << 1) | (grown >> 1) | (grown << 8) | (grown >> 8)) & board
    return count(grown)


def due(state: Marrakech, cell: int) -> int:
    """What the seat to move owes on a square: nothing on bare ground, its own rugs and those of a seat that is out."""
    if not (state.covered >> cell) & 1:
        return 0
    colour = colour_at(state, cell)
    owner = colour & owners(state.rules)
    if owner == (state.stage >> MOVER) & 3 or (state.stage >> (OUT + owner)) & 1:
        return 0
    return area(cell, squares(state, colour))


def landed(state: Marrakech, place: int) -> Marrakech:
    """Assam has walked to a place: the seat to move pays, and lays its rug next or, out of money, is out."""
    mover = (state.stage >> MOVER) & 3
    owed = due(state, place >> 2)
    purse = (state.purses >> (8 * mover)) & 255
    paid = min(owed, purse)
    owner = colour_at(state, place >> 2) & owners(state.rules)
    purses = state.purses + (paid << (8 * owner)) - (paid << (8 * mover))
    stock = state.stock
    stage = (state.stage & ~7) | LAY
    if owed > purse and (state.rules >> ELIMINATES) & 1:
        stage = (stage | 1 << (OUT + mover)) & ~(1 << (NEXT + mover))
        stock &= ~share(mover, state.rules)
        stage = following(stage, stock, state.rules)
    return Marrakech(
        state.covered, state.low, state.high, state.east, state.north, purses, stock, place, stage, state.rules
    )


def laid(state: Marrakech, slot: int) -> Marrakech:
    """The seat to move lays its next rug; the rugs under it are whole no more."""
    mover = (state.stage >> MOVER) & 3
    colour = mover + 2 * ((state.stage >> (NEXT + mover)) & 1)
    rug = rug_at(state.assam >> 2, slot, state.rules)
    upright = (rug >> 6) & 1
    first = 1 << (rug & 63)
    both = first | first << (1 + 7 * upright)
    stock = state.stock - (1 << (4 * colour))
    return Marrakech(
        state.covered | both,
        (state.low & ~both) | (both & -(colour & 1)),
        (state.high & ~both) | (both & -(colour >> 1)),
        (state.east & ~(both | both >> 1)) | (first & (upright - 1)),
        (state.north & ~(both | both >> 8)) | (first & -upright),
        state.purses,
        stock,
        state.assam,
        restocked(state.stage, stock, state.rules),
        state.rules,
    )


def restocked(stage: int, stock: int, rules: int) -> int:
    """The stage after a rug is laid: the next one of that stack is turned up, if chance has a choice."""
    mover = (stage >> MOVER) & 3
    if seats_of(rules) == 2:
        first = (stock >> (4 * mover)) & 15
        second = (stock >> (4 * mover + 8)) & 15
        was = (stage >> (NEXT + mover)) & 1
        stage &= ~(1 << (NEXT + mover))
        if (rules >> SHUFFLES) & 1 and first and second:
            return (stage & ~(7 | 7 << SHOWN)) | COLOUR
        if second > 0 and (first == 0 or was == 0):
            stage |= 1 << (NEXT + mover)
    return following(stage, stock, rules)


def shown(stage: int, second: int, covered: int, stock: int, rules: int) -> int:
    """The stage after the next rug of the seat to move is turned up; before the first turn both seats' are."""
    mover = (stage >> MOVER) & 3
    stage |= second << (NEXT + mover)
    if covered == 0:
        if mover == 0:
            return stage | 1 << MOVER
        return (stage & ~(7 | 3 << MOVER)) | opening(rules)
    return following(stage, stock, rules)


def opening(rules: int) -> int:
    """What the first turn begins with."""
    if (rules >> BEFORE) & 1:
        return MOVE if (rules >> STILL) & 1 else DIE
    return TURN


def following(stage: int, stock: int, rules: int) -> int:
    """The stage after a turn: the next seat that is not out begins its own; over if one is left, or no rug to lay."""
    n = seats_of(rules)
    if count((stage >> OUT) & 15) + 1 == n:
        return (stage & ~(7 | 7 << SHOWN)) | OVER
    after = (stage >> MOVER) & 3
    after = after + 1 if after + 1 < n else 0
    while (stage >> (OUT + after)) & 1:
        after = after + 1 if after + 1 < n else 0
    if stock & share(after, rules) == 0:
        return (stage & ~(7 | 7 << SHOWN)) | OVER
    return (stage & ~(7 | 3 << MOVER | 7 << SHOWN)) | after << MOVER | (DIE if (rules >> BEFORE) & 1 else TURN)


def standing(state: Marrakech, seat: int) -> int:
    """Dirhams plus visible squares, then dirhams, as one number to compare; 0 for a seat that is out."""
    if (state.stage >> (OUT + seat)) & 1:
        return 0
    money = (state.purses >> (8 * seat)) & 255
    shows = count(squares(state, seat))
    if seats_of(state.rules) == 2:
        shows += count(squares(state, seat + 2))
    return (money + shows) << 9 | money << 1 | 1
