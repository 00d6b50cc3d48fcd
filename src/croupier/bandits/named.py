"""Policies by name: from a spec such as `ucb(c=1)` or `my_policy.py:Mine(c=2)` to the object that chooses.

To add one to the house: write the class, and one entry here.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from croupier.bandits.policies.best_arm import SequentialHalving, SuccessiveRejects
from croupier.bandits.policies.exp3 import Exp3
from croupier.bandits.policies.forgetful import DiscountedUCB, SlidingUCB
from croupier.bandits.policies.greedy import EpsilonDecreasing, Greedy, RoundRobin, Softmax, Uniform
from croupier.bandits.policies.kl import KLUCB
from croupier.bandits.policies.thompson import Thompson, ThompsonGaussian
from croupier.bandits.policies.ucb import MOSS, UCB, UCBV, UCBTuned
from croupier.bandits.policy import register_policy
from croupier.errors import ContractError, InputError, closest
from croupier.numbers import HORIZON
from croupier.parameters import Parameter, values
from croupier.rules.files import load_module
from croupier.specs import Call, parse

Chosen = dict[str, Any]


@dataclass(frozen=True)
class PolicyEntry:
    """What is told of a policy, and how it is made from its parameters, the horizon and the number of arms."""

    name: str
    summary: str
    source: str
    parameters: tuple[Parameter, ...]
    make: Callable[[Chosen, int, int], Any]


def _c(default: float) -> Parameter:
    return Parameter("c", default, "weight of exploration", low=0, high=1000)


_PULLS = Parameter("pulls", 10, "pulls of every arm to begin with", "whole", 0, 10**9)
_XI = Parameter("xi", 0.5, "weight of exploration", low=0, high=1000)
_HORIZON = Parameter("horizon", None, "pulls in all; those of the simulation if not given", "whole", 1, HORIZON[1])
_GAMMA = Parameter(
    "gamma", None, "share of plain exploration; if not given, the best for the horizon", low=1e-9, high=1
)
_AUER = "Auer, Cesa-Bianchi, Fischer 2002"


def _exp3(p: Chosen, horizon: int, count: int) -> Exp3:
    tuned = math.sqrt(count * math.log(count) / ((math.e - 1) * horizon))
    return Exp3(min(1.0, tuned) if p["gamma"] is None else p["gamma"])


def _epsilon_greedy(p: Chosen, horizon: int, count: int) -> Greedy:
    return Greedy(p["pulls"], p["epsilon"], int(p["when"] == "always"), 0)


POLICIES: dict[str, PolicyEntry] = {
    entry.name: entry
    for entry in (
        PolicyEntry("random", "any arm", "", (), lambda p, t, k: Uniform(0)),
        PolicyEntry(
            "round_robin",
            "the arms in turn",
            "",
            (Parameter("blocks", 1, "pulls of an arm at a time", "whole", 1, 10**9),),
            lambda p, t, k: RoundRobin(p["blocks"]),
        ),
        PolicyEntry(
            "greedy",
            "some pulls of every arm, then the best mean",
            "report B",
            (_PULLS, Parameter("ties", "random", "which of equal means", "word", choices=("random", "lowest"))),
            lambda p, t, k: Greedy(p["pulls"], 0.0, 0, int(p["ties"] == "lowest")),
        ),
        PolicyEntry(
            "epsilon_greedy",
            "greedy, but any arm with probability epsilon: after those pulls, or always",
            "Sutton, Barto 1998; report B",
            (
                Parameter("epsilon", 0.1, "probability of any arm", low=0, high=1),
                _PULLS,
                Parameter("when", "after", "from when on", "word", choices=("after", "always")),
            ),
            _epsilon_greedy,
        ),
        PolicyEntry(
            "epsilon_decreasing",
            "any arm with probability min(1, c K / t), else the best mean",
            _AUER,
            (Parameter("c", 1.0, "pulls that an arm gets so, to begin with", low=0, high=1e9),),
            lambda p, t, k: EpsilonDecreasing(p["c"]),
        ),
        PolicyEntry(
            "softmax",
            "probabilities proportional to exp(mean / tau)",
            "Sutton, Barto 1998",
            (Parameter("tau", 0.1, "temperature", low=1e-6, high=1e6),),
            lambda p, t, k: Softmax(p["tau"]),
        ),
        PolicyEntry("ucb", "UCB1: mean + c sqrt(ln t / n)", _AUER, (_c(math.sqrt(2)),), lambda p, t, k: UCB(p["c"])),
        PolicyEntry("ucb_tuned", "UCB1-tuned: by variances", _AUER, (_c(1.0),), lambda p, t, k: UCBTuned(p["c"])),
        PolicyEntry(
            "ucb_v",
            "UCB-V: by variances, with a proof",
            "Audibert, Munos, Szepesvari 2009",
            (Parameter("zeta", 1.2, "weight of ln t", low=0, high=1000), _c(1.0)),
            lambda p, t, k: UCBV(p["zeta"], p["c"]),
        ),
        PolicyEntry(
            "kl_ucb",
            "the largest mean that relative entropy does not refute",
            "Garivier, Cappe 2011",
            (Parameter("c", 0.0, "weight of ln ln t", low=0, high=1000),),
            lambda p, t, k: KLUCB(p["c"]),
        ),
        PolicyEntry(
            "moss",
            "UCB that stops exploring an arm after its share of the horizon",
            "Audibert, Bubeck 2009",
            (_HORIZON, Parameter("anytime", False, "t instead of the horizon", "flag")),
            lambda p, t, k: MOSS(0 if p["anytime"] else p["horizon"] or t),
        ),
        PolicyEntry(
            "thompson",
            "an arm as often as it is likely to be the best, beta priors",
            "Thompson 1933",
            (
                Parameter("a", 1.0, "prior successes", low=1e-6, high=1e9),
                Parameter("b", 1.0, "prior failures", low=1e-6, high=1e9),
            ),
            lambda p, t, k: Thompson(p["a"], p["b"]),
        ),
        PolicyEntry(
            "thompson_gaussian",
            "the same with Gaussian priors",
            "Agrawal, Goyal 2013",
            (Parameter("sigma", 1.0, "standard deviation of rewards", low=0, high=1e9),),
            lambda p, t, k: ThompsonGaussian(p["sigma"]),
        ),
        PolicyEntry("exp3", "exponential weights, against an adversary", "Auer et al. 2002", (_GAMMA,), _exp3),
        PolicyEntry(
            "discounted_ucb",
            "UCB that forgets slowly",
            "Garivier, Moulines 2011",
            (Parameter("discount", 0.99, "weight of a pull one step older", low=1e-6, high=1), _XI),
            lambda p, t, k: DiscountedUCB(p["discount"], p["xi"]),
        ),
        PolicyEntry(
            "sliding_ucb",
            "UCB of the last pulls alone",
            "Garivier, Moulines 2011",
            (Parameter("window", 1000, "how many pulls", "whole", 1, 10**7), _XI),
            lambda p, t, k: SlidingUCB(p["window"], p["xi"]),
        ),
        PolicyEntry(
            "successive_rejects",
            "to find the best arm: phases, the worst arm leaves",
            "Audibert, Bubeck, Munos 2010",
            (_HORIZON,),
            lambda p, t, k: SuccessiveRejects(p["horizon"] or t),
        ),
        PolicyEntry(
            "sequential_halving",
            "to find the best arm: rounds, the worse half leaves",
            "Karnin, Koren, Somekh 2013",
            (_HORIZON,),
            lambda p, t, k: SequentialHalving(p["horizon"] or t),
        ),
    )
}


def policy_of(given: Any, horizon: int, count: int, trusted: bool = False) -> tuple[str, Any]:
    """The spec and the object of a policy that is given as a spec, a policy class or a policy.

    `trusted` allows a spec that runs code of the user's.
    """
    if isinstance(given, str):
        call = parse(given)
        if call.place is None:
            return str(call), _house_entry(call.name).make(_values(call), horizon, count)
        if not trusted:
            raise InputError(f"{call} runs code of its own: only the local command line and Python may name it")
        return str(call), _from_class(class_in_file(Path(call.place), call.name), call.name, call.arguments)
    cls = given if isinstance(given, type) else type(given)
    if not (issubclass(cls, tuple) and hasattr(cls, "_fields")):
        raise InputError(f"a policy is a spec or a NamedTuple, not {given!r}")
    arguments = {} if isinstance(given, type) else dict(zip(cls._fields, given, strict=True))
    policy = _from_class(cls, cls.__name__, arguments)
    return str(Call(cls.__name__, arguments)), policy


def _house_entry(name: str) -> PolicyEntry:
    if name not in POLICIES:
        raise InputError(f"there is no policy {name!r}: {closest(name, POLICIES)}")
    return POLICIES[name]


def _values(call: Call) -> Chosen:
    return values(call.name, POLICIES[call.name].parameters, call.arguments)


def class_in_file(path: Path, name: str) -> Any:
    """The class of this name in a Python file, if it looks like a policy."""
    cls = getattr(load_module(path), name, None)
    if not looks_like_a_policy(cls):
        raise InputError(f"{path} has no policy {name!r}: a policy is a NamedTuple with `index` or `pick`")
    return cls


def looks_like_a_policy(value: Any) -> bool:
    """Whether this is a NamedTuple class with a member that chooses."""
    if not (isinstance(value, type) and issubclass(value, tuple) and hasattr(value, "_fields")):
        return False
    members = vars(value)
    return any(isinstance(members.get(name), type(looks_like_a_policy)) for name in ("pick", "index", "update"))


def _from_class(cls: Any, name: str, arguments: Chosen) -> Any:
    """A policy of a class whose fields are its parameters."""
    left = [field for field in cls._fields if field not in cls._field_defaults and field not in arguments]
    if left:
        raise InputError(f"{name} needs {left[0]}, as in {name}({left[0]}=1), or a default for it in its class")
    checked = values(name, own_parameters(cls), arguments)
    part: Any = register_policy(cls)
    if not cls._fields:
        return part()
    defaults = cls._field_defaults
    numbers = {}
    for field, value in checked.items():
        whole = isinstance(defaults.get(field, arguments.get(field)), int)
        if whole and value != int(value):
            raise InputError(f"{name}: {field} takes a whole number, as its default is one, not {value:g}")
        numbers[field] = int(value) if whole else float(value)
    return part(**numbers)


def own_parameters(cls: Any) -> tuple[Parameter, ...]:
    """The parameters of a user's class: its fields, within its `limits` where it has some."""
    limits, defaults = getattr(cls, "limits", {}), cls._field_defaults
    for field, value in defaults.items():
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise ContractError(f"{cls.__name__}: the default of `{field}` must be a number, not {value!r}")
    if not isinstance(limits, dict) or not all(field in cls._fields and _is_range(limits[field]) for field in limits):
        raise ContractError(f'{cls.__name__}: `limits` says what fields may be, as in {{"c": (0, 10)}}, not {limits!r}')
    found = []
    for field in cls._fields:
        low, high = limits.get(field, (-math.inf, math.inf))
        found.append(Parameter(field, defaults.get(field, low), "", low=low, high=high))
        if not low <= found[-1].default <= high:
            raise ContractError(f"{cls.__name__}: the default of `{field}` is {defaults[field]:g}, outside its limits")
    return tuple(found)


def _is_range(value: Any) -> bool:
    pair = isinstance(value, tuple) and len(value) == 2 and all(isinstance(end, int | float) for end in value)
    return pair and value[0] <= value[1]


def parameters_of(spec: str) -> tuple[Parameter, ...]:
    """The parameters that the policy of a spec may be given."""
    call = parse(spec)
    if call.place is None:
        return _house_entry(call.name).parameters
    return own_parameters(class_in_file(Path(call.place), call.name))
