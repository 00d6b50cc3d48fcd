"""A search under way: it can be read, continued, and stopped from another thread.

Kernels do about a millisecond of work a call, so the clock, a stop, progress and live reading need nothing inside them.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from croupier.rules.contract import CHANCE
from croupier.rules.game import State, Variant
from croupier.rules.perft import words
from croupier.search import memory
from croupier.search.answer import ActionAnalysis, Analysis
from croupier.search.budget import Budget, share
from croupier.search.choice import average, final_choice, root_of_search, tally
from croupier.search.memory import DEEPEST, DEPTH, FULL, ITERATIONS, PLAYOUTS, STOP, USED
from croupier.search.one_tree import OneTree
from croupier.search.plan import FINALS, Plan

_SLICE = 0.001
"""Seconds that a call of the kernel should take where the clock is watched."""


class Search:
    """A search of one position. `go` spends a budget; `answer` may be asked at any time."""

    def __init__(self, variant: Variant, state: State, plan: Plan, seed: int = 0, workers: int = 1) -> None:
        self.variant = variant
        self.state = state
        self.plan = plan
        self.seed = seed
        self.seconds = 0.0
        self.compile_seconds = 0.0
        self.interrupted = False
        self._workers = workers
        self._stop = threading.Event()
        self._out = [0] * (state.branching + 1)
        self.legal: list[int] = self._out[: state.legal(self._out)]
        self._root = root_of_search(plan.key, seed)
        self.trees = [OneTree(variant, state, plan, self._root, number) for number in range(plan.trees)]

    def stop(self) -> None:
        """End the search from another thread, within about a millisecond."""
        self._stop.set()
        for tree in self.trees:
            tree.counters[STOP] = 1

    def go(self, budget: Budget | None = None, watch: Callable[[Search], None] | None = None) -> Search:
        """Spend a budget (the plan's, if none is given) on top of what was spent; `watch` is called now and then."""
        budget = budget or self.plan.budget
        self._stop.clear()
        for tree in self.trees:
            tree.counters[STOP] = 0
        if not self.legal or self.plan.levels == 0:
            return self
        began = time.perf_counter()
        self.trees[0].prepare()
        self.compile_seconds += time.perf_counter() - began
        began = time.perf_counter()
        spent = self.seconds
        try:
            if len(self.trees) == 1 or self._workers == 1:
                for number, tree in enumerate(self.trees):
                    share = None if budget.seconds is None else budget.seconds / len(self.trees)
                    self._grow(tree, self._share(budget, number), share, budget, watch)
            else:
                self._go_parallel(budget, watch)
        except KeyboardInterrupt:
            self.stop()
            self.interrupted = True
        finally:
            self.seconds = spent + time.perf_counter() - began
        return self

    def _go_parallel(self, budget: Budget, watch: Callable[[Search], None] | None) -> None:
        rounds = -(-len(self.trees) // self._workers)
        share = None if budget.seconds is None else budget.seconds / rounds
        with ThreadPoolExecutor(min(self._workers, len(self.trees))) as pool:
            futures = [
                pool.submit(
                    self._grow, tree, self._share(budget, number), share, budget, watch if number == 0 else None
                )
                for number, tree in enumerate(self.trees)
            ]
            try:
                for future in futures:
                    future.result()
            except BaseException:
                self.stop()
                raise

    def _share(self, budget: Budget, number: int) -> int:
        """Iterations of one tree: an equal part, the first trees one more where it does not divide."""
        total = budget.iterations_for(len(self.legal), self.plan.playout.times)
        return share(total, len(self.trees), number)

    def _grow(
        self,
        tree: OneTree,
        iterations: int,
        seconds: float | None,
        budget: Budget,
        watch: Callable[[Search], None] | None,
    ) -> None:
        if seconds is None and watch is None and budget.nodes is None and iterations < 20_000:
            tree.grow(iterations)
            return
        began = time.perf_counter()
        size, done = 16, 0
        while done < iterations and not self._stop.is_set():
            step = min(size, iterations - done)
            before = time.perf_counter()
            tree.grow(step)
            now = time.perf_counter()
            done += step
            if seconds is not None and now - began + (now - before) / 2 > seconds:
                break
            if budget.nodes is not None and tree.counters[FULL]:
                break
            size = max(1, min(size * 2, int(step * _SLICE / max(now - before, 1e-7))))
            if watch:
                watch(self)

    def best(self) -> int | None:
        """The action to play; None where the game is over or chance acts."""
        if not self.legal or self.state.seat() == CHANCE:
            return None
        visits, sums = self._tallied()
        rule = FINALS[self.plan.final]
        return self.legal[final_choice(rule, visits, sums, len(visits), self._root, [0, 0])]

    def _tallied(self) -> tuple[list[int], list[float]]:
        """Visits and sums of rewards of each action, over all trees."""
        visits, sums = [0] * len(self.legal), [0.0] * len(self.legal)
        for one in self.trees:
            tally(one.tree, visits, sums)
        return visits, sums

    def _visits(self) -> list[int]:
        return self._tallied()[0]

    def _means(self) -> list[float]:
        """Mean reward of each action, 0 where it has no visit."""
        return [average(n, total) for n, total in zip(*self._tallied(), strict=True)]

    def _amaf(self) -> list[float | None]:
        """Mean AMAF reward of each action of the root, None where the policy keeps none."""
        kind = self.plan.choose.uses_amaf
        played, sums = np.zeros(len(self.legal)), np.zeros(len(self.legal))
        for one in self.trees:
            children = slice(one.root_children().start, one.root_children().stop)
            if kind == 0 or children.stop == children.start:
                continue
            tree, marks = one.tree, one.tree.mark[children].astype(np.int64)
            if kind == 1:
                played += tree.amaf_visits[children]
                sums += tree.amaf_sums[children]
            else:
                codes = marks + (self.state.seat() * self.state.traces if kind == 2 else 0)
                played += tree.tables[0, 0, codes]
                sums += tree.tables[0, 1, codes]
        return [float(total / n) if n else None for n, total in zip(played, sums, strict=True)]

    def _scores(self) -> list[float | None]:
        totals = np.zeros(len(self.legal))
        for tree in self.trees:
            totals += tree.work.point_sums[: len(self.legal)]
        return [float(total / n) if n else None for total, n in zip(totals, self._visits(), strict=True)]

    def _proven(self, action: int) -> int | None:
        """What is certain at once: the value of an action that ends a game of two."""
        after = self.state.play(action)
        if self.variant.seats != 2 or after.legal(self._out) or self.state.seat() == CHANCE:
            return None
        payoff = after.returns(self.state.seat())
        return (payoff > 0) - (payoff < 0)

    def principal_variation(self) -> list[int]:
        """The most visited actions, one after another, in the first tree; the first is the action to play."""
        best = self.best()
        tree = self.trees[0].tree
        if best is None or not tree.first[0]:
            return []
        line = [best]
        node = int(tree.first[0]) + self.legal.index(best)
        while tree.first[node] and tree.count[node] > 0 and len(line) < 64:
            first, count = int(tree.first[node]), int(tree.count[node])
            node = first + int(np.argmax(tree.visits[first : first + count]))
            if not tree.visits[node]:
                break
            line.append(int(tree.action[node]))
        return line

    def thought(self) -> str:
        """What the search thinks now, in one line."""
        best = self.best()
        if best is None:
            return "chance acts" if self.legal else "the game is over"
        i = self.legal.index(best)
        done = sum(int(tree.counters[ITERATIONS]) for tree in self.trees)
        return f"{words(self.state, [best])}  {self._means()[i]:.3f}  after {done:,} iterations"

    def answer(self) -> Analysis:
        """Everything the search can say now."""
        visits, means, amaf, scores = self._visits(), self._means(), self._amaf(), self._scores()
        best = self.best()
        total = [sum(int(tree.counters[place]) for tree in self.trees) for place in range(memory.COUNTERS)]
        entries = [
            ActionAnalysis(
                action=action,
                notation=words(self.state, [action]),
                visits=visits[i],
                mean=means[i] if visits[i] else None,
                amaf=amaf[i],
                proven=self._proven(action),
                score=scores[i],
            )
            for i, action in enumerate(self.legal)
        ]
        return Analysis(
            game=self.variant.game.name,
            variant=self.variant.name,
            spec=self.plan.spec,
            action=best,
            value=self._value(best, means, visits),
            actions=entries,
            iterations=total[ITERATIONS],
            playouts=total[PLAYOUTS],
            nodes=total[USED],
            depth=total[DEPTH] / max(1, total[ITERATIONS]),
            deepest=max(int(tree.counters[DEEPEST]) for tree in self.trees),
            memory=sum(tree.memory_used() for tree in self.trees),
            tree_full=any(bool(tree.counters[FULL]) for tree in self.trees),
            seconds=self.seconds,
            compile_seconds=self.compile_seconds,
            pv=[words(state, [action]) for state, action in self._line_states()],
            seed=self.seed,
            trees=len(self.trees),
        )

    def _value(self, best: int | None, means: list[float], visits: list[int]) -> float | None:
        """The mean of the action to play; of all, where chance acts."""
        if best is not None:
            chosen = self.legal.index(best)
            return means[chosen] if visits[chosen] else None
        total = sum(visits)
        return sum(n * mean for n, mean in zip(visits, means, strict=True)) / total if total else None

    def _line_states(self) -> list[tuple[State, int]]:
        states, state = [], self.state
        for action in self.principal_variation():
            states.append((state, action))
            state = state.play(action)
        return states
