"""Marrakech once more, written to be read and not to be fast: dicts, lists and words, nothing shared with the game.

Squares are written `c3`, seats 0.., facings `N`, `E`, `S`, `W`. The board says of each square which rug lies on top;
the track is written out as the pairs of squares that its loops join. `legal` and `do` speak the notation of actions.
"""

from __future__ import annotations

TRACK = {
    7: {
        "S": ["b1 c1", "d1 e1", "f1 g1"],
        "W": ["a2 a3", "a4 a5", "a6 a7"],
        "N": ["a7 b7", "c7 d7", "e7 f7"],
        "E": ["g1 g2", "g3 g4", "g5 g6"],
    },
    5: {
        "S": ["b1 c1", "d1 e1"],
        "W": ["a2 a3", "a4 a5"],
        "N": ["a5 b5", "c5 d5"],
        "E": ["e1 e2", "e3 e4"],
    },
}
CORNERS = {
    7: {("a1", "S"): "E", ("a1", "W"): "N", ("g7", "E"): "S", ("g7", "N"): "W"},
    5: {("a1", "S"): "E", ("a1", "W"): "N", ("e5", "E"): "S", ("e5", "N"): "W"},
}
BACK = {"N": "S", "S": "N", "E": "W", "W": "E"}
WAYS = {"N": "WNE", "E": "NES", "S": "ESW", "W": "SWN"}


