"""Draughts in text: squares, actions, positions; and what is wrong with a position that cannot be.

Squares are numbered row by row from the top, where White promotes: 1-32, or 1-50 on 10x10. Letters and digits are
those of a board whose corner a1 is dark and at the bottom left.
"""

from __future__ import annotations

import re
from typing import Any

from croupier.games._draughts_moves import board_of, far_row, moves_down, stride
from croupier.games._draughts_rules import AT_ONCE, BIG, BLACK_FIRST, LIMIT, NUMBERS, TWO_ROWS
from croupier.rules import count


def start(rules: int) -> tuple[int, ...]:
    """The fields of the first position: White below, Black above."""
    squares = 50 if rules & BIG else 32
    men = 20 if rules & BIG else 8 if rules & TWO_ROWS else 12
    black = sum(1 << bit_of(number, rules) for number in range(1, men + 1))
    white = sum(1 << bit_of(number, rules) for number in range(squares + 1 - men, squares + 1))
    mine, theirs = (black, white) if rules & BLACK_FIRST else (white, black)
    return theirs, mine, 0, 0, 0, 0, 0, rules


def bit_of(number: int, rules: int) -> int:
    """The bit of a square by its number."""
    return number - 1 + (number - 1) // (10 if rules & BIG else 8)


def number_of(bit: int, rules: int) -> int:
    """The number of a square by its bit."""
    return bit + 1 - bit // (11 if rules & BIG else 9)


