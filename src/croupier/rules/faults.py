"""What is wrong with a game, in the words of the person who wrote it: the class, the method, the line, what to write.

`check_class` and `check_names` look at the text before anything is compiled; `explain` turns what numba says of a class
that will not compile into the same kind of sentence.
"""

from __future__ import annotations

import ast
import difflib
import inspect
import re
import textwrap
import types
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, ForwardRef, NamedTuple

from croupier.errors import ContractError
from croupier.rules import bridge
from croupier.rules.contract import FACTS, NOT_COMPILED, PARAMETERS, REQUIRED_FACTS, REQUIRED_METHODS

ORDINARY = {*NOT_COMPILED, "name", "title", "has_sample", "has_weight", "load", "store", "same", "scramble", "count", "index"}
"""Members that a game does not show to the bridge itself (`count` and `index` are a tuple's)."""

_HIGHEST_SHIFT = 62


class Place(NamedTuple):
    """Where in a class something is wrong."""

    method: str
    line: int


def parameters(function: Callable[..., Any]) -> tuple[str, ...]:
    """The names of a method's parameters after `self`."""
    return tuple(inspect.signature(function).parameters)[1:]


def check_class(cls: Any) -> None:
    """Whether the class is a NamedTuple of ints with the facts and methods of the contract, judged by its text."""
    name = getattr(cls, "__name__", repr(cls))
    if not (isinstance(cls, type) and issubclass(cls, tuple) and hasattr(cls, "_fields")):
        raise ContractError(f"{name} is not a NamedTuple: write `class {name}(NamedTuple):` with int fields")
    if not cls._fields:
        raise ContractError(f"{name} has no field: the fields are the position, write at least one like `stones: int`")
    _check_fields(cls)
    _check_facts(cls)
    _check_methods(cls)
    _check_text(cls)


def check_names(
    cls: Any, facts: Mapping[str, Any], methods: Mapping[str, types.FunctionType], fields: Mapping[str, str]
) -> None:
    """Whether a name of this class hides a field of another, or has another meaning already."""
    for name in cls._fields:
        hidden = bridge.method(name) or bridge.fact(name)
        if hidden:
            kind = "method" if bridge.method(name) else "fact"
            raise ContractError(
                f"{cls.__name__}: field `{name}`{_at(_line_of(cls, name))} has the name of a {kind} of {hidden.owner}, "
                f"which hides it in compiled code: give the field another name, for example `{name}_`"
            )
    for name in (*facts, *methods):
        if name in fields and name not in PARAMETERS and name not in FACTS:
            raise ContractError(
                f"{cls.__name__}: `{name}`{_at(_line_of(cls, name))} would hide the field `{name}` of {fields[name]} in "
                "compiled code: give it another name"
            )
    for name, function in methods.items():
        known = bridge.method(name)
        if known and len(known.parameters) != len(parameters(function)):
            raise ContractError(
                f"{cls.__name__}.{name}{_at(_line_of(cls, name))} takes {_call(name, parameters(function))}, but the "
                f"method of that name in {known.owner} is {_call(name, known.parameters)}: give yours another name"
            )
        if bridge.fact(name):
            raise ContractError(f"{cls.__name__}: `{name}`{_at(_line_of(cls, name))} is a fact elsewhere: rename it")
    for name in facts:
        if bridge.method(name):
            raise ContractError(f"{cls.__name__}: `{name}`{_at(_line_of(cls, name))} is a method elsewhere: rename it")


def explain(error: Exception, classes: Iterable[type]) -> ContractError:
    """A sentence for what numba says of these classes. numba's own text remains as the cause (`--debug` shows it)."""
    text = str(error)
    for cls in classes:
        found = _wrong_result(cls, text) or _failing_line(cls, text)
        if found:
            return ContractError(found)
    first = next((line.strip() for line in text.splitlines() if line.strip()), type(error).__name__)
    names = ", ".join(cls.__name__ for cls in classes)
    return ContractError(f"{names} cannot be compiled: {first} (--debug shows the compiler's words)")


