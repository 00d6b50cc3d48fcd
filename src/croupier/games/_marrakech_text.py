"""Marrakech in words: the text of a position and of an action, and why a game ended."""

from __future__ import annotations

import re
from typing import Any

from croupier.games._marrakech_board import (
    COLOUR,
    DIE,
    LAY,
    MONEY,
    MOVE,
    MOVER,
    NEXT,
    OUT,
    SHOWN,
    SLOTS,
    TURN,
    rug_at,
    seats_of,
    share,
    walked,
)

FACINGS = "NESW"
COLOURS = ("red", "blue", "orange", "green")
PHASES = ("turn", "lay", "move", "over", "die", "colour")


def square(cell: int) -> str:
    """`c3` for the third square of the third row."""
    return f"{'abcdefgh'[cell & 7]}{(cell >> 3) + 1}"


def rug_text(rug: int) -> str:
    return f"{square(rug & 63)}-{square((rug & 63) + (8 if rug & 64 else 1))}"


def notation(state: Any, action: int) -> str:
    """The text of an action in this position."""
    phase = state.stage & 7
    if phase == TURN:
        return FACINGS[(state.assam + action + 3) & 3]
    if phase == DIE:
        return str(action)
    if phase == COLOUR:
        return COLOURS[((state.stage >> MOVER) & 3) + 2 * action]
    if phase == LAY:
        return rug_text(rug_at(state.assam >> 2, action, state.rules))
    place = (state.assam & ~3) | ((state.assam + action // SLOTS + 3) & 3)
    cell = walked(place, (state.stage >> SHOWN) & 7, state.rules) >> 2
    return f"{FACINGS[place & 3]} {rug_text(rug_at(cell, action % SLOTS, state.rules))}"


def parse(state: Any, text: str) -> int:
    """The legal action that a text means."""
    out = [0] * (state.branching + 1)
    actions = out[: state.legal(out)]
    known: dict[str, int] = {}
    for action in actions:
        word = notation(state, action).lower()
        known[word] = known[re.sub(r"(\w\d)-(\w\d)", r"\2-\1", word)] = action
    word = " ".join(text.lower().split())
    if word not in known:
        allowed = ", ".join(notation(state, action) for action in actions) or "the game is over"
        raise ValueError(f"{text!r} is not legal here: {allowed}")
    return known[word]


def text(state: Any) -> str:
    """The position in six words: board, Assam, purses, stacks, whose turn it is, what happens next."""
    size = 7 if state.rules & 1 else 5
    board = "/".join(_row(state, y, size) for y in reversed(range(size)))
    assam = square(state.assam >> 2) + FACINGS[state.assam & 3]
    seats = range(seats_of(state.rules))
    purses = ",".join("out" if bit(state.stage, OUT + s) else str(state.purses >> 8 * s & 255) for s in seats)
    stacks = ",".join(_stack(state, seat) for seat in seats)
    phase = state.stage & 7
    next_ = PHASES[phase] + (str(state.stage >> SHOWN & 7) if phase == MOVE else "")
    return f"{board} {assam} {purses} {stacks} {state.stage >> MOVER & 3} {next_}"


def _row(state: Any, y: int, size: int) -> str:
    row = ""
    for cell in range(8 * y, 8 * y + size):
        if bit(state.covered, cell):
            row += COLOURS[bit(state.low, cell) + 2 * bit(state.high, cell)][0]
            row += "-" if bit(state.east, cell) else "^" if bit(state.north, cell) else ""
        else:
            row = f"{row[:-1]}{int(row[-1]) + 1}" if row[-1:].isdigit() else f"{row}1"
    return row


def _stack(state: Any, seat: int) -> str:
    """A seat's rugs to lay: the colour of the next one is a capital letter, unless it is not known."""
    shown = next_colour(state, seat)
    letters = [(COLOURS[c][0].upper() if c == shown else COLOURS[c][0], c) for c in colours(state.rules, seat)]
    return "".join(f"{letter}{state.stock >> 4 * colour & 15}" for letter, colour in letters)


def next_colour(state: Any, seat: int) -> int | None:
    """The colour of a seat's next rug; None where it has none, or it is not turned up yet."""
    mover = state.stage >> MOVER & 3
    hidden = state.stage & 7 == COLOUR and (seat == mover or (seat > mover and state.covered == 0))
    if hidden or not state.stock & share(seat, state.rules):
        return None
    return seat + 2 * bit(state.stage, NEXT + seat)


def colours(rules: int, seat: int) -> tuple[int, ...]:
    return (seat, seat + 2) if seats_of(rules) == 2 else (seat,)


def bit(bits: int, at: int) -> int:
    return (bits >> at) & 1


def fields(text: str, rules: int) -> tuple[int, ...]:
    """The fields but `rules` of a position's text; ValueError where a word cannot be read."""
    words = text.split()
    if len(words) != 6:
        raise ValueError(
            f"a position has 6 words - board, Assam, purses, stacks, seat, what is next - not {len(words)}"
        )
    purses, out = _read_purses(words[2], rules)
    stock, nexts = _read_stacks(words[3], rules)
    stage = _read_stage(words[4], words[5], rules) | out << OUT | nexts << NEXT
    return (*_read_board(words[0], rules), purses, stock, _read_assam(words[1], rules), stage)


def _read_board(word: str, rules: int) -> tuple[int, ...]:
    size, rows = (7 if rules & 1 else 5), word.split("/")
    if len(rows) != size:
        raise ValueError(f"the board has {size} rows, not {len(rows)}")
    covered = low = high = east = north = 0
    letters = [COLOURS[c][0] for c in range(4 if seats_of(rules) == 2 else seats_of(rules))]
    for y, row in zip(reversed(range(size)), rows, strict=True):
        x = 0
        for piece in re.findall(r"[1-7]|[a-z][-^]?|.", row):
            cell = 8 * y + x
            if piece.isdigit() and "1" <= piece <= "7":
                x += int(piece)
                continue
            if piece[0] not in letters:
                raise ValueError(f"{piece[0]!r} in row {y + 1} is not a colour: {', '.join(letters)}, or a number")
            if x < size:
                colour = letters.index(piece[0])
                covered, low, high = covered | 1 << cell, low | (colour & 1) << cell, high | (colour >> 1) << cell
                east, north = east | (piece[1:] == "-") << cell, north | (piece[1:] == "^") << cell
            x += 1
        if x != size:
            raise ValueError(f"row {y + 1} has {x} squares, not {size}")
    return covered, low, high, east, north


def _read_assam(word: str, rules: int) -> int:
    size = 7 if rules & 1 else 5
    found = re.fullmatch(r"([a-g])([1-7])([NESW])", word)
    if not found or ord(found[1]) - ord("a") >= size or int(found[2]) > size:
        raise ValueError(f"Assam's place {word!r} is not a square of the board and N, E, S or W, such as c3N")
    return 32 * (int(found[2]) - 1) + 4 * (ord(found[1]) - ord("a")) + FACINGS.index(found[3])


def _read_purses(word: str, rules: int) -> tuple[int, int]:
    purses = word.split(",")
    if len(purses) != seats_of(rules):
        raise ValueError(f"there are {seats_of(rules)} purses, not {len(purses)}: {word!r}")
    money = out = 0
    for seat, purse in enumerate(purses):
        if purse == "out":
            out |= 1 << seat
        elif not re.fullmatch(r"[0-9]{1,3}", purse) or int(purse) > MONEY * seats_of(rules):
            raise ValueError(f"a purse holds 0 to {MONEY * seats_of(rules)} dirhams, or is out, not {purse!r}")
        else:
            money |= int(purse) << 8 * seat
    return money, out


def _read_stacks(word: str, rules: int) -> tuple[int, int]:
    stacks = word.split(",")
    if len(stacks) != seats_of(rules):
        raise ValueError(f"there are {seats_of(rules)} stacks, not {len(stacks)}: {word!r}")
    stock = nexts = 0
    for seat, stack in enumerate(stacks):
        owned = colours(rules, seat)
        letters = "".join(f"({COLOURS[c][0]})([0-9]{{1,2}})" for c in owned)
        found = re.fullmatch(letters, stack, re.IGNORECASE)
        if not found:
            example = "".join(f"{COLOURS[c][0]}3" for c in owned)
            raise ValueError(f"the stack of seat {seat} is {stack!r}; write it like {example}")
        for i, colour in enumerate(owned):
            if int(found[2 * i + 2]) > rules >> 8:
                raise ValueError(f"there are {rules >> 8} {COLOURS[colour]} rugs, not {found[2 * i + 2]}")
            stock |= int(found[2 * i + 2]) << 4 * colour
        nexts |= (len(owned) == 2 and found[3].isupper()) << seat
    return stock, nexts


def _read_stage(seat: str, word: str, rules: int) -> int:
    found = re.fullmatch(r"(turn|lay|over|die|colour|move)([0-4]?)", word)
    if not found or (found[1] == "move") != (found[2] != ""):
        raise ValueError(f"{word!r} is not what happens next: turn, die, lay, colour, over, or move0 to move4")
    if not seat.isdecimal() or int(seat) >= seats_of(rules):
        raise ValueError(f"the seat is 0 to {seats_of(rules) - 1}, not {seat!r}")
    return PHASES.index(found[1]) | int(seat) << MOVER | int(found[2] or 0) << SHOWN


def termination(state: Any) -> str:
    """Why a finished game ended."""
    out = state.stage >> OUT & 15
    if bin(out).count("1") + 1 == seats_of(state.rules):
        return "one seat is left: the others could not pay"
    return "all rugs are laid"
