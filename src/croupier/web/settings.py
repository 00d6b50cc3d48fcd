"""What a server allows, and where it keeps its games and its secret."""

from __future__ import annotations

import os
import secrets
import sys
from dataclasses import dataclass, field
from pathlib import Path

from croupier.errors import InputError
from croupier.numbers import whole

MEGABYTE = 1 << 20
LOCAL = ("127.0.0.1", "localhost", "::1")
_SECRET_BYTES = 32


@dataclass(frozen=True)
class Settings:
    """Limits are for everybody together, those that end in `_each` for one visitor; a page never asks for more than they
    allow. `games_each` counts the new games of an hour.
    """

    host: str = "127.0.0.1"
    port: int = 8080
    folder: Path = field(default_factory=lambda: data_folder())
    names: tuple[str, ...] = ()
    searches: int = 24
    searches_each: int = 4
    seconds: float = 30.0
    iterations: int = 50_000_000
    memory: int = 64 * MEGABYTE
    games_each: int = 200
    games_kept: int = 20_000
    games_at_hand: int = 400
    pasted: int = 100_000
    pause: float = 0.35
    open_browser: bool = False

    def __post_init__(self) -> None:
        whole(self.port, "--port", 0, 65535)
        whole(self.searches, "--searches", 1, 1024)
        if not self.host or any(letter.isspace() or letter == "/" for letter in self.host):
            raise InputError(f"--host must be the name or address of this machine, not {self.host!r}")

    @property
    def local(self) -> bool:
        """Whether only this machine can reach the server."""
        return self.host in LOCAL

    @property
    def database(self) -> Path:
        return self.folder / "games.sqlite"


def data_folder() -> Path:
    """Where this user's games are kept: `CROUPIER_DATA_DIR`, or the place that the system has for data."""
    chosen = os.environ.get("CROUPIER_DATA_DIR")
    if chosen:
        return Path(chosen).expanduser()
    if os.environ.get("XDG_DATA_HOME"):
        return Path(os.environ["XDG_DATA_HOME"]) / "croupier"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", "~\\AppData\\Local")).expanduser() / "croupier"
    place = "~/Library/Application Support" if sys.platform == "darwin" else "~/.local/share"
    return Path(place).expanduser() / "croupier"


def prepare(folder: Path) -> Path:
    """The folder, made if need be, for this user alone; one line where it cannot be written."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        probe = folder / f".probe-{secrets.token_hex(4)}"
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise InputError(f"{folder} cannot be written: {error.strerror}: give a folder with --data") from None
    return folder


def secret(folder: Path) -> str:
    """The key that signs this installation's cookies: made once, readable by its owner alone."""
    path = prepare(folder) / "secret"
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        found = path.read_text(encoding="ascii", errors="replace").strip()
        if len(found) < 2 * _SECRET_BYTES:
            raise InputError(f"{path} is not a secret of Croupier: remove it, and a new one is made") from None
        if os.name == "posix" and path.stat().st_mode & 0o077:
            path.chmod(0o600)
        return found
    made = secrets.token_hex(_SECRET_BYTES)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(made)
    return made
