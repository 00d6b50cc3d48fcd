"""What a position of Marrakech cannot be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

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
    STILL,
    TURN,
    seats_of,
    share,
)
from croupier.games._marrakech_text import COLOURS, PHASES, bit, colours, next_colour, square


def validate(state: Any) -> None:
    """ValueError with the reason where no game by these rules can come to this position."""
    for reason in (*_board_faults(state), *_count_faults(state), *_stage_faults(state)):
        raise ValueError(reason)


def _board_faults(state: Any) -> Iterator[str]:
    size = 7 if state.rules & 1 else 5
    halves: set[int] = set()
    for cell in range(63):
        if cell & 7 >= size or cell >> 3 >= size:
            if any(bit(field, cell) for field in state[:5]):
                yield f"{square(cell)} is not on the board"
            continue
        if bit(state.low | state.high | state.east | state.north, cell) > bit(state.covered, cell):
            yield f"{square(cell)} is bare and has a colour or a rug"
        for links, other, edge in ((state.east, cell + 1, cell & 7), (state.north, cell + 8, cell >> 3)):
            if not bit(links, cell):
                continue
            rug = f"the rug on {square(cell)}-{square(other)}"
            if edge == size - 1 or not bit(state.covered, other):
                yield f"{rug} has only one half on the board"
            elif _colour(state, cell) != _colour(state, other):
                yield f"{rug} has two colours"
            if halves & {cell, other}:
                yield f"{rug} shares a square with another whole rug"
            halves |= {cell, other}


def _colour(state: Any, cell: int) -> int:
    return bit(state.low, cell) + 2 * bit(state.high, cell)


def _count_faults(state: Any) -> Iterator[str]:
    n, rugs = seats_of(state.rules), state.rules >> 8
    purses = [state.purses >> 8 * seat & 255 for seat in range(n)]
    if state.purses >> 8 * n or sum(purses) != MONEY * n:
        yield f"the purses hold {sum(purses)} dirhams together; no money comes or goes, so it must be {MONEY * n}"
    if state.stock >> 4 * (4 if n == 2 else n):
        yield "there are rugs of a colour that nobody owns"
    for seat in range(n):
        out, owned = bit(state.stage, OUT + seat), colours(state.rules, seat)
        stack = {colour: state.stock >> 4 * colour & 15 for colour in owned}
        if out and any(stack.values()):
            yield f"seat {seat} is out and has {sum(stack.values())} rugs to lay"
        for colour, left in stack.items():
            if left > rugs:
                yield f"there are {rugs} {COLOURS[colour]} rugs, not {left}"
            shown = _visible(state, colour)
            most = rugs if out else rugs - left
            if shown > most:
                yield f"{shown} {COLOURS[colour]} rugs can be seen, but {most} have been laid"
    if state.covered and not state.east | state.north:
        yield "the rug laid last must be seen whole, and no rug is"
    if not state.covered and any(_laid(state, seat) for seat in range(n) if not bit(state.stage, OUT + seat)):
        yield "rugs have been laid, but none is on the board"


def _visible(state: Any, colour: int) -> int:
    """How many rugs of a colour show a half or two."""
    cells = [cell for cell in range(63) if bit(state.covered, cell) and _colour(state, cell) == colour]
    return len(cells) - sum(bit(state.east, cell) + bit(state.north, cell) for cell in cells)


def _laid(state: Any, seat: int) -> int:
    """How many rugs a seat that is not out has laid."""
    return sum((state.rules >> 8) - (state.stock >> 4 * c & 15) for c in colours(state.rules, seat))


def _stage_faults(state: Any) -> Iterator[str]:
    n, phase, mover, die = seats_of(state.rules), state.stage & 7, state.stage >> MOVER & 3, state.stage >> SHOWN & 7
    left = [seat for seat in range(n) if not bit(state.stage, OUT + seat)]
    over = len(left) == 1 or not any(state.stock & share(seat, state.rules) for seat in left)
    if state.stage >> 14 or phase > COLOUR or mover >= n or state.stage >> OUT & 15 >= 1 << n or not left:
        yield "there are marks of seats that do not play, or everybody is out"
        return
    if len(left) < n and not bit(state.rules, ELIMINATES):
        yield "a seat is out, but by these rules none can be"
    if any(state.purses >> 8 * seat & 255 for seat in range(n) if seat not in left):
        yield "a seat that is out has money"
    if over != (phase == OVER):
        yield "the game is over" if over else "the game is not over: rugs can still be laid"
    if phase != OVER and mover not in left:
        yield f"seat {mover} is to act, but it is out"
    yield from _phase_faults(state, phase, die)
    yield from _turn_faults(state, phase, mover, left)


def _phase_faults(state: Any, phase: int, die: int) -> Iterator[str]:
    before = bit(state.rules, BEFORE)
    first = bit(state.rules, STILL) and not state.covered
    if (phase == MOVE and not before) or (phase in (TURN, LAY) and before):
        yield f"{PHASES[phase]} is for rules where the die is thrown {'after' if before else 'before'} Assam is turned"
    if phase == DIE and first:
        yield "the die is not thrown on the first turn"
    if (die and phase != MOVE) or (phase == MOVE and (die == 0) != first):
        yield f"the die cannot show {die} here"


def _turn_faults(state: Any, phase: int, mover: int, left: list[int]) -> Iterator[str]:
    """Whether the stacks fit the turns taken, and whether the right rugs lie on top."""
    n, start = seats_of(state.rules), phase == COLOUR and not state.covered
    laid = {seat: _laid(state, seat) for seat in left}
    done = {
        seat: phase != OVER and not start and (seat < mover or (seat == mover and phase == COLOUR)) for seat in left
    }
    rounds = {laid[seat] - done[seat] for seat in left}
    if phase != OVER and len(rounds) > 1:
        yield f"seats {', '.join(map(str, left))} have laid {', '.join(map(str, laid.values()))} rugs, not in turn"
    if phase == COLOUR and not (bit(state.rules, SHUFFLES) and all(state.stock >> 4 * c & 15 for c in _pair(mover))):
        yield "there is no choice of the next rug's colour to be made by chance"
    for seat in range(n):
        second, shown = bit(state.stage, NEXT + seat), next_colour(state, seat)
        if (second and (n != 2 or shown is None)) or (shown is not None and not state.stock >> 4 * shown & 15):
            yield f"the next rug of seat {seat} is of a colour it has no rug of, or is not known yet"
        if n == 2 and seat in left and not bit(state.rules, SHUFFLES):
            one, two = (state.stock >> 4 * c & 15 for c in _pair(seat))
            if one - two != -second:
                yield f"the rugs of seat {seat} are not laid in alternate colours"


def _pair(seat: int) -> tuple[int, int]:
    return seat, seat + 2
