"""Kalah on four pits with three seeds each: sow, capture, sow again where the last seed falls into one's store."""

from typing import NamedTuple

PITS, SEEDS = 4, 3
STORE = PITS
BITS = 5
FULL = (1 << BITS) - 1
START = sum(SEEDS << (BITS * pit) for pit in range(PITS))


def seeds(side, pit):
    return (side >> (BITS * pit)) & FULL


class Kalah(NamedTuple):
    """`mine` and `theirs` have five bits a pit from the owner's left, then the store, seen by the seat to move."""

    mine: int = START
    theirs: int = START
    mover: int = 0

    name = "kalah"
    seats = 2
    actions = PITS
    branching = PITS
    longest = 200

    def seat(self):
        return self.mover

    def legal(self, out):
        n = 0
        for pit in range(PITS):
            if seeds(self.mine, pit):
                out[n] = pit
                n += 1
        return n

    def play(self, action):
        mine, theirs = self.mine, self.theirs
        hand = seeds(mine, action)
        mine -= hand << (BITS * action)
        at = action
        while hand:
            at = (at + 1) % (2 * PITS + 1)
            if at <= STORE:
                mine += 1 << (BITS * at)
            else:
                theirs += 1 << (BITS * (at - STORE - 1))
            hand -= 1
        if at < STORE and seeds(mine, at) == 1:
            across = seeds(theirs, PITS - 1 - at)
            if across:
                mine += (across << (BITS * STORE)) - (1 << (BITS * at)) + (1 << (BITS * STORE))
                theirs -= across << (BITS * (PITS - 1 - at))
        if at == STORE:
            return Kalah(mine, theirs, self.mover)
        return Kalah(theirs, mine, 1 - self.mover)

    def returns(self, seat):
        own, other = total(self.mine), total(self.theirs)
        lead = own - other if seat == self.mover else other - own
        return 1.0 if lead > 0 else -1.0 if lead < 0 else 0.0

    def score(self, seat):
        return float(total(self.mine) if seat == self.mover else total(self.theirs))


def total(side):
    number = 0
    for pit in range(PITS + 1):
        number += seeds(side, pit)
    return number
