"""CPU time, the best of several rounds, and a table of what it gives."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple


def best_of(rounds: int, things: Mapping[str, Callable[[], Any]]) -> dict[str, float]:
    """CPU seconds of each thing, the least of so many rounds in which they take turns, after one untimed call."""
    for work in things.values():
        work()
    best = dict.fromkeys(things, float("inf"))
    for _ in range(rounds):
        for name, work in things.items():
            began = time.process_time()
            work()
            best[name] = min(best[name], time.process_time() - began)
    return best


class Row(NamedTuple):
    """A line of a table: a figure and, where there is one, its floor and its aim."""

    what: str
    figure: float
    unit: str
    least: float | None = None
    aim: float | None = None


def show(rows: list[Row]) -> None:
    """Print the rows with a word on whether each target is met."""
    print(f"{'':50}{'measured':>12}{'at least':>10}{'aim':>8}")
    for row in rows:
        least, aim = (f"{target:g}" if target is not None else "" for target in (row.least, row.aim))
        print(f"{row.what:50}{row.figure:>12.4g}{least:>10}{aim:>8}  {row.unit:14}{_word(row)}")


def _word(row: Row) -> str:
    if row.least is None:
        return ""
    if row.figure < row.least:
        return "below"
    return "met" if row.aim is None or row.figure >= row.aim else "above the least"
