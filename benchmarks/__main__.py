"""Run the benchmarks: all, or those named."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from pathlib import Path

PARTS = {"__main__", "timing", "by_hand", "spiel"}
"""Files that others use."""


def names() -> list[str]:
    """The benchmarks there are."""
    found = (module.name for module in pkgutil.iter_modules([str(Path(__file__).parent)]))
    return sorted(name for name in found if name not in PARTS)


def main() -> int:
    wanted = sys.argv[1:] or names()
    unknown = [name for name in wanted if name not in names()]
    if unknown:
        print(f"there is no benchmark {unknown[0]!r}; allowed: {', '.join(names())}", file=sys.stderr)
        return 2
    for name in wanted:
        print(f"== {name}", flush=True)
        sys.argv = [name]
        importlib.import_module(f"benchmarks.{name}").main()
        print(flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
