"""The conformance test of a policy that only a tree can serve: the same tree, interpreted and compiled."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from croupier.errors import ContractError
from croupier.games import find
from croupier.rules.trial import guarded
from croupier.search.budget import Budget
from croupier.search.grow import grow
from croupier.search.plan import Plan
from croupier.search.run import Search

ITERATIONS = 300


def check_in_tree(spec: str, policy: Any, seed: int) -> int:
    """Grow a tree of tic-tac-toe in both worlds; iterations done, or `ContractError` where the trees differ."""
    place = Path(spec.partition(":")[0])
    slow = guarded(lambda: _answer(spec, policy, seed, interpreted=True), place, "a search")
    if slow.actions != _answer(spec, policy, seed, interpreted=False).actions:
        raise ContractError(
            f"{spec}: a search of {ITERATIONS} iterations is another one compiled than in the interpreter: keep to float "
            "and whole-number arithmetic that is the same in both, and to wide(x) for stored numbers"
        )
    return ITERATIONS


def _answer(spec: str, policy: Any, seed: int, interpreted: bool) -> Any:
    variant = find("tic-tac-toe").variant()
    search = Search(variant, variant.start, Plan(spec, policy, budget=Budget(iterations=ITERATIONS)), seed)
    (grow.python if interpreted else grow)(*search.trees[0]._arguments(ITERATIONS))
    return search.answer()
