"""Draughts once more, slowly: squares with coordinates, whole turns by recursion, each rule a sentence of its own.

A position is {(column, row): (colour, king)}, row 0 at the bottom, White ("w") moving up. Nothing here is shared with
the game that it checks but the words of `RULES`.
"""

from __future__ import annotations

from typing import NamedTuple

Square = tuple[int, int]
Pieces = dict[Square, tuple[str, bool]]
DIAGONALS = [(1, 1), (-1, 1), (1, -1), (-1, -1)]


class Rules(NamedTuple):
    """What a set of rules says."""

    side: int = 8
    men_back: bool = False
    flying: bool = True
    lands_behind: bool = False
    men_take_kings: bool = True
    at_once: bool = False
    choice: str = "free"
    promotion: str = "stop"


RULES = {
    "english": Rules(flying=False),
    "russian": Rules(men_back=True, promotion="king"),
    "brazilian": Rules(men_back=True, choice="most", promotion="man"),
    "pool": Rules(men_back=True, promotion="man"),
    "czech": Rules(choice="king-first"),
    "spanish": Rules(choice="most-then-kings"),
    "italian": Rules(flying=False, men_take_kings=False, choice="italian"),
    "thai": Rules(lands_behind=True),
    "international": Rules(side=10, men_back=True, choice="most", promotion="man"),
    "report": Rules(men_back=True, promotion="king"),
}


class Capture(NamedTuple):
    """A finished capture: the position after it, whether a king began it, and whether each piece taken was a king."""

    after: Pieces
    king: bool
    kings_taken: tuple[bool, ...]


def turns(pieces: Pieces, colour: str, rules: Rules) -> list[Pieces]:
    """The positions after each legal turn, equal ones once."""
    captures = [
        c for square, (owner, _) in pieces.items() if owner == colour for c in captures_of(pieces, square, rules)
    ]
    if captures:
        best = max(rank(capture, rules) for capture in captures)
        ends = [capture.after for capture in captures if rank(capture, rules) == best]
    else:
        ends = [
            end for square, (owner, _) in pieces.items() if owner == colour for end in steps_of(pieces, square, rules)
        ]
    return [dict(end) for end in {frozenset(end.items()) for end in ends}]


def rank(capture: Capture, rules: Rules) -> tuple[object, ...]:
    """What is compared where a capture may not be chosen freely: the highest are legal."""
    taken = capture.kings_taken
    if rules.choice == "king-first":
        return (capture.king,)
    if rules.choice == "most":
        return (len(taken),)
    if rules.choice == "most-then-kings":
        return len(taken), sum(taken)
    if rules.choice == "italian":
        return len(taken), capture.king, sum(taken), taken
    return ()


def steps_of(pieces: Pieces, square: Square, rules: Rules) -> list[Pieces]:
    """The positions after each move of one piece that captures nothing."""
    colour, king = pieces[square]
    ends = []
    for dx, dy in DIAGONALS:
        if king or dy == forwards(colour):
            x, y = square[0] + dx, square[1] + dy
            while on_board((x, y), rules) and (x, y) not in pieces:
                rest = {other: piece for other, piece in pieces.items() if other != square}
                ends.append(crowned(rest, (x, y), colour, king, rules))
                if not (king and rules.flying):
                    break
                x, y = x + dx, y + dy
    return ends


def captures_of(pieces: Pieces, square: Square, rules: Rules) -> list[Capture]:
    """Every finished capture of one piece."""
    colour, king = pieces[square]
    rest = {other: piece for other, piece in pieces.items() if other != square}
    return [Capture(after, king, taken) for after, taken in ways_on(rest, square, colour, king, [], rules) if taken]


def ways_on(
    rest: Pieces, at: Square, colour: str, king: bool, jumped: list[Square], rules: Rules
) -> list[tuple[Pieces, tuple[bool, ...]]]:
    """All ways to finish the capture of a piece that is on `at` and no more among `rest`."""
    found = []
    for dx, dy in DIAGONALS:
        landings = landing_squares(rest, at, (dx, dy), colour, king, jumped, rules)
        if not landings:
            continue
        hit = landings[0][0] - dx, landings[0][1] - dy
        ways = []
        for landing in landings:
            left = {other: piece for other, piece in rest.items() if not (rules.at_once and other == hit)}
            arrived = not king and landing[1] == last_row(colour, rules)
            stopped = arrived and rules.promotion == "stop"
            now_king = king or (arrived and rules.promotion in ("king", "stop"))
            after = [] if stopped else ways_on(left, landing, colour, now_king, [*jumped, hit], rules)
            goes_on = any(taken for _, taken in after)
            if not goes_on:
                end = {other: piece for other, piece in left.items() if other not in [*jumped, hit]}
                after = [(crowned(end, landing, colour, now_king, rules), ())]
            ways += [(goes_on, end, (rest[hit][1], *taken)) for end, taken in after]
        must_go_on = any(goes_on for goes_on, _, _ in ways)
        found += [(end, taken) for goes_on, end, taken in ways if goes_on or not must_go_on]
    return found


def landing_squares(
    rest: Pieces, at: Square, way: tuple[int, int], colour: str, king: bool, jumped: list[Square], rules: Rules
) -> list[Square]:
    """Where a piece can land when it captures the first piece in a direction; nearest first."""
    dx, dy = way
    if not king and not rules.men_back and dy != forwards(colour):
        return []
    x, y = at[0] + dx, at[1] + dy
    while king and rules.flying and on_board((x, y), rules) and (x, y) not in rest:
        x, y = x + dx, y + dy
    owner, other_king = rest.get((x, y), (colour, False))
    if owner == colour or (x, y) in jumped or (other_king and not king and not rules.men_take_kings):
        return []
    squares = []
    x, y = x + dx, y + dy
    while on_board((x, y), rules) and (x, y) not in rest:
        squares.append((x, y))
        if not (king and rules.flying) or rules.lands_behind:
            break
        x, y = x + dx, y + dy
    return squares


def crowned(rest: Pieces, square: Square, colour: str, king: bool, rules: Rules) -> Pieces:
    """The position with the piece put down at the end of its turn."""
    return {**rest, square: (colour, king or square[1] == last_row(colour, rules))}


def forwards(colour: str) -> int:
    return 1 if colour == "w" else -1


def last_row(colour: str, rules: Rules) -> int:
    return rules.side - 1 if colour == "w" else 0


def on_board(square: Square, rules: Rules) -> bool:
    return 0 <= square[0] < rules.side and 0 <= square[1] < rules.side


def numbered(n: int, side: int) -> Square:
    """The square of a number: row by row from the top, dark squares only, a1 dark."""
    row, column = divmod(n - 1, side // 2)
    return 2 * column + (1 - row % 2), side - 1 - row


def read(text: str, side: int) -> tuple[Pieces, str]:
    """Pieces and the side to move of `W:WK29,22:B10,K2`."""
    mover, *parts = text.split(":")
    pieces: Pieces = {}
    for part in parts:
        if part[0] in "WB":
            for word in part[1:].split(",") if part[1:] else []:
                pieces[numbered(int(word.lstrip("K")), side)] = (part[0].lower(), word[0] == "K")
    return pieces, mover.lower()
