"""Report B's pictures: gain and regret as they grow, regret at the horizon, estimates against the truth."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from croupier.bandits.results import Simulation
from croupier.errors import InputError, MissingExtraError

FORMATS = (".png", ".svg", ".pdf")
COLOURS = ("#4e79a7", "#e15759", "#59a14f", "#f28e2b", "#b07aa1", "#76b7b2", "#9c755f", "#edc948", "#ff9da7", "#bab0ac")
MARKERS = "osD^vP*X<>"
LONG = 2000
"""Horizons above this have a logarithmic axis of time."""
_LONGEST_LABEL = 42


def check_path(path: Path) -> Path:
    """A path that a picture can be written to, known before the work; `InputError` otherwise."""
    if path.suffix.lower() not in FORMATS:
        raise InputError(f"{path}: a picture's name ends in {', '.join(FORMATS)}")
    if not path.resolve().parent.is_dir():
        raise InputError(f"{path}: there is no folder {path.resolve().parent}")
    _matplotlib()
    return path


def save(found: Simulation, path: Path) -> Path:
    """Write the four pictures to a file, its kind by its ending."""
    check_path(path)
    matplotlib = _matplotlib()
    with matplotlib.rc_context({"svg.hashsalt": "croupier", "svg.fonttype": "none", "pdf.fonttype": 42}):
        draw(found).savefig(path, dpi=150, metadata={"Date": None} if path.suffix.lower() == ".svg" else None)
    return path


def draw(found: Simulation) -> Any:
    """The four pictures as one matplotlib figure."""
    _matplotlib()
    from matplotlib.figure import Figure

    figure: Any = Figure(figsize=(11.5, 8.6), layout="constrained")
    figure.get_layout_engine().set(w_pad=0.12, h_pad=0.12)
    axes = figure.subplots(2, 2)
    for one in axes.flat:
        one.spines[["top", "right"]].set_visible(False)
        one.grid(alpha=0.25, linewidth=0.6)
        one.set_axisbelow(True)
    _gain(axes[0, 0], found)
    _regret(axes[0, 1], found)
    _histogram(axes[1, 0], found)
    _estimates(axes[1, 1], found)
    handles, labels = axes[0, 0].get_legend_handles_labels()
    columns = min(4, len(labels)) if max(map(len, labels)) < 30 else min(2, len(labels))
    figure.legend(handles, labels, loc="outside lower center", ncols=columns, frameon=False)
    figure.suptitle(
        f"{len(found.arms)} arms, {found.plays:,} plays of {found.horizon:,} pulls, seed {found.seed}", fontsize=13
    )
    return figure


def _matplotlib() -> Any:
    try:
        import matplotlib
    except ImportError:
        raise MissingExtraError('pictures need matplotlib: pip install "croupier[plots]"') from None
    return matplotlib


def _style(number: int) -> dict[str, Any]:
    """A colour and, once the colours are used up, other lines."""
    return {"color": COLOURS[number % len(COLOURS)], "linestyle": ("-", "--", ":", "-.")[number // len(COLOURS) % 4]}


def _label(spec: str) -> str:
    return spec if len(spec) <= _LONGEST_LABEL else f"{spec[: _LONGEST_LABEL - 3]}..."


def _time_axis(axes: Any, found: Simulation) -> None:
    axes.set_xlabel("pulls")
    if found.horizon > LONG:
        axes.set_xscale("log")
    axes.set_xlim(1, max(2, found.horizon))


def _gain(axes: Any, found: Simulation) -> None:
    for number, result in enumerate(found.policies):
        curve = result.curve
        gain, spread = np.array(curve.gain), np.array(curve.deviations)
        axes.plot(curve.times, gain, label=_label(result.policy), linewidth=1.8, **_style(number))
        axes.fill_between(
            curve.times, gain - spread, gain + spread, alpha=0.15, color=_style(number)["color"], linewidth=0
        )
    if len({arm.partition("(")[0] for arm in found.arm_specs} & {"drifting", "abrupt"}) == 0:
        times = np.array(found.policies[0].curve.times)
        axes.plot(times, times * max(found.arms), color="#444444", linewidth=1, linestyle=(0, (1, 2)))
        axes.annotate(
            "dotted: the best arm all the time", (0.03, 0.93), xycoords="axes fraction", fontsize=8, color="#444444",
        )  # fmt: skip
    axes.set_title("Gain (mean, and one standard deviation of a play)", fontsize=10)
    axes.set_ylabel("sum of rewards")
    axes.set_xlabel("pulls")
    axes.set_xlim(0, found.horizon)


def _regret(axes: Any, found: Simulation) -> None:
    for number, result in enumerate(found.policies):
        curve = result.curve
        low, _, high = np.array(curve.bands).T
        axes.plot(curve.times, curve.pseudo_regret, linewidth=1.8, **_style(number))
        axes.fill_between(curve.times, low, high, alpha=0.15, color=_style(number)["color"], linewidth=0)
    if found.lai_robbins:
        times = np.array(found.policies[0].curve.times)
        axes.plot(times, found.lai_robbins * np.log(times), color="#444444", linewidth=1.2, linestyle=(0, (4, 2)))
        axes.annotate(
            f"{found.lai_robbins:.3g} ln T: least slope in the long run\n(Lai, Robbins), no bound at any one T",
            (0.03, 0.97), xycoords="axes fraction", fontsize=8, color="#444444", va="top",
        )  # fmt: skip
    axes.set_title("Regret (mean, and 5 to 95 % of the plays)", fontsize=10)
    axes.set_ylabel("regret")
    axes.set_ylim(bottom=min(0.0, axes.get_ylim()[0]))
    _time_axis(axes, found)


def _histogram(axes: Any, found: Simulation) -> None:
    regrets = [result.regrets for result in found.policies]
    low, high = min(r.min() for r in regrets), max(np.quantile(r, 0.999) for r in regrets)
    edges = np.linspace(low, high, 60)
    if found.horizon <= 400 and all(arm.startswith(("bernoulli", "drifting", "abrupt")) for arm in found.arm_specs):
        edges = np.arange(low - 0.5, high + 1.5)  # regrets differ by whole numbers: a bar each
    for number, values in enumerate(regrets):
        style = _style(number)
        weights = np.full(len(values), 100 / len(values))
        axes.hist(values, edges, weights=weights, histtype="stepfilled", alpha=0.25, color=style["color"])
        axes.hist(values, edges, weights=weights, histtype="step", linewidth=1.2, **style)
    axes.set_title(f"Regret of a play after {found.horizon:,} pulls", fontsize=10)
    axes.set_xlabel("regret")
    axes.set_ylabel("% of the plays")


def _estimates(axes: Any, found: Simulation) -> None:
    arms = np.arange(len(found.arms))
    many = len(found.policies)
    for i, truth in enumerate(found.arms):
        axes.hlines(
            truth, i - 0.44, i + 0.44, color="#222222", linewidth=1.6, zorder=3, label="truth" if i == 0 else None
        )
    for number, result in enumerate(found.policies):
        shift = (number - (many - 1) / 2) * 0.8 / max(4, many)
        known = [i for i in arms if result.estimates[i] is not None]
        means: Any = [result.estimates[i] for i in known]
        errors: Any = [result.estimate_deviations[i] for i in known]
        colour = _style(number)["color"]
        axes.errorbar(
            np.array(known) + shift, means, errors, fmt=MARKERS[number % len(MARKERS)], markersize=4, elinewidth=1,
            capsize=0, color=colour,
        )  # fmt: skip
    axes.set_title("Estimates (mean and deviation over the plays), and the truth", fontsize=10)
    axes.set_xlabel("arm")
    axes.set_ylabel("mean reward")
    if len(arms) <= 20:
        axes.set_xticks(arms)
    axes.grid(axis="x", visible=False)
