"""Making a plain class a game: the contract checked in words, defaults filled in, its methods shown to the bridge."""

from __future__ import annotations

import functools
import types
from collections.abc import Mapping
from typing import Any

import numpy as np

from croupier.errors import ContractError
from croupier.rules import bridge, faults
from croupier.rules.contract import DEFAULTS, FACTS, PARAMETERS
from croupier.rules.reach import helpers, in_house, readings
from croupier.rules.streams import mix, plus
from croupier.rules.text import WRITTEN_AS, written_as

_registered: dict[type, None] = {}
_fields: dict[str, str] = {}
"""Field names of every game met so far, with the class: no method may be called so."""
_structures: dict[str, str] = {}
"""Field names of the house's structures: no method or fact may be called so."""

for _name, _parameters in PARAMETERS.items():
    bridge.register_method(_name, _parameters, "the contract of a game")
for _name in (*FACTS, "has_sample", "has_weight", "has_score"):
    bridge.register_fact(_name, "the contract of a game")
bridge.register_method("load", ("matrix", "column"), "the bridge")
bridge.register_method("store", ("matrix", "column"), "the bridge")
bridge.register_method("same", ("matrix", "column"), "the bridge")
bridge.register_method("scramble", (), "the bridge")


def register(cls: Any) -> Any:
    """Check a game class, complete it and make it compilable. Doing it again does nothing.

    A class with a fault raises `ContractError` in its author's words.
    """
    if cls in _registered:
        return cls
    faults.check_class(cls)
    facts, methods = _own_members(cls)
    faults.check_names(cls, facts, methods, _fields, _structures)
    _complete(cls)
    for name in cls._fields:
        _fields.setdefault(name, cls.__name__)
    for name, function in methods.items():
        bridge.register_method(name, faults.parameters(function), cls.__name__)
        register_helpers(function)
    for name in facts:
        bridge.register_fact(name, cls.__name__)
    _registered[cls] = None
    return cls


def register_structure(cls: type) -> type:
    """Note the fields of a house structure that kernels read, so that no game's method hides them."""
    for name in cls._fields:  # type: ignore[attr-defined]
        hidden = bridge.method(name) or bridge.fact(name)
        if hidden:
            raise ContractError(
                f"{hidden.owner}: `{name}` has the name of a field of {cls.__name__}, which is part of Croupier, "
                "and would hide it in compiled code: give it another name"
            )
        _structures.setdefault(name, f"{cls.__name__}, which is part of Croupier")
    return cls


def structure_with(name: str) -> str | None:
    """The house structure that has a field of this name."""
    return _structures.get(name)


def register_helpers(function: types.FunctionType) -> None:
    """Make the plain functions that a method calls compilable too, and those that they call."""
    for reading in helpers(function):
        if not bridge.knows(reading.value):
            bridge.register_function(reading.value)
            register_helpers(reading.value)


def with_facts(cls: type, facts: Mapping[str, int]) -> type:
    """The class of a variant whose facts differ: the same methods, where `self.fact` is another constant.

    Its methods, and the functions they call, make this class wherever their text makes a `cls`.
    """
    return _with_facts(cls, tuple(sorted(facts.items())))


@functools.cache
def _with_facts(cls: Any, facts: tuple[tuple[str, int], ...]) -> type:
    register(cls)
    for name, value in facts:
        if not isinstance(getattr(cls, name, None), int | float) or name in cls._fields:
            raise ContractError(f"{cls.__name__} has no fact `{name}` that a variant could change: {name} = {value!r}")
    words = "_".join(f"{name}{value}" for name, value in facts)
    namespace = {"__slots__": (), "__module__": cls.__module__, "__doc__": cls.__doc__, **dict(facts)}
    namespace["__reduce__"] = lambda self: (_rebuild, (cls, facts, tuple(self)))
    namespace[WRITTEN_AS] = written_as(cls)
    variant = type(f"{cls.__name__}_{words}", (cls,), namespace)
    done: dict[types.FunctionType, types.FunctionType] = {}
    for name, method in _own_members(cls)[1].items():
        setattr(variant, name, _rebound(method, cls, variant, done))
    return register(variant)


def _rebuild(cls: type, facts: tuple[tuple[str, int], ...], fields: tuple[int, ...]) -> Any:
    return _with_facts(cls, facts)._make(fields)  # type: ignore[attr-defined]


