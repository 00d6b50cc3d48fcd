"""The text of a spec: `name(parameter=value, ...)`, read and written.

Values are numbers, true and false, words, texts in quotes, lists, and specs again (`playout=decisive(avoid=true)`).
"""

from __future__ import annotations

import ast
import json
import math
import re
from dataclasses import dataclass, field
from typing import Any

from croupier.errors import InputError

LONGEST = 2000
"""Characters of a spec; more is a mistake or worse."""

MOST = 10_000
"""Specs that one with lists may stand for."""

_FILE = re.compile(r"^(?P<place>[^()\"']+):(?P<name>[A-Za-z_]\w*)\s*(?P<rest>\(.*\))?$", re.DOTALL)


@dataclass(frozen=True)
class Call:
    """A spec as read: a name and its arguments. `place` is the file or module of one that runs code."""

    name: str
    arguments: dict[str, Any] = field(default_factory=dict)
    place: str | None = None

    def __str__(self) -> str:
        head = f"{self.place}:{self.name}" if self.place else self.name
        if not self.arguments:
            return head
        return f"{head}({', '.join(f'{name}={_written(value)}' for name, value in self.arguments.items())})"


def parse(text: str) -> Call:
    """Read a spec; a wrong one is an `InputError` that says what is wrong in it."""
    if len(text) > LONGEST:
        raise InputError(f"a spec may have {LONGEST} characters, not {len(text)}")
    text = text.strip()
    place = None
    found = _FILE.match(text)
    if found and found["place"].strip():
        place, text = found["place"].strip(), found["name"] + (found["rest"] or "")
    try:
        node = ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise InputError(f"{text!r} is not a spec: write a name, or name(parameter=value, ...)") from None
    if isinstance(node, ast.Name):
        return Call(node.id, {}, place)
    if isinstance(node, ast.Call):
        call = _call(node, text)
        return Call(call.name, call.arguments, place)
    raise InputError(f"{text!r} is not a spec: write a name, or name(parameter=value, ...)")


def _call(node: ast.Call, text: str) -> Call:
    if not isinstance(node.func, ast.Name):
        raise InputError(f"{_shown(node.func, text)!r} in {text!r} is not a name")
    if node.args:
        raise InputError(f"{node.func.id}: write parameters with their names, as in {node.func.id}(c=1.4)")
    arguments: dict[str, Any] = {}
    for keyword in node.keywords:
        if keyword.arg is None:
            raise InputError(f"{node.func.id}: ** has no meaning in a spec")
        if keyword.arg in arguments:
            raise InputError(f"{node.func.id}: {keyword.arg} is given twice")
        arguments[keyword.arg] = _value(keyword.value, text)
    return Call(node.func.id, arguments)


def _value(node: ast.expr, text: str) -> Any:
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float | str | bool):
        return node.value
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and not isinstance(node.operand, ast.UnaryOp):
        value = _value(node.operand, text)
        if isinstance(value, int | float) and not isinstance(value, bool):
            return -value
    if isinstance(node, ast.Name):
        return {"true": True, "false": False, "inf": float("inf"), "nan": float("nan")}.get(node.id, Call(node.id))
    if isinstance(node, ast.Call):
        return _call(node, text)
    if isinstance(node, ast.List | ast.Tuple):
        return [_value(element, text) for element in node.elts]
    raise InputError(
        f"{_shown(node, text)!r} in {text!r} is not a value: write a number, true, false, a word or a spec"
    )


def _shown(node: ast.expr, text: str) -> str:
    return ast.get_source_segment(text, node) or text


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return repr(value).removesuffix(".0")  # the shortest text that reads as the same number
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, list):
        return f"[{', '.join(_written(element) for element in value)}]"
    return str(value)


def expand(text: str) -> list[str]:
    """The specs that one with lists stands for: `uct(iterations=[100, 400])` is two."""
    calls = [parse(text)]
    many = math.prod(len(value) for value in calls[0].arguments.values() if isinstance(value, list))
    if many > MOST:
        raise InputError(f"the lists of {calls[0].name} stand for {many} specs: at most {MOST}")
    while any(isinstance(value, list) for call in calls for value in call.arguments.values()):
        grown = []
        for call in calls:
            name = next((name for name, value in call.arguments.items() if isinstance(value, list)), None)
            if name is None:
                grown.append(call)
                continue
            if not call.arguments[name]:
                raise InputError(f"{call.name}: the list for {name} is empty")
            grown += [Call(call.name, {**call.arguments, name: value}, call.place) for value in call.arguments[name]]
        calls = grown
    return [str(call) for call in calls]


def split(text: str) -> list[str]:
    """Specs listed with commas, split at those outside brackets and quotes."""
    parts, depth, quoted, current = [], 0, "", ""
    for letter in text:
        if quoted:
            quoted = "" if letter == quoted else quoted
        elif letter in "\"'":
            quoted = letter
        elif letter in "([":
            depth += 1
        elif letter in ")]":
            depth -= 1
        if letter == "," and depth == 0 and not quoted:
            parts.append(current.strip())
            current = ""
        else:
            current += letter
    return [part for part in [*parts, current.strip()] if part]


def shown(text: str) -> str:
    """A text that may be anybody's, for a terminal: nothing in it is obeyed, and it stays on its line."""
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)
