"""How people write each game: what is well formed, how the actions of a turn stand in one word.

A game of the house has an entry here; any other is written as its `notation` says, the actions of a turn with spaces.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from croupier.games import _draughts_text as draughts_text

_CELL = "[a-d][1-4]"
_ATTRIBUTES = ((8, "ts"), (4, "dl"), (2, "rs"), (1, "oh"))
_PIECE = "[0-9a-f]|[ts][dl][rs][oh]"
_RUG = "[a-g][1-7]-[a-g][1-7]"
_SIDE = "[nesw]"
_COLOUR = "red|blue|orange|green"
_MARRAKECH_NEXT = (
    "Assam is to be turned",
    "a rug is to be laid next to Assam",
    "Assam is to be turned and a rug laid where he stops",
    "the game is over",
    "the die is to be thrown",
    "the next rug is to be turned up",
)


def _unchanged(text: str) -> str:
    return text


def _no_words(state: Any, text: str) -> str:
    return ""


@dataclass(frozen=True)
class Custom:
    """`fault(state, text)`: what is wrong with the text whatever the position, empty if nothing; None: ask the game.

    `plain(text)` is the text as the game's notation has it; `join` makes one word of the words of a turn and `split`
    undoes it; `why(state, text)` may tell why a well-formed text is illegal; `squares` reads a capture's squares.
    """

    fault: Callable[[Any, str], str] | None = None
    plain: Callable[[str], str] = _unchanged
    join: Callable[[Sequence[str]], str] = " ".join
    split: Callable[[str], list[str]] = str.split
    why: Callable[[Any, str], str] = _no_words
    squares: Callable[[Any, str], list[int]] | None = None


def custom(state: Any) -> Custom:
    """The customs of the game of a state."""
    if not type(state).__module__.startswith("croupier.games."):
        return _ANY
    return _CUSTOMS.get(state.name, _ANY)


def piece_name(piece: int) -> str:
    """A piece of Quarto in four letters: tall or short, dark or light, round or square, solid (o) or hollow: `tdro`."""
    return "".join(letters[0 if piece & bit else 1] for bit, letters in _ATTRIBUTES)


def _tic_tac_toe_fault(state: Any, text: str) -> str:
    return "" if re.fullmatch("[a-c][1-3]", text.lower()) else "write a cell, a1 to c3"


def _connect_four_fault(state: Any, text: str) -> str:
    column = re.fullmatch("0*([0-9]{1,2})", text)
    fits = column and 1 <= int(column[1]) <= state.columns
    return "" if fits else f"write a column, 1 to {state.columns}"


def _quarto_fault(state: Any, text: str) -> str:
    good = re.fullmatch(f"({_PIECE})|{_CELL}( ?= ?({_PIECE}))?|{_CELL} ({_PIECE})", text.lower())
    return "" if good else "write a cell such as b2, a piece such as a or tlrh, or both: b2=a"


def _quarto_plain(text: str) -> str:
    """Hex digits for the names of pieces, no spaces around `=`."""
    text = re.sub(r"\s*=\s*", "=", text.lower())
    return re.sub(r"\b[ts][dl][rs][oh]$", lambda name: f"{_piece(name[0]):x}", text)


def _piece(name: str) -> int:
    return sum(bit for (bit, letters), letter in zip(_ATTRIBUTES, name, strict=True) if letter == letters[0])


def _quarto_why(state: Any, text: str) -> str:
    cell, _, gift = re.sub(r"[\s=]+", "=", _quarto_plain(text)).partition("=")
    if len(cell) == 1:
        cell, gift = "", cell
    if cell and state.hand > 15:
        return "a piece is to be given now"
    if cell and state.filled >> (4 * (4 - int(cell[1])) + "abcd".index(cell[0])) & 1:
        return "the square is taken"
    if gift and not state.left >> int(gift, 16) & 1:
        return "that piece cannot be given any more"
    return "the piece in hand is to be placed now" if not cell and state.hand <= 15 else ""


def _quarto_join(words: Sequence[str]) -> str:
    return "=".join(words)


def _quarto_split(text: str) -> list[str]:
    return re.split(r"[\s=]+", text)


def _marrakech_fault(state: Any, text: str) -> str:
    one = f"({_SIDE}|[1-4]|{_RUG}|{_COLOUR})"
    if re.fullmatch(f"{one}( {one})*", text.lower()):
        return ""
    return "write where Assam looks (N, E, S, W), a rug such as c3-c4, or for chance 1 to 4 or a colour"


def _marrakech_why(state: Any, text: str) -> str:
    return _MARRAKECH_NEXT[state.stage & 7]


def _squares(state: Any, text: str) -> list[int]:
    """The squares of a step or a capture, as bits; ValueError where one is none."""
    return [draughts_text.bit_named(square, state.rules) for square in re.split(r"\s*[-:x]\s*", text.lower())]


def _draughts_fault(state: Any, text: str) -> str:
    if not re.fullmatch(r"\w+(\s*[-:x]\s*\w+)+", text.lower().replace("x", "-")):
        return "write two squares or more, such as c3-d4, c3:e5:g7, 22-18 or 22x15x6"
    try:
        _squares(state, text)
    except ValueError as error:
        return str(error)
    return ""


def _draughts_plain(text: str) -> str:
    return re.sub(r"\s*([-:x])\s*", r"\1", text.lower())


def _draughts_split(text: str) -> list[str]:
    """`c3:e5:g7` is `c3:e5` and `e5:g7`."""
    words = []
    for word in re.sub(r"\s*([-:x])\s*", r"\1", text.lower()).split():
        parts = re.split("([-:x])", word)
        words += ["".join(parts[i : i + 3]) for i in range(0, max(1, len(parts) - 2), 2)]
    return words


def _draughts_join(words: Sequence[str]) -> str:
    return words[0] + "".join(re.sub("^[a-j0-9]+", "", word) for word in words[1:])


def _draughts_why(state: Any, text: str) -> str:
    out = [0] * (state.branching + 1)
    squares = _squares(state, text)
    names = [draughts_text.name_of(square, state.rules) for square in squares]
    if not state.mine >> squares[0] & 1:
        return f"no piece of the side to move stands on {names[0]}"
    taken = [name for square, name in zip(squares, names, strict=True) if (state.mine | state.theirs) >> square & 1]
    if len(taken) > 1:
        return f"{taken[1]} is not free"
    if state.mover:
        return "the capture must go on"
    capture = state.legal(out) and re.search("[:x]", draughts_text.notation(state, out[0]))
    return "who can capture must, as the rules of the variant say" if capture else ""


_ANY = Custom()
_CUSTOMS = {
    "tic-tac-toe": Custom(_tic_tac_toe_fault, why=lambda state, text: "the cell is taken"),
    "connect-four": Custom(_connect_four_fault, why=lambda state, text: "the column is full"),
    "quarto": Custom(_quarto_fault, _quarto_plain, _quarto_join, _quarto_split, _quarto_why),
    "marrakech": Custom(_marrakech_fault, why=_marrakech_why),
    "draughts": Custom(_draughts_fault, _draughts_plain, _draughts_join, _draughts_split, _draughts_why, _squares),
}
