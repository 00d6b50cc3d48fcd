"""What a function reads from outside itself, found in its bytecode: names of its module, attributes of modules
(`np.int64`, `helpers.four`) and values of enclosing functions, each with the line that reads it.
"""

from __future__ import annotations

import builtins
import dis
import types
from collections.abc import Iterator
from typing import Any, NamedTuple

UNDEFINED: Any = type("Undefined", (), {})()
"""The value of a name that has none."""

_HOUSE = "croupier.rules"


class Reading(NamedTuple):
    """A value from outside as it is written, what it is, and where it is read."""

    name: str
    value: Any
    line: int | None


def readings(function: types.FunctionType) -> Iterator[Reading]:
    """Everything a function, and the functions written inside it, read from outside, in the order of the text."""
    for code in codes(function.__code__):
        found: Reading | None = None
        for step in dis.get_instructions(code):
            line = step.positions.lineno if step.positions else None
            if found and isinstance(found.value, types.ModuleType) and step.opname in ("LOAD_ATTR", "LOAD_METHOD"):
                value = getattr(found.value, step.argval, UNDEFINED)
                found = Reading(f"{found.name}.{step.argval}", value, line)
                continue
            if found:
                yield found
            found = None
            if step.opname == "LOAD_GLOBAL":
                found = Reading(step.argval, _global(function, step.argval), line)
            elif step.opname == "LOAD_DEREF" and step.argval in function.__code__.co_freevars:
                found = Reading(step.argval, _enclosed(function, step.argval), line)


def codes(code: types.CodeType) -> Iterator[types.CodeType]:
    """A function's code and that of the functions and comprehensions written inside it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from codes(constant)


def helpers(function: types.FunctionType) -> Iterator[Reading]:
    """The plain functions that a function reads and that are not the house's own rules."""
    for reading in readings(function):
        if isinstance(reading.value, types.FunctionType) and not in_house(reading.value):
            yield reading


def in_house(function: types.FunctionType) -> bool:
    """Whether a function is one of this room's, which every compiler knows already."""
    module = function.__module__ or ""
    return module == _HOUSE or module.startswith(f"{_HOUSE}.")


def _global(function: types.FunctionType, name: str) -> Any:
    if name in function.__globals__:
        return function.__globals__[name]
    return getattr(builtins, name, UNDEFINED)


def _enclosed(function: types.FunctionType, name: str) -> Any:
    cell = (function.__closure__ or ())[function.__code__.co_freevars.index(name)]
    try:
        return cell.cell_contents
    except ValueError:
        return UNDEFINED
