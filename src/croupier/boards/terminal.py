"""What a terminal can show: colour, other letters than ASCII, how many columns."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping
from typing import Any


def wants_colour(stream: Any, environ: Mapping[str, str] | None = None) -> bool:
    """Whether to write colour to a stream: only to a terminal that has it, never where NO_COLOR is set.

    FORCE_COLOR asks for it wherever the stream leads.
    """
    environ = os.environ if environ is None else environ
    if environ.get("NO_COLOR"):
        return False
    if environ.get("FORCE_COLOR", "0") not in ("", "0"):
        return True
    if not _is_terminal(stream):
        return False
    if sys.platform == "win32" and "TERM" not in environ:
        return "WT_SESSION" in environ or "ANSICON" in environ
    return environ.get("TERM", "").lower() not in ("", "dumb", "unknown")


def wants_ascii(stream: Any) -> bool:
    """Whether a stream cannot hold the lines and stones that are not ASCII."""
    try:
        "┌●○▲▒╱".encode(getattr(stream, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return True
    return False


def width_of(stream: Any) -> int | None:
    """Columns of the terminal behind a stream; None where there is none."""
    return shutil.get_terminal_size().columns if _is_terminal(stream) else None


def _is_terminal(stream: Any) -> bool:
    try:
        return bool(stream.isatty())
    except (AttributeError, ValueError):
        return False
