"""Compiled kernels on disk, so that a game compiles once and never again until it, or Croupier, is edited.

A kernel is one file, named by everything it depends on: the house's sources and versions (its folder), then the entry,
the classes it was compiled for and the argument types. So an edit is never missed, undoing it finds the old file, and
two processes that write the same name write the same thing; each writes elsewhere first and renames. A file begins with
the SHA-256 of the rest: a torn one is compiled again.

This is the one place that uses numba's unpublished way of taking compiled code apart and together.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import pickle
import stat
import sys
import tempfile
import time
import warnings
from pathlib import Path
from typing import Any, NamedTuple

from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.serialize import NumbaPickler

from croupier.rules.fingerprint import house_fingerprint

UNUSED_DAYS = 30
"""Kernels that nobody loaded for so long are removed."""


class Kernel(NamedTuple):
    """A compiled kernel on disk."""

    path: Path
    bytes: int
    used: float


def folder() -> Path | None:
    """The private folder of this user's kernels, made if need be; None where no place can be written."""
    for candidate in _candidates():
        with contextlib.suppress(OSError):
            candidate.mkdir(mode=0o700, parents=True, exist_ok=True)
            if _private(candidate) and os.access(candidate, os.W_OK | os.X_OK):
                return candidate
    return None


def _candidates() -> list[Path]:
    chosen = os.environ.get("CROUPIER_CACHE_DIR")
    user = os.getuid() if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")
    temporary = Path(tempfile.gettempdir()) / f"croupier-{user}"
    if chosen:
        return [Path(chosen).expanduser(), temporary]
    return [_user_cache() / "croupier", temporary]


def _user_cache() -> Path:
    if os.environ.get("XDG_CACHE_HOME"):
        return Path(os.environ["XDG_CACHE_HOME"])
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", "~\\AppData\\Local")).expanduser()
    if sys.platform == "darwin":
        return Path("~/Library/Caches").expanduser()
    return Path("~/.cache").expanduser()


def _private(path: Path) -> bool:
    """Whether only this user can write here: what is loaded from the folder is run."""
    if not hasattr(os, "getuid"):
        return True
    status = path.lstat()
    return stat.S_ISDIR(status.st_mode) and status.st_uid == os.getuid() and not status.st_mode & 0o022


def kernels() -> list[Kernel]:
    """Every kernel on disk, the latest used first."""
    home = folder()
    found = []
    for path in home.glob("*/*.kernel") if home else ():
        with contextlib.suppress(OSError):
            status = path.stat()
            found.append(Kernel(path, status.st_size, status.st_mtime))
    return sorted(found, key=lambda kernel: -kernel.used)


def clear() -> list[Kernel]:
    """Remove every kernel from disk and say which there were."""
    gone = kernels()
    _remove(gone)
    return gone


def prune(now: float | None = None) -> None:
    """Remove what nobody used for a month."""
    oldest = (time.time() if now is None else now) - UNUSED_DAYS * 86400
    _remove([kernel for kernel in kernels() if kernel.used < oldest])


def _remove(kernels: list[Kernel]) -> None:
    for kernel in kernels:
        with contextlib.suppress(OSError):
            kernel.path.unlink()
    for parent in {kernel.path.parent for kernel in kernels}:
        with contextlib.suppress(OSError):
            parent.rmdir()


class DiskCache(_Cache):  # type: ignore[misc]
    """What a numba dispatcher asks for its compiled code."""

    def __init__(self, entry: str, dependencies: str, classes: tuple[type, ...]) -> None:
        self._entry = entry
        self._dependencies = dependencies
        self._classes = classes

    @property
    def cache_path(self) -> str:
        return str(folder())

    def enable(self) -> None: ...

    def disable(self) -> None: ...

    def flush(self) -> None: ...

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        path = self._path(signature)
        if path is None:
            return None
        target_context.refresh()
        try:
            content = path.read_bytes()
        except OSError:
            return None
        digest, body = content[:32], content[32:]
        if hashlib.sha256(body).digest() != digest:
            return None
        try:
            payload = _Unpickler(io.BytesIO(body), self._classes).load()
            result = CompileResult._rebuild(target_context, *payload)
        except Exception:  # whatever is wrong with an old file, compiling again mends it
            return None
        _touch(path)
        return result

    def save_overload(self, signature: Any, result: Any) -> None:
        path = self._path(signature)
        if path is None:
            return
        if result.library.has_dynamic_globals:
            return
        buffer = io.BytesIO()
        _Pickler(buffer, self._classes).dump(result._reduce())
        body = buffer.getvalue()
        try:
            _write(path, hashlib.sha256(body).digest() + body)
            _prune_once()
        except OSError as error:
            _say_once(f"compiled code cannot be kept in {path.parent} ({error.strerror}): it will be compiled again")

    def _path(self, signature: Any) -> Path | None:
        home = folder()
        if home is None:
            _say_once("no folder can be written to keep compiled code: games will be compiled again in each run")
            return None
        key = hashlib.sha256(f"{self._dependencies}\0{signature}".encode()).hexdigest()
        return home / house_fingerprint()[:16] / f"{self._entry}-{key[:32]}.kernel"


class _Pickler(NumbaPickler):  # type: ignore[misc]
    """Names the classes a kernel was compiled for by number, so that any class will do: one of a package, of a user's
    file, of `__main__` or of a notebook cell.
    """

    def __init__(self, file: io.BytesIO, classes: tuple[type, ...]) -> None:
        super().__init__(file, protocol=4)
        self._numbers = {cls: number for number, cls in enumerate(classes)}

    def persistent_id(self, obj: Any) -> int | None:
        return self._numbers.get(obj) if isinstance(obj, type) else None


class _Unpickler(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, classes: tuple[type, ...]) -> None:
        super().__init__(file)
        self._classes = classes

    def persistent_load(self, number: int) -> type:
        return self._classes[number]


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".new-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


def _touch(path: Path) -> None:
    """Note the use, at most once a day."""
    with contextlib.suppress(OSError):
        if time.time() - path.stat().st_mtime > 86400:
            os.utime(path)


_done: set[str] = set()


def _prune_once() -> None:
    if "prune" not in _done:
        _done.add("prune")
        prune()


def _say_once(text: str) -> None:
    if text not in _done:
        _done.add(text)
        warnings.warn(text, stacklevel=2)
