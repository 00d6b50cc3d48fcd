"""Making a plain class a game: the contract checked in words, defaults filled in, its methods shown to the bridge."""

from __future__ import annotations

import functools
import types
from collections.abc import Mapping
from typing import Any

import numpy as np

from croupier.rules import bridge, faults
from croupier.rules.contract import DEFAULTS, FACTS, PARAMETERS
from croupier.rules.streams import mix, wrap

_registered: dict[type, None] = {}
_fields: dict[str, str] = {}
"""Field names of every class and structure met so far, with the class: no method or fact may be called so."""

for _name, _parameters in PARAMETERS.items():
    bridge.register_method(_name, _parameters, "the contract of a game")
for _name in (*FACTS, "has_sample", "has_weight"):
    bridge.register_fact(_name, "the contract of a game")
bridge.register_method("load", ("matrix", "column"), "the bridge")
bridge.register_method("store", ("matrix", "column"), "the bridge")
bridge.register_method("same", ("matrix", "column"), "the bridge")
bridge.register_method("scramble", (), "the bridge")


def register(cls: type) -> type:
    """Check a game class, complete it and make it compilable. Doing it again does nothing.

    A class with a fault raises `ContractError` in its author's words.
    """
    if cls in _registered:
        return cls
    faults.check_class(cls)
    facts, methods = _own_members(cls)
    faults.check_names(cls, facts, methods, _fields)
    _complete(cls)
    for name in cls._fields:  # type: ignore[attr-defined]
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
            raise AssertionError(f"field {name} of {cls.__name__} is hidden by a member of {hidden.owner}")
        _fields.setdefault(name, f"{cls.__name__}, which is part of Croupier")
    return cls


def register_helpers(function: types.FunctionType) -> None:
    """Make the plain functions that a method calls compilable too, and those that they call."""
    for name in _mentioned(function.__code__):
        value = function.__globals__.get(name)
        if isinstance(value, types.FunctionType) and not (value.__module__ or "").startswith("croupier.rules"):
            if not bridge.knows(value):
                bridge.register_function(value)
                register_helpers(value)


def with_facts(cls: type, facts: Mapping[str, int]) -> type:
    """The class of a variant whose facts differ: the same methods, where `self.fact` is another constant.

    Every method that makes a `cls` makes this class instead.
    """
    return _with_facts(cls, tuple(sorted(facts.items())))


@functools.cache
def _with_facts(cls: type, facts: tuple[tuple[str, int], ...]) -> type:
    words = "_".join(f"{name}{value}" for name, value in facts)
    namespace = {"__slots__": (), "__module__": cls.__module__, "__doc__": cls.__doc__, **dict(facts)}
    namespace["__reduce__"] = lambda self: (_rebuild, (cls, facts, tuple(self)))
    variant = type(f"{cls.__name__}_{words}", (cls,), namespace)
    register(cls)
    variant.play = _remade(cls.play, variant)  # type: ignore[attr-defined]
    return register(variant)


def _rebuild(cls: type, facts: tuple[tuple[str, int], ...], fields: tuple[int, ...]) -> Any:
    return _with_facts(cls, facts)._make(fields)  # type: ignore[attr-defined]


def _remade(play: Any, variant: Any) -> Any:
    """`play` of the base class, its result as a value of the variant's class."""
    bridge.register_function(play)
    count = len(variant._fields)
    lines = ["def _generated_play(self, action):", "    s = play(self, action)"]
    lines += [f"    return variant({', '.join(f's[{i}]' for i in range(count))})"]
    return _generate(lines, "_generated_play", play=play, variant=variant)


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
    scramble += [f"    h = mix(wrap(h + self[{i}] + {i + 1}))" for i in range(count)]
    scramble += ["    return h"]
    cls.load = _generate(load, "_generated_load", cls=cls)
    cls.store = _generate(store, "_generated_store")
    cls.same = _generate(same, "_generated_same")
    cls.scramble = _generate(scramble, "_generated_scramble", mix=mix, wrap=wrap)


def _generate(lines: list[str], name: str, **names: Any) -> Any:
    namespace: dict[str, Any] = {"__name__": __name__, **names}
    exec("\n".join(lines), namespace)
    return namespace[name]


def _mentioned(code: types.CodeType) -> set[str]:
    found = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            found |= _mentioned(constant)
    return found


def scratch(state: Any) -> Any:
    """A buffer for `legal` of this game, for compiled code."""
    return np.zeros(state.branching + 1, np.int64)
