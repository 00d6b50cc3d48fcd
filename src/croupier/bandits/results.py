"""What a simulation found, as small dataclasses that show themselves."""

from __future__ import annotations

import html
import math
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

import numpy as np

QUANTILES = (0.05, 0.5, 0.95)
LONG = 2000
"""Horizons above this are drawn over the logarithm of time."""
WIDE = 20
"""Regrets with a larger ratio are drawn on an axis that is linear near 0 and logarithmic further out."""


@dataclass(frozen=True)
class Curve:
    """Means over the plays at the times looked at; `deviations` are of the regret of one play, `bands` its 5, 50 and
    95 % quantiles (of the first plays, where there are very many); `best` is the share of pulls of a best arm up to then,
    `found` the share of plays whose arm pulled most is a best one.
    """

    times: list[int]
    gain: list[float]
    regret: list[float]
    pseudo_regret: list[float]
    deviations: list[float]
    bands: list[list[float]]
    best: list[float]
    found: list[float]
    pulls: list[list[float]]
    estimates: list[list[float | None]]


@dataclass(frozen=True)
class PolicyResult:
    """One policy at the horizon: means over the plays, with 95 % intervals of these means.

    `regret` is what the best arm is expected to pay less what was paid, `pseudo_regret` less what the arms chosen are
    expected to pay: the same in expectation, with less noise. `interval` is of the pseudo-regret. `estimates` are the mean
    of an arm's rewards in the plays that pulled it. `best` is the share of pulls of a best arm, `found` the share of plays
    that pulled a best arm most.
    """

    policy: str
    gain: float
    regret: float
    pseudo_regret: float
    interval: list[float]
    pulls: list[float]
    estimates: list[float | None]
    gain_interval: list[float]
    regret_interval: list[float]
    deviation: float
    quantiles: list[float]
    best: float
    best_interval: list[float]
    found: float
    estimate_deviations: list[float | None]
    curve: Curve = field(repr=False)
    regrets: Any = field(repr=False, compare=False)
    """The regret of every play, by number (a numpy array; not part of the JSON)."""


@dataclass(frozen=True)
class Simulation:
    """The answer of `croupier.bandits.simulate`. `arms` are the arms' means, `arm_specs` what they are."""

    arms: list[float]
    horizon: int
    plays: int
    policies: list[PolicyResult]
    seconds: float
    compile_seconds: float
    seed: int
    workers: int
    arm_specs: list[str]
    lai_robbins: float | None

    def as_dict(self) -> dict[str, Any]:
        """Everything but the regrets of single plays, in lists and numbers."""
        found = {item.name: getattr(self, item.name) for item in fields(self)}
        found["policies"] = [
            {item.name: getattr(policy, item.name) for item in fields(policy) if item.name not in ("regrets", "curve")}
            | {"curve": dict(vars(policy.curve))}
            for policy in self.policies
        ]
        return found

    @property
    def moves(self) -> bool:
        """Whether any arm's mean changes in a play."""
        return any(spec.startswith(("drifting", "abrupt")) for spec in self.arm_specs)

    @property
    def log_time(self) -> bool:
        """Whether curves are best drawn over the logarithm of time: the horizon is long and nothing happens at a time."""
        return self.horizon > LONG and not self.moves

    @property
    def linear_until(self) -> float:
        """Where an axis of regret should turn logarithmic; 0 where all policies fit on a linear one."""
        ends = [result.pseudo_regret for result in self.policies]
        return max(1.0, min(ends) / 10) if min(ends) > 0 and max(ends) > WIDE * min(ends) else 0.0

    def __getitem__(self, policy: str) -> PolicyResult:
        """The result of a policy, by its spec or its name."""
        for result in self.policies:
            if policy in (result.policy, result.policy.partition("(")[0]):
                return result
        raise KeyError(policy)

    def __str__(self) -> str:
        wide = max(len(result.policy) for result in self.policies)
        regrets = [f"{result.pseudo_regret:.3f}" for result in self.policies]
        halves = [f"{(result.interval[1] - result.interval[0]) / 2:.3f}" for result in self.policies]
        lines = [f"{self.plays:,} plays of {self.horizon:,} pulls, {len(self.arms)} arms"]
        for result, regret, half in zip(self.policies, regrets, halves, strict=True):
            lines.append(
                f"{result.policy:{wide}}  pseudo-regret {regret:>{max(map(len, regrets))}} +- "
                f"{half:>{max(map(len, halves))}}  best arm {100 * result.best:4.1f} %"
            )
        return "\n".join(lines)

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        """How a notebook shows it."""
        return {"text/plain": str(self), "text/html": self._repr_html_()}

    def _repr_html_(self) -> str:
        """The table that a notebook shows."""
        heads = ("policy", "gain", "regret", "pseudo-regret", "best arm", "regret, 5 / 50 / 95 %")
        rows = [
            (
                html.escape(result.policy),
                f"{result.gain:.2f}",
                _with_half_width(result.regret, result.regret_interval),
                _with_half_width(result.pseudo_regret, result.interval),
                f"{100 * result.best:.1f} %",
                " / ".join(f"{value:.1f}" for value in result.quantiles),
            )
            for result in self.policies
        ]
        lines = [f"<th>{'</th><th>'.join(heads)}</th>", *(f"<td>{'</td><td>'.join(row)}</td>" for row in rows)]
        title = f"{self.plays:,} plays of {self.horizon:,} pulls, {len(self.arms)} arms; 95 % intervals"
        return f"<table><caption>{title}</caption>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"

    def plot(self, path: str | Path | None = None) -> Any:
        """Report B's pictures as a matplotlib figure, written to a png, svg or pdf file if a path is given."""
        from croupier.bandits.plots import draw, save

        return draw(self) if path is None else save(self, Path(path))


def _with_half_width(mean: float, bounds: list[float]) -> str:
    return f"{mean:.3f} &plusmn; {(bounds[1] - bounds[0]) / 2:.3f}"


def interval(mean: float, square: float, n: int) -> list[float]:
    """The 95 % interval of a mean of n values, from the means of the values and of their squares."""
    half = 1.959964 * deviation(mean, square, n) / math.sqrt(n)
    return [mean - half, mean + half]


def deviation(mean: float, square: float, n: int) -> float:
    """The standard deviation of n values, from the means of the values and of their squares."""
    if n < 2:
        return 0.0
    return math.sqrt(max(0.0, square - mean * mean) * n / (n - 1))


def quantiles(values: Any) -> list[float]:
    """The 5, 50 and 95 % quantiles."""
    return [float(value) for value in np.quantile(values, QUANTILES)]
