"""Numbers and the table of what a search thinks, as HTML; every text in it is escaped here."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from croupier.search.answer import ActionAnalysis, Analysis
from croupier.web.thinking import Thought
from croupier.web.words import Words

ROWS = 7


def number(value: float, words: Words) -> str:
    """A whole number with thin spaces, or in thousands and millions."""
    if value >= 1e6:
        return words("figures.millions", n=decimal(value / 1e6, ".3g", words))
    if value >= 1e4:
        return words("figures.thousands", n=decimal(value / 1e3, ".3g", words))
    return f"{value:.0f}"


def decimal(value: float, shape: str, words: Words) -> str:
    """A number in a shape, with the reader's sign between ones and tenths."""
    return format(value, shape).replace(".", words("figures.point"))


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
    heads = "".join(f"<th>{escape(words(f'thinking.{head}'))}</th>" for head in ("action", "visits", "value"))
    told = escape(speed(answer, words))
    return (
        f'<p class="thinking-title"><strong>{escape(title)}</strong> <span>{told}</span></p>'
        f'<table class="thoughts"><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>{_line(answer, words)}'
    )


def full_table(answer: Analysis, words: Words, points: bool, rows: int = 10) -> str:
    """The best actions with all that a search says of them, `points` where the game counts them; then the line of play."""
    ranked = answer.ranked[:rows]
    most = max((entry.visits for entry in ranked), default=0) or 1
    wanted = ("amaf", "score") if points else ("amaf",)
    kept = [name for name in wanted if any(getattr(entry, name) is not None for entry in ranked)]
    heads = "".join(f"<th>{escape(words(f'thinking.{head}'))}</th>" for head in ("action", "visits", "value", *kept))
    body = "".join(_row(entry, most, entry.action == answer.action, words, kept) for entry in ranked)
    hidden = len(answer.actions) - len(ranked)
    more = f"<p class=muted>{escape(words('thinking.more', n=hidden))}</p>" if hidden > 0 else ""
    look = "thoughts wide" if len(kept) > 1 else "thoughts"
    table = f'<table class="{look}"><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>'
    return f"{table}{more}{_line(answer, words)}"


def _line(answer: Analysis, words: Words) -> str:
    """The principal variation."""
    line = escape(" ".join(answer.pv[:12]))
    return f'<p class="pv"><span>{escape(words("thinking.line"))}</span> {line}</p>' if line else ""


def _more(entry: ActionAnalysis, name: str, words: Words) -> str:
    value = getattr(entry, name)
    if value is None:
        return words("figures.none")
    return percent(value, words) if name == "amaf" else decimal(value, "+.1f", words)


def _row(entry: ActionAnalysis, most: int, best: bool, words: Words, kept: Sequence[str] = ()) -> str:
    wide, count = f"{100 * entry.visits / most:.1f}", escape(number(entry.visits, words))
    value = percent(entry.mean, words) if entry.proven is None else proven(entry.proven, words)
    more = "".join(f"<td>{escape(_more(entry, name, words))}</td>" for name in kept)
    return (
        f"<tr{' class=best' if best else ''}><th scope=row>{escape(entry.notation)}</th>"
        f'<td><span class=visits><span class="bar"><i style="width:{wide}%"></i></span><span class=count>{count}</span>'
        "</span></td>"
        f"<td class=value>{escape(value)}</td>{more}</tr>"
    )
