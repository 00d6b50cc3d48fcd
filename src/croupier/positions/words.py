"""The text of a position, written and read. A game without texts of its own has its fields: `heap=7 mover=0`."""

from __future__ import annotations

import re
from typing import Any

from croupier.errors import ContractError
from croupier.positions.errors import InvalidPositionError
from croupier.rules.faults import wrong_state

LONGEST_TEXT = 2000
"""Characters of a position's text."""


def write_state(state: Any) -> str:
    """A state in one line."""
    if hasattr(state, "text"):
        return str(state.text())
    return " ".join(f"{field}={value}" for field, value in zip(state._fields, state, strict=True))


def read_state(start: Any, text: str) -> Any:
    """The state of a text, of the same variant as `start`; `InvalidPositionError` where there can be none."""
    if not isinstance(text, str):
        raise InvalidPositionError(f"a position is given as text, not as {type(text).__name__}")
    if len(text) > LONGEST_TEXT:
        raise InvalidPositionError(f"the text of a position may have {LONGEST_TEXT} characters, not {len(text)}")
    text = text.strip()
    if not text.isprintable():
        raise InvalidPositionError(f"the text of a position is one line that can be seen, not {text[:80]!r}")
    try:
        state = start.from_text(text) if hasattr(start, "from_text") else _from_fields(start, text)
        if hasattr(state, "validate"):
            state.validate()
    except ValueError as error:
        raise InvalidPositionError(f"not a position of {start.name}: {' '.join(str(error).split())}") from None
    except Exception as error:
        told = f"{type(start).__name__}.from_text failed: {type(error).__name__}: {error}"
        raise ContractError(f"{told} (for a text that is no position it should raise ValueError)") from error
    wrong = wrong_state(type(start), state, "from_text")
    if wrong:
        raise ContractError(wrong)
    return state


def _from_fields(start: Any, text: str) -> Any:
    fields = start._fields
    found = re.findall(r"(\w+)=(-?[0-9]{1,19})(?!\S)", text)
    if [name for name, _ in found] != list(fields) or len(text.split()) != len(fields):
        raise ValueError(f"write every field, as in {write_state(start)}")
    values = [int(value) for _, value in found]
    if not all(-(2**63) <= value < 2**63 for value in values):
        raise ValueError("a field is a whole number of 64 bits")
    return start._make(values)
