"""What compiled functions may read from outside and call: numbers, int64 tables, plain functions, no recursion."""

from __future__ import annotations

import ast
import builtins
import difflib
import types
from collections.abc import Iterable
from typing import Any

import numpy as np

from croupier.errors import ContractError
from croupier.rules.reach import UNDEFINED, Reading, readings
from croupier.rules.text import Part, is_structure, tree_of

LARGEST = (1 << 63) - 1
NO_LISTS = "keep numbers in bits of an int, or a table at module level, `np.array([...], np.int64)`"
TOP_LEVEL = "write a function at module level"
NO_TEXT = "use whole numbers, and text only in members that are not compiled (notation, text, variants)"

BUILTINS = (
    *("abs", "all", "any", "bool", "divmod", "enumerate", "float", "int", "len", "max", "min", "pow", "range"),
    *("reversed", "round", "sum", "tuple", "zip"),
)


def check_reading(part: Part, reading: Reading) -> None:
    """Refuse a value from outside that compiled code cannot read."""
    why = _unreadable(part, reading)
    if why:
        raise ContractError(f"{part.at(reading.line)}: `{reading.name}` {why}")


def _unreadable(part: Part, reading: Reading) -> str | None:
    name, value = reading.name, reading.value
    if value is UNDEFINED:
        code = part.function.__code__
        known = [*code.co_varnames, *part.function.__globals__, *BUILTINS]
        owner = f"is not defined: {name.rpartition('.')[0]} has no such member" if "." in name else "is not defined"
        return f"{owner}{near(name, known)}"
    if value is getattr(builtins, name, UNDEFINED):
        if name not in BUILTINS:
            return f"cannot be compiled: of Python's own functions there are {', '.join(BUILTINS)}"
        return None
    if isinstance(value, int | float | np.generic):
        return _unreadable_number(value)
    if isinstance(value, np.ndarray):
        if value.dtype not in (np.int64, np.float64, np.bool_):
            return f"is an array of {value.dtype}: make it `np.array(..., np.int64)` and read it as `int({name}[i])`"
        return None
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return None if len(value) <= 16 else f"is a tuple of {len(value)}, which compiles slowly: {_as_table(name)}"
    if isinstance(value, type):
        return _unreadable_class(value)
    if isinstance(value, list | dict | set | frozenset):
        return f"is a {type(value).__name__}, which compiled code cannot read: {_as_table(name)}"
    if isinstance(value, str | bytes):
        return f"is text, which compiled code has not: {NO_TEXT}"
    if _is_dice(value):
        return (
            "throws dice: let `seat` return CHANCE, make the outcomes its actions, and `sample` draws by its own `rng`"
        )
    if (getattr(value, "__module__", None) or "").startswith("numpy") and not isinstance(value, np.ufunc):
        return f"works on whole arrays, and compiled methods make none: {NO_LISTS}"
    if isinstance(value, types.ModuleType | tuple) or callable(value):
        return None
    return f"is of type {type(value).__name__}, and compiled code reads only numbers, int64 arrays and plain functions"


def _is_dice(value: Any) -> bool:
    """Whether this is of Python's or numpy's random numbers."""
    origin = value.__name__ if isinstance(value, types.ModuleType) else getattr(value, "__module__", None)
    return (origin or type(getattr(value, "__self__", None)).__module__) in ("random", "numpy.random", "secrets")


def _unreadable_number(value: Any) -> str | None:
    if isinstance(value, np.generic) and not isinstance(value, np.int64 | np.float64 | np.bool_):
        return f"is a number of type {value.dtype}: write `int(...)` around it where it is made"
    if isinstance(value, int) and not -LARGEST <= value <= LARGEST:
        return f"= {value} does not fit 63 bits: use bits 0 to 62 only"
    return None


def _unreadable_class(value: type) -> str | None:
    if issubclass(value, np.generic) and value not in (np.int64, np.float64, np.bool_):
        return "makes numbers of another size: write `int(...)`"
    if is_structure(value) or issubclass(value, np.generic | int | float):
        return None
    return f"is a class, and compiled code makes NamedTuples of numbers only: {TOP_LEVEL}"


def _as_table(name: str) -> str:
    return f"make it `{name.rpartition('.')[2]} = np.array(..., np.int64)` at module level"


def check_recursion(compiled: list[Part]) -> None:
    """Refuse functions that call themselves, at once or through others."""
    by_function = {part.function: part for part in compiled}
    calls = {part.function: _calls(part, by_function) for part in compiled}
    for part in compiled:
        for start, line in calls[part.function].items():
            path = _path(start, part.function, calls)
            if path:
                through = " through " + ", ".join(f.__name__ for f in path[:-1]) if len(path) > 1 else ""
                raise ContractError(
                    f"{part.at(line)}: calls itself{through}, and compiled code has no recursion: write a loop, with a "
                    "stack packed into an int if need be"
                )


def _calls(part: Part, known: Iterable[types.FunctionType]) -> dict[types.FunctionType, int]:
    """What a function calls of these, with the line of the first call."""
    found: dict[types.FunctionType, int] = {}
    outside = {reading.name: reading.value for reading in readings(part.function)}
    for node in ast.walk(tree_of(part.function) or ast.Module([], [])):
        if isinstance(node, ast.Call):
            target = outside.get(ast.unparse(node.func))
            if target is None and isinstance(node.func, ast.Attribute) and node.func.attr not in part.cls._fields:
                target = getattr(part.cls, node.func.attr, None)
            if isinstance(target, types.FunctionType) and target in known:
                found.setdefault(target, node.lineno)
    return found


def _path(
    start: types.FunctionType, goal: types.FunctionType, calls: dict[types.FunctionType, dict[types.FunctionType, int]]
) -> list[types.FunctionType] | None:
    """The shortest chain of calls from one function to another."""
    waiting, seen = [[start]], {start}
    for path in waiting:
        if path[-1] is goal:
            return path
        for following in calls[path[-1]]:
            if following not in seen:
                seen.add(following)
                waiting.append([*path, following])
    return None


def near(name: str, known: Iterable[str]) -> str:
    """A hint at the known name that an unknown one is closest to; empty where none is close."""
    found = difflib.get_close_matches(name, [word for word in known if not word.startswith("_")], n=1, cutoff=0.7)
    return f"; did you mean `{found[0]}`?" if found else ""
