"""Plans cut to what a server allows: a search that comes from a page is bounded in time, iterations and memory."""

from __future__ import annotations

from dataclasses import replace

from croupier.errors import InputError
from croupier.players.named import plan_of
from croupier.players.spec import parse
from croupier.search.budget import NAMES, Budget
from croupier.search.plan import Plan
from croupier.web.refusals import RefusedError
from croupier.web.settings import Settings

TREES = 16
TIMES = 64
"""Playouts from a leaf: an iteration must stay short, or a search could not be stopped in it."""

LONGEST_SPEC = 300

BUDGETS = tuple(name for name in NAMES if name != "memory")


def capped(spec: str, settings: Settings) -> Plan:
    """The plan of a built-in player, with a budget the server allows; nothing that a page says runs other code."""
    if len(spec) > LONGEST_SPEC:
        raise RefusedError("spec_long", most=LONGEST_SPEC)
    plan = plan_of(spec, trusted=False)
    if plan.trees > TREES:
        raise InputError(f"trees: at most {TREES} here")
    if plan.playout.times > TIMES:
        raise InputError(f"times: at most {TIMES} here")
    return replace(plan, budget=_budget(plan.budget, settings))


def for_analysis(spec: str, settings: Settings) -> Plan:
    """The plan of a built-in player; where the spec gives no budget, all the time a server allows: one stops it by hand."""
    plan = capped(spec, settings)
    if any(name in parse(spec).arguments for name in BUDGETS) or plan.levels == 0:
        return plan
    most = Budget(seconds=settings.seconds, iterations=settings.iterations, memory=settings.memory)
    return replace(plan, budget=most)


def _budget(given: Budget, settings: Settings) -> Budget:
    return replace(
        given,
        seconds=min(given.seconds or settings.seconds, settings.seconds),
        iterations=min(given.iterations or settings.iterations, settings.iterations),
        memory=min(given.memory or settings.memory, settings.memory),
    )
