"""Arithmetic watched in the interpreter: what compiled 64-bit numbers would do otherwise is stopped at its line.

Compiled code has int64 and asks no questions: `1 << 63` is negative, `1 << 64` is 1, `5 >> -1` is 0, `7 // 0` is 0. The
interpreter's numbers have no end. So the text of every method of a game, and of the functions it calls, is rewritten
once: `a << b` becomes `watched_lshift(a, b, place)`, and a class with these methods is played in the interpreter.
"""

from __future__ import annotations

import ast
import inspect
import linecache
import operator
import textwrap
import types
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from croupier.errors import CroupierError
from croupier.rules.faults import ORDINARY

LOWEST = -(1 << 63)
HIGHEST = (1 << 63) - 1
_HIGHEST_SHIFT = 62

Place = tuple[str, int, str]
"""Method or function, line, the operation as it is written."""


class WatchedError(CroupierError):
    """An operation that would give something else, or nothing to rely on, compiled: where it is, and what is wrong."""

    def __init__(self, where: Place, what: str) -> None:
        self.method, self.line, text = where
        self.what = f"`{text}` {what}"
        super().__init__(f"`{self.method}` (line {self.line}): {self.what}")


class Watched(NamedTuple):
    """A game's class with watched methods, and what they read: files of text and namespaces.

    Functions whose text could not be had are named in `unseen`.
    """

    cls: Any
    unseen: list[str]
    files: set[str]
    spaces: list[dict[str, Any]]


def watch(cls: Any, strict: bool = True) -> Watched:
    """A class like `cls` whose arithmetic is watched. Its `play` makes states of the same class.

    Where not `strict`, a left shift may leave 64 bits, for what is masked right after it is the same compiled.
    """
    maker = _Maker(cls, _OPERATIONS if strict else {**_OPERATIONS, **_LENIENT})
    for name, function in _methods(cls):
        setattr(maker.cls, name, maker.watched(function))
    return Watched(maker.cls, maker.unseen, maker.files, maker.read)


def _methods(cls: Any) -> Iterator[tuple[str, types.FunctionType]]:
    """The compiled methods that the author wrote, the nearest of each name."""
    seen = set()
    for base in cls.__mro__:
        for name, value in vars(base).items():
            written = isinstance(value, types.FunctionType) and not value.__qualname__.startswith("_generated")
            if written and name not in ORDINARY and not name.startswith("_") and name not in seen and not _house(value):
                seen.add(name)
                yield name, value


def _house(function: Callable[..., Any]) -> bool:
    return (function.__module__ or "").startswith("croupier.rules")


