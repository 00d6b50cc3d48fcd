"""The rules of draughts as one whole number: what each bit means, the presets, and variants written as text.

A position carries this number, so that one compilation plays every variant.
"""

from __future__ import annotations

import re

BIG = 1
"""10x10 with four rows of men a side; else 8x8 with three."""
BACK = 2
"""Men capture backwards too."""
FLYING = 4
"""Kings move and capture over any distance."""
BEHIND = 8
"""A flying king lands directly behind the piece it captures."""
SPARED = 16
"""Men may not take kings."""
AT_ONCE = 32
"""A captured piece leaves the board at once; else after the whole capture, blocking till then."""
BLACK_FIRST = 64
"""Black starts. White always moves up."""
TWO_ROWS = 128
"""Two rows of men a side."""
NUMBERS = 256
"""Notation by square numbers; else by letter and digit."""

CHOICE = 9
"""Which capture may be chosen stands in three bits from here."""
FREE, KING_FIRST, MOST, MOST_THEN_KINGS, ITALIAN = range(5)

PROMOTION = 12
"""What a man does that reaches the far row in mid-capture stands in two bits from here."""
STOP, AS_MAN, AS_KING = range(3)

LIMIT = 14
"""From here up: the game is drawn when so many plies pass without capture."""
LARGEST_LIMIT = 200

_YES_NO = {"no": 0, "yes": 1}
_OPTIONS: dict[str, dict[str, int]] = {
    "men_back": {word: value * BACK for word, value in _YES_NO.items()},
    "flying": {word: value * FLYING for word, value in _YES_NO.items()},
    "lands_behind": {word: value * BEHIND for word, value in _YES_NO.items()},
    "men_take_kings": {"yes": 0, "no": SPARED},
    "removal": {"after": 0, "at-once": AT_ONCE},
    "first": {"white": 0, "black": BLACK_FIRST},
    "choice": {
        "free": FREE << CHOICE,
        "king-first": KING_FIRST << CHOICE,
        "most": MOST << CHOICE,
        "most-then-kings": MOST_THEN_KINGS << CHOICE,
        "italian": ITALIAN << CHOICE,
    },
    "promotion": {"stop": STOP << PROMOTION, "man": AS_MAN << PROMOTION, "king": AS_KING << PROMOTION},
}
"""The arguments of a variant but `limit`, and what each word sets."""

_ENGLISH = BLACK_FIRST | NUMBERS | FREE << CHOICE | STOP << PROMOTION | 40 << LIMIT
_RUSSIAN = BACK | FLYING | FREE << CHOICE | AS_KING << PROMOTION | 40 << LIMIT
_BRAZILIAN = BACK | FLYING | MOST << CHOICE | AS_MAN << PROMOTION | 40 << LIMIT

PRESETS = {
    "english": _ENGLISH,
    "russian": _RUSSIAN,
    "brazilian": _BRAZILIAN,
    "pool": BLACK_FIRST | NUMBERS | BACK | FLYING | FREE << CHOICE | AS_MAN << PROMOTION | 40 << LIMIT,
    "czech": FLYING | KING_FIRST << CHOICE | STOP << PROMOTION | 40 << LIMIT,
    "spanish": NUMBERS | FLYING | MOST_THEN_KINGS << CHOICE | STOP << PROMOTION | 40 << LIMIT,
    "italian": NUMBERS | SPARED | ITALIAN << CHOICE | STOP << PROMOTION | 40 << LIMIT,
    "thai": TWO_ROWS | FLYING | BEHIND | FREE << CHOICE | STOP << PROMOTION | 40 << LIMIT,
    "international": BIG | NUMBERS | BACK | FLYING | MOST << CHOICE | AS_MAN << PROMOTION | 50 << LIMIT,
    "report": _RUSSIAN,
}


def read_variant(text: str) -> int:
    """The rules that `preset` or `preset(argument=word, ...)` stands for; ValueError says what is allowed."""
    found = re.fullmatch(r"\s*([a-z]+)\s*(?:\((.*)\))?\s*", text)
    if not found or found[1] not in PRESETS:
        raise ValueError(
            f"write one of {', '.join(PRESETS)}, with arguments if need be: report(limit=80, promotion=stop)"
        )
    rules = PRESETS[found[1]]
    given: set[str] = set()
    for part in (found[2] or "").split(","):
        if part.strip():
            key, _, word = (piece.strip() for piece in part.partition("="))
            if key in given:
                raise ValueError(f"{key} is given twice")
            given.add(key)
            rules = _changed(rules, key, word)
    if rules & BEHIND and not rules & FLYING:
        raise ValueError("lands_behind=yes is about flying kings, and here flying=no")
    if rules & AT_ONCE and (rules >> CHOICE) & 7 >= MOST:
        raise ValueError("removal=at-once goes with choice=free or choice=king-first only")
    return rules


def _changed(rules: int, key: str, word: str) -> int:
    """The rules with one argument set."""
    if key == "limit":
        if not re.fullmatch(r"[0-9]{1,4}", word) or not 1 <= int(word) <= LARGEST_LIMIT:
            raise ValueError(f"limit={word}: the plies without capture that end a game are 1 to {LARGEST_LIMIT}")
        return rules & ((1 << LIMIT) - 1) | int(word) << LIMIT
    if key not in _OPTIONS:
        raise ValueError(f"there is no argument {key!r}: allowed are limit, {', '.join(_OPTIONS)}")
    words = _OPTIONS[key]
    if word not in words:
        raise ValueError(f"{key}={word}: allowed are {', '.join(words)}")
    every = 0
    for value in words.values():
        every |= value
    return rules & ~every | words[word]


def facts(rules: int) -> dict[str, int]:
    """The facts of a variant.

    `branching` lets every piece be a king on the best square of an empty board. `longest`: a game in which all pieces
    but one are captured one at a time, each as late as the limit allows; then nobody is left to move.
    """
    big = rules & BIG
    side, pieces = (10, 20) if big else (8, 8 if rules & TWO_ROWS else 12)
    ids = 64 * (54 if big else 35)
    reach = sorted(
        _reach(x, y, side, bool(rules & FLYING)) for x in range(side) for y in range(side) if (x + y) % 2 == 0
    )
    return {
        "actions": ids,
        "traces": ids,
        "branching": sum(reach[-pieces:]),
        "longest": (2 * pieces - 1) * (rules >> LIMIT),
    }


def _reach(x: int, y: int, side: int, flying: bool) -> int:
    """Squares that a king on (x, y) reaches on an empty board."""
    arms = [min(a, b) for a in (x, side - 1 - x) for b in (y, side - 1 - y)]
    return sum(arm if flying else min(arm, 1) for arm in arms)
