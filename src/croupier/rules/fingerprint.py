"""What compiled code depends on, as a hash: the same text of a game gives the same hash, any edit another.

numba's own disk cache looks at one file and misses edits elsewhere. Here a class is followed into the bytecode of its
methods, the functions these call, in any file, and the values of the constants and tables they read. The hash is the
same in every process: nothing in it depends on addresses, on the hash seed or on line numbers.
"""

from __future__ import annotations

import dis
import functools
import hashlib
import inspect
import platform
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from croupier.rules import bridge
from croupier.rules.contract import NOT_COMPILED
from croupier.rules.reach import readings

KERNEL_ROOMS = ("rules", "bandits", "search", "tables")
"""Rooms whose sources are compiled; an edit of any of them makes a new cache."""

_HOUSE = tuple(f"croupier.{room}" for room in KERNEL_ROOMS)


@functools.cache
def house_fingerprint() -> str:
    """Hash of the kernel sources, the compilers' versions and the processor."""
    import llvmlite
    import llvmlite.binding as llvm
    import numba

    digest = hashlib.sha256()
    package = Path(__file__).resolve().parent.parent
    for room in KERNEL_ROOMS:
        for path in sorted((package / room).rglob("*.py")):
            digest.update(f"{path.relative_to(package).as_posix()}\0".encode())
            digest.update(path.read_bytes())
    features = ",".join(f"{name}={on}" for name, on in sorted(llvm.get_host_cpu_features().items()))
    machine = (platform.machine(), platform.system(), llvm.get_host_cpu_name(), features)
    for word in (numba.__version__, llvmlite.__version__, np.__version__, platform.python_version(), *machine):
        digest.update(f"{word}\0".encode())
    return digest.hexdigest()


def fingerprint(*values: type | types.FunctionType) -> str:
    """Hash of everything that these classes' methods, and these functions, can reach."""
    digest = hashlib.sha256()
    seen: dict[int, tuple[int, Any]] = {}
    for value in values:
        for piece in _pieces(value, seen):
            digest.update(len(piece).to_bytes(8, "little"))
            digest.update(piece)
    return digest.hexdigest()


def _pieces(value: Any, seen: dict[int, tuple[int, Any]]) -> Iterator[bytes]:
    """The bytes that stand for a value. Functions, classes and tables are followed once and are a number from then on.

    `seen` keeps them alive, since an id may be used again.
    """
    if isinstance(value, bool | int | float | complex | str | bytes | None):
        yield f"{type(value).__name__}:{value!r}".encode()
    elif isinstance(value, types.CodeType):
        yield from _code_pieces(value, seen)
    elif isinstance(value, tuple):
        yield f"tuple {len(value)}".encode()
        if type(value) is not tuple:
            yield from _pieces(type(value), seen)
        for part in value:
            yield from _pieces(part, seen)
    elif isinstance(value, frozenset | set):
        yield repr(sorted(map(repr, value))).encode()  # in no order that a hash seed could change
    elif id(value) in seen:
        yield f"again {seen[id(value)][0]}".encode()
    else:
        seen[id(value)] = len(seen), value
        yield from _new_pieces(value, seen)


def _new_pieces(value: Any, seen: dict[int, tuple[int, Any]]) -> Iterator[bytes]:
    if isinstance(value, np.ndarray | np.generic):
        yield f"array {value.dtype.str}{value.shape}{value.flags.c_contiguous}".encode()
        yield value.tobytes()
    elif isinstance(value, types.FunctionType):
        yield from _function_pieces(value, seen)
    elif isinstance(value, type) and issubclass(value, tuple) and hasattr(value, "_fields"):
        yield from _class_pieces(value, seen)
    elif isinstance(value, list):
        yield f"list {len(value)}".encode()
        for part in value:
            yield from _pieces(part, seen)
    elif hasattr(value, "py_func"):  # something numba made of a function
        yield from _pieces(value.py_func, seen)
    else:
        yield f"{type(value).__module__}.{type(value).__qualname__}:{getattr(value, '__name__', '')}".encode()


def _class_pieces(cls: Any, seen: dict[int, tuple[int, Any]]) -> Iterator[bytes]:
    yield f"class {cls.__qualname__}{cls._fields}".encode()
    names = {name for base in cls.__mro__ for name in vars(base) if not name.startswith("_")}
    for name in sorted(names - set(NOT_COMPILED)):
        member = inspect.getattr_static(cls, name)
        if isinstance(member, types.FunctionType | int | float):
            yield name.encode()
            yield from _pieces(member, seen)


def _function_pieces(function: types.FunctionType, seen: dict[int, tuple[int, Any]]) -> Iterator[bytes]:
    if (function.__module__ or "").startswith(_HOUSE) and not function.__qualname__.startswith("_generated"):
        yield function.__qualname__.encode()  # its text is in the house's fingerprint
        return
    yield from _code_pieces(function.__code__, seen)
    yield from _pieces(function.__defaults__, seen)
    for name, default in sorted((function.__kwdefaults__ or {}).items()):
        yield name.encode()
        yield from _pieces(default, seen)
    twin = bridge.compiled_twin(function)
    if twin is not function:
        yield from _pieces(twin, seen)
    for reading in readings(function):
        yield reading.name.encode()
        yield from _pieces(reading.value, seen)


def _code_pieces(code: types.CodeType, seen: dict[int, tuple[int, Any]]) -> Iterator[bytes]:
    """The instructions with what they are about, so that line numbers, comments and docstrings do not count."""
    yield repr((code.co_argcount, code.co_kwonlyargcount, code.co_flags, code.co_varnames)).encode()
    for step in dis.get_instructions(code):
        yield step.opname.encode()
        yield from _pieces(step.argval, seen)
