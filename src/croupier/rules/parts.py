"""Parts: NamedTuples of parameters with methods (policies, playouts, rewards) that kernels are put together from."""

from __future__ import annotations

import inspect
import types
from collections import namedtuple
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from croupier.errors import ContractError
from croupier.rules import bridge
from croupier.rules.registration import register_helpers, structure_with

T = TypeVar("T", bound=type)

_parts: dict[type, Any] = {}


def register_part(cls: T, defaults: Mapping[str, Callable[..., Any]], facts: Mapping[str, int]) -> T:
    """Complete the class of a part with defaults and make it compilable. Doing it again does nothing.

    A class without fields gets one that nobody reads: numba cannot pass an empty NamedTuple.
    """
    if cls in _parts:
        return _parts[cls]
    given: Any = cls
    if not (isinstance(given, type) and issubclass(given, tuple) and hasattr(given, "_fields")):
        raise ContractError(f"{getattr(given, '__name__', given)} is not a NamedTuple: write `class ...(NamedTuple):`")
    part: Any = given if given._fields else _padded(given)
    for name in vars(part):
        owner = structure_with(name)
        if owner and name not in part._fields:
            raise ContractError(
                f"{part.__name__}: `{name}` has the name of a field of {owner}, which it would hide in compiled code: give "
                "it another name"
            )
    own = _members(part)
    for name, value in {**defaults, **facts}.items():
        if name not in own:
            setattr(part, name, value)
    for name, value in _members(part).items():
        if name.startswith("_") or name in part._fields:
            continue
        if isinstance(value, types.FunctionType):
            _check_parameters(part, name, value)
            bridge.register_method(name, tuple(inspect.signature(value).parameters)[1:], part.__name__)
            register_helpers(value)
        elif isinstance(value, int | float):
            bridge.register_fact(name, part.__name__)
    for field in part._fields:
        hidden = bridge.method(field) or bridge.fact(field)
        if hidden:
            raise ContractError(
                f"{part.__name__}: parameter `{field}` has the name of a member of {hidden.owner}, which hides it in "
                f"compiled code: give it another name, for example `{field}_`"
            )
    _parts[cls] = _parts[part] = part
    return part


def _members(part: Any) -> dict[str, Any]:
    """What a class and those it is made from bring, down to what every tuple has."""
    found: dict[str, Any] = {}
    for base in reversed(part.__mro__[: part.__mro__.index(tuple)]):
        found.update(vars(base))
    return found


def _check_parameters(part: Any, name: str, method: types.FunctionType) -> None:
    expected = bridge.method(name)
    given = tuple(inspect.signature(method).parameters)[1:]
    if expected and len(expected.parameters) != len(given):
        raise ContractError(
            f"{part.__name__}.{name} (line {method.__code__.co_firstlineno}) takes ({', '.join(given)}), but it is "
            f"called as {name}({', '.join(expected.parameters)})"
        )


def _padded(cls: Any) -> Any:
    base = namedtuple(cls.__name__, ["blank"], defaults=[0])  # type: ignore[misc]
    own = {name: value for name, value in _members(cls).items() if name in ("__doc__", "__module__") or name[0] != "_"}
    return type(cls.__name__, (base,), {**own, "__slots__": (), "__qualname__": cls.__qualname__})
