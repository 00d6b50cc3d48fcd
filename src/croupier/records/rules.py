"""A fingerprint of a game's rules: over the text they are written in, so that it is the same on every machine.

Unlike the fingerprint that compiled kernels are kept by, it does not depend on the version of Python. Comments, docstrings
and blank lines do not count; the file of the game and what it imports from its own folder do.
"""

from __future__ import annotations

import functools
import hashlib
import inspect
import io
import sys
import tokenize
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from croupier.rules.fingerprint import fingerprint
from croupier.rules.text import file_of, written_as

_SILENT = (tokenize.COMMENT, tokenize.NL, tokenize.ENCODING, tokenize.ENDMARKER)
_OPENING = (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT)
_MARKS = {tokenize.INDENT: "{", tokenize.DEDENT: "}", tokenize.NEWLINE: ";"}
_F_STRING = getattr(tokenize, "FSTRING_START", -1), getattr(tokenize, "FSTRING_END", -1)


@functools.cache
def rules_of(cls: type) -> str:
    """The fingerprint of a game's class: 32 hexadecimal digits."""
    written = written_as(cls)
    texts = _files(written) or _cell(written)
    if not texts:
        return fingerprint(written)[:32]
    digest = hashlib.sha256()
    for text in [written.__qualname__, *texts]:
        digest.update(f"{len(text)}:{text},".encode("utf-8", "surrogatepass"))
    return digest.hexdigest()[:32]


def _files(cls: Any) -> list[str]:
    """What is written in the game's file and in those of its folder that it imports, by name."""
    file = file_of(cls)
    module = sys.modules.get(cls.__module__)
    if not file or module is None or getattr(module, "__file__", None) != file:
        return []
    folder = Path(file).resolve().parent
    found: dict[str, str] = {}
    waiting = [module]
    while waiting:
        here = waiting.pop()
        path = Path(str(here.__file__)).resolve()
        if path.name not in found:
            found[path.name] = substance(path.read_text(encoding="utf-8"))
            waiting += [other for value in vars(here).values() if (other := _beside(value, folder)) is not None]
    return [part for name in sorted(found) for part in (name if len(found) > 1 else "", found[name])]


def _beside(value: Any, folder: Path) -> types.ModuleType | None:
    """The module, of the same folder, that a value is or comes from."""
    module = value if isinstance(value, types.ModuleType) else sys.modules.get(getattr(value, "__module__", None) or "")
    path = getattr(module, "__file__", None)
    return module if path and Path(path).suffix == ".py" and Path(path).resolve().parent == folder else None


def _cell(cls: Any) -> list[str]:
    """What is written of a class in a notebook or at a prompt."""
    try:
        return [substance(inspect.cleandoc("\n" + inspect.getsource(cls)))]
    except (OSError, TypeError, SyntaxError, tokenize.TokenError):
        return []


def substance(text: str) -> str:
    """A Python text without comments, docstrings and blank lines, one space between words."""
    text = text.replace("\r\n", "\n")
    words: list[str] = []
    last = tokenize.NEWLINE
    tokens = [token for token in _tokens(text) if token[0] not in _SILENT]
    for (kind, word), (following, _) in zip(tokens, [*tokens[1:], (tokenize.NEWLINE, "")], strict=True):
        alone = last in _OPENING and (
            kind == tokenize.NEWLINE or (kind, following) == (tokenize.STRING, tokenize.NEWLINE)
        )
        if not alone:
            words.append(_MARKS.get(kind, word))
            last = kind
    return " ".join(words)


def _tokens(text: str) -> Iterator[tuple[int, str]]:
    """The kinds and texts of a text's tokens. From Python 3.12 on an f-string is many: it is taken whole."""
    lines = text.splitlines(keepends=True)
    started: list[tuple[int, int]] = []
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == _F_STRING[0]:
            started.append(token.start)
        elif token.type == _F_STRING[1]:
            start = started.pop()
            if not started:
                yield tokenize.STRING, _between(lines, start, token.end)
        elif not started:
            yield token.type, token.string


def _between(lines: list[str], start: tuple[int, int], end: tuple[int, int]) -> str:
    held = lines[start[0] - 1 : end[0]]
    held[-1] = held[-1][: end[1]]
    held[0] = held[0][start[1] :]
    return "".join(held)
