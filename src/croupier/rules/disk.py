"""The private folder where compiled kernels are kept: where it is, what is in it, how files get in and out.

What is loaded from here is run, so the folder must be one that nobody else can write.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
import sys
import tempfile
import time
import warnings
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

UNUSED_DAYS = 30
"""Kernels that nobody loaded for so long are removed."""

_DAY = 86400
_DIGEST = 32
"""Bytes of the SHA-256 that a file begins with."""


class Kernel(NamedTuple):
    """A compiled kernel on disk."""

    path: Path
    bytes: int
    used: float


def folder() -> Path | None:
    """The private folder of this user's kernels, made if need be; None where no place can be written."""
    chosen = os.environ.get("CROUPIER_CACHE_DIR")
    for candidate in ([Path(chosen)] if chosen else []) + _places():
        with contextlib.suppress(OSError, RuntimeError):  # RuntimeError: ~ of somebody without a home
            path = candidate.expanduser()
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
            if _private(path) and os.access(path, os.R_OK | os.W_OK | os.X_OK):
                return path.resolve()
        if chosen and candidate == Path(chosen):
            say_once(f"CROUPIER_CACHE_DIR is not used: {chosen} is not a folder that you, and only you, can write")
    return None


def _places() -> list[Path]:
    user = os.getuid() if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")
    return [_user_cache() / "croupier", Path(tempfile.gettempdir()) / f"croupier-{user}"]


def _user_cache() -> Path:
    if os.environ.get("XDG_CACHE_HOME"):
        return Path(os.environ["XDG_CACHE_HOME"])
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", "~\\AppData\\Local"))
    return Path("~/Library/Caches" if sys.platform == "darwin" else "~/.cache")


def _private(path: Path) -> bool:
    """Whether only this user can write here, through a link only where this user made it."""
    if not hasattr(os, "getuid"):
        return True
    if path.lstat().st_uid != os.getuid():
        return False
    status = path.stat()
    return stat.S_ISDIR(status.st_mode) and status.st_uid == os.getuid() and not status.st_mode & 0o022


def kernels() -> list[Kernel]:
    """Every kernel on disk, the latest used first."""
    home = folder()
    return sorted(_files(home, "*.kernel"), key=lambda kernel: -kernel.used) if home else []


def clear() -> list[Kernel]:
    """Remove every kernel from disk and say which there were."""
    gone = kernels()
    _remove(gone)
    return gone


def prune(now: float | None = None) -> None:
    """Remove what nobody used for a month, and what a process that died left half written a day ago."""
    home = folder()
    now = time.time() if now is None else now
    if home:
        _remove(kernel for kernel in _files(home, "*.kernel") if kernel.used < now - UNUSED_DAYS * _DAY)
        _remove(kernel for kernel in _files(home, ".new-*") if kernel.used < now - _DAY)


def _files(home: Path, pattern: str) -> list[Kernel]:
    found = []
    with contextlib.suppress(OSError):
        for path in home.glob(f"*/{pattern}"):
            with contextlib.suppress(OSError):
                status = path.stat()
                found.append(Kernel(path, status.st_size, status.st_mtime))
    return found


def _remove(files: Iterable[Kernel]) -> None:
    files = list(files)
    for file in files:
        with contextlib.suppress(OSError):
            file.path.unlink()
    for parent in {file.path.parent for file in files}:
        with contextlib.suppress(OSError):
            parent.rmdir()


def read(path: Path) -> bytes | None:
    """What was written under this name; None where nothing was, or the file is torn."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    body = content[_DIGEST:]
    if hashlib.sha256(body).digest() != content[:_DIGEST]:
        return None
    with contextlib.suppress(OSError):
        if time.time() - path.stat().st_mtime > _DAY:
            os.utime(path)  # the use is noted once a day
    return body


def write(path: Path, body: bytes) -> None:
    """Write under another name and rename, so that nobody reads half a file; say so once where that fails."""
    try:
        _write(path, hashlib.sha256(body).digest() + body)
    except OSError as error:
        if read(path) != body:
            say_once(f"compiled code cannot be kept in {path.parent.parent}: {error.strerror}")


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


_said: set[str] = set()


def say_once(text: str) -> None:
    """Warn, the first time in a process."""
    if text not in _said:
        _said.add(text)
        warnings.warn(text, stacklevel=2)
