"""Recorded games: every position of a random game in words, kept in `tests/data/playthroughs/` and compared byte for byte.

A change of the rules shows as a difference of text. `python tests/playthroughs.py draughts` writes a game's files
anew; look at what changed before committing.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any

from croupier.games import find
from croupier.rules.contract import CHANCE
from croupier.rules.game import Variant

FOLDER = Path(__file__).resolve().parent / "data" / "playthroughs"
SEEDS = (1, 2)


def path_of(variant: Variant) -> Path:
    """The file of a variant's recorded games."""
    return FOLDER / f"{variant.game.name}-{variant.name}.txt"


def playthroughs(variant: Variant) -> str:
    """The recorded games of a variant."""
    return "\n".join(playthrough(variant, seed) for seed in SEEDS)


def playthrough(variant: Variant, seed: int) -> str:
    """One random game of the interpreter: each position, its legal actions with ids, and the one played."""
    rng = random.Random(seed)
    lines = [f"game {variant.game.name}, variant {variant.name}, seed {seed}"]
    state = variant.start
    out = [0] * (state.branching + 1)
    ply = 0
    while n := state.legal(out):
        actions = sorted(out[:n])
        action = (
            rng.choices(actions, [state.weight(a) for a in actions])[0]
            if state.seat() == CHANCE
            else rng.choice(actions)
        )
        lines += [f"{ply}. seat {state.seat()}: {_text(state)}", f"    {', '.join(_word(state, a) for a in actions)}"]
        lines += [f"    plays {_word(state, action)}"]
        state = state.play(action)
        ply += 1
    lines += [f"{ply}. over: {_text(state)}"]
    returns = ", ".join(f"{state.returns(seat):g}" for seat in range(state.seats))
    scores = ", ".join(f"{state.score(seat):g}" for seat in range(state.seats))
    why = f", {state.termination()}" if hasattr(state, "termination") else ""
    return "\n".join([*lines, f"    returns {returns}; scores {scores}{why}", ""])


def _text(state: Any) -> str:
    """The position's own text where it has one, and its fields."""
    fields = ", ".join(f"{field}={value}" for field, value in zip(state._fields, state, strict=True))
    return f"{state.text()}  ({fields})" if hasattr(state, "text") else fields


def _word(state: Any, action: int) -> str:
    return f"{state.notation(action)} [{action}]" if hasattr(state, "notation") else str(action)


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in sys.argv[1:]:
        for variant in find(name).variants.values():
            path_of(variant).write_bytes(playthroughs(variant).encode())
            print(path_of(variant))


if __name__ == "__main__":
    main()
