"""What a search says: every action with its statistics, the action it would play, and what it spent."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from html import escape
from typing import Any

from croupier.positions.position import Position

PROVEN = {1: "wins", 0: "draws", -1: "loses", None: ""}
HEADS = ("action", "visits", "mean", "amaf", "score", "")

_MOST_ROWS = 40
"""Actions that a notebook shows."""
_STYLE = (
    ".croupier-answer{display:flex;flex-wrap:wrap;gap:1.2em;align-items:flex-start}"
    ".croupier-answer svg{max-width:26em;height:auto}"
    ".croupier-answer td,.croupier-answer th{text-align:right;padding:.1em .6em;font-variant-numeric:tabular-nums}"
    ".croupier-answer tr.played td{font-weight:700}"
)


@dataclass(frozen=True)
class ActionAnalysis:
    """One legal action as the search sees it; means are in [0, 1], the view of the seat to move."""

    action: int
    notation: str
    visits: int
    mean: float | None
    amaf: float | None
    proven: int | None
    score: float | None

    def cells(self) -> tuple[str, ...]:
        """A row of the table."""
        numbers = (_number(self.mean), _number(self.amaf), _number(self.score, 2))
        return (self.notation, f"{self.visits}", *numbers, PROVEN[self.proven])


@dataclass(frozen=True)
class Analysis:
    """The answer of a search. `value` is the mover's: the mean of the chosen action, in [0, 1]."""

    game: str
    variant: str
    spec: str
    action: int | None
    value: float | None
    actions: list[ActionAnalysis]
    iterations: int
    playouts: int
    nodes: int
    depth: float
    deepest: int
    memory: int
    tree_full: bool
    seconds: float
    compile_seconds: float
    pv: list[str]
    seed: int
    trees: int = 1
    interrupted: bool = False
    position: Position | None = field(default=None, compare=False, repr=False)

    def as_dict(self) -> dict[str, Any]:
        """What `--json` prints."""
        content = {name: getattr(self, name) for name in self.__dataclass_fields__ if name != "position"}
        return {**content, "actions": [asdict(entry) for entry in self.actions]}

    @property
    def ranked(self) -> list[ActionAnalysis]:
        """The actions, the most visited first."""
        return sorted(self.actions, key=lambda entry: -entry.visits)

    def _columns(self) -> list[int]:
        """The columns of the table that say something: a search without AMAF has none of its means."""
        rows = [entry.cells() for entry in self.actions]
        last = len(HEADS) - 1
        return [i for i in range(last) if i < 2 or any(row[i] for row in rows)] + [last]

    def spent(self) -> str:
        """What the search spent, in one line."""
        notes = [", tree full" if self.tree_full else "", ", interrupted" if self.interrupted else ""]
        return (
            f"{self.iterations} iterations, {self.playouts} playouts, {self.nodes} nodes, depth {self.depth:.1f}, "
            f"{self.seconds:.3f} s{''.join(notes)}"
        )

    def __str__(self) -> str:
        columns = self._columns()
        rows = [[HEADS[i] for i in columns]]
        for entry in self.ranked:
            cells = entry.cells()
            rows.append([cells[i] for i in columns])
            rows[-1][-1] += "<" if entry.action == self.action else ""
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = ["  ".join(word.rjust(width) for word, width in zip(row, widths, strict=True)).rstrip() for row in rows]
        if not self.actions:
            lines = ["the game is over: there is no action"]
        return "\n".join(line for line in [*lines, " ".join(self.pv), self.spent()] if line)

    def svg(self, dark: bool | None = None) -> str:
        """The board with the means of the actions on it; empty where no position came with the answer."""
        values = {entry.action: entry.mean for entry in self.actions if entry.mean is not None}
        return "" if self.position is None else self.position.svg(values=values, dark=dark)

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        """How a notebook shows it: the values on the board, the table beside or below it."""
        return {"text/plain": str(self), "text/html": self.html()}

    def html(self) -> str:
        """The board and the table as a piece of a page."""
        columns = self._columns()
        heads = "".join(f"<th>{HEADS[i]}</th>" for i in columns)
        rows = "".join(_row(entry, columns, entry.action == self.action) for entry in self.ranked[:_MOST_ROWS])
        hidden = len(self.actions) - _MOST_ROWS
        more = f"<p>and {hidden} actions with fewer visits</p>" if hidden > 0 else ""
        table = f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>{more}"
        if not self.actions:
            table = "<p>the game is over: there is no action</p>"
        told = "".join(f"<p>{escape(line)}</p>" for line in (self.spec, " ".join(self.pv), self.spent()) if line)
        return (
            f'<style>{_STYLE}</style><div class="croupier-answer"><div>{self.svg()}</div><div>{table}{told}</div></div>'
        )


def _row(entry: ActionAnalysis, columns: list[int], played: bool) -> str:
    texts = entry.cells()
    cells = "".join(f"<td>{escape(texts[i])}</td>" for i in columns)
    mark = ' class="played"' if played else ""
    return f"<tr{mark}>{cells}</tr>"


def _number(value: float | None, digits: int = 4) -> str:
    return "" if value is None else f"{value:.{digits}f}"
