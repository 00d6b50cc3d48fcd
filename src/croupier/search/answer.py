"""What a search says: every action with its statistics, the action it would play, and what it spent."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any


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
    picture: str | None = field(default=None, compare=False, repr=False)

    def as_dict(self) -> dict[str, Any]:
        """What `--json` prints."""
        content = asdict(self)
        del content["picture"]
        return content

    def __str__(self) -> str:
        rows = [("action", "visits", "mean", "amaf", "score", "")]
        for entry in sorted(self.actions, key=lambda entry: -entry.visits):
            proven = {1: "wins", 0: "draws", -1: "loses", None: ""}[entry.proven]
            chosen = "<" if entry.action == self.action else ""
            numbers = (f"{entry.visits}", _number(entry.mean), _number(entry.amaf), _number(entry.score, 2))
            rows.append((entry.notation, *numbers, f"{proven}{chosen}"))
        widths = [max(len(row[i]) for row in rows) for i in range(6)]
        lines = ["  ".join(word.rjust(width) for word, width in zip(row, widths, strict=True)).rstrip() for row in rows]
        if not self.actions:
            lines = ["the game is over: there is no action"]
        lines.append(f"{' '.join(self.pv)}" if self.pv else "")
        lines.append(
            f"{self.iterations} iterations, {self.playouts} playouts, {self.nodes} nodes, depth {self.depth:.1f}, "
            f"{self.seconds:.3f} s{', tree full' if self.tree_full else ''}"
        )
        return "\n".join(line for line in lines if line)


def _number(value: float | None, digits: int = 4) -> str:
    return "" if value is None else f"{value:.{digits}f}"