def _check_fields(cls: Any) -> None:
    for field, annotation in inspect.get_annotations(cls.__mro__[-3] if len(cls.__mro__) > 3 else cls).items():
        written = annotation.__forward_arg__ if isinstance(annotation, ForwardRef) else annotation
        if written not in (int, "int") and field in cls._fields:
            word = written if isinstance(written, str) else getattr(written, "__name__", str(written))
            raise ContractError(
                f"{cls.__name__}: field `{field}`{_at(_line_of(cls, field))} is annotated {word}, but every field of a "
                f"position is an int (64 bits): write `{field}: int`"
            )


def _check_facts(cls: Any) -> None:
    for fact in REQUIRED_FACTS:
        if not hasattr(cls, fact):
            example = f'{fact} = "my-game"' if fact == "name" else f"{fact} = 2"
            raise ContractError(f"{cls.__name__} has no fact `{fact}`: write `{example}` in the class body")
    if not isinstance(cls.name, str) or not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", cls.name):
        raise ContractError(
            f"{cls.__name__}: name = {cls.name!r} is not a short name: lower-case words joined by hyphens"
        )
    for fact in FACTS:
        value = getattr(cls, fact, 1)
        if not isinstance(value, int) or isinstance(value, bool) or value < 1:
            raise ContractError(f"{cls.__name__}: {fact} = {value!r} must be a whole number, at least 1")
    if cls.branching > cls.actions:
        raise ContractError(f"{cls.__name__}: branching = {cls.branching} is more than actions = {cls.actions}")


def _check_methods(cls: Any) -> None:
    own = [name for name, value in vars(cls).items() if isinstance(value, types.FunctionType)]
    strange = [name for name in own if name not in PARAMETERS and name not in ORDINARY]
    for name in REQUIRED_METHODS:
        if not isinstance(getattr(cls, name, None), types.FunctionType):
            near = difflib.get_close_matches(name, strange, n=1, cutoff=0.6)
            hint = f"; did you mean it by `{near[0]}`{_at(_line_of(cls, near[0]))}?" if near else ""
            raise ContractError(f"{cls.__name__} has no method `{_call(name, PARAMETERS[name], True)}`{hint}")
    for name in strange:
        near = difflib.get_close_matches(name, [m for m in PARAMETERS if m not in own], n=1, cutoff=0.8)
        if near:
            raise ContractError(
                f"{cls.__name__}.{name}{_at(_line_of(cls, name))} looks like `{near[0]}` misspelt: call it "
                f"`{near[0]}`, or something less like it"
            )
    for name, expected in PARAMETERS.items():
        function = getattr(cls, name, None)
        if isinstance(function, types.FunctionType) and len(parameters(function)) != len(expected):
            raise ContractError(
                f"{cls.__name__}.{name}{_at(_line_of(cls, name))} has the parameters "
                f"({', '.join(('self', *parameters(function)))}), but it is called as {_call(name, expected)}: write "
                f"`def {_call(name, expected, True)}`"
            )


def _check_text(cls: Any) -> None:
    """Faults that can be read in the source: a shift out of range, a state made with fields left out."""
    for method, tree, first in _sources(cls):
        for node in ast.walk(tree):
            place = Place(method, first + getattr(node, "lineno", 1) - 1)
            if isinstance(node, ast.BinOp) and isinstance(node.op, ast.LShift | ast.RShift):
                _check_shift(cls, node, place)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                _check_made(cls, node, place)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "_replace":
                raise ContractError(
                    f"{_where(cls, place)}: `_replace` cannot be compiled: write `{cls.__name__}(...)` with every field"
                )


def _check_shift(cls: Any, node: ast.BinOp, place: Place) -> None:
    try:
        amount = ast.literal_eval(node.right)
    except ValueError:
        return
    if not isinstance(amount, int) or not 0 <= amount <= _HIGHEST_SHIFT:
        raise ContractError(
            f"{_where(cls, place)}: `{ast.unparse(node)}` shifts by {amount}, but compiled numbers have 64 bits: shift "
            f"by 0 to {_HIGHEST_SHIFT}, and use bits 0 to 62 only"
        )


