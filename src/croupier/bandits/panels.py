"""The pictures of a simulation, each on axes of matplotlib.

Policies differ by colour, marker and, once the colours are used up, the kind of line. The colours are those that M. Okabe
and K. Ito (2008) chose for eyes that see fewer of them, without yellow and black.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from croupier.bandits.results import WIDE, Simulation

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
MARKERS = "osD^vP*X<>"
DASHES = ("-", "--", "-.", ":")
OVERLAID = 5
"""Histograms of so many policies lie one over the other; of more, one below the other."""
MOST_ARMS = 20
"""Estimates of more arms are drawn against the truth."""
_GREY = "#555555"
_REFERENCE = {"color": _GREY, "linewidth": 1.3}


def _colour(number: int) -> str:
    return COLOURS[number % len(COLOURS)]


def _marker(number: int) -> str:
    return MARKERS[number % len(MARKERS)]


def _fog(found: Simulation) -> float:
    """How dense bands are: many lie one over the other."""
    return 0.16 if len(found.policies) <= 3 else 0.6 / (1 + len(found.policies))


def _line(number: int, many: int, points: int) -> dict[str, Any]:
    """How a policy's curve looks; markers of different policies are at different places."""
    step = max(1, points // 7)
    return {
        "color": _colour(number),
        "linestyle": DASHES[number // len(COLOURS) % len(DASHES)],
        "linewidth": 1.7,
        "marker": _marker(number),
        "markersize": 5,
        "markevery": ((number * step) // max(1, many) % points, step),
    }


def _time_axis(axes: Any, found: Simulation) -> None:
    axes.set_xlabel("pulls")
    if found.log_time:
        axes.set_xscale("log")
    axes.set_xlim(1, max(2, found.horizon))
    axes.margins(x=0)


def gain(axes: Any, found: Simulation) -> None:
    """What was paid, with the standard deviation of one play; by the pull where the horizon is long."""
    by_pull = found.log_time
    for number, result in enumerate(found.policies):
        curve = result.curve
        times = np.array(curve.times)
        unit = times if by_pull else 1
        middle, spread = np.array(curve.gain) / unit, np.array(curve.deviations) / unit
        axes.plot(times, middle, label=result.policy, **_line(number, len(found.policies), len(times)))
        axes.fill_between(
            times, middle - spread, middle + spread, alpha=_fog(found), color=_colour(number), linewidth=0
        )
    if not found.moves:
        times = np.array([1, found.horizon])
        best = np.full(2, max(found.arms)) if by_pull else times * max(found.arms)
        axes.plot(times, best, label="the best arm all the time", **_REFERENCE, linestyle=(0, (1, 1.5)))
    if by_pull:
        _fit_lines(axes)  # and not the bands, which are very wide at the first pulls
    axes.set_ylabel("reward per pull" if by_pull else "sum of rewards")
    _title(axes, "Gain per pull" if by_pull else "Gain", "mean, and one standard deviation of a play")
    _time_axis(axes, found)


def regret(axes: Any, found: Simulation) -> None:
    """The regret's mean (by the pseudo-regret, which has less noise) and 5 to 95 % of the plays."""
    for number, result in enumerate(found.policies):
        curve = result.curve
        low, _, high = np.array(curve.bands).T
        axes.plot(curve.times, curve.pseudo_regret, **_line(number, len(found.policies), len(curve.times)))
        axes.fill_between(curve.times, low, high, alpha=_fog(found), color=_colour(number), linewidth=0)
    bottom, top = min(0.0, axes.get_ylim()[0]), axes.get_ylim()[1]
    if found.linear_until:
        bottom = 0.0
        _stretch(axes, "y", found.linear_until, bottom, top)
    if found.lai_robbins:
        times = np.array(found.policies[0].curve.times)
        label = f"{found.lai_robbins:.3g} ln T (Lai, Robbins: in the long run)"
        axes.plot(times, found.lai_robbins * np.log(times), label=label, **_REFERENCE, linestyle=(0, (4, 2)))
    axes.set_ylim(bottom, top)
    axes.set_ylabel("reward lost")
    _title(axes, "Regret", "mean, and 5 to 95 % of the plays")
    _time_axis(axes, found)


def histogram(axes: Any, found: Simulation) -> None:
    """The regret of single plays at the horizon."""
    regrets = [np.asarray(result.regrets) for result in found.policies]
    edges, wide = _edges(found, regrets)
    rows = len(regrets) > OVERLAID
    for number, values in enumerate(regrets):
        shares, _ = np.histogram(values, edges)
        heights = 100.0 * shares / len(values)
        base = float(len(regrets) - 1 - number) if rows else 0.0
        if rows:
            heights = 0.9 * heights / max(1e-9, heights.max()) + base
        line = {"color": _colour(number), "linewidth": 1.2, "linestyle": DASHES[number // len(COLOURS) % len(DASHES)]}
        axes.stairs(heights, edges, baseline=base, fill=True, alpha=0.2, color=_colour(number))
        axes.stairs(heights, edges, baseline=base, **line)
        if not rows:
            _mark_top(axes, heights, edges, number)
    if wide:
        _stretch(axes, "x", wide, edges[0], edges[-1])
    axes.set_xlim(edges[0], edges[-1])
    axes.set_xlabel("reward lost")
    title = f"Regret of a play after {found.horizon:,} pulls"
    if rows:
        axes.set_yticks(range(len(regrets)), [_short(result.policy) for result in reversed(found.policies)], fontsize=8)
        axes.tick_params(axis="y", length=0)
        axes.set_ylim(-0.05, len(regrets) + 0.1)
        _title(axes, title, "share of the plays, each policy to its own height")
    else:
        axes.set_ylabel("% of the plays")
        axes.set_ylim(bottom=0)
        _title(axes, title, "share of the plays")


def _mark_top(axes: Any, heights: Any, edges: Any, number: int) -> None:
    """The policy's marker on its highest bar, so that a histogram is known without its colour."""
    top = int(np.argmax(heights))
    middle = (edges[top] + edges[top + 1]) / 2
    axes.plot(
        middle, heights[top], _marker(number), markersize=7, color=_colour(number), markeredgecolor="white", zorder=5
    )


def _edges(found: Simulation, regrets: list[Any]) -> tuple[Any, float]:
    """Edges of bars, and how far the axis is linear (0: all of it)."""
    low, high = min(r.min() for r in regrets), max(np.quantile(r, 0.999) for r in regrets)
    middles = [max(1.0, abs(float(np.median(r)))) for r in regrets]
    if found.horizon <= 400 and all(arm.startswith(("bernoulli", "drifting", "abrupt")) for arm in found.arm_specs):
        return np.arange(low - 0.5, high + 1.5), 0.0  # regrets differ by whole numbers: a bar each
    if max(middles) > WIDE * min(middles):
        width = max(abs(low) / 3, min(middles))
        return width * np.sinh(np.linspace(np.arcsinh(low / width), np.arcsinh(high / width), 45)), width
    return np.linspace(low, max(high, low + 1e-9), 45), 0.0


def estimates(axes: Any, found: Simulation) -> None:
    """What the arms are estimated to pay, and the truth."""
    axes.set_ylabel("mean reward")
    if len(found.arms) > MOST_ARMS:
        _estimates_against_truth(axes, found)
        return
    truth = "the mean over a play" if found.moves else "the truth"
    _title(axes, "Estimates of the arms", f"mean and standard deviation over the plays; black: {truth}")
    many = len(found.policies)
    for i, mean in enumerate(found.arms):
        axes.hlines(mean, i - 0.44, i + 0.44, color="#222222", linewidth=1.6, zorder=3)
    for number, result in enumerate(found.policies):
        shift = (number - (many - 1) / 2) * 0.8 / max(4, many)
        known = [i for i in range(len(found.arms)) if result.estimates[i] is not None]
        means: Any = [result.estimates[i] for i in known]
        errors: Any = [result.estimate_deviations[i] for i in known]
        axes.errorbar(
            np.array(known) + shift, means, errors, fmt=_marker(number), markersize=4.5, elinewidth=1.1, capsize=0,
            color=_colour(number), zorder=4,
        )  # fmt: skip
    axes.set_xlabel("arm")
    axes.set_xticks(range(len(found.arms)))
    axes.grid(axis="x", visible=False)


def _estimates_against_truth(axes: Any, found: Simulation) -> None:
    _title(axes, "Estimates of the arms", "mean over the plays; on the line where right")
    ends = [min(found.arms), max(found.arms)]
    axes.plot(ends, ends, color="#222222", linewidth=1.2)
    for number, result in enumerate(found.policies):
        values = [float("nan") if mean is None else mean for mean in result.estimates]
        axes.plot(found.arms, values, _marker(number), markersize=4, alpha=0.75, color=_colour(number))
    axes.set_xlabel("true mean")


def _short(text: str) -> str:
    return text if len(text) <= 20 else f"{text[:18]}..."


def _title(axes: Any, title: str, below: str) -> None:
    axes.set_title(title, pad=20)
    axes.annotate(
        below, (0, 1), xycoords="axes fraction", xytext=(0, 6), textcoords="offset points", fontsize=8.5, color=_GREY
    )


def _fit_lines(axes: Any) -> None:
    heights = np.concatenate([line.get_ydata() for line in axes.get_lines()])
    low, high = heights.min(), heights.max()
    axes.set_ylim(low - 0.08 * (high - low + 1e-9), high + 0.08 * (high - low + 1e-9))


def _stretch(axes: Any, which: str, width: float, low: float, high: float) -> None:
    """An axis that is linear as far as `width`, and logarithmic further out."""
    powers = 10.0 ** np.arange(np.ceil(np.log10(width)), np.floor(np.log10(max(abs(low), abs(high), 10 * width))) + 1)
    ticks = [0.0, *powers, *-powers]
    ticks = [tick for tick in ticks if low <= tick <= high]
    if which == "x":
        axes.set_xscale("asinh", linear_width=width)
        axes.set_xticks(ticks, [f"{tick:,.0f}" for tick in ticks])
    else:
        axes.set_yscale("asinh", linear_width=width)
        axes.set_yticks(ticks, [f"{tick:,.0f}" for tick in ticks])