class _Maker:
    """Makes watched twins of functions, each once, in copies of the modules' namespaces."""

    def __init__(self, cls: Any, operations: dict[str, Callable[..., Any]]) -> None:
        self.operations = operations
        self.cls = type(cls.__name__, (cls,), {"__slots__": (), "__module__": cls.__module__, "__doc__": cls.__doc__})
        self.originals = [base for base in cls.__mro__ if hasattr(base, "_fields")]
        self.made: dict[types.FunctionType, types.FunctionType] = {}
        self.spaces: dict[int, dict[str, Any]] = {}
        self.unseen: list[str] = []
        self.files: set[str] = set()
        self.codes: dict[str, set[types.CodeType]] = {}
        self.read: list[dict[str, Any]] = []

    def watched(self, function: types.FunctionType) -> types.FunctionType:
        if function in self.made:
            return self.made[function]
        self.files.add(function.__code__.co_filename)
        space = self._space(function.__globals__)
        try:
            twin = self._rewritten(function, space)
        except (OSError, TypeError, SyntaxError, ValueError):
            self.unseen.append(function.__qualname__)
            twin = types.FunctionType(
                function.__code__, space, function.__name__, function.__defaults__, function.__closure__
            )
        self.made[function] = twin
        for name in _names(function.__code__):
            value = function.__globals__.get(name)
            if isinstance(value, types.FunctionType) and not _house(value):
                space[name] = self.watched(value)
        return twin

    def _space(self, names: dict[str, Any]) -> dict[str, Any]:
        """A copy of a module's names in which the game's class is the watched one."""
        if id(names) not in self.spaces:
            copy = {name: self._own(value) for name, value in names.items()}
            self.spaces[id(names)] = {**copy, **self.operations}
            self.read += [names, self.spaces[id(names)]]
        return self.spaces[id(names)]

    def _own(self, value: Any) -> Any:
        return self.cls if any(value is original for original in self.originals) else value

    def _in_file(self, code: types.CodeType) -> bool:
        """Whether this is code of the file as it is now. What a module imports changes how calls of it are compiled."""
        name = code.co_filename
        if name not in self.codes:
            text = "".join(linecache.getlines(name))
            self.codes[name] = set(_all_codes(compile(text, name, "exec", dont_inherit=True)))
        return code in self.codes[name]

    def _rewritten(self, function: types.FunctionType, space: dict[str, Any]) -> types.FunctionType:
        lines, first = inspect.getsourcelines(function)
        tree = ast.parse(textwrap.dedent("".join(lines)))
        definition = tree.body[0]
        free = function.__code__.co_freevars
        if not isinstance(definition, ast.FunctionDef) or "__class__" in free:
            raise ValueError("no text of its own")
        _strip(definition)
        if not (_same_code(_code(definition, free, "<text>"), function.__code__) or self._in_file(function.__code__)):
            raise ValueError("the text is no longer that of the function")
        definition = _Rewriter(function.__qualname__.rpartition(".")[2], first).visit(definition)
        ast.increment_lineno(definition, first - 1)
        exec(_code(definition, free, function.__code__.co_filename), space)
        cells = [self._own(cell.cell_contents) for cell in function.__closure__ or ()]
        twin: types.FunctionType = space.pop("_outer")(*cells)
        twin.__defaults__, twin.__kwdefaults__ = function.__defaults__, function.__kwdefaults__
        twin.__qualname__ = function.__qualname__
        twin.__code__ = twin.__code__.replace(co_qualname=function.__qualname__)
        return twin


def _code(definition: ast.FunctionDef, free: tuple[str, ...], filename: str) -> types.CodeType:
    """A module's code that makes `_outer`, which takes the enclosing values and gives the function."""
    outer = ast.parse(f"def _outer({', '.join(free)}):\n    pass\n    return {definition.name}")
    outer.body[0].body[0] = definition  # type: ignore[attr-defined]
    return compile(ast.fix_missing_locations(outer), filename, "exec")


def _same_code(made: types.CodeType, code: types.CodeType) -> bool:
    """Whether the function inside `_outer` is this one: a file may have been edited since it was read."""
    outer = next(constant for constant in made.co_consts if isinstance(constant, types.CodeType))
    inner = next(constant for constant in outer.co_consts if isinstance(constant, types.CodeType))
    return (inner.co_code, inner.co_names, inner.co_varnames) == (code.co_code, code.co_names, code.co_varnames)


