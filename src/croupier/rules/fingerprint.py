"""What compiled code depends on, as a hash: the same text of a game gives the same hash, any edit another.

numba's own disk cache looks at one file and misses edits elsewhere. Here a class is followed into the bytecode of its
methods, the functions these call, in any file, and the values of the constants and tables they read.
"""

from __future__ import annotations

import functools
import hashlib
import platform
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

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
    seen: set[int] = set()
    for value in values:
        for piece in _pieces(value, seen):
            digest.update(piece)
            digest.update(b"\0")
    return digest.hexdigest()


def _pieces(value: Any, seen: set[int]) -> Iterator[bytes]:
    """The bytes that stand for a value; containers and code are followed, each once."""
    if isinstance(value, bool | int | float | str | bytes | type(None)):
        yield f"{type(value).__name__}:{value!r}".encode()
        return
    if id(value) in seen:
        return
    seen.add(id(value))
    if isinstance(value, np.ndarray):
        yield f"{value.dtype.str}{value.shape}".encode()
        yield value.tobytes()
    elif isinstance(value, types.FunctionType):
        yield from _function_pieces(value, seen)
    elif isinstance(value, classmethod | staticmethod):
        return  # not compiled
    elif isinstance(value, type) and issubclass(value, tuple) and hasattr(value, "_fields"):
        yield f"class {value.__qualname__}{value._fields}".encode()
        for base in reversed(value.__mro__[:-2]):
            for name, member in sorted(vars(base).items(), key=lambda item: item[0]):
                if isinstance(member, types.FunctionType | int | float) and not name.startswith("_"):
                    yield name.encode()
                    yield from _pieces(member, seen)
    elif isinstance(value, tuple | list):
        for part in value:
            yield from _pieces(part, seen)
    else:
        yield f"{type(value).__module__}.{type(value).__qualname__}:{getattr(value, '__name__', '')}".encode()


def _function_pieces(function: types.FunctionType, seen: set[int]) -> Iterator[bytes]:
    if (function.__module__ or "").startswith(_HOUSE) and not function.__qualname__.startswith("_generated"):
        yield function.__qualname__.encode()  # its text is in the house's fingerprint
        return
    yield from _code_pieces(function.__code__, seen)
    yield from _pieces(function.__defaults__ or (), seen)
    for cell in function.__closure__ or ():
        yield from _pieces(cell.cell_contents, seen)
    for name in sorted(_names(function.__code__)):
        if name in function.__globals__:
            value = function.__globals__[name]
            yield name.encode()
            if isinstance(value, types.ModuleType):
                if not value.__name__.startswith(_HOUSE):
                    for attribute in sorted(_names(function.__code__)):
                        yield from _pieces(getattr(value, attribute, None), seen)
            else:
                yield from _pieces(value, seen)


def _code_pieces(code: types.CodeType, seen: set[int]) -> Iterator[bytes]:
    yield code.co_code
    yield repr((code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)).encode()
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _code_pieces(constant, seen)
        else:
            yield repr(constant).encode()


def _names(code: types.CodeType) -> set[str]:
    """Global and attribute names that this code and the code inside it mention."""
    found = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            found |= _names(constant)
    return found
