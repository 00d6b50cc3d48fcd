"""`croupier algorithms`: who can play, with parameters, defaults and sources."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.cli.options import Debug, Json
from croupier.cli.show import as_json, table, two_lines

if TYPE_CHECKING:
    from croupier.players.parameters import Parameter


def algorithms(json: Json = False, debug: Debug = False) -> None:
    """The algorithms that a spec may name, their parameters and sources."""
    from croupier.players.algorithms import ALGORITHMS, COMMON, DEFAULT_ITERATIONS, PLAYOUTS, REWARDS
    from croupier.search.budget import NAMES

    if json:
        found = [
            {
                "name": algorithm.name,
                "summary": algorithm.summary,
                "source": algorithm.source,
                "parameters": [_described(parameter) for parameter in algorithm.parameters],
            }
            for algorithm in ALGORITHMS.values()
        ]
        parts = {"playout": PLAYOUTS, "reward": REWARDS}
        described = {
            part: {name: [_described(p) for p in ps] for name, ps in kinds.items()} for part, kinds in parts.items()
        }
        as_json({"algorithms": found, "common": [_described(p) for p in COMMON], "budgets": list(NAMES), **described})
        return
    rows = [
        [algorithm.name, two_lines(algorithm.summary, algorithm.source), _listed(algorithm.parameters)]
        for algorithm in ALGORITHMS.values()
    ]
    kinds = ", ".join(f"{name}({_listed(ps)})" for part in (PLAYOUTS, REWARDS) for name, ps in part.items())
    notes = [
        f"Every search also takes {_listed(COMMON)}, and budgets: {', '.join(NAMES)}; without one, "
        f"iterations={DEFAULT_ITERATIONS}.",
        f"Playouts and rewards: {kinds}.",
        "A spec is written uct(c=1.4, iterations=1000, playout=decisive(avoid=true)).",
    ]
    table("The algorithms", ["name", "what it does, and its source", "parameters = defaults"], rows, 2, notes)


def _described(parameter: Parameter) -> dict[str, Any]:
    default = parameter.default if isinstance(parameter.default, int | float | str | None) else str(parameter.default)
    return {"name": parameter.name, "default": default, "takes": parameter.takes(), "text": parameter.text}


def _listed(parameters: tuple[Parameter, ...]) -> str:
    words = []
    for parameter in parameters:
        shown = f"{parameter.default:g}" if isinstance(parameter.default, float) else str(parameter.default)
        words.append(f"{parameter.name}={'none' if parameter.default is None else shown.lower()}")
    return ", ".join(words)