def _all_codes(code: types.CodeType) -> Iterator[types.CodeType]:
    """A piece of code and all that is defined within it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _all_codes(constant)


def _strip(definition: ast.FunctionDef) -> None:
    """Take away what runs when a function is defined: decorators, annotations, defaults."""
    definition.decorator_list = []
    definition.returns = None
    arguments = definition.args
    for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
        argument.annotation = None
    arguments.defaults = []
    arguments.kw_defaults = [None] * len(arguments.kwonlyargs)


def _names(code: types.CodeType) -> set[str]:
    inner = (constant for constant in code.co_consts if isinstance(constant, types.CodeType))
    return set(code.co_names).union(*map(_names, inner))


class _Rewriter(ast.NodeTransformer):
    """Turns operators into calls that know their place."""

    def __init__(self, method: str, first: int) -> None:
        self.method = method
        self.first = first

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        where = self._place(node)
        self.generic_visit(node)
        return self._call(node, node.op, where, node.left, node.right)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        where = self._place(node)
        self.generic_visit(node)
        return self._call(node, node.op, where, node.operand)

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        where = self._place(node)
        read = ast.parse(ast.unparse(node.target), mode="eval").body
        self.generic_visit(node)
        if _name(node.op) not in _OPERATIONS:
            return node
        value = self._call(node, node.op, where, self.visit(read), node.value)
        assert isinstance(value, ast.expr)
        return ast.copy_location(ast.Assign(targets=[node.target], value=value), node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        self.generic_visit(node)
        if node.value is None:
            return ast.copy_location(ast.Pass(), node)
        return ast.copy_location(ast.Assign(targets=[node.target], value=node.value), node)

    def _place(self, node: ast.AST) -> Place:
        return self.method, self.first + node.lineno - 1, ast.unparse(node)  # type: ignore[attr-defined]

    def _call(self, node: ast.AST, kind: ast.AST, where: Place, *operands: ast.AST) -> ast.AST:
        name = _name(kind)
        if name not in _OPERATIONS:
            return node
        call = ast.Call(func=ast.Name(name, ast.Load()), args=[*operands, ast.Constant(where)], keywords=[])  # type: ignore[list-item,arg-type]
        return ast.copy_location(call, node)


def _name(operator: ast.AST) -> str:
    return f"watched_{type(operator).__name__.lower()}"


def _ranged(plain: Callable[[Any, Any], Any]) -> Callable[[Any, Any, Place], Any]:
    def operation(a: Any, b: Any, where: Place) -> Any:
        result = plain(a, b)
        if type(result) is not int or LOWEST <= result <= HIGHEST:
            return result
        raise _too_large(result, where)

    return operation


def _too_large(result: int, where: Place) -> WatchedError:
    return WatchedError(
        where, f"gives {result}, which is too large: compiled numbers have 64 bits, use bits 0 to 62 only"
    )


def _divided(plain: Callable[[Any, Any], Any]) -> Callable[[Any, Any, Place], Any]:
    def operation(a: Any, b: Any, where: Place) -> Any:
        if b == 0 and not isinstance(a, str):
            raise WatchedError(where, "divides by 0, which compiled code does without complaint")
        return plain(a, b)

    return operation


def _counted(plain: Callable[[Any, Any], Any]) -> Callable[[Any, Any, Place], Any]:
    def operation(a: Any, b: Any, where: Place) -> Any:
        if not 0 <= b <= _HIGHEST_SHIFT:
            count = f"a negative count ({b})" if b < 0 else f"{b}"
            raise WatchedError(where, f"shifts by {count}: numbers have 64 bits, shift by 0 to {_HIGHEST_SHIFT}")
        return plain(a, b)

    return operation


def _shifted(plain: Callable[[Any, Any], Any]) -> Callable[[Any, Any, Place], Any]:
    counted = _counted(plain)

    def operation(a: Any, b: Any, where: Place) -> Any:
        result = counted(a, b, where)
        if type(result) is not int or LOWEST <= result <= HIGHEST:
            return result
        raise WatchedError(where, f"gives {result}, past bit 62: compiled numbers have 64 bits, use bits 0 to 62 only")

    return operation


def _power(a: Any, b: Any, where: Place) -> Any:
    if isinstance(a, int) and isinstance(b, int):
        if b < 0:
            raise WatchedError(where, f"has a negative power ({b}) of a whole number, which differs when compiled")
        if abs(a) > 1 and b > 63:
            raise WatchedError(where, "does not fit compiled numbers, which have 64 bits")
    return _ranged(operator.pow)(a, b, where)


def _inverted(a: Any, where: Place) -> Any:
    if isinstance(a, bool | np.bool_):
        raise WatchedError(
            where, "has `~` on True or False, which is -2 or -1 here but a bool when compiled: write `not`"
        )
    return ~a


def _negative(a: Any, where: Place) -> Any:
    if a == LOWEST:
        raise _too_large(-a, where)
    return -a


_OPERATIONS: dict[str, Callable[..., Any]] = {
    "watched_add": _ranged(operator.add),
    "watched_sub": _ranged(operator.sub),
    "watched_mult": _ranged(operator.mul),
    "watched_floordiv": _divided(operator.floordiv),
    "watched_mod": _divided(operator.mod),
    "watched_div": _divided(operator.truediv),
    "watched_lshift": _shifted(operator.lshift),
    "watched_rshift": _shifted(operator.rshift),
    "watched_pow": _power,
    "watched_invert": _inverted,
    "watched_usub": _negative,
}
"""Not watched: `&`, `|`, `^`, which make no number larger than theirs."""

_LENIENT = {"watched_lshift": _counted(operator.lshift)}
