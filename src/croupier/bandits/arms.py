"""Arms: what a bandit pays. Given by specs, such as `gaussian(mean=0.3, sd=1)`, or drawn at random.

An arm is a family of laws, its mean `mu` now, and one number for its width. The mean may move: on a straight line over
the play (drifting), or at once at one moment and back at another (abrupt).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from croupier.bandits.draws import beta, exponential, normal
from croupier.errors import InputError, closest
from croupier.parameters import Parameter, values
from croupier.rules.bridge import shared
from croupier.rules.registration import register_structure
from croupier.rules.streams import root_of, seed_stream, unit
from croupier.specs import Call, parse, split

BERNOULLI, GAUSSIAN, EXPONENTIAL, UNIFORM, BETA = range(5)
FAMILIES = ("bernoulli", "gaussian", "exponential", "uniform", "beta")
MOST = 1000
"""Arms of a bandit at most."""

REPORT_B = "0.0225, 0.9499, 0.3808, 0.1185, 0.8149"
"""The arms of report B."""


class Bandit(NamedTuple):
    """The arms of a bandit, [arm] each, as kernels read them."""

    arm_families: Any  # int64
    arm_before: Any  # float64: mean at the first choice
    arm_after: Any  # float64: mean at the last
    arm_changes: Any  # int64: choices made when the mean goes from one to the other; -1: it drifts all the time
    arm_returns: Any  # int64: choices made when it goes back
    arm_widths: Any  # float64: deviation, half width, or a + b of a beta law
    arms_move: int  # 1 if any mean moves
    arms_anew: int  # 1 if every play draws means of its own, uniform between the next two
    mean_low: float
    mean_high: float
    horizon: int


register_structure(Bandit)


@shared
def begin_means(bandit: Any, play: Any, rng: Any) -> None:
    """The means of a play: those given, or drawn for this play alone."""
    width = bandit.mean_high - bandit.mean_low
    for i in range(play.mu.shape[0]):
        play.mu_before[i] = bandit.arm_before[i]
        play.mu_after[i] = bandit.arm_after[i]
        if bandit.arms_anew:
            play.mu_before[i] = bandit.mean_low + width * unit(rng)
            play.mu_after[i] = bandit.mean_low + width * unit(rng) if bandit.arms_move else play.mu_before[i]
    set_means(bandit, 0, play)


@shared
def set_means(bandit: Any, done: int, play: Any) -> None:
    """The arms' means after so many choices."""
    for i in range(play.mu.shape[0]):
        change = int(bandit.arm_changes[i])
        start = float(play.mu_before[i])
        finish = float(play.mu_after[i])
        if change >= 0:
            play.mu[i] = finish if change <= done < int(bandit.arm_returns[i]) else start
        else:
            play.mu[i] = start + (finish - start) * done / max(1, bandit.horizon - 1)


@shared
def reward_of(bandit: Any, mu: Any, i: int, rng: Any) -> float:
    """What an arm pays now."""
    family = int(bandit.arm_families[i])
    mean = float(mu[i])
    if family == BERNOULLI:
        return 1.0 if unit(rng) < mean else 0.0
    if family == GAUSSIAN:
        return mean + float(bandit.arm_widths[i]) * normal(rng)
    if family == EXPONENTIAL:
        return mean * exponential(rng)
    width = float(bandit.arm_widths[i])
    if family == UNIFORM:
        return mean + width * (2.0 * unit(rng) - 1.0)
    return beta(rng, mean * width, (1.0 - mean) * width)


_MEAN = Parameter("mean", None, "expected reward", low=0, high=1)
_ANY = Parameter("mean", None, "expected reward", low=-1e9, high=1e9)
_SD = Parameter("sd", 1.0, "standard deviation", low=0, high=1e9)

KINDS: dict[str, tuple[str, tuple[Parameter, ...]]] = {
    "bernoulli": ("1 with probability mean, else 0", (_MEAN,)),
    "gaussian": ("normal", (_ANY, _SD)),
    "exponential": ("exponential", (Parameter("mean", None, "expected reward", low=1e-9, high=1e9),)),
    "uniform": (
        "uniform from low to high",
        (Parameter("low", 0.0, "least", low=-1e9, high=1e9), Parameter("high", 1.0, "most", low=-1e9, high=1e9)),
    ),
    "beta": (
        "Beta(a, b), in [0, 1]",
        (Parameter("a", None, "shape", low=1e-6, high=1e9), Parameter("b", None, "shape", low=1e-6, high=1e9)),
    ),
    "drifting": (
        "Bernoulli; its mean moves evenly from start to end over the play",
        (Parameter("start", None, "first mean", low=0, high=1), Parameter("end", None, "last mean", low=0, high=1)),
    ),
    "abrupt": (
        "Bernoulli; its mean jumps from before to after when a part `at` of the play is over, and back at `until`",
        (
            Parameter("before", None, "first mean", low=0, high=1),
            Parameter("after", None, "second mean", low=0, high=1),
            Parameter("at", 0.5, "part of the play", low=0, high=1),
            Parameter("until", 1.0, "part of the play", low=0, high=1),
        ),
    ),
}
"""Kinds of arms: what they pay, and their parameters."""

