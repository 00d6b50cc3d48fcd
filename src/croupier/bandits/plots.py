"""Report B's pictures as one figure, and writing it: gain and regret as they grow, regret at the horizon, estimates.

What each picture shows is in `panels`.
"""

from __future__ import annotations

import os
from io import BytesIO
from pathlib import Path
from typing import Any

from croupier.bandits import panels
from croupier.bandits.results import Simulation
from croupier.errors import InputError, MissingExtraError

FORMATS = (".png", ".svg", ".pdf")
DPI = 150
_SETTINGS = {
    "svg.hashsalt": "croupier",  # the same picture is the same file
    "svg.fonttype": "none",
    "pdf.fonttype": 42,
    "font.size": 9.5,
    "axes.titlesize": 10.5,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.alpha": 0.25,
    "grid.linewidth": 0.6,
}
_LONGEST_LABEL = 44
_NARROW_LABEL = 26
"""Legends whose labels are no longer have four columns."""


def check_path(path: Path) -> Path:
    """A path that a picture can be written to, known before the work; `InputError` otherwise."""
    if path.suffix.lower() not in FORMATS:
        raise InputError(f"{path}: a picture's name ends in {', '.join(FORMATS)}")
    if not path.resolve().parent.is_dir():
        raise InputError(f"{path}: there is no folder {path.resolve().parent}")
    if path.is_dir():
        raise InputError(f"{path}: a folder, and not a file")
    if not os.access(path if path.exists() else path.resolve().parent, os.W_OK):
        raise InputError(f"{path}: cannot be written there")
    _matplotlib()
    return path


def save(found: Simulation, path: Path) -> Path:
    """Write the four pictures to a file, its kind by its ending."""
    check_path(path)
    with _matplotlib().rc_context(_SETTINGS):
        metadata = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}.get(path.suffix.lower())
        draw(found).savefig(path, dpi=DPI, metadata=metadata)
    return path


def draw(found: Simulation) -> Any:
    """The four pictures as one matplotlib figure, which a notebook shows."""
    with _matplotlib().rc_context(_SETTINGS):
        figure = _shown_figure()(figsize=(11.5, 8.4), layout="constrained")
        figure.get_layout_engine().set(w_pad=0.12, h_pad=0.1, wspace=0.03, hspace=0.03)
        axes = figure.subplots(2, 2)
        panels.gain(axes[0, 0], found)
        panels.regret(axes[0, 1], found)
        panels.histogram(axes[1, 0], found)
        panels.estimates(axes[1, 1], found)
        _legend(figure, axes[0])
        seed = f"seed {found.seed}"
        figure.suptitle(
            f"{len(found.arms)} arms, {found.plays:,} plays of {found.horizon:,} pulls, {seed}", fontsize=12
        )
    return figure


def _legend(figure: Any, axes: Any) -> None:
    """Every line of the curves, explained once for all pictures."""
    found: dict[str, Any] = {}
    for one in axes:
        handles, labels = one.get_legend_handles_labels()
        found |= dict(zip(labels, handles, strict=True))
    labels = [label if len(label) <= _LONGEST_LABEL else f"{label[: _LONGEST_LABEL - 3]}..." for label in found]
    columns = 4 if max(map(len, labels)) <= _NARROW_LABEL else 3
    figure.legend(
        found.values(),
        labels,
        loc="outside lower center",
        ncols=min(columns, len(labels)),
        frameon=False,
        handlelength=3,
    )


def _shown_figure() -> Any:
    """A figure that no window system knows of, made to show itself in a notebook."""
    from matplotlib.figure import Figure

    class ShownFigure(Figure):
        def _repr_png_(self) -> bytes:
            file = BytesIO()
            self.savefig(file, format="png", dpi=80)
            return file.getvalue()

    return ShownFigure


def _matplotlib() -> Any:
    try:
        import matplotlib
    except ImportError:
        raise MissingExtraError('pictures need matplotlib: pip install "croupier[plots]"') from None
    return matplotlib
