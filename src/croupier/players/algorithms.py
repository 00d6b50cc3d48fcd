"""Algorithms by name: the registry that specs, `croupier algorithms` and the documents are made from.

A tree search is a policy (its `choose` part) with common parts and a budget; what has no tree is the same search with
one level: the root as a bandit. To add one: write the policy, and one entry here.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from croupier.bandits.policies.greedy import EpsilonGreedy, RoundRobin, Uniform
from croupier.bandits.policies.puct import PUCT
from croupier.bandits.policies.ucb import UCB, UCBTuned
from croupier.errors import InputError, closest
from croupier.players.parameters import Parameter, values
from croupier.players.spec import Call
from croupier.search import playout as playouts
from croupier.search.budget import NAMES, Budget, check
from croupier.search.choose import AMAF, GRAVE, RAVE, GlobalAMAF
from croupier.search.plan import FINALS, Plan
from croupier.search.reward import OUTCOME, RAW, SCORE, Reward

DEFAULT_ITERATIONS = 1000
"""The budget of a search that is given none."""

_C = Parameter("c", math.sqrt(2), "weight of exploration, on rewards in [0, 1]", low=0, high=1000)
_ONCE = "each once, then at random"

COMMON = (
    Parameter("playout", Call("uniform"), "how a game is played to its end", "spec", choices=("uniform", "decisive")),
    Parameter("reward", Call("outcome"), "what is learnt from", "spec", choices=("outcome", "score")),
    Parameter("final", "visits", "which action is played in the end", "word", choices=tuple(FINALS)),
    Parameter("levels", None, "depth of the tree, unbounded if not given", "whole", 1, 100_000),
    Parameter("trees", 1, "independent trees whose statistics are added up", "whole", 1, 1024),
)
"""Parameters that every tree search takes, beside its own and the budgets."""

PLAYOUTS = {
    "uniform": (Parameter("times", 1, "playouts from each leaf", "whole", 1, 100_000),),
    "decisive": (
        Parameter("avoid", False, "also avoid actions that let the next seat win at once", "flag"),
        Parameter("times", 1, "playouts from each leaf", "whole", 1, 100_000),
    ),
}
REWARDS = {
    "outcome": (Parameter("draw", 0.5, "what a draw is worth", low=0, high=1),),
    "score": (
        Parameter("clip", None, "difference of game points that counts as a full win", low=1e-6, high=1e9),
        Parameter("raw", False, "the difference of game points itself, not mapped to [0, 1]", "flag"),
    ),
}


@dataclass(frozen=True)
class Algorithm:
    """What `croupier algorithms` tells of an algorithm, and how its plan is made from its own parameters."""

    name: str
    summary: str
    source: str
    parameters: tuple[Parameter, ...]
    choose: Callable[[dict[str, Any]], Any]
    final: str = "visits"
    levels: int | None = None
    searches: bool = True

    def plan(self, call: Call) -> Plan:
        """The plan that a spec of this algorithm describes."""
        if not self.searches:
            values(self.name, (), call.arguments)
            return Plan(str(call), self.choose({}), levels=0, budget=Budget(iterations=1))
        own = {parameter.name for parameter in (*self.parameters, *COMMON)}
        limits = {name: value for name, value in call.arguments.items() if name in NAMES}
        for name, value in limits.items():
            check(name, value)
        given = {name: value for name, value in call.arguments.items() if name in own}
        strange = [name for name in call.arguments if name not in own and name not in NAMES]
        if strange:
            raise InputError(f"{self.name} has no parameter {strange[0]!r}: {closest(strange[0], {*own, *NAMES})}")
        chosen = values(self.name, (*self.parameters, *COMMON), given)
        budget = Budget(**limits)
        if not budget.ends:
            budget = Budget(**limits, iterations=DEFAULT_ITERATIONS)
        return Plan(
            spec=str(call),
            choose=self.choose({**chosen, **limits}),
            playout=_playout(chosen["playout"]),
            reward=_reward(chosen["reward"]),
            final=chosen["final"] if "final" in given else self.final,
            levels=chosen["levels"] or self.levels,
            trees=chosen["trees"],
            budget=budget,
        )


def _playout(call: Call) -> Any:
    chosen = values(call.name, PLAYOUTS[call.name], call.arguments)
    if call.name == "decisive":
        return playouts.Decisive(times=chosen["times"], avoid=int(chosen["avoid"]))
    return playouts.Uniform(times=chosen["times"])


def _reward(call: Call) -> Reward:
    chosen = values(call.name, REWARDS[call.name], call.arguments)
    if call.name == "outcome":
        return Reward(OUTCOME, float(chosen["draw"]), 1.0)
    if chosen["raw"]:
        return Reward(RAW, 0.5, 1.0)
    if chosen["clip"] is None:
        raise InputError("score: give clip, the difference of game points that counts as a full win, or raw=true")
    return Reward(SCORE, 0.5, float(chosen["clip"]))


def _allocation(chosen: dict[str, Any]) -> Any:
    kind = chosen["allocation"]
    if kind == "per_action":
        each = chosen.get("playouts_per_action") or chosen.get("iterations_per_action")
        if each is None:
            raise InputError("flat: allocation=per_action needs playouts_per_action")
        return RoundRobin(blocks=each)
    return {"random": Uniform(), "once": Uniform(once=1), "round_robin": RoundRobin()}[kind]


_AUER = "Auer, Cesa-Bianchi, Fischer 2002"

ALGORITHMS: dict[str, Algorithm] = {
    algorithm.name: algorithm
    for algorithm in (
        Algorithm("random", "any legal action", "", (), lambda chosen: Uniform(), searches=False),
        Algorithm(
            "flat",
            "flat Monte Carlo: playouts from each action, the best mean",
            "Abramson 1990",
            (
                Parameter(
                    "allocation",
                    "round_robin",
                    f"which action the next playout is for; once: {_ONCE}",
                    "word",
                    choices=("random", "once", "round_robin", "per_action"),
                ),
            ),
            _allocation,
            final="mean",
            levels=1,
        ),
        Algorithm("ucb", "UCB1 at the root, no tree", _AUER, (_C,), lambda chosen: UCB(chosen["c"]), levels=1),
        Algorithm("uct", "UCB1 at every node", "Kocsis, Szepesvari 2006", (_C,), lambda chosen: UCB(chosen["c"])),
        Algorithm(
            "uct_tuned",
            "UCB1-tuned at every node",
            _AUER,
            (Parameter("c", 1.0, "weight of exploration", low=0, high=1000),),
            lambda chosen: UCBTuned(chosen["c"]),
        ),
        Algorithm(
            "epsilon_greedy",
            "the best mean, with probability epsilon any action",
            "Sutton, Barto 1998",
            (Parameter("epsilon", 0.1, "probability of any action", low=0, high=1),),
            lambda chosen: EpsilonGreedy(chosen["epsilon"]),
        ),
        Algorithm(
            "amaf",
            "UCT with a fixed share of all-moves-as-first",
            "Helmbold, Parker-Wood 2009",
            (
                Parameter("alpha", 0.5, "share of the AMAF mean", low=0, high=1),
                Parameter("c", 0.5, "weight of exploration", low=0, high=1000),
            ),
            lambda chosen: AMAF(chosen["alpha"], chosen["c"]),
        ),
        Algorithm(
            "rave",
            "UCT with AMAF values that fade as visits come in",
            "Gelly, Silver 2011",
            (
                Parameter("k", None, "hand-selected schedule: visits at which both weigh 1/2", low=0, high=1e12),
                Parameter("bias", 1e-5, "minimum-MSE schedule: 4 b^2", low=0, high=1e12),
                Parameter("c", 0.0, "weight of exploration", low=0, high=1000),
                Parameter(
                    "explore",
                    "outside",
                    "inside: beta weighs the exploration too (report C4)",
                    "word",
                    choices=("outside", "inside"),
                ),
            ),
            lambda chosen: RAVE(
                -1.0 if chosen["k"] is None else chosen["k"],
                chosen["bias"],
                chosen["c"],
                int(chosen["explore"] == "inside"),
            ),
        ),
        Algorithm(
            "grave",
            "RAVE with the AMAF values of an ancestor that has seen enough",
            "Cazenave 2015",
            (
                Parameter("ref", 50, "visits that an ancestor must have more than", "whole", 0, 2_000_000_000),
                Parameter("bias", 1e-5, "how fast AMAF values fade", low=0, high=1e12),
                Parameter("c", 0.0, "weight of exploration", low=0, high=1000),
            ),
            lambda chosen: GRAVE(chosen["ref"], chosen["bias"], chosen["c"]),
        ),
        Algorithm(
            "global_amaf",
            "report C4's AMAF and GRAVE: UCT plus one table of actions for the whole tree",
            "report C4, 2025",
            (Parameter("c", 2.0, "weight of exploration", low=0, high=1000),),
            lambda chosen: GlobalAMAF(chosen["c"]),
        ),
        Algorithm(
            "puct",
            "exploration led by the game's prior probabilities",
            "Silver et al. 2017",
            (
                Parameter("c", 1.25, "weight of exploration", low=0, high=1000),
                Parameter("first_play", 0.5, "value of an action before its first visit", low=0, high=1),
            ),
            lambda chosen: PUCT(chosen["c"], chosen["first_play"]),
        ),
    )
}


def find(name: str) -> Algorithm:
    """The algorithm of this name."""
    if name not in ALGORITHMS:
        raise InputError(f"there is no algorithm {name!r}: {closest(name, ALGORITHMS)}")
    return ALGORITHMS[name]
