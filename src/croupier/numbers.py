"""Whole numbers that people give, on the command line, in a file or from Python: read and bounded in this one place."""

from __future__ import annotations

import operator
import re
from typing import Any

from croupier.errors import InputError

GAMES = (1, 10**11)
DEPTH = (1, 1000)
HORIZON = (1, 10**9)
PLAYS = (1, 10**7)
WORKERS = (1, 1024)
PAIRS = (1, 10**9)
PLIES = (0, 1000)
PLY_CAP = (1, 10**6)
SEED = (0, 2**63 - 1)


def whole(value: Any, name: str, low: int, high: int) -> int:
    """`value`, digits or a whole number, if it lies in `low..high`; else `InputError` naming what is allowed."""
    number = _read(value)
    if number is None or not low <= number <= high:
        raise InputError(f"{name} must be a whole number from {low} to {high}, not {_shown(value)}")
    return number


def _read(value: Any) -> int | None:
    if isinstance(value, str):
        return int(value) if re.fullmatch(r"-?[0-9]{1,30}", value) else None
    try:
        return None if isinstance(value, bool) else operator.index(value)
    except TypeError:
        return None


def _shown(value: Any) -> str:
    """The value as it was written, cut short; quotes only where it would not be seen without."""
    if isinstance(value, int) and abs(value) >= 10**40:
        return "a number of more than 40 digits"
    text = value if isinstance(value, str) and re.fullmatch(r"\S+", value) else repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."