class Naive:
    """A game in progress. `colours[seat]` are the colours of a seat; `next[seat]` the rug on top of its stack."""

    def __init__(self, seats, size, rugs, shuffled=False, elimination=True, before=False, still=False):
        self.size, self.shuffled, self.elimination, self.before, self.still = size, shuffled, elimination, before, still
        names = ["red", "blue", "orange", "green"]
        self.colours = [[names[s], names[s + 2]] if seats == 2 else [names[s]] for s in range(seats)]
        self.left = {colour: rugs for own in self.colours for colour in own}
        self.owner = {colour: seat for seat, own in enumerate(self.colours) for colour in own}
        self.squares = [f"{column}{row + 1}" for column in "abcdefg"[:size] for row in range(size)]
        self.top: dict[str, tuple[str, int]] = {}  # square -> colour and number of the rug that is seen there
        self.laid = 0
        self.money = [30] * seats
        self.out: set[int] = set()
        self.assam, self.facing, self.die = ("d4" if size == 7 else "c3"), "N", 0
        self.seat = 0
        self.next = [None if shuffled else own[0] for own in self.colours]
        self.to_show = [0, 1] if shuffled else []
        self.phase = "colour" if shuffled else self.first_phase()

    def first_phase(self):
        if self.before:
            return "move" if self.still else "die"
        return "turn"

    def actor(self):
        return "chance" if self.phase in ("die", "colour") else self.seat

    def neighbour(self, square, facing):
        """The square next to this one, None outside the board."""
        dx, dy = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}[facing]
        there = chr(ord(square[0]) + dx) + str(int(square[1]) + dy)
        return there if there in self.squares else None

    def walk(self, square, facing, steps):
        for _ in range(steps):
            ahead = self.neighbour(square, facing)
            if ahead:
                square = ahead
            elif (square, facing) in CORNERS[self.size]:
                facing = CORNERS[self.size][square, facing]
            else:
                (pair,) = [p.split() for p in TRACK[self.size][facing] if square in p.split()]
                square = pair[1 - pair.index(square)]
                facing = BACK[facing]
        return square, facing

    def placements(self, assam):
        """The rugs that may be laid, as pairs of squares in order."""
        near = {self.neighbour(assam, facing) for facing in "NESW"} - {None}
        found = []
        for first in self.squares:
            for second in (self.neighbour(first, "N"), self.neighbour(first, "E")):
                if second is None or assam in (first, second) or not {first, second} & near:
                    continue
                if first in self.top and second in self.top and self.top[first] == self.top[second]:
                    continue  # both halves of one rug
                found.append((first, second))
        return found

    def legal(self):
        """What can happen next, in words."""
        if self.phase == "over":
            return []
        if self.phase == "die":
            return ["1", "2", "3", "4"]
        if self.phase == "colour":
            return list(self.colours[self.to_show[0]])
        if self.phase == "turn":
            return list(WAYS[self.facing])
        if self.phase == "lay":
            return ["-".join(pair) for pair in self.placements(self.assam)]
        moves = []
        for facing in WAYS[self.facing]:
            square, _ = self.walk(self.assam, facing, self.die)
            moves += [f"{facing} {'-'.join(pair)}" for pair in self.placements(square)]
        return moves

    def do(self, action):
        if self.phase == "colour":
            self.next[self.to_show.pop(0)] = action
            if self.to_show:
                return
            if self.laid == 0:
                self.phase = self.first_phase()
            else:
                self.pass_on()
        elif self.phase == "turn":
            self.facing = action
            self.phase = "lay" if self.still and self.laid == 0 else "die"
        elif self.phase == "die" and self.before:
            self.die = int(action)
            self.phase = "move"
        elif self.phase == "die":
            self.go(int(action))
        elif self.phase == "lay":
            self.lay(action)
        else:
            self.facing, rug = action.split()
            self.go(self.die)
            if self.phase == "lay":
                self.lay(rug)

    def area(self, square):
        """The squares of the same colour that hang together with this one."""
        colour = self.top[square][0]
        found, todo = {square}, [square]
        while todo:
            here = todo.pop()
            for facing in "NESW":
                there = self.neighbour(here, facing)
                if there and there not in found and self.top.get(there, ("", 0))[0] == colour:
                    found.add(there)
                    todo.append(there)
        return found

    def rent(self):
        """Whom the seat to move pays for Assam's square, and how much."""
        if self.assam not in self.top:
            return None, 0
        owner = self.owner[self.top[self.assam][0]]
        if owner == self.seat or owner in self.out:
            return None, 0
        return owner, len(self.area(self.assam))

    def go(self, steps):
        self.assam, self.facing = self.walk(self.assam, self.facing, steps)
        owner, price = self.rent()
        self.phase = "lay"
        if owner is None:
            return
        can = self.money[self.seat]
        self.money[self.seat] -= min(can, price)
        self.money[owner] += min(can, price)
        if price > can and self.elimination:
            self.out.add(self.seat)
            for colour in self.colours[self.seat]:
                self.left[colour] = 0
            self.pass_on()

    def lay(self, rug):
        colour = self.next[self.seat]
        self.laid += 1
        for square in rug.split("-"):
            self.top[square] = (colour, self.laid)
        self.left[colour] -= 1
        have = [c for c in self.colours[self.seat] if self.left[c] > 0]
        if not have:
            self.next[self.seat] = None
        elif len(have) == 1:
            self.next[self.seat] = have[0]
        elif self.shuffled:
            self.next[self.seat] = None
            self.to_show = [self.seat]
            self.phase = "colour"
            return
        else:
            self.next[self.seat] = have[1 - have.index(colour)]
        self.pass_on()

    def pass_on(self):
        """The turn is over: on to the next seat that is in and has rugs."""
        inside = [s for s in range(len(self.money)) if s not in self.out]
        if len(inside) == 1:
            self.phase = "over"
            return
        after = [s for s in inside if s > self.seat] + [s for s in inside if s <= self.seat]
        if sum(self.left[c] for c in self.colours[after[0]]) == 0:
            self.phase = "over"
            return
        self.seat = after[0]
        self.phase = "die" if self.before else "turn"

    def scores(self):
        """Dirhams and visible squares of each seat; a seat that is out has nothing."""
        seen = [sum(self.owner[colour] == seat for colour, _ in self.top.values()) for seat in range(len(self.money))]
        return [0 if s in self.out else self.money[s] + seen[s] for s in range(len(self.money))]

    def winners(self):
        inside = [s for s in range(len(self.money)) if s not in self.out]
        best = max((self.scores()[s], self.money[s]) for s in inside)
        return [s for s in inside if (self.scores()[s], self.money[s]) == best]
