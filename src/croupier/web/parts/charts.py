"""Charts as SVG: how a search came to its answer, and what a game was worth along its way. Every text is escaped here."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

from croupier.search.answer import Analysis
from croupier.web.parts.figures import number, percent
from croupier.web.thinking import Point
from croupier.web.words import Words

WIDE, HIGH = 290, 156
LEFT, RIGHT, TOP, BOTTOM = 38, 46, 8, 22
LINES = 5
"""Actions whose lines are drawn: the most visited ones."""

GAP = 12.5
"""Least distance of two labels."""


def convergence(curve: Sequence[Point], answer: Analysis, kind: str, words: Words) -> str:
    """The value of the most visited actions, or their share of the visits, by iterations on a logarithmic axis."""
    points = [point for point in curve if point.iterations > 0]
    if len(points) < 2 or points[0].iterations == points[-1].iterations:
        return ""
    low, high = math.log(points[0].iterations), math.log(points[-1].iterations)
    shown = sorted(range(len(answer.actions)), key=lambda i: -answer.actions[i].visits)[:LINES]
    label = words(f"analyse.chart_{kind}", spec=answer.spec)
    parts = [_frame(label), *_percents(words), *_powers(points[0].iterations, points[-1].iterations, words)]
    ends = []
    for rank, i in enumerate(shown):
        line = [(_x(math.log(point.iterations), low, high), _height(point, i, kind)) for point in points]
        drawn = [(x, _y(value)) for x, value in line if value is not None]
        if not drawn:
            continue
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in drawn)
        parts.append(f'<path class="line{rank}" d="M{path}"/>')
        ends.append((drawn[-1][1], rank, answer.actions[i].notation))
    parts += _labels(ends)
    return f"{''.join(parts)}</svg>"


def worth(
    curves: Sequence[Sequence[tuple[int, float]]], names: Sequence[str], plies: int, at: int, title: str, words: Words
) -> str:
    """What every position of a line was worth, for the first of two seats or for each of more; plies can be picked."""
    wide, high, top = 600.0, 110.0, 6.0
    step = wide / max(1, plies)

    def place(ply: int, value: float) -> str:
        return f"{ply * step:.1f} {top + (1 - value) * high:.1f}"

    parts = [
        f'<svg class="worth" viewBox="-8 0 616 128" role="group" aria-label="{escape(title)}" preserveAspectRatio="none">',
        f'<path class="half" d="M0 {top + high / 2:.1f}H{wide:.0f}"/>',
    ]
    for seat, points in enumerate(curves):
        if not points:
            continue
        line = "L".join(place(*point) for point in points)
        if len(curves) == 1:
            first, last = points[0][0] * step, points[-1][0] * step
            parts.append(f'<path class="under" d="M{first:.1f} {top + high:.1f}L{line}L{last:.1f} {top + high:.1f}z"/>')
        parts.append(f'<path class="line{seat}" d="M{line}"/>')
    parts.append(f'<path class="here" d="M{at * step:.1f} 0V{2 * top + high:.1f}"/>')
    parts += [
        f'<rect data-pick="{ply}" x="{(ply - 0.5) * step:.1f}" y="0" width="{step:.1f}" height="128"/>'
        for ply in range(plies + 1)
    ]
    axis = "".join(f"<span aria-hidden=true>{escape(percent(value, words))}</span>" for value in (1.0, 0.5, 0.0))
    legend = "".join(f'<li class="line{seat}">{escape(name)}</li>' for seat, name in enumerate(names))
    several = f'<ul class="legend">{legend}</ul>' if len(curves) > 1 else ""
    return (
        f'<div class="worth-title"><span>{escape(title)}</span>{several}</div>'
        f'<div class="worth-plot">{axis}{"".join(parts)}</svg></div>'
    )


def _height(point: Point, i: int, kind: str) -> float | None:
    return point.means[i] if kind == "value" else point.visits[i] / max(1, sum(point.visits))


def _x(at: float, low: float, high: float) -> float:
    return LEFT + (WIDE - LEFT - RIGHT) * (at - low) / (high - low)


def _y(value: float) -> float:
    return TOP + (HIGH - TOP - BOTTOM) * (1 - value)


def _frame(label: str) -> str:
    return f'<svg class="chart" viewBox="0 0 {WIDE} {HIGH}" role="img" aria-label="{escape(label)}">'


def _percents(words: Words) -> list[str]:
    """The axis on the left."""
    found = []
    for value in (0.0, 0.5, 1.0):
        y = _y(value)
        found.append(f'<path class="grid" d="M{LEFT} {y:.1f}H{WIDE - RIGHT}"/>')
        found.append(f'<text x="{LEFT - 6}" y="{y + 3.5:.1f}" text-anchor="end">{escape(percent(value, words))}</text>')
    return found


def _powers(least: int, most: int, words: Words) -> list[str]:
    """The axis below: powers of ten, every one or every other."""
    powers = range(math.ceil(math.log10(least)), math.floor(math.log10(most)) + 1)
    found = []
    for power in powers[:: 2 if len(powers) > 5 else 1]:
        x = _x(math.log(10**power), math.log(least), math.log(most))
        found.append(f'<path class="grid" d="M{x:.1f} {TOP}V{HIGH - BOTTOM}"/>')
        found.append(f'<text x="{x:.1f}" y="{HIGH - 6}" text-anchor="middle">{escape(number(10**power, words))}</text>')
    return found


def _labels(ends: list[tuple[float, int, str]]) -> list[str]:
    """Names at the ends of the lines, moved apart where they would touch."""
    found, floor = [], TOP - GAP
    room = HIGH - BOTTOM + 4
    placed = sorted(ends)
    heights = []
    for y, _, _ in placed:
        floor = max(y, floor + GAP)
        heights.append(floor)
    for i in reversed(range(len(heights))):
        heights[i] = min(heights[i], room - GAP * (len(heights) - 1 - i))
    for height, (_, rank, name) in zip(heights, placed, strict=True):
        short = name if len(name) <= 8 else f"{name[:7]}…"
        found.append(f'<text class="name{rank}" x="{WIDE - RIGHT + 6}" y="{height + 3.5:.1f}">{escape(short)}</text>')
    return found
