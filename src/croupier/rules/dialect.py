"""What may be written in a method that is compiled, judged by its text before anything is compiled.

Methods work with whole numbers, floats and plain functions: each check finds one thing that works in the interpreter
and not, or otherwise, compiled, and says at which line it stands and what to write instead.
"""

from __future__ import annotations

import ast
import inspect
import types
from typing import Any

import numpy as np

from croupier.errors import ContractError
from croupier.rules.contract import NOT_COMPILED
from croupier.rules.outside import LARGEST, NO_LISTS, NO_TEXT, TOP_LEVEL, check_reading, check_recursion, near
from croupier.rules.reach import UNDEFINED, readings
from croupier.rules.text import Part, is_structure, parts, shown, tree_of

HIGHEST_SHIFT = 62

_NO_ERRORS = "only legal actions are ever given, so leave it out"

_FORBIDDEN: dict[type[ast.AST], tuple[str, str]] = {
    ast.List: ("makes a list", NO_LISTS),
    ast.ListComp: ("makes a list", NO_LISTS),
    ast.Dict: ("makes a dict", NO_LISTS),
    ast.DictComp: ("makes a dict", NO_LISTS),
    ast.Set: ("makes a set", NO_LISTS),
    ast.SetComp: ("makes a set", NO_LISTS),
    ast.GeneratorExp: ("makes a generator", "write a loop"),
    ast.Yield: ("makes a generator", "write a loop"),
    ast.YieldFrom: ("makes a generator", "write a loop"),
    ast.Await: ("awaits", "write plain calls"),
    ast.Lambda: ("makes a function", TOP_LEVEL),
    ast.FunctionDef: ("makes a function", TOP_LEVEL),
    ast.AsyncFunctionDef: ("makes a function", TOP_LEVEL),
    ast.ClassDef: ("makes a class", "write it at module level"),
    ast.JoinedStr: ("makes text", NO_TEXT),
    ast.Raise: ("raises an exception", _NO_ERRORS),
    ast.Assert: ("raises an exception", _NO_ERRORS),
    ast.Try: ("catches exceptions", "ask before with `if`"),
    ast.TryStar: ("catches exceptions", "ask before with `if`"),
    ast.With: ("opens a context", "take it out"),
    ast.Import: ("imports", "import at the top of the file"),
    ast.ImportFrom: ("imports", "import at the top of the file"),
    ast.Global: ("changes a global", "put what changes into a field"),
    ast.Nonlocal: ("changes a variable outside", "put what changes into a field"),
    ast.Delete: ("deletes", "leave it out"),
}


def check_text(cls: Any) -> None:
    """Refuse what cannot be compiled in the methods of a class and the functions they call."""
    compiled = parts(cls)
    for part in compiled:
        tree = tree_of(part.function)
        if tree:
            _Checker(part, tree).run()
        for reading in readings(part.function):
            check_reading(part, reading)
    check_recursion(compiled)


