"""What a search can say at any time, also while it runs: read off its trees, added up over them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from croupier.rules.contract import CHANCE
from croupier.rules.game import State
from croupier.rules.perft import words
from croupier.search import memory
from croupier.search.answer import ActionAnalysis, Analysis
from croupier.search.choice import average, final_choice, tally
from croupier.search.memory import DEEPEST, DEPTH, FULL, ITERATIONS, PLAYOUTS, USED
from croupier.search.plan import FINALS

if TYPE_CHECKING:
    from croupier.search.run import Search

LONGEST_LINE = 64
"""Actions of a principal variation."""


def tallied(search: Search) -> tuple[list[int], list[float]]:
    """Visits and sums of rewards of each legal action, over all trees."""
    visits, sums = [0] * len(search.legal), [0.0] * len(search.legal)
    for one in search.trees:
        tally(one.tree, visits, sums)
    return visits, sums


def chosen(search: Search, visits: list[int], sums: list[float]) -> int | None:
    """Which legal action is played; None where the game is over or chance acts."""
    if not search.legal or search.state.seat() == CHANCE:
        return None
    return final_choice(FINALS[search.plan.final], visits, sums, len(visits), search.root, [0, 0])


def iterations(search: Search) -> int:
    """Iterations done so far."""
    return sum(int(one.counters[ITERATIONS]) for one in search.trees)


def thought(search: Search) -> str:
    """What the search thinks now, in one line."""
    visits, sums = tallied(search)
    best = chosen(search, visits, sums)
    if best is None:
        return "chance acts" if search.legal else "the game is over"
    notation = words(search.state, [search.legal[best]])
    return f"{notation}  {average(visits[best], sums[best]):.3f}  after {iterations(search):,} iterations"


def answer(search: Search) -> Analysis:
    """Everything the search can say now."""
    visits, sums = tallied(search)
    best = chosen(search, visits, sums)
    means = [average(n, total) if n else None for n, total in zip(visits, sums, strict=True)]
    amaf, scores = _amaf(search), _scores(search, visits)
    entries = [
        ActionAnalysis(action, words(search.state, [action]), n, mean, amaf_mean, _proven(search, action), score)
        for action, n, mean, amaf_mean, score in zip(search.legal, visits, means, amaf, scores, strict=True)
    ]
    total = [sum(int(one.counters[place]) for one in search.trees) for place in range(memory.COUNTERS)]
    all_visits = sum(visits)
    mean_of_all = sum(sums) / all_visits if all_visits else None
    return Analysis(
        game=search.variant.game.name,
        variant=search.variant.name,
        spec=search.plan.spec,
        action=None if best is None else search.legal[best],
        value=mean_of_all if best is None else means[best],
        actions=entries,
        iterations=total[ITERATIONS],
        playouts=total[PLAYOUTS],
        nodes=total[USED],
        depth=total[DEPTH] / max(1, total[ITERATIONS]),
        deepest=max(int(one.counters[DEEPEST]) for one in search.trees),
        memory=sum(one.memory_used() for one in search.trees),
        tree_full=any(one.counters[FULL] and not one.ends_full for one in search.trees),
        seconds=search.seconds,
        compile_seconds=search.compile_seconds,
        pv=_line(search, best),
        seed=search.seed,
        trees=len(search.trees),
        interrupted=search.interrupted,
    )


def _amaf(search: Search) -> list[float | None]:
    """Mean AMAF reward of each action of the root, None where the policy keeps none."""
    kind, count = search.plan.choose.uses_amaf, len(search.legal)
    played, sums = np.zeros(count), np.zeros(count)
    for one in search.trees:
        children = one.root_children()
        if kind == 0 or len(children) != count or not count:
            continue
        tree, places = one.tree, slice(children.start, children.stop)
        if kind == 1:
            played += tree.amaf_visits[places]
            sums += tree.amaf_sums[places]
        else:
            seat = search.state.seat() if kind == 2 else 0
            codes = tree.mark[places].astype(np.int64) + seat * search.state.traces
            played += tree.tables[0, 0, codes]
            sums += tree.tables[0, 1, codes]
    return [float(total / n) if n else None for n, total in zip(played, sums, strict=True)]


def _scores(search: Search, visits: list[int]) -> list[float | None]:
    """Mean game points of the seat to move, below each action."""
    totals = np.zeros(len(search.legal))
    for one in search.trees:
        totals += one.work.point_sums[: len(search.legal)]
    return [float(total / n) if n else None for total, n in zip(totals, visits, strict=True)]


def _proven(search: Search, action: int) -> int | None:
    """What is certain at once: the value of an action that ends a game of two."""
    after = search.state.play(action)
    if search.variant.seats != 2 or search.state.seat() == CHANCE:
        return None
    if after.legal([0] * (after.branching + 1)):
        return None
    payoff = after.returns(search.state.seat())
    return (payoff > 0) - (payoff < 0)


def line_of(search: Search, best: int | None) -> list[int]:
    """The most visited actions, one after another, in the first tree; the first is the action to play."""
    tree = search.trees[0].tree
    if best is None:
        return []
    line = [search.legal[best]]
    node = int(tree.first[0]) + best if tree.first[0] else 0
    while node and tree.first[node] and tree.count[node] > 0 and len(line) < LONGEST_LINE:
        first, count = int(tree.first[node]), int(tree.count[node])
        node = first + int(np.argmax(tree.visits[first : first + count]))
        if not tree.visits[node]:
            break
        line.append(int(tree.action[node]))
    return line


def _line(search: Search, best: int | None) -> list[str]:
    found: list[str] = []
    state: State = search.state
    for action in line_of(search, best):
        found.append(words(state, [action]))
        state = state.play(action)
    return found