def _check_made(cls: Any, node: ast.Call, place: Place) -> None:
    function = cls.__dict__.get(place.method)
    target = getattr(function, "__globals__", {}).get(node.func.id)  # type: ignore[attr-defined]
    if node.func.id == cls.__name__:  # type: ignore[attr-defined]
        target = cls
    if not (isinstance(target, type) and issubclass(target, tuple) and hasattr(target, "_fields")):
        return
    if any(isinstance(arg, ast.Starred) for arg in node.args) or any(k.arg is None for k in node.keywords):
        return
    given = len(node.args) + len(node.keywords)
    if given < len(target._fields):
        missing = [f for f in target._fields[len(node.args) :] if f not in {k.arg for k in node.keywords}]
        raise ContractError(
            f"{_where(cls, place)}: `{ast.unparse(node)}` leaves out {', '.join(missing)}; defaults do not work in "
            f"compiled code: write every field, {target.__name__}({', '.join(target._fields)})"
        )


_TUPLE = re.compile(r"NamedTuple\(([^()]*)\)|NamedUniTuple\((\w+) x (\d+)")


def _wrong_result(cls: Any, text: str) -> str | None:
    """`play` gives something that is not this class with int64 fields."""
    results = _results(cls, "play")
    if not results:
        return None
    for given in results:
        kinds = _field_kinds(cls, given)
        if kinds is None:
            return (
                f"{cls.__name__}.play{_at(_line_of(cls, 'play'))} returns {_plain(given)} and not a {cls.__name__}: end "
                f"every path with `return {cls.__name__}({', '.join(cls._fields)})`"
            )
        for field, kind in zip(cls._fields, kinds, strict=False):
            if kind != "int64":
                line, written = _argument(cls, field)
                advice = {"float64": "write `//` for whole-number division", "bool": f"write `int({written})`"}
                return (
                    f"{cls.__name__}.play{_at(line)}: field `{field}` gets {_plain(kind)} from `{written}`, but every "
                    f"field is an int64: {advice.get(kind, f'write `int(...)` around table entries and keep tables int64')}"
                )
    return None


def _results(cls: Any, method: str) -> list[str]:
    """The types that the return statements of a method give when it is compiled alone; empty where it does not."""
    from numba import njit
    from numba.core import types as numba_types
    from numba.core.errors import NumbaError

    if not hasattr(cls, "_fields"):
        return []
    state = numba_types.NamedUniTuple(numba_types.int64, len(cls._fields), cls)
    arguments = [numba_types.int64] * len(PARAMETERS[method])
    probe = njit(_nrt=False, error_model="numpy")(getattr(cls, method))
    try:
        probe.compile((state, *arguments))
    except NumbaError as error:
        unify = re.search(r"Can't unify return type from the following types: (.*)", str(error))
        return _split(unify.group(1)) if unify else []
    return [str(result.return_type) for result in probe.overloads.values()]


def _split(listing: str) -> list[str]:
    """Types listed with commas, split outside brackets."""
    parts, depth, current = [], 0, ""
    for letter in listing:
        depth += letter in "([{<"
        depth -= letter in ")]}>"
        if letter == "," and depth == 0:
            parts.append(current.strip())
            current = ""
        else:
            current += letter
    return [*parts, current.strip()]


def _field_kinds(cls: Any, given: str) -> list[str] | None:
    """The types of the fields in numba's text of a type, None where it is another class."""
    if not given.startswith(f"{cls.__name__}("):
        return None
    inner = given[len(cls.__name__) + 1 : given.rindex(")")]
    uniform = re.fullmatch(r"(.*) x (\d+)", inner)
    return [uniform.group(1)] * int(uniform.group(2)) if uniform else _split(inner)