def name_of(bit: int, rules: int) -> str:
    """A square as people of this variant write it."""
    number = number_of(bit, rules)
    if rules & NUMBERS:
        return str(number)
    side = 10 if rules & BIG else 8
    row, column = divmod(number - 1, side // 2)
    return f"{'abcdefghij'[2 * column + 1 - row % 2]}{side - row}"


def bit_named(text: str, rules: int) -> int:
    """The bit of a square given by number or by letter and digit."""
    side = 10 if rules & BIG else 8
    if re.fullmatch(r"[0-9]{1,3}", text):
        if not 1 <= int(text) <= side * side // 2:
            raise ValueError(f"there is no square {text}: they are numbered 1 to {side * side // 2}")
        return bit_of(int(text), rules)
    found = re.fullmatch(r"([a-j])([0-9]{1,2})", text)
    if not found:
        raise ValueError(f"{text!r} is not a square: write a number from 1 to {side * side // 2}, or such as c3")
    x, y = "abcdefghij".index(found[1]), int(found[2])
    if x >= side or not 1 <= y <= side:
        raise ValueError(f"there is no square {text} on {side}x{side}")
    if (x + y) % 2 == 0:
        raise ValueError(f"{text} is a light square: pieces stand on dark ones, such as a1")
    return bit_of((side - y) * (side // 2) + x // 2 + 1, rules)


def notation(s: Any, action: int) -> str:
    """A step or a jump, by the squares it leaves and reaches."""
    w = 4 + (s.rules & BIG)
    bit, d, span = action >> 6, (action >> 4) & 3, action & 15
    squares = [1 << (bit + i * stride(d, w)) for i in range(1, span)]
    capture = any(square & s.theirs for square in squares)
    sign = "-" if not capture else "x" if s.rules & NUMBERS else ":"
    return f"{name_of(bit, s.rules)}{sign}{name_of(bit + span * stride(d, w), s.rules)}"


def parse(s: Any, text: str) -> int:
    """The action between two squares."""
    found = re.fullmatch(r"\s*([a-j0-9]+)\s*[-:x]\s*([a-j0-9]+)\s*", text)
    if not found:
        raise ValueError(f"{text!r} is not an action: write two squares, such as c3-d4, c3:e5, 22-18 or 22x15")
    origin, target = (bit_named(name, s.rules) for name in found.groups())
    w = 4 + (s.rules & BIG)
    board = board_of(s.rules)
    for d in range(4):
        bit = origin
        for span in range(1, 10):
            bit += stride(d, w)
            if bit < 0 or not board >> bit & 1:
                break
            if bit == target:
                return origin << 6 | d << 4 | span
    raise ValueError(f"{text}: the two squares are not on one diagonal")


def write(s: Any) -> str:
    """A position in one line."""
    black_moves = moves_down(s.turn, s.rules)
    white, black = (s.theirs, s.mine) if black_moves else (s.mine, s.theirs)
    parts = ["B" if black_moves else "W", f"W{_list(white, s)}", f"B{_list(black, s)}"]
    if s.quiet:
        parts.append(f"H{s.quiet}")
    if s.mover:
        parts.append(
            "J" + "x".join(str(number_of(bit, s.rules)) for piece in (s.mover, s.taken) for bit in _bits(piece))
        )
    return ":".join(parts)


def _list(pieces: int, s: Any) -> str:
    return ",".join(f"{'K' if s.kings >> bit & 1 else ''}{number_of(bit, s.rules)}" for bit in _bits(pieces))


def _bits(squares: int) -> list[int]:
    return [bit for bit in range(62) if squares >> bit & 1]


def read(s: Any, text: str) -> tuple[int, ...]:
    """The fields of a position of the same variant as `s`; ValueError says what is wrong."""
    rules = s.rules
    parts = [part.strip() for part in text.strip().rstrip(".").split(":")]
    if len(parts) < 3 or parts[0] not in ("W", "B"):
        raise ValueError("write the side to move and both sides' squares: W:WK29,K31,22:B10,11,18,K2")
    sides: dict[str, int] = {}
    kings = quiet = mover = taken = 0
    for part in parts[1:]:
        letter, rest = part[:1], part[1:]
        if letter in sides or letter not in ("W", "B", "H", "J"):
            raise ValueError(f"{part!r}: expected one part each for W and B, then H and J if need be")
        if letter == "H":
            quiet = _quiet(rest, rules)
            sides[letter] = 0
        elif letter == "J":
            mover, taken = _capture(rest, rules)
            sides[letter] = 0
        else:
            sides[letter], crowned = _pieces(rest, rules)
            kings |= crowned
    if "W" not in sides or "B" not in sides:
        raise ValueError("both W and B must have a part, be it empty: W:W:BK1")
    black_moves = parts[0] == "B"
    mine, theirs = (sides["B"], sides["W"]) if black_moves else (sides["W"], sides["B"])
    turn = int(black_moves != bool(rules & BLACK_FIRST))
    fields = (theirs, mine, kings, turn, mover, taken, quiet, rules)
    validate(type(s)(*fields))
    return fields


def _pieces(text: str, rules: int) -> tuple[int, int]:
    """The squares of one side, and which of them are kings."""
    pieces = kings = 0
    for word in (part.strip() for part in text.split(",") if part.strip()):
        crowned = word.startswith("K")
        square = 1 << bit_named(word[1:] if crowned else word, rules)
        if pieces & square:
            raise ValueError(f"square {word.lstrip('K')} is given twice")
        pieces |= square
        kings |= square if crowned else 0
    return pieces, kings


def _quiet(text: str, rules: int) -> int:
    if not re.fullmatch(r"[0-9]{1,4}", text) or int(text) > rules >> LIMIT:
        raise ValueError(f"H{text}: the plies without capture are 0 to {rules >> LIMIT} here")
    return int(text)


def _capture(text: str, rules: int) -> tuple[int, int]:
    mover, *others = [1 << bit_named(word, rules) for word in text.split("x")]
    if len(set(others)) < len(others):
        raise ValueError(f"J{text}: a piece can be jumped once only")
    return mover, sum(others)


def validate(s: Any) -> None:
    """ValueError where a position cannot be."""
    rules = s.rules
    allowed = 20 if rules & BIG else 8 if rules & TWO_ROWS else 12
    black_moves = moves_down(s.turn, rules)
    for pieces, down in ((s.mine, black_moves), (s.theirs, 1 - black_moves)):
        colour = "Black" if down else "White"
        if pieces & ~board_of(rules):
            raise ValueError(f"{colour} has a piece off the board")
        if count(pieces) > allowed:
            raise ValueError(f"{colour} has {count(pieces)} pieces and may have {allowed}")
        crowded = pieces & far_row(rules, down) & ~s.kings
        if crowded and crowded != s.mover:
            raise ValueError(f"{colour} has a man on its last row, square {_names(crowded, rules)}: there it is a king")
    if not s.theirs:
        raise ValueError(f"{'White' if black_moves else 'Black'}, who moved last, has no pieces")
    if s.mine & s.theirs:
        raise ValueError(f"both sides stand on square {_names(s.mine & s.theirs, rules)}")
    if s.kings & ~(s.mine | s.theirs):
        raise ValueError("there are kings where no piece is")
    if not 0 <= s.quiet <= rules >> LIMIT or s.turn not in (0, 1):
        raise ValueError(f"{s.quiet} plies without capture are not 0 to {rules >> LIMIT}, or the turn is not 0 or 1")
    _validate_capture(s)


def _validate_capture(s: Any) -> None:
    """Whether what is said of a capture under way can be."""
    if s.mover == 0 and s.taken == 0:
        return
    if count(s.mover) != 1 or not s.mover & s.mine:
        raise ValueError("the piece that is capturing must be one of the side to move")
    if s.taken & ~s.theirs or (s.taken == 0) != bool(s.rules & AT_ONCE):
        raise ValueError("the pieces jumped in this capture must be on the board, the other side's")
    if s.quiet:
        raise ValueError("in mid-capture no ply has passed without capture")
    if s.legal([0] * (s.branching + 1)) == 0:
        raise ValueError("the piece that is capturing cannot go on: its turn is over")


def _names(squares: int, rules: int) -> str:
    return ", ".join(str(number_of(bit, rules)) for bit in _bits(squares))


def termination(s: Any) -> str:
    """Why a finished game ended."""
    loser = "Black" if moves_down(s.turn, s.rules) else "White"
    if s.quiet >= s.rules >> LIMIT:
        return f"{s.rules >> LIMIT} plies without capture"
    if s.mine == 0:
        return f"{loser} has no pieces left"
    return f"{loser} cannot move"
