"""What can be wrong with a store: each in one line, with what to do about it."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

from croupier.errors import InputError
from croupier.specs import shown


class StoreError(InputError):
    """A store that cannot be used as asked."""


class LockedError(StoreError):
    """Another process writes the store."""


class DamagedError(StoreError):
    """The bytes of a store are not those that were written."""


FAILURES = (sqlite3.Error, UnicodeDecodeError)
"""What `sqlite3` raises; the second where SQLite quotes damaged bytes."""


def told(path: Path, error: Exception) -> StoreError:
    """What SQLite says, for people."""
    if isinstance(error, UnicodeDecodeError):
        return DamagedError(f"{path}: damaged (its tables cannot be read); `croupier verify` says what is left of it")
    said = shown(" ".join(str(error).split())[:200])
    code = getattr(error, "sqlite_errorcode", None)
    primary = None if code is None else code & 0xFF
    if primary == sqlite3.SQLITE_FULL or (primary == sqlite3.SQLITE_IOERR and room_beside(path) == 0):
        left = f"{room_beside(path)} bytes left in {path.resolve().parent}"
        return StoreError(
            f"{path}: the disk is full ({left}); the games in the store are safe: make room and give the same command again"
        )
    if primary in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_MISMATCH, sqlite3.SQLITE_FORMAT):
        return DamagedError(f"{path}: damaged ({said}); `croupier verify` says what is left of it")
    if primary in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return LockedError(f"{path}: another program holds it (SQLite says: {said})")
    if primary in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
        return StoreError(f"{path}: it, or its folder, cannot be written (SQLite says: {said})")
    return StoreError(f"{path}: SQLite says: {said}")


def room_beside(path: Path) -> int:
    """Bytes left on the disk of a store, 1 where that cannot be known."""
    try:
        return shutil.disk_usage(path.resolve().parent).free
    except OSError:
        return 1
