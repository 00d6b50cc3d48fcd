"""A line that changes in place in a Jupyter notebook, where whatever is printed would scroll."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any


def line() -> Callable[[str], None] | None:
    """A function that shows a text instead of what it showed before; None where no notebook looks."""
    if "IPython" not in sys.modules:
        return None
    from IPython import display as shown
    from IPython import get_ipython

    if getattr(get_ipython(), "kernel", None) is None:
        return None
    display: Any = shown.display
    handle = display({"text/plain": ""}, raw=True, display_id=True)

    def show(text: str) -> None:
        handle.update({"text/plain": text}, raw=True)

    return show