class _Checker:
    """The checks of one function's syntax tree."""

    def __init__(self, part: Part, tree: ast.FunctionDef) -> None:
        self.part = part
        self.tree = tree
        self.outside = {reading.name: reading.value for reading in readings(part.function)}
        own = part.function.__code__.co_varnames
        self.itself = own[0] if own and not part.caller else None

    def run(self) -> None:
        body = self.tree.body
        if isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
            body = body[1:]  # a docstring
        for statement in body:
            self.walk(statement)

    def walk(self, node: ast.AST) -> None:
        """Check a node and all below it, annotations excepted."""
        self.check(node)
        for name, value in ast.iter_fields(node):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST) and name != "annotation":
                    self.walk(child)

    def check(self, node: ast.AST) -> None:
        if type(node) in _FORBIDDEN:
            what, advice = _FORBIDDEN[type(node)]
            self.refuse(node, f"{what}, which compiled code cannot: {advice}")
        if isinstance(node, ast.Constant):
            self.constant(node)
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.LShift | ast.RShift):
            self.shift(node, node.right)
        elif isinstance(node, ast.AugAssign) and isinstance(node.op, ast.LShift | ast.RShift):
            self.shift(node, node.value)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Invert):
            self.invert(node)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            self.refuse(
                node, f"is changed, but a position never changes: `play` makes a new one, `{_made(self.part.cls)}`"
            )
        elif isinstance(node, ast.Attribute) and self.is_itself(node.value):
            self.member(node)
        elif isinstance(node, ast.Call):
            self.call(node)

    def is_itself(self, node: ast.expr) -> bool:
        """Whether this is the method's own state."""
        return isinstance(node, ast.Name) and node.id == self.itself

    def refuse(self, node: ast.AST, why: str) -> None:
        raise ContractError(f"{self.part.at(getattr(node, 'lineno', None))}: `{shown(node)}` {why}")

    def constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str | bytes):
            self.refuse(node, f"is text, which compiled code has not: {NO_TEXT}")
        if isinstance(node.value, int) and node.value > LARGEST:
            self.refuse(node, "does not fit 63 bits: use bits 0 to 62 only")

    def shift(self, node: ast.AST, right: ast.expr) -> None:
        amount = self.number(right)
        if amount is not None and not 0 <= amount <= HIGHEST_SHIFT:
            self.refuse(
                node,
                f"shifts by {amount}, but compiled numbers have 64 bits: shift by 0 to {HIGHEST_SHIFT}, and use bits 0 "
                f"to {HIGHEST_SHIFT} only",
            )

    def number(self, node: ast.expr) -> int | None:
        """The value of a whole number written out, or of a constant of the module."""
        if isinstance(node, ast.Name):
            value = self.outside.get(node.id)
            return value if isinstance(value, int) else None
        try:
            value = ast.literal_eval(node)
        except ValueError:
            return None
        return value if isinstance(value, int) else None

    def invert(self, node: ast.UnaryOp) -> None:
        inner = node.operand
        negated = isinstance(inner, ast.UnaryOp) and isinstance(inner.op, ast.Not)
        if negated or isinstance(inner, ast.Compare | ast.BoolOp):
            self.refuse(node, "is -1 or -2 in the interpreter and True or False compiled: write `not`")

    def member(self, node: ast.Attribute) -> None:
        """Something of the state itself."""
        cls, name = self.part.cls, node.attr
        if name in cls._fields:
            return
        if name == "_replace":
            self.refuse(node, f"cannot be compiled: write `{_made(cls)}`")
        value = inspect.getattr_static(cls, name, UNDEFINED)
        if value is UNDEFINED:
            known = [*cls._fields, *(word for word in dir(cls) if not word.startswith("_"))]
            self.refuse(node, f"is no field, fact or method of {cls.__name__}{near(name, known)}")
        if name in NOT_COMPILED:
            self.refuse(node, "is a member that is never compiled: give what you need of it a method of its own")
        if name.startswith("_"):
            self.refuse(node, f"begins with _, and such members are not compiled: call it `{name.strip('_')}`")
        if isinstance(value, staticmethod | classmethod):
            self.refuse(node, f"is a {type(value).__name__}, which compiled code has not: {TOP_LEVEL}")
        if isinstance(value, property):
            self.refuse(node, f"is a property, which compiled code has not: make it a method, `{shown(node)}()`")
        if not isinstance(value, types.FunctionType | int | float):
            self.refuse(node, f"is a {type(value).__name__}: facts are numbers; {_as_global(name, value)}")

    def call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Attribute) and node.func.attr == "_replace":
            self.refuse(node.func, f"cannot be compiled: write `{_made(self.part.cls)}`")
        if isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name):
            self.filled(node, node.func.value.id, node.func.attr)
        target: Any = self.outside.get(ast.unparse(node.func))
        skipped = 0
        if isinstance(node.func, ast.Attribute) and self.is_itself(node.func.value):
            target = getattr(self.part.cls, node.func.attr, None)
            skipped = 1
        if any(isinstance(arg, ast.Starred) for arg in node.args) or any(word.arg is None for word in node.keywords):
            return
        if is_structure(target):
            self.made(node, target)
        elif isinstance(target, types.FunctionType):
            self.arguments(node, target, skipped)

    def filled(self, node: ast.Call, name: str, method: str) -> None:
        """`out.append(...)` and the like, on what `legal` is given."""
        given = self.part.function.__code__.co_varnames[1:2] if self.part.function.__name__ == "legal" else ()
        if name in given and hasattr(list, method):
            self.refuse(node, f"cannot be compiled: `{name}` has its places already; write `{name}[n] = action`")

    def made(self, node: ast.Call, target: Any) -> None:
        words = {word.arg for word in node.keywords}
        missing = [field for field in target._fields[len(node.args) :] if field not in words]
        if missing:
            left_out = ", ".join(missing)
            self.refuse(
                node, f"leaves out {left_out}; defaults do not work compiled: write every field, `{_made(target)}`"
            )
        unknown = sorted(word for word in words if word and word not in target._fields)
        if unknown or len(node.args) > len(target._fields):
            self.refuse(node, f"gives more than the fields of {target.__name__}: write `{_made(target)}`")

    def arguments(self, node: ast.Call, target: types.FunctionType, skipped: int) -> None:
        signature = inspect.signature(target)
        words = {word.arg: None for word in node.keywords if word.arg}
        try:
            signature.bind(*[None] * (skipped + len(node.args)), **words)
        except TypeError as error:
            expected = ", ".join(list(signature.parameters)[skipped:])
            self.refuse(node, f"does not fit `{target.__name__}({expected})`: {error}")


def _as_global(name: str, value: Any) -> str:
    if isinstance(value, np.ndarray | list | tuple):
        return f"put the table at module level, `{name.upper()} = np.array(..., np.int64)`"
    return "put it at module level"


def _made(cls: Any) -> str:
    return f"{cls.__name__}({', '.join(cls._fields)})"