def _argument(cls: Any, field: str) -> tuple[int | None, str]:
    """Line and text of what `play` puts into a field."""
    for _, tree, first in _sources(cls, "play"):
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == cls.__name__:
                index = cls._fields.index(field)
                given = next((k.value for k in node.keywords if k.arg == field), None)
                given = given or (node.args[index] if index < len(node.args) else None)
                if given is not None and not isinstance(given, ast.Constant):
                    return first + node.lineno - 1, ast.unparse(given)
    return _line_of(cls, "play"), field


def _failing_line(cls: Any, text: str) -> str | None:
    """The line of the class's own source that numba stopped at, with its complaint."""
    for method, tree, first in _sources(cls):
        last = first + max(getattr(node, "lineno", 1) for node in ast.walk(tree)) - 1
        for number in re.findall(r"line (\d+):", text) + re.findall(r"\((\d+)\)\n", text):
            if first <= int(number) <= last:
                line = _line_text(cls, int(number))
                return (
                    f"{_where(cls, Place(method, int(number)))}: `{line}` cannot be compiled: {_complaint(text)} "
                    "(--debug shows the compiler's words)"
                )
    return None


def _complaint(text: str) -> str:
    undefined = re.search(r"NameError: name '(\w+)' is not defined", text)
    if undefined:
        return f"`{undefined.group(1)}` is not defined"
    attribute = re.search(r"Unknown attribute '(\w+)' of type (\w+)", text)
    if attribute:
        return f"{attribute.group(2)} has no field, method or number called `{attribute.group(1)}`"
    untyped = re.search(r"Untyped global name '(\w+)'", text)
    if untyped:
        return f"`{untyped.group(1)}` is not a number, an int64 array or a plain function"
    unify = re.search(r"Cannot unify ([^\n]*?) and ([^\n]*?) for '(\w+)", text)
    if unify:
        return f"`{unify.group(3)}` is {_plain(unify.group(1))} in one place and {_plain(unify.group(2))} in another"
    return "compiled methods take whole numbers, floats and plain functions; no strings, lists, dicts or exceptions"


def _plain(kind: str) -> str:
    names = {"none": "None", "float64": "a float", "bool": "True or False", "int64": "a number"}
    kind = re.sub(r"Literal\[(\w+)\]\(.*\)", r"\1", kind)
    return names.get(kind, f"an {kind}" if kind.startswith("int") else f"a {kind}")


def _sources(cls: Any, only: str | None = None) -> Iterator[tuple[str, ast.AST, int]]:
    """The syntax tree and first line of each compiled method that has its text in a file or a notebook cell."""
    for name, value in vars(cls).items():
        if isinstance(value, types.FunctionType) and name not in ORDINARY and name in (only or name):
            try:
                lines, first = inspect.getsourcelines(value)
                yield name, ast.parse(textwrap.dedent("".join(lines))), first
            except (OSError, TypeError, SyntaxError):
                continue


def _line_of(cls: Any, name: str) -> int | None:
    """The line where a member or field of the class is written."""
    member = cls.__dict__.get(name)
    if isinstance(member, types.FunctionType):
        return member.__code__.co_firstlineno
    try:
        lines, first = inspect.getsourcelines(cls)
    except (OSError, TypeError):
        return None
    pattern = re.compile(rf"\s*{re.escape(name)}\s*[:=]")
    return next((first + i for i, line in enumerate(lines) if pattern.match(line)), None)


def _line_text(cls: Any, number: int) -> str:
    try:
        lines, _ = inspect.findsource(cls)
        return lines[number - 1].strip()
    except (OSError, TypeError, IndexError):
        return "this"


def _where(cls: Any, place: Place) -> str:
    return f"{cls.__name__}.{place.method}{_at(place.line)}"


def _at(line: int | None) -> str:
    return f" (line {line})" if line else ""


def _call(name: str, words: Iterable[str], with_self: bool = False) -> str:
    return f"{name}({', '.join((['self'] if with_self else []) + list(words))})"
