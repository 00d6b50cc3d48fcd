"""What the compiler says of a class that will not compile, as a sentence about the class's own text.

Each method is typed by itself, with whole numbers in every field, and the first that fails or gives something else than
the contract says is named with its line. This uses numba's unpublished type inference, here and nowhere else, and only
after something went wrong; numba's own words stay behind as the cause of the error.
"""

from __future__ import annotations

import ast
import os
import re
import types
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from numba.core import compiler, errors, ir, registry, typeinfer
from numba.core import types as numba_types

from croupier.errors import ContractError
from croupier.rules.contract import PARAMETERS
from croupier.rules.faults import not_the_class, wrong_field
from croupier.rules.text import Part, article, is_structure, line_text, parts, shown, tree_of, written_as

_ARRAYS = ("out", "rng")
_STATES = ("play", "image")
_FLOATS = ("returns", "score")


class _Typed(NamedTuple):
    """What type inference found in a function: the types that it returns, by line, and the first error."""

    returned: list[tuple[int, Any]]
    error: Exception | None


def explain(error: Exception, classes: Iterable[type]) -> ContractError | None:
    """A sentence in the author's terms for what compiling these classes raised; None where they are not to blame."""
    structures = [written_as(cls) for cls in classes if is_structure(cls)]
    compiled = [part for cls in structures for part in parts(cls) or _members(cls)]
    for part in compiled:
        found = _fault(part, compiled)
        if found:
            return ContractError(found)
    found = _at_line(str(error), compiled)
    if not found and isinstance(error, errors.NumbaError) and structures:
        found = f"{', '.join(cls.__name__ for cls in structures)} cannot be compiled (--debug shows why)"
    return ContractError(found) if found else None


def _members(cls: Any) -> list[Part]:
    """The methods of a structure that is no game, such as a policy."""
    return [Part(cls, value) for value in vars(cls).values() if isinstance(value, types.FunctionType)]


def _fault(part: Part, compiled: list[Part]) -> str | None:
    """What is wrong with one method, if it takes what the contract gives it."""
    name = part.function.__name__
    if part.caller or not (name in PARAMETERS or name.startswith("evaluate_")):
        return None
    try:
        typed = _infer(part, name)
    except Exception as error:  # whatever numba says, it is to be said in other words
        return _at_line(str(error), compiled)
    if typed.error:
        return _at_line(str(typed.error), compiled)
    for line, given in typed.returned:
        found = _wrong_state(part, name, line, given) if name in _STATES else _wrong_number(part, name, line, given)
        if found:
            return found
    return None


def _infer(part: Part, name: str) -> _Typed:
    numba_kinds: Any = numba_types  # its names are made at run time
    numba_errors: Any = errors
    number = numba_kinds.int64
    state = numba_kinds.NamedUniTuple(number, len(part.cls._fields), part.cls)
    given = [
        numba_kinds.Array(number, 1, "C") if word in _ARRAYS else number for word in PARAMETERS.get(name, ("seat",))
    ]
    context = registry.cpu_target.typing_context
    target = registry.cpu_target.target_context
    context.refresh()
    target.refresh()
    text = compiler.run_frontend(part.function)
    inference = typeinfer.TypeInferer(context, text, numba_errors.WarningsFixer(errors.NumbaWarning))
    with context.callstack.register(target.target, inference, text.func_id, (state, *given)):
        for index, kind in enumerate((state, *given)):
            inference.seed_argument(text.arg_names[index], index, kind)
        inference.build_constraint()
        wrong = inference.propagate(raise_errors=False)

    def type_of(variable: Any) -> Any:
        found = inference.typevars[variable.name]
        return numba_kinds.unliteral(found.type) if found.defined else None

    steps = [step for _, block in sorted(text.blocks.items()) for step in block.body]
    returned = [(step.loc.line, type_of(step.value)) for step in steps if isinstance(step, ir.Return)]
    return _Typed(returned, wrong[0] if wrong else None)


def _wrong_state(part: Part, name: str, line: int, given: Any) -> str | None:
    cls: Any = part.cls
    made: Any = getattr(given, "instance_class", None)
    if made is not cls:
        return not_the_class(cls, name, _plain(given), line)
    for index, (field, kind) in enumerate(zip(cls._fields, given.types, strict=True)):
        if str(kind) != "int64":
            written = _argument(part, line, field, index)
            source = f" from `{written}`" if written else ""
            return wrong_field(cls, name, field, f"{_plain(kind)}{source}", _advice(kind, written), line)
    return None


