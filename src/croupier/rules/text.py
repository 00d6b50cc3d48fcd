"""Where a game is written: the functions that are compiled for it, their lines and their syntax trees."""

from __future__ import annotations

import ast
import inspect
import linecache
import re
import textwrap
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from croupier.rules.contract import PARAMETERS
from croupier.rules.reach import codes, helpers, in_house

WRITTEN_AS = "_written_as"
"""The attribute of a variant's class that holds the class its author wrote."""


class Part(NamedTuple):
    """A function that is compiled for a class: one of its methods, or a plain function that `caller` calls."""

    cls: Any
    function: Any
    caller: str = ""

    def at(self, line: int | None = None) -> str:
        """Class, method and line, as a message begins; without a line, where the function begins."""
        code = self.function.__code__
        file = Path(code.co_filename).name if code.co_filename != file_of(self.cls) else ""
        place = f"({file}{', ' if file else ''}line {line or code.co_firstlineno})"
        if self.caller:
            return f"{self.cls.__name__}: {self.function.__name__} {place}, called from {self.caller}"
        return f"{self.cls.__name__}.{self.function.__name__} {place}"

    def holds(self, file: str, line: int) -> bool:
        """Whether this line is one of the function's."""
        code = self.function.__code__
        lines = [number for inner in codes(code) for _, _, number in inner.co_lines() if number]
        return code.co_filename == file and code.co_firstlineno <= line <= max(lines)


def written_as(cls: Any) -> Any:
    """The class as its author wrote it, for a class that was made of it for a variant."""
    return getattr(cls, WRITTEN_AS, cls)


def file_of(cls: Any) -> str | None:
    """The file that the class's methods are written in."""
    members = vars(written_as(cls)).items()
    methods = [value for name, value in members if isinstance(value, types.FunctionType) and not name.startswith("_")]
    return next((method.__code__.co_filename for method in methods if not in_house(method)), None)


def parts(cls: Any) -> list[Part]:
    """What is compiled for a class: the contract's methods, and the methods and plain functions that these call."""
    cls = written_as(cls)
    found: dict[types.FunctionType, Part] = {}
    for name in [*PARAMETERS, *(name for name in dir(cls) if name.startswith("evaluate_"))]:
        _collect(cls, getattr(cls, name, None), "", found)
    return list(found.values())


def _collect(cls: Any, function: Any, caller: str, found: dict[types.FunctionType, Part]) -> None:
    if not isinstance(function, types.FunctionType) or function in found or in_house(function):
        return
    found[function] = Part(cls, function, caller)
    for name in sorted({name for code in codes(function.__code__) for name in code.co_names}):
        if name not in cls._fields:
            _collect(cls, getattr(cls, name, None), "", found)
    for reading in helpers(function):
        _collect(cls, reading.value, caller or function.__name__, found)


def tree_of(function: types.FunctionType) -> ast.FunctionDef | None:
    """The syntax tree of a function with the line numbers of its file; None where its text is not to be had."""
    try:
        lines, first = inspect.getsourcelines(function)
        tree = ast.parse(textwrap.dedent("".join(lines))).body[0]
    except (OSError, TypeError, SyntaxError, IndexError):
        return None
    ast.increment_lineno(tree, first - 1)
    return tree if isinstance(tree, ast.FunctionDef) else None


def line_text(file: str, line: int) -> str:
    """A line of a file, bare of space around it; empty where there is no such line."""
    linecache.checkcache(file)
    return linecache.getline(file, line).strip()


def line_of(cls: Any, name: str) -> int | None:
    """The line where a member or field of the class is written."""
    for base in written_as(cls).__mro__:
        member = vars(base).get(name)
        if isinstance(member, types.FunctionType):
            return member.__code__.co_firstlineno
        for line, target in _assigned(base):
            if target == name:
                return line
    return None


def _assigned(cls: Any) -> Iterator[tuple[int, str]]:
    """Names that the body of a class gives a value or an annotation."""
    try:
        lines, first = inspect.getsourcelines(cls)
        body = ast.parse(textwrap.dedent("".join(lines))).body[0]
    except (OSError, TypeError, SyntaxError, IndexError):
        return
    for statement in body.body if isinstance(body, ast.ClassDef) else ():
        targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
        for node in (node for target in targets if target for node in ast.walk(target)):
            if isinstance(node, ast.Name):
                yield first + statement.lineno - 1, node.id


def in_line(line: int | None) -> str:
    """How a line stands in a sentence; nothing where it is not known."""
    return f" (line {line})" if line else ""


def article(word: str) -> str:
    """`a` or `an`, as the word's first letter wants it."""
    return "an" if word[:1].lower() in "aeiou" else "a"


def is_structure(value: Any) -> bool:
    """Whether a value is a NamedTuple class."""
    return isinstance(value, type) and issubclass(value, tuple) and hasattr(value, "_fields")


def shown(node: ast.AST) -> str:
    """A piece of text on one line, shortened where it is long."""
    text = re.sub(r"\s+", " ", ast.unparse(node))
    return text if len(text) <= 60 else f"{text[:57]}..."