RANDOM = (
    Parameter("count", 10, "how many arms", "whole", 2, MOST),
    Parameter(
        "family",
        "bernoulli",
        "their law",
        "word",
        choices=("bernoulli", "gaussian", "exponential", "beta", "drifting", "abrupt"),
    ),
    Parameter("low", 0.0, "least mean", low=-1e9, high=1e9),
    Parameter("high", 1.0, "largest mean", low=-1e9, high=1e9),
    Parameter("sd", 1.0, "standard deviation of gaussian ones", low=0, high=1e9),
    Parameter("weight", 2.0, "a + b of beta ones: the larger, the narrower", low=1e-6, high=1e9),
    Parameter("at", 0.5, "part of the play when abrupt ones change", low=0, high=1),
    Parameter("anew", False, "every play draws arms of its own", "flag"),
)
"""Parameters of `random(...)`: arms whose means are drawn, once for the seed or anew for each play."""


@dataclass(frozen=True)
class Arm:
    """One arm as given: its family, its two means, from when until when the second holds (None: drifting from one to the
    other), and its width.
    """

    family: int
    before: float
    after: float
    at: float | None = 0.0
    width: float = 0.0
    until: float = 1.0

    @property
    def moves(self) -> bool:
        """Whether its mean changes in a play."""
        return self.before != self.after

    def __str__(self) -> str:
        if self.moves and self.at is None:
            return f"drifting(start={self.before:g}, end={self.after:g})"
        if self.moves:
            until = "" if self.until == 1.0 else f", until={self.until:g}"
            return f"abrupt(before={self.before:g}, after={self.after:g}, at={self.at:g}{until})"
        name, m, w = FAMILIES[self.family], self.before, self.width
        if self.family == GAUSSIAN:
            return f"{name}(mean={m:g}, sd={w:g})"
        if self.family == UNIFORM:
            return f"{name}(low={m - w:g}, high={m + w:g})"
        if self.family == BETA:
            return f"{name}(a={m * w:g}, b={(1 - m) * w:g})"
        return f"{name}(mean={m:g})"


@dataclass(frozen=True)
class Machine:
    """The arms of a bandit as given, and the numbers that kernels read."""

    arms: tuple[Arm, ...]
    bandit: Bandit

    @property
    def means(self) -> list[float]:
        """The mean of each arm, over the play where it moves; of arms drawn anew for each play, over the plays."""
        if self.bandit.arms_anew:
            return [(self.bandit.mean_low + self.bandit.mean_high) / 2] * len(self.arms)
        changes = zip(self.arms, self.bandit.arm_changes.tolist(), self.bandit.arm_returns.tolist(), strict=True)
        return [_play_mean(arm, change, back, self.bandit.horizon) for arm, change, back in changes]


def _play_mean(arm: Arm, change: int, back: int, horizon: int) -> float:
    if not arm.moves:
        return arm.before
    if change < 0:
        return (arm.before + arm.after) / 2
    changed = max(0, min(back, horizon) - change)
    return (arm.before * (horizon - changed) + arm.after * changed) / horizon


def machine(given: Any, horizon: int, seed: int) -> Machine:
    """The bandit that a text, or a list of numbers and specs, describes."""
    items = split(given) if isinstance(given, str) else _listed(given)
    calls = [_call(item) for item in items]
    drawn = [call for call in calls if isinstance(call, Call) and call.name == "random"]
    if drawn:
        if len(calls) > 1:
            raise InputError("arms: random(...) stands alone: its count says how many arms it draws")
        return _random_machine(values("random", RANDOM, drawn[0].arguments), horizon, seed)
    if len(calls) < 2:
        raise InputError(f"arms: a bandit has 2 to {MOST} arms, not {len(calls)}")
    if len(calls) > MOST:
        raise InputError(f"arms: a bandit has 2 to {MOST} arms, not {len(calls)}")
    return _machine(tuple(call if isinstance(call, Arm) else _arm(call) for call in calls), horizon)


def _listed(given: Any) -> list[Any]:
    if isinstance(given, np.ndarray | list | tuple):
        return list(given)
    raise InputError(f"arms: give a list of means and specs, or a text, not {type(given).__name__}")


def _call(item: Any) -> Call | Arm:
    if isinstance(item, Arm):
        return item
    if isinstance(item, bool) or not isinstance(item, str | int | float | np.integer | np.floating):
        raise InputError(f"arms: an arm is a mean or a spec, not {item!r}")
    try:
        number = float(item)
    except ValueError:
        return parse(str(item))
    if not 0.0 <= number <= 1.0:
        raise InputError(f"arms: the mean of a Bernoulli arm is a number from 0 to 1, not {item}")
    return Arm(BERNOULLI, number, number)


