"""What games were played with: versions of the programs, and the machine."""

from __future__ import annotations

import functools
import os
import platform
import sys
from importlib import metadata


@functools.cache
def versions() -> str:
    """Croupier, Python, and the packages that compute."""
    packages = ", ".join(f"{name} {_version(name)}" for name in ("numba", "numpy"))
    own = sys.modules["croupier"].__version__  # rooms do not import what stands before all of them
    return f"croupier {own}, Python {platform.python_version()}, {packages}"


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "unknown"


@functools.cache
def machine() -> str:
    """System, processor and cores; not the machine's name."""
    system = f"{platform.system()} {platform.machine()}"
    return f"{system}, {_processor()}, {os.cpu_count() or 1} cores"


def _processor() -> str:
    if sys.platform == "linux":
        try:
            with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
                named = [line.partition(":")[2].strip() for line in file if line.startswith("model name")]
            return named[0] if named else "unknown processor"
        except OSError:
            pass
    return platform.processor() or "unknown processor"
