"""One process at a time writes a store. The system gives a dead process's lock back by itself.

The lock is on a file beside the store that says who holds it; POSIX and Windows have their own calls for it, and
this is the one file that makes them.
"""

from __future__ import annotations

import contextlib
import os
import platform
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

from croupier.records.errors import LockedError, StoreError

if sys.platform == "win32":
    import msvcrt

    _FAR = 1 << 30  # beyond the text: a locked byte cannot be read there

    def _take(handle: int) -> None:
        os.lseek(handle, _FAR, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _take(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


_POLL = 0.05


class WriterLock:
    """Held from `WriterLock(path)` to `release()`. `wait` seconds are spent on another holder before it is an error."""

    def __init__(self, store: Path, wait: float = 0.0) -> None:
        self.path = store.with_name(f"{store.name}.lock")
        self._store = store
        ends = time.monotonic() + wait
        while (handle := self._try()) is None:
            if time.monotonic() >= ends:
                raise LockedError(
                    f"{store}: {holder(self.path) or 'another process'} writes it now; a store has one writer at a time"
                )
            time.sleep(_POLL)
        self._handle: int | None = handle

    def _try(self) -> int | None:
        """A handle of the locked file; None where somebody else has it."""
        try:
            handle = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o644)
        except OSError as error:
            raise StoreError(f"{self._store}: its folder cannot be written: {error.strerror}") from None
        try:
            _take(handle)
            if os.fstat(handle).st_ino != os.stat(self.path).st_ino:  # its last holder has removed it meanwhile
                raise BlockingIOError
            os.lseek(handle, 0, os.SEEK_SET)
            os.ftruncate(handle, 0)
            os.write(handle, _identity().encode())
        except (BlockingIOError, PermissionError, FileNotFoundError):
            os.close(handle)
            return None
        except OSError as error:
            os.close(handle)
            raise StoreError(
                f"{self._store}: cannot be locked here ({error.strerror}); keep it on a local disk"
            ) from None
        return handle

    def release(self) -> None:
        """Let the next one write."""
        if self._handle is None:
            return
        if sys.platform == "win32":  # an open file cannot be removed there
            os.close(self._handle)
            with contextlib.suppress(OSError):
                self.path.unlink()
        else:
            with contextlib.suppress(OSError):
                self.path.unlink()
            os.close(self._handle)
        self._handle = None


def holder(path: Path) -> str:
    """Who wrote the file of a lock."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return " ".join(file.read(300).split())
    except OSError:
        return ""


def _identity() -> str:
    since = datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    return f"process {os.getpid()} on {platform.node() or 'this machine'}, since {since}"
