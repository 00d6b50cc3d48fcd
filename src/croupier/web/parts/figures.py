"""Numbers and the table of what a search thinks, as HTML; every text in it is escaped here."""

from __future__ import annotations

from html import escape

from croupier.search.answer import ActionAnalysis, Analysis
from croupier.web.thinking import Thought
from croupier.web.words import Words

ROWS = 7


def number(value: float, words: Words) -> str:
    """A whole number with thin spaces, or in thousands and millions."""
    if value >= 1e6:
        return words("figures.millions", n=f"{value / 1e6:.3g}")
    if value >= 1e4:
        return words("figures.thousands", n=f"{value / 1e3:.3g}")
    return f"{value:.0f}"


def percent(value: float | None, words: Words) -> str:
    return words("figures.none") if value is None else words("figures.percent", n=f"{100 * value:.0f}")


def proven(value: int, words: Words) -> str:
    """A result that is certain."""
    return words({1: "figures.wins", 0: "figures.draws", -1: "figures.loses"}[value])


def values_of(answer: Analysis) -> dict[int, float]:
    """What is shown on a board: the mean of every action that was tried, a proven result instead where there is one."""
    return {
        entry.action: entry.mean if entry.proven is None else (entry.proven + 1) / 2
        for entry in answer.actions
        if entry.mean is not None
    }


def speed(answer: Analysis, words: Words) -> str:
    """Iterations, and how many a second."""
    rate = answer.iterations / answer.seconds if answer.seconds > 0 else 0
    return words("thinking.speed", n=number(answer.iterations, words), rate=number(rate, words))


def table(thought: Thought, words: Words, title: str, rows: int = ROWS) -> str:
    """The best actions with bars for their visits, then the line of play."""
    answer = thought.answer
    if answer is None:
        return f"<p class=muted>{escape(thought.failed or words('thinking.preparing'))}</p>"
    ranked = sorted(answer.actions, key=lambda entry: -entry.visits)[:rows]
    most = max((entry.visits for entry in ranked), default=0) or 1
    body = "".join(_row(entry, most, entry.action == answer.action, words) for entry in ranked)
    line = " ".join(answer.pv[:12])
    pv = f'<p class="pv"><span>{escape(words("thinking.line"))}</span> {escape(line)}</p>' if line else ""
    heads = "".join(f"<th>{escape(words(f'thinking.{head}'))}</th>" for head in ("action", "visits", "value"))
    told = escape(speed(answer, words))
    return (
        f'<p class="thinking-title"><strong>{escape(title)}</strong> <span>{told}</span></p>'
        f'<table class="thoughts"><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>{pv}'
    )


def _row(entry: ActionAnalysis, most: int, best: bool, words: Words) -> str:
    wide = f"{100 * entry.visits / most:.1f}"
    value = percent(entry.mean, words) if entry.proven is None else proven(entry.proven, words)
    return (
        f"<tr{' class=best' if best else ''}><th scope=row>{escape(entry.notation)}</th>"
        f'<td><span class=visits><span class="bar"><i style="width:{wide}%"></i></span>{escape(number(entry.visits, words))}'
        "</span></td>"
        f"<td>{escape(value)}</td></tr>"
    )