def _rebound(
    function: types.FunctionType, cls: type, variant: type, done: dict[types.FunctionType, types.FunctionType]
) -> types.FunctionType:
    """The function with `variant` in the place of `cls`, itself where neither it nor what it calls reads `cls`."""
    if function in done:
        return done[function]
    done[function] = function  # recursion is refused with a better sentence elsewhere
    new: dict[str, Any] = {}
    for name, value, line in readings(function):
        if value is cls:
            new[name] = variant
        elif isinstance(value, types.FunctionType) and not in_house(value):
            other = _rebound(value, cls, variant, done)
            if other is not value:
                new[name] = other
        if name in new and "." in name:
            raise ContractError(
                f"{cls.__name__}: `{name}` (line {line}) makes a {cls.__name__}, whose variants are classes of their "
                f"own: write `from ... import {name.rpartition('.')[2]}`"
            )
    if new:
        done[function] = _copy(function, new)
    return done[function]


def _copy(function: types.FunctionType, new: Mapping[str, Any]) -> types.FunctionType:
    """The same text where some names from outside mean something else."""
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    closure = tuple(types.CellType(new[name]) if name in new else cell for name, cell in cells)
    names = {**function.__globals__, **new}
    copy = types.FunctionType(function.__code__, names, function.__name__, function.__defaults__, closure)
    copy.__kwdefaults__ = function.__kwdefaults__
    copy.__qualname__ = function.__qualname__
    copy.__module__ = function.__module__
    return copy


def _own_members(cls: type) -> tuple[dict[str, Any], dict[str, types.FunctionType]]:
    """Number facts and compiled methods that the class brings, the contract's and its own."""
    facts, methods = {}, {}
    for base in reversed(cls.__mro__[:-2]):
        for name, value in vars(base).items():
            if name.startswith("_") or name in faults.ORDINARY or name in cls._fields:  # type: ignore[attr-defined]
                continue
            if isinstance(value, types.FunctionType):
                methods[name] = value
            elif isinstance(value, int | float):
                facts[name] = value
    return facts, methods


def _complete(cls: Any) -> None:
    """Defaults of the contract, and how a state is kept as a column of a matrix."""
    cls.has_sample = int(cls.__dict__.get("sample", getattr(cls, "sample", None)) not in (None, DEFAULTS["sample"]))
    cls.has_score = int(getattr(cls, "score", DEFAULTS["score"]) is not DEFAULTS["score"])
    cls.has_weight = int(getattr(cls, "weight", DEFAULTS["weight"]) is not DEFAULTS["weight"])
    for name, function in DEFAULTS.items():
        if not hasattr(cls, name):
            setattr(cls, name, function)
    if not hasattr(cls, "traces"):
        cls.traces = cls.actions
    if not hasattr(cls, "images"):
        cls.images = 1
    if not hasattr(cls, "title"):
        cls.title = cls.name.replace("-", " ").capitalize()
    _write_columns(cls)


def _write_columns(cls: Any) -> None:
    """Methods that keep states as columns of an int64 matrix [field, column].

    `state.store(matrix, column)` writes the fields, `any_state.load(matrix, column)` makes a state of them,
    `state.same(matrix, column)` compares, `state.scramble()` is a hash that is the same at every speed.
    """
    count = len(cls._fields)
    values = ", ".join(f"int(matrix[{i}, column])" for i in range(count))
    load = ["def _generated_load(self, matrix, column):", f"    return cls({values})"]
    store = ["def _generated_store(self, matrix, column):"]
    store += [f"    matrix[{i}, column] = self[{i}]" for i in range(count)]
    equal = " and ".join(f"self[{i}] == matrix[{i}, column]" for i in range(count))
    same = ["def _generated_same(self, matrix, column):", f"    return {equal}"]
    scramble = ["def _generated_scramble(self):", "    h = 0"]
    scramble += [f"    h = mix(plus(plus(h, self[{i}]), {i + 1}))" for i in range(count)]
    scramble += ["    return h"]
    cls.load = _generate(load, "_generated_load", cls=cls)
    cls.store = _generate(store, "_generated_store")
    cls.same = _generate(same, "_generated_same")
    cls.scramble = _generate(scramble, "_generated_scramble", mix=mix, plus=plus)


def _generate(lines: list[str], name: str, **names: Any) -> Any:
    namespace: dict[str, Any] = {"__name__": __name__, **names}
    exec("\n".join(lines), namespace)
    return namespace[name]


def scratch(state: Any) -> Any:
    """A buffer for `legal` of this game, for compiled code."""
    return np.zeros(state.branching + 1, np.int64)
