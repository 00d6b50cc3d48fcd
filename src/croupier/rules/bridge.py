"""The bridge: methods and facts of plain NamedTuples become callable in code compiled for CPU and GPU.

numba knows NamedTuples but not their methods. One `overload_method` a method name (and one `overload_attribute` a fact
name), on both of numba's NamedTuple types, hands it the method of the very class it meets; calls are then direct and
inlined, and facts are constants whose dead branches LLVM removes.

A name may be a fact of one game and a field of another. But a method's name hides a field of that name in every
NamedTuple, and a fact's name one that is an array. So house structures avoid them, and a class with such a name is
refused (see `registration`).
"""

from __future__ import annotations

import inspect
import types as python_types
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from numba.core import types as numba_types
from numba.extending import overload, overload_attribute, overload_method

F = TypeVar("F", bound=Callable[..., Any])

INLINE = {"forceinline": True, "error_model": "numpy"}
"""Everything below an entry is inlined into it: 9-15 % faster, and no symbol of one version of a game is left for
another version to be linked with."""


class Target(NamedTuple):
    """How one compiler is told about methods, facts and functions."""

    overload: Callable[..., Any]
    overload_method: Callable[..., Any]
    overload_attribute: Callable[..., Any]
    types: Any


class Member(NamedTuple):
    """A registered name: the class that brought it and, for a method, its parameters after `self`."""

    owner: str
    parameters: tuple[str, ...] = ()


_CPU = Target(overload, overload_method, overload_attribute, numba_types)
_targets: list[Target] = [_CPU]
_methods: dict[str, Member] = {}
_facts: dict[str, Member] = {}
_functions: dict[Callable[..., Any], Callable[..., Any]] = {}


def add_target(target: Target) -> None:
    """Tell one more compiler (the GPU's) all that is registered, and from now on all that will be."""
    _targets.append(target)
    for name, member in _methods.items():
        _teach_method(target, name, member.parameters)
    for name in _facts:
        _teach_fact(target, name)
    for function, compiled in _functions.items():
        _teach_function(target, function, compiled)


def method(name: str) -> Member | None:
    """What is registered as a method under this name."""
    return _methods.get(name)


def fact(name: str) -> Member | None:
    """What is registered as a fact under this name."""
    return _facts.get(name)


def register_method(name: str, parameters: tuple[str, ...], owner: str) -> None:
    """Make `x.name(...)` compile for every NamedTuple class that has a method of this name and as many parameters."""
    if name not in _methods:
        _methods[name] = Member(owner, parameters)
        for target in _targets:
            _teach_method(target, name, parameters)


def register_fact(name: str, owner: str) -> None:
    """Make `x.name` compile to the number that x's class holds under that name, or to its field of that name."""
    if name not in _facts:
        _facts[name] = Member(owner)
        for target in _targets:
            _teach_fact(target, name)


def register_function(function: Callable[..., Any], compiled: Callable[..., Any] | None = None) -> None:
    """Make a plain function callable from compiled code; it stays a plain function in the interpreter.

    `compiled` is what compiled code calls instead, for the few functions that need a twin.
    """
    if function not in _functions:
        _functions[function] = compiled or function
        for target in _targets:
            _teach_function(target, function, compiled or function)


def knows(function: Callable[..., Any]) -> bool:
    """Whether compiled code can call this function."""
    return function in _functions


def compiled_twin(function: Callable[..., Any]) -> Callable[..., Any]:
    """What compiled code calls where the interpreter calls this function; mostly the function itself."""
    return _functions.get(function, function)


def shared(function: F) -> F:
    """Decorator form of `register_function`, for house functions that every target uses."""
    register_function(function)
    return function


def _tuple_types(target: Target) -> tuple[Any, Any]:
    return target.types.NamedTuple, target.types.NamedUniTuple


def _teach_method(target: Target, name: str, parameters: tuple[str, ...]) -> None:
    words = ("self", *parameters)
    signature = inspect.Signature([inspect.Parameter(word, inspect.Parameter.POSITIONAL_OR_KEYWORD) for word in words])
    for kind in _tuple_types(target):

        def implementation(self: Any, *args: Any) -> Any:
            found = getattr(self.instance_class, name, None)
            return found if isinstance(found, python_types.FunctionType) else None

        # numba binds arguments by this signature; with a bare *args it would pack them into one tuple
        implementation.__signature__ = signature  # type: ignore[attr-defined]
        target.overload_method(kind, name, strict=False, jit_options=INLINE)(implementation)


def _teach_fact(target: Target, name: str) -> None:
    for kind in _tuple_types(target):

        def implementation(self: Any) -> Any:
            if name in self.instance_class._fields:
                index = self.instance_class._fields.index(name)
                return lambda self: self[index]
            value = getattr(self.instance_class, name, None)
            if isinstance(value, int | float):
                return lambda self: value
            return None

        target.overload_attribute(kind, name, strict=False, jit_options=INLINE)(implementation)


def _teach_function(target: Target, function: Callable[..., Any], compiled: Callable[..., Any]) -> None:
    def implementation(*args: Any) -> Any:
        return compiled

    target.overload(function, strict=False, jit_options=INLINE)(implementation)