def _arm(call: Call) -> Arm:
    if call.place or call.name not in KINDS:
        raise InputError(f"arms: there is no kind of arm {str(call)!r}: {closest(call.name, [*KINDS, 'random'])}")
    p = values(call.name, KINDS[call.name][1], call.arguments)
    for name, value in p.items():
        if value is None:
            raise InputError(f"{call.name} needs {name}, as in {call.name}({name}=0.5)")
    if call.name == "uniform":
        if p["low"] > p["high"]:
            raise InputError(f"uniform: low = {p['low']:g} is above high = {p['high']:g}")
        middle = (p["low"] + p["high"]) / 2
        return Arm(UNIFORM, middle, middle, width=(p["high"] - p["low"]) / 2)
    if call.name == "beta":
        middle = p["a"] / (p["a"] + p["b"])
        return Arm(BETA, middle, middle, width=p["a"] + p["b"])
    if call.name == "drifting":
        return Arm(BERNOULLI, p["start"], p["end"], at=None)
    if call.name == "abrupt":
        if p["at"] > p["until"]:
            raise InputError(f"abrupt: at = {p['at']:g} is after until = {p['until']:g}")
        return Arm(BERNOULLI, p["before"], p["after"], at=p["at"], until=p["until"])
    return Arm(FAMILIES.index(call.name), p["mean"], p["mean"], width=p.get("sd", 0.0))


def _random_machine(p: dict[str, Any], horizon: int, seed: int) -> Machine:
    if p["low"] > p["high"]:
        raise InputError(f"random: low = {p['low']:g} is above high = {p['high']:g}")
    if p["family"] == "exponential" and p["low"] < 0:
        raise InputError("random: means of exponential arms are positive: look at low")
    if p["family"] not in ("gaussian", "exponential") and not 0 <= p["low"] <= p["high"] <= 1:
        raise InputError(f"random: means of {p['family']} arms are numbers from 0 to 1: look at low and high")
    rng = [0, 0]
    seed_stream(rng, root_of("arms", seed), 0)
    drawn = _machine(tuple(_drawn_arm(p, rng) for _ in range(p["count"])), horizon)
    anew = drawn.bandit._replace(
        arms_anew=int(p["anew"]),
        arms_move=int(p["family"] in ("drifting", "abrupt")),
        mean_low=float(p["low"]),
        mean_high=float(p["high"]),
    )
    return Machine(drawn.arms, anew)


def _drawn_arm(p: dict[str, Any], rng: Any) -> Arm:
    def mean() -> float:
        return float(p["low"] + (p["high"] - p["low"]) * unit(rng))

    if p["family"] in ("drifting", "abrupt"):
        return Arm(BERNOULLI, mean(), mean(), at=None if p["family"] == "drifting" else p["at"])
    family = FAMILIES.index(p["family"])
    middle = mean()
    return Arm(family, middle, middle, width={GAUSSIAN: p["sd"], BETA: p["weight"]}.get(family, 0.0))


def _machine(arms: tuple[Arm, ...], horizon: int) -> Machine:
    changes = [-1 if arm.at is None else round(arm.at * horizon) for arm in arms]
    returns = [round(arm.until * horizon) if arm.until < 1.0 else horizon for arm in arms]
    bandit = Bandit(
        arm_families=np.array([arm.family for arm in arms], np.int64),
        arm_before=np.array([arm.before for arm in arms], np.float64),
        arm_after=np.array([arm.after for arm in arms], np.float64),
        arm_changes=np.array(changes, np.int64),
        arm_returns=np.array(returns, np.int64),
        arm_widths=np.array([arm.width for arm in arms], np.float64),
        arms_move=int(any(arm.moves for arm in arms)),
        arms_anew=0,
        mean_low=0.0,
        mean_high=1.0,
        horizon=horizon,
    )
    return Machine(arms, bandit)


def lai_robbins(arms: tuple[Arm, ...]) -> float | None:
    """The least slope of regret against ln T that a policy good for all such arms can have in the long run:
    sum of (mu* - mu) / KL(mu, mu*) over the arms that are not best. None where the arms move or are of mixed or other laws.

    T. Lai and H. Robbins, "Asymptotically efficient adaptive allocation rules", Advances in Applied Mathematics 6 (1985).
    It says nothing about any one horizon: good policies are below it for long.
    """
    first = arms[0]
    if any(arm.family != first.family or arm.width != first.width or arm.moves for arm in arms):
        return None
    best = max(arm.before for arm in arms)
    gaps = [arm.before for arm in arms if arm.before < best]
    if first.family == BERNOULLI:
        return sum((best - mean) / _bernoulli_divergence(mean, best) for mean in gaps)
    if first.family == GAUSSIAN:
        return sum(2.0 * first.width**2 / (best - mean) for mean in gaps)
    if first.family == EXPONENTIAL:
        return sum((best - mean) / (math.log(best / mean) + mean / best - 1.0) for mean in gaps)
    return None


def _bernoulli_divergence(p: float, q: float) -> float:
    """Relative entropy of two Bernoulli laws, for p < q."""
    if q >= 1.0:
        return math.inf
    return (p * math.log(p / q) if p > 0.0 else 0.0) + (1.0 - p) * math.log((1.0 - p) / (1.0 - q))
