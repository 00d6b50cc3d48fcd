"""What is wrong with a game's class, in the words of the person who wrote it: the class, the member, the line, what to
write. Judged before anything is compiled; `dialect` reads the text of the methods, `explain` what compiling says.
"""

from __future__ import annotations

import difflib
import inspect
import re
import types
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ForwardRef

import numpy as np

from croupier.errors import ContractError
from croupier.rules import bridge
from croupier.rules.contract import FACTS, NOT_COMPILED, PARAMETERS, REQUIRED_FACTS, REQUIRED_METHODS
from croupier.rules.dialect import check_text
from croupier.rules.outside import LARGEST
from croupier.rules.text import Part, article, in_line, is_structure, line_of, written_as

_HOUSE_MADE = ("has_sample", "has_weight", "has_score", "load", "store", "same", "scramble")
ORDINARY = {*NOT_COMPILED, *_HOUSE_MADE, "name", "title", "count", "index"}
"""Members that a game does not show to the bridge itself (`count` and `index` are a tuple's)."""


def parameters(function: Callable[..., Any]) -> tuple[str, ...]:
    """The names of a method's parameters after `self`."""
    return tuple(inspect.signature(function).parameters)[1:]


def check_class(cls: Any) -> None:
    """Whether the class is a NamedTuple of ints with the facts and methods of the contract, judged by its text."""
    name = getattr(cls, "__name__", repr(cls))
    if not is_structure(cls):
        raise ContractError(f"{name} is not a NamedTuple: write `class {name}(NamedTuple):` with int fields")
    if not cls._fields:
        raise ContractError(f"{name} has no field: the fields are the position, write at least one like `stones: int`")
    _check_hidden(cls)
    _check_facts(cls)
    if cls is written_as(cls):
        _check_fields(cls)
        _check_methods(cls)
        check_text(cls)


def check_names(
    cls: Any,
    facts: Mapping[str, Any],
    methods: Mapping[str, types.FunctionType],
    fields: Mapping[str, str],
    structures: Mapping[str, str],
) -> None:
    """Whether a member of this class hides a field of another, or has another meaning already."""
    for name in (*facts, *methods):
        owner = structures.get(name) or (fields.get(name) if name in methods else None)
        if owner and name not in PARAMETERS and name not in FACTS:
            raise ContractError(
                f"{_member(cls, name)} has the name of a field of {owner}, which it would hide in compiled code: give it "
                "another name"
            )
    for name, function in methods.items():
        known = bridge.method(name)
        if known and len(known.parameters) != len(parameters(function)):
            raise ContractError(
                f"{_method(cls, name)} is called as {_call(name, parameters(function))}, but the method of that name "
                f"in {known.owner} as {_call(name, known.parameters)}: give yours another name"
            )
        other = bridge.fact(name)
        if other:
            raise ContractError(f"{_method(cls, name)} has the name of a fact of {other.owner}: give it another name")
    for name in facts:
        other = bridge.method(name)
        if other:
            raise ContractError(f"{_member(cls, name)} has the name of a method of {other.owner}: give it another name")


def wrong_state(cls: Any, value: Any, member: str) -> str | None:
    """What is wrong with a state that a member of the class gave in the interpreter; None where nothing is."""
    if type(value) is not cls:
        return not_the_class(cls, member, "None" if value is None else f"a {type(value).__name__}")
    for field, number in zip(cls._fields, value, strict=True):
        if type(number) is not int:
            kind = type(number).__name__
            return wrong_field(cls, member, field, f"{number!r}, {article(kind)} {kind}", _advice(number))
        if not -LARGEST <= number <= LARGEST:
            return wrong_field(cls, member, field, str(number), "use bits 0 to 62 only, and mask after a left shift")
    return None


def wrong_listing(cls: Any, n: Any, out: Sequence[Any]) -> str | None:
    """What is wrong with what `legal` listed and returned in the interpreter; None where nothing is."""
    where = _method(written_as(cls), "legal")
    if isinstance(n, bool) or not isinstance(n, int | np.integer):
        return f"{where} returns {n!r} and not a whole number: return how many actions it listed"
    if not 0 <= n <= cls.branching:
        return f"{where} lists {n} actions, but branching = {cls.branching}: write the most there can be at once"
    strange = next((action for action in out[: int(n)] if not 0 <= action < cls.actions), None)
    if strange is not None:
        return f"{where} lists action {strange}, but actions = {cls.actions}: ids are 0 to {cls.actions - 1}"
    return None


def not_an_action(cls: Any, action: Any, legal: Sequence[Any]) -> str | None:
    """What is wrong with an action that was drawn in the interpreter; None where it is a legal one."""
    if isinstance(action, int | np.integer) and action in legal:
        return None
    listed = ", ".join(map(str, legal[:8])) + (", ..." if len(legal) > 8 else "")
    return f"{_method(written_as(cls), 'sample')} gives {action!r}: return one of the legal actions, here {listed}"


def not_the_class(cls: Any, member: str, what: str, line: int | None = None) -> str:
    """The sentence for a member that gives something else than a state."""
    written = written_as(cls)
    return (
        f"{_method(written, member, line)} returns {what} and not a {written.__name__}: end every path with "
        f"`return {written.__name__}({', '.join(cls._fields)})`"
    )


def wrong_field(cls: Any, member: str, field: str, what: str, advice: str, line: int | None = None) -> str:
    """The sentence for a member that gives a state with a field that is not an int64."""
    where = _method(written_as(cls), member, line)
    return f"{where} gives the field `{field}` {what}; every field is an int64: {advice}"


