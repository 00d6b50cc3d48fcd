"""Entries: the kernels that Python calls. Written as plain Python, compiled once for each set of classes they meet.

`_nrt=False` is not published by numba. Without it every method call on a NamedTuple of arrays counts references
atomically, ten times slower; nothing is allocated in a kernel, so nothing is lost. `benchmarks/` notices if it stops.
"""

from __future__ import annotations

import threading
import types
from collections.abc import Callable
from typing import Any

from numba import njit

from croupier.rules.cache import DiskCache
from croupier.rules.explain import explain
from croupier.rules.fingerprint import fingerprint

OPTIONS = {"nogil": True, "error_model": "numpy", "_nrt": False}


class Entry:
    """A kernel: call it, or `prepare` it first to keep compiling out of a measured time. `python` is the plain one."""

    def __init__(self, function: types.FunctionType) -> None:
        self.python = function
        self.__doc__ = function.__doc__
        self.__name__ = function.__name__
        self._dispatchers: dict[tuple[type, ...], Any] = {}
        self._lock = threading.Lock()

    def __call__(self, *args: Any) -> Any:
        key = tuple([type(arg) for arg in args if isinstance(arg, tuple)])
        dispatcher = self._dispatchers.get(key)
        if dispatcher is None:
            dispatcher = self._dispatcher(key)
        try:
            return dispatcher(*args)
        except Exception as error:
            _explain(error, key)
            raise

    def prepare(self, *args: Any) -> None:
        """Compile for arguments like these, or load the compiled code from disk."""
        key = tuple([type(arg) for arg in args if isinstance(arg, tuple)])
        dispatcher = self._dispatcher(key)
        try:
            dispatcher.compile(tuple(dispatcher.typeof_pyval(arg) for arg in args))
        except Exception as error:
            _explain(error, key)
            raise

    def _dispatcher(self, classes: tuple[type, ...]) -> Any:
        """One dispatcher for each set of classes, named after their text: no compiled symbol of one version of a game
        can be linked with another's.
        """
        with self._lock:
            if classes not in self._dispatchers:
                function = self.python
                dependencies = fingerprint(function, *classes)
                named = types.FunctionType(function.__code__, function.__globals__, function.__name__)
                named.__qualname__ = f"{function.__qualname__}_{dependencies[:16]}"
                named.__module__ = function.__module__
                dispatcher = njit(**OPTIONS)(named)
                entry = f"{function.__module__.rpartition('.')[2]}.{function.__name__}"
                dispatcher._cache = DiskCache(entry, dependencies, classes)
                self._dispatchers[classes] = dispatcher
            return self._dispatchers[classes]


def _explain(error: Exception, classes: tuple[type, ...]) -> None:
    """Raise what is wrong with the classes, if they are to blame: compiled code itself raises nothing."""
    found = explain(error, classes)
    if found:
        raise found from error


def compiled(function: Callable[..., Any]) -> Entry:
    """Make an entry of a plain function whose NamedTuple arguments bring their methods."""
    assert isinstance(function, types.FunctionType)
    return Entry(function)