def _wrong_number(part: Part, name: str, line: int, given: Any) -> str | None:
    kind = str(given)
    float_wanted = name in _FLOATS or name.startswith("evaluate_")
    if re.fullmatch(r"u?int\d+|bool" + ("|float64" if float_wanted else ""), kind):
        return None
    wanted = "a float" if float_wanted else "a whole number"
    advice = {"none": "end every path with `return ...`", "float64": "write `//` or `int(...)`"}.get(kind, "return one")
    return f"{part.at(line)} returns {_plain(given)} and not {wanted}: {advice}"


def _argument(part: Part, line: int, field: str, index: int) -> str | None:
    """The text of what is put into a field where a state is made at this line."""
    for node in ast.walk(tree_of(part.function) or ast.Module([], [])):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == part.cls.__name__ and node.lineno == line:
            given = next((word.value for word in node.keywords if word.arg == field), None)
            given = given or (node.args[index] if index < len(node.args) else None)
            return shown(given) if given else None
    return None


def _advice(kind: Any, written: str | None) -> str:
    if str(kind) == "float64":
        return "write `//` for whole-number division, and whole numbers in every branch"
    if str(kind) == "bool":
        return f"write `int({written or '...'})`"
    return "keep tables int64 and write `int(...)` around entries"


def _at_line(text: str, compiled: list[Part]) -> str | None:
    """The innermost line of the author's that the compiler stopped at, with its complaint."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", text)
    for match in re.finditer(r'File "([^"\n]+)", line (\d+):|at (\S[^\n]*) \((\d+)\)\n', text):
        file, line = os.path.abspath(match[1] or match[3]), int(match[2] or match[4])
        for part in compiled:
            if part.holds(file, line):
                source = line_text(file, line)
                return f"{part.at(line)}: `{source}` cannot be compiled: {_complaint(text[: match.end()], source)}"
    return None


def _complaint(text: str, source: str) -> str:
    """The last complaint of a compiler's text in plain words."""
    for pattern, words in _COMPLAINTS:
        matches = list(re.finditer(pattern, text))
        if matches:
            return words(matches[-1])
    return "compiled methods work with whole numbers, floats, the fields and plain functions only"


def _operation(match: re.Match[str]) -> str:
    name, given = match[1].rpartition(".")[2], ", ".join(_plain(kind) for kind in _split(match[2]))
    return f"`{name}` does not take ({given})"


_COMPLAINTS: list[tuple[str, Callable[[re.Match[str]], str]]] = [
    (
        r"Cannot unify ([^\n]*?) and ([^\n]*?) for '([A-Za-z_]\w*)",
        lambda match: (
            f"`{match[3]}` is {_plain(match[1])} in one place and {_plain(match[2])} in another: give it one kind of "
            "value"
        ),
    ),
    (
        r"Unknown attribute '(\w+)' of type (\w+)",
        lambda match: f"{_plain(match[2])} has no field, method or number called `{match[1]}`",
    ),
    (
        r"No implementation of function Function\(<(?:built-in )?(?:function|ufunc) '?(\w+)'?[^\n]*\n"
        r"\s*\n\s*>>> \w+\(([^\n]*)\)\n",
        _operation,
    ),
    (
        r"Untyped global name '([\w.]+)'",
        lambda match: f"`{match[1]}` is not a number, an int64 array or a plain function",
    ),
    (r"NRT required", lambda match: "it makes an array or other object, and compiled code makes none"),
]


def _split(listing: str) -> list[str]:
    """Types listed with commas, split outside brackets."""
    found, depth, current = [], 0, ""
    for letter in listing:
        depth += letter in "([{<"
        depth -= letter in ")]}>"
        if letter == "," and depth == 0:
            found.append(current.strip())
            current = ""
        else:
            current += letter
    return [*found, current.strip()]


def _plain(kind: Any) -> str:
    """A type in everyday words."""
    text = str(kind).strip()
    literal = re.fullmatch(r"Literal\[(\w+)\]\(.*\)", text)
    text = literal[1] if literal else text
    names = {"none": "None", "None": "None", "bool": "True or False", "unicode_type": "text", "str": "text"}
    if text in names:
        return names[text]
    if text.startswith("float"):
        return "a float"
    if re.fullmatch(r"u?int64|int|intp", text):
        return "a whole number"
    if re.fullmatch(r"u?int\d+", text):
        return f"an {text}"
    if text.startswith(("Tuple", "UniTuple")):
        return "a tuple"
    if text.startswith("array"):
        return "an array"
    if text.startswith("OptionalType"):
        return f"{_plain(text[len('OptionalType(') : -1])} or None"
    word = re.split("[(<[]", text)[0]
    return f"{article(word)} {word}"
