"""A line that changes in place in a Jupyter notebook, where whatever is printed would scroll."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from typing import Any


def line() -> Callable[[str], None] | None:
    """A function that shows a text instead of what it showed before; None where no notebook looks."""
    python: Any = sys.modules.get("IPython")  # a notebook has imported it; nothing else needs it
    if python is None or getattr(python.get_ipython(), "kernel", None) is None:
        return None
    handle = importlib.import_module("IPython.display").display({"text/plain": ""}, raw=True, display_id=True)

    def show(text: str) -> None:
        handle.update({"text/plain": text}, raw=True)

    return show