def _advice(value: Any) -> str:
    if isinstance(value, float):
        return "write `//` for whole-number division"
    return "write `int(...)` around it"


def _check_hidden(cls: Any) -> None:
    for name in cls._fields:
        hidden = bridge.method(name) or (bridge.fact(name) if name in FACTS else None)
        if hidden:
            kind = "fact" if name in FACTS else "method"
            raise ContractError(
                f"{_member(cls, name, 'field')} has the name of a {kind} of {hidden.owner}, which hides it in compiled "
                f"code: give the field another name, for example `{name}_`"
            )


def _check_fields(cls: Any) -> None:
    for field, annotation in _annotations(cls).items():
        if annotation not in (int, "int"):
            word = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", str(annotation))
            raise ContractError(
                f"{_member(cls, field, 'field')} is annotated {word}, but every field of a position is an int (64 "
                f"bits): write `{field}: int`"
            )
    for field, value in cls._field_defaults.items():
        if type(value) is not int or not -LARGEST <= value <= LARGEST:
            raise ContractError(
                f"{_member(cls, field, 'field')} has the default {value!r}, but every field of a position is an int of "
                "bits 0 to 62: write a whole number"
            )


def _annotations(cls: Any) -> dict[str, Any]:
    """What the fields are annotated with, other names of int resolved where they can be."""
    base = next(base for base in reversed(cls.__mro__[:-2]) if hasattr(base, "_fields"))
    try:
        known = typing.get_type_hints(base)
    except Exception:  # an annotation may name anything
        known = dict(inspect.get_annotations(base))
    given = {field: known[field] for field in cls._fields if field in known}
    return {name: value.__forward_arg__ if isinstance(value, ForwardRef) else value for name, value in given.items()}


def _check_facts(cls: Any) -> None:
    for fact in REQUIRED_FACTS:
        if not hasattr(cls, fact):
            example = f'{fact} = "my-game"' if fact == "name" else f"{fact} = 2"
            raise ContractError(f"{_class(cls)} has no fact `{fact}`: write `{example}` in the class body")
    if not isinstance(cls.name, str) or not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", cls.name):
        raise ContractError(f"{_member(cls, 'name')} is {cls.name!r}: write lower-case words joined by hyphens")
    for fact in FACTS:
        value = getattr(cls, fact, 1)
        if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= LARGEST:
            raise ContractError(f"{_member(cls, fact)} is {value!r}: write a whole number, at least 1")
    if cls.branching > cls.actions:
        raise ContractError(
            f"{_member(cls, 'branching')} is {cls.branching}, more than actions = {cls.actions}: it is the most legal "
            "actions at once"
        )


def _check_methods(cls: Any) -> None:
    members = [item for base in cls.__mro__[:-2] for item in vars(base).items()]
    own = [name for name, value in members if isinstance(value, types.FunctionType)]
    strange = [name for name in own if name not in PARAMETERS and name not in ORDINARY]
    for name in PARAMETERS:
        member = inspect.getattr_static(cls, name, None)
        if isinstance(member, staticmethod | classmethod | property):
            raise ContractError(
                f"{_member(cls, name)} is a {type(member).__name__}: write `def {_call(name, PARAMETERS[name], True)}`"
            )
    for name in REQUIRED_METHODS:
        if not isinstance(getattr(cls, name, None), types.FunctionType):
            meant = _meant_by(name, strange)
            told = f"; did you mean it by `{meant}`{in_line(line_of(cls, meant))}?" if meant else ": write it"
            raise ContractError(f"{_class(cls)} has no method `{_call(name, PARAMETERS[name], True)}`{told}")
    for name in strange:
        near = difflib.get_close_matches(name, [m for m in PARAMETERS if m not in own], n=1, cutoff=0.8)
        if near:
            raise ContractError(
                f"{_method(cls, name)} looks like `{near[0]}` misspelt: call it `{near[0]}`, or something less like it"
            )
    heuristics = {name: ("seat",) for name in dir(cls) if name.startswith("evaluate_")}
    for name, expected in {**PARAMETERS, **heuristics}.items():
        function = getattr(cls, name, None)
        if isinstance(function, types.FunctionType) and len(parameters(function)) != len(expected):
            raise ContractError(
                f"{_method(cls, name)} has the parameters ({', '.join(('self', *parameters(function)))}), but it is "
                f"called as {_call(name, expected)}: write `def {_call(name, expected, True)}`"
            )


def _meant_by(name: str, strange: list[str]) -> str | None:
    """The member that is probably meant to be the method `name`: `retruns`, or `legal_actions`."""
    longer = [member for member in strange if name in member.split("_")]
    return next(iter(longer + difflib.get_close_matches(name, strange, n=1, cutoff=0.6)), None)


def _class(cls: Any) -> str:
    """The class and the line where it begins."""
    try:
        return f"{cls.__name__}{in_line(inspect.getsourcelines(cls)[1])}"
    except (OSError, TypeError):
        return str(cls.__name__)


def _method(cls: Any, name: str, line: int | None = None) -> str:
    function = getattr(cls, name, None)
    return Part(cls, function).at(line) if isinstance(function, types.FunctionType) else f"{cls.__name__}.{name}"


def _member(cls: Any, name: str, kind: str = "") -> str:
    return f"{cls.__name__}: {kind}{' ' if kind else ''}`{name}`{in_line(line_of(cls, name))}"


def _call(name: str, words: Iterable[str], with_self: bool = False) -> str:
    return f"{name}({', '.join((['self'] if with_self else []) + list(words))})"
