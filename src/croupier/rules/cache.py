"""Compiled kernels on disk, so that a game compiles once and never again until it, or Croupier, is edited.

A kernel is one file, named by everything it depends on: the house's sources and versions (its folder), then the entry,
the classes it was compiled for and the argument types. So an edit is never missed, undoing it finds the old file, and
two processes that write the same name write the same thing.

This is the one place that uses numba's unpublished way of taking compiled code apart and together.
"""

from __future__ import annotations

import functools
import hashlib
import io
import pickle
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.environment import Environment, lookup_environment
from numba.core.serialize import NumbaPickler

from croupier.rules import disk
from croupier.rules.fingerprint import house_fingerprint


class DiskCache(_Cache):  # type: ignore[misc]
    """What a numba dispatcher asks for its compiled code."""

    def __init__(self, entry: str, dependencies: str, classes: tuple[type, ...]) -> None:
        self._entry = entry
        self._dependencies = dependencies
        self._classes = classes

    @property
    def cache_path(self) -> str:
        return str(disk.folder())

    def enable(self) -> None: ...

    def disable(self) -> None: ...

    def flush(self) -> None: ...

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        path = self._path(signature)
        body = disk.read(path) if path else None
        if body is None:
            return None
        try:
            symbols, payload = _Unpickler(io.BytesIO(body), self._classes).load()
            if _lacks(symbols):
                target_context.refresh()  # brings in all that numba knows, and takes ten times as long as the rest
                if _lacks(symbols):
                    return None
            return CompileResult._rebuild(target_context, *payload)
        except Exception:  # whatever is wrong with an old file, compiling again mends it
            return None

    def save_overload(self, signature: Any, result: Any) -> None:
        path = self._path(signature)
        if path is None or result.library.has_dynamic_globals:
            return
        buffer = io.BytesIO()
        try:
            _Pickler(buffer, self._classes).dump((_symbols(result.library), result._reduce()))
        except Exception as error:
            disk.say_once(f"compiled code of {self._entry} cannot be kept: {error}")
            return
        disk.write(path, buffer.getvalue())
        _prune_once()

    def _path(self, signature: Any) -> Path | None:
        home = disk.folder()
        if home is None:
            disk.say_once("no folder can be written to keep compiled code: games will be compiled again in each run")
            return None
        key = hashlib.sha256(f"{self._dependencies}\0{signature}".encode()).hexdigest()
        return home / house_fingerprint()[:16] / f"{self._entry}-{key[:32]}.kernel"


def _symbols(library: Any) -> list[str]:
    """The names from outside that compiled code must find before it may be loaded."""
    module = library._final_module
    outside = [value for values in (module.functions, module.global_variables) for value in values]
    return [value.name for value in outside if value.is_declaration and not value.name.startswith("llvm.")]


def _lacks(symbols: list[str]) -> bool:
    """Whether one of these names is not to be found; loading code that needs it would end the process."""
    return any(llvm.address_of_symbol(symbol) is None for symbol in symbols)


class _Pickler(NumbaPickler):  # type: ignore[misc]
    """Names the classes a kernel was compiled for by number, and no module.

    So any class will do, one of a package, of a user's file, of `__main__` or of a notebook cell, and loading imports
    nothing.
    """

    def __init__(self, file: io.BytesIO, classes: tuple[type, ...]) -> None:
        super().__init__(file, protocol=4)
        self._numbers = {cls: number for number, cls in enumerate(classes)}

    def persistent_id(self, obj: Any) -> int | None:
        return self._numbers.get(obj) if isinstance(obj, type) else None

    def reducer_override(self, obj: Any) -> Any:
        if isinstance(obj, Environment):
            return _environment, (obj.consts, obj.env_name)
        return super().reducer_override(obj)


def _environment(constants: list[Any], name: str) -> Any:
    """The objects that compiled code may refer to. numba's own way would import the module of every function in it."""
    known = lookup_environment(name)
    if known is not None:
        return known
    made = Environment({})
    made.consts[:] = constants
    made.env_name = name
    Environment._memo[name] = made
    return made


class _Unpickler(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, classes: tuple[type, ...]) -> None:
        super().__init__(file)
        self._classes = classes

    def persistent_load(self, number: int) -> type:
        return self._classes[number]


@functools.cache
def _prune_once() -> None:
    disk.prune()
