"""Perft: how many ways a game can go for a number of turns, counted exactly. The test of every rule.

A turn is the actions of one seat in a row; two turns of one position that end in the same state count once; a chance
outcome is a ply of its own. `count_plies` counts single actions instead.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from typing import Any

import numpy as np

from croupier.rules.bridge import shared
from croupier.rules.compiled import compiled
from croupier.rules.game import State, Variant
from croupier.rules.registration import scratch

_FULL = -1
_HASHED = 24
"""From so many ends of turns on, equal ones are found by hashing and not by looking at each."""


@shared
def add_new(state: Any, nodes: Any, base: int, n: int, table: Any) -> int:
    """Put `state` behind the `n` nodes from `base` on unless it is there; how many there are then, or -1 if full.

    `table` is a hash table of node numbers, its last cell the number of the stamp that marks the current ones.
    """
    if base + n >= nodes.shape[1]:
        return _FULL
    if n < _HASHED:
        for i in range(base, base + n):
            if state.same(nodes, i):
                return n
    else:
        size = table.shape[0] - 1
        if n == _HASHED:  # the table is only filled now: most positions never come here
            table[size] += 1
            for i in range(base, base + n):
                _enter(state.load(nodes, i), nodes, i, table)
        if not _enter(state, nodes, base + n, table):
            return n
        if 2 * n > size:
            return _FULL
    state.store(nodes, base + n)
    return n + 1


@shared
def _enter(state: Any, nodes: Any, number: int, table: Any) -> bool:
    """Enter a node's number into the table unless an equal state is there."""
    size = table.shape[0] - 1
    stamp = int(table[size]) << 32
    cell = state.scramble() & (size - 1)
    while (int(table[cell]) >> 32) << 32 == stamp:
        if state.same(nodes, int(table[cell]) & 0xFFFFFFFF):
            return False
        cell = (cell + 1) & (size - 1)
    table[cell] = stamp | number
    return True


@shared
def expand(state: Any, nodes: Any, base: int, path: Any, out: Any, table: Any) -> int:
    """Write the states after each turn of `state` to `nodes` from `base` on; how many, or -1 if a buffer is full."""
    who = state.seat()
    n = 0
    state.store(path, 0)
    waiting = 1
    inside = False
    while waiting > 0:
        waiting -= 1
        here = state.load(path, waiting)
        legal = here.legal(out)
        if legal == 0 and inside:  # the game ended within the turn
            n = add_new(here, nodes, base, n, table)
            if n == _FULL:
                return _FULL
        inside = True
        for i in range(legal):
            after = here.play(int(out[i]))
            if who < 0 or after.seat() != who:
                n = add_new(after, nodes, base, n, table)
                if n == _FULL:
                    return _FULL
            else:
                if waiting == path.shape[1]:
                    return _FULL
                after.store(path, waiting)
                waiting += 1
    return n


@compiled
def count_turns(start: Any, depth: int, nodes: Any, ends: Any, path: Any, out: Any, table: Any, leaves: Any) -> int:
    """Add to `leaves[d]` the turn sequences of length d from `start`, d = 1..depth. -1 if a buffer was too small."""
    level = 1
    ends[0, 0] = 0
    n = expand(start, nodes, 0, path, out, table)
    if n == _FULL:
        return _FULL
    leaves[1] += n
    ends[1, 0] = 0
    ends[1, 1] = n
    if depth == 1:
        return 0
    while level > 0:
        if ends[level, 1] == ends[level, 0]:
            level -= 1
            continue
        last = int(ends[level, 1]) - 1
        ends[level, 1] = last
        n = expand(start.load(nodes, last), nodes, last, path, out, table)
        if n == _FULL:
            return _FULL
        leaves[level + 1] += n
        if level + 1 < depth:
            level += 1
            ends[level, 0] = last
            ends[level, 1] = last + n
    return 0


@compiled
def count_plies(start: Any, depth: int, nodes: Any, ends: Any, out: Any, leaves: Any) -> int:
    """Add to `leaves[d]` the action sequences of length d from `start`, d = 1..depth. -1 if `nodes` was too small."""
    level = 0
    start.store(nodes, 0)
    ends[0, 0] = 0
    ends[0, 1] = 1
    while level >= 0:
        if ends[level, 1] == ends[level, 0]:
            level -= 1
            continue
        last = int(ends[level, 1]) - 1
        ends[level, 1] = last
        here = start.load(nodes, last)
        n = here.legal(out)
        leaves[level + 1] += n
        if level + 1 < depth:
            if last + n > nodes.shape[1]:
                return _FULL
            for i in range(n):
                here.play(int(out[i])).store(nodes, last + i)
            level += 1
            ends[level, 0] = last
            ends[level, 1] = last + n
    return 0


@dataclass(frozen=True)
class Perft:
    """Counts by depth; `seconds` does not include compiling. `divide` has the count under each first turn.

    `position` is the text of the position begun with, None for the start of the variant.
    """

    game: str
    variant: str
    depth: int
    plies: bool
    leaves: list[int]
    seconds: float
    compile_seconds: float
    divide: dict[str, int] | None = None
    position: str | None = None


def run(
    variant: Variant,
    depth: int,
    plies: bool = False,
    divide: bool = False,
    workers: int = 1,
    start: State | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Perft:
    """Count turns (or plies) to a depth; `progress` is told how many parts of how many are done."""
    state = variant.start if start is None else start
    began = time.perf_counter()
    _count(state, 1, plies)
    compile_seconds = time.perf_counter() - began
    began = time.perf_counter()
    split = _Split(state, depth, plies, workers, divide)
    with ThreadPoolExecutor(workers) as pool:
        futures = {pool.submit(_count, root, depth - split.depth, plies): label for label, root in split.roots}
        try:
            for done, future in enumerate(as_completed(futures), 1):
                split.add(futures[future], future.result())
                if progress:
                    progress(done, len(futures))
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
    leaves = split.leaves[1:]
    return Perft(
        game=variant.game.name,
        variant=variant.name,
        depth=depth,
        plies=plies,
        leaves=leaves,
        seconds=time.perf_counter() - began,
        compile_seconds=compile_seconds,
        divide=split.under if divide else None,
    )


class _Split:
    """A count taken apart into the subtrees of the first few turns, and put together again."""

    def __init__(self, state: State, depth: int, plies: bool, workers: int, divide: bool) -> None:
        self.leaves = [0] * (depth + 1)
        self.depth = 0
        self.under: dict[str, int] = {}
        self.roots: list[tuple[str, State]] = [("", state)]
        wanted = 64 * workers if workers > 1 or depth > 4 else 1
        while self.depth < depth and (len(self.roots) < wanted or (divide and self.depth == 0)) and self.roots:
            self.depth += 1
            grown = []
            for label, root in self.roots:
                for turn, child in turns(root, plies):
                    grown.append((label or words(state, turn), child))
            self.roots = grown
            self.leaves[self.depth] = len(grown)
        if self.depth == depth:
            for label, _ in self.roots:
                self.under[label] = self.under.get(label, 0) + 1
            self.roots = []

    def add(self, label: str, counted: list[int]) -> None:
        for offset, count in enumerate(counted[1:], 1):
            self.leaves[self.depth + offset] += count
        self.under[label] = self.under.get(label, 0) + counted[-1]


def turns(state: State, plies: bool = False) -> list[tuple[list[int], State]]:
    """Each turn of a position (or each action) with the state it leads to, equal states once. In the interpreter."""
    out = [0] * (state.branching + 1)
    who = state.seat()
    found: dict[State, list[int]] = {}
    every: list[tuple[list[int], State]] = []
    waiting: list[tuple[list[int], State]] = [([], state)]
    while waiting:
        actions, here = waiting.pop()
        n = here.legal(out)
        if n == 0 and actions:
            found.setdefault(here, actions)
        for action in out[:n]:
            after = here.play(action)
            if plies:
                every.append(([action], after))
            elif who < 0 or after.seat() != who:
                found.setdefault(after, [*actions, action])
            else:
                waiting.append(([*actions, action], after))
    return every if plies else [(actions, after) for after, actions in found.items()]


def words(state: State, actions: list[int]) -> str:
    """A turn as text: the game's notation where it has one, else the action ids."""
    parts = []
    for action in actions:
        parts.append(str(state.notation(action)) if hasattr(state, "notation") else str(action))
        state = state.play(action)
    return " ".join(parts)


def _count(state: State, depth: int, plies: bool) -> list[int]:
    """Counts below one state, with buffers that grow until they suffice."""
    capacity = 64 * (depth + 1)
    while True:
        nodes = np.zeros((len(state), capacity), np.int64)
        ends = np.zeros((depth + 2, 2), np.int64)
        leaves = np.zeros(depth + 1, np.int64)
        if plies:
            full = count_plies(state, depth, nodes, ends, scratch(state), leaves)
        else:
            path = np.zeros((len(state), capacity), np.int64)
            table = np.zeros(_power_of_two(4 * capacity) + 1, np.int64)
            full = count_turns(state, depth, nodes, ends, path, scratch(state), table, leaves)
        if full != _FULL:
            return [int(count) for count in leaves]
        capacity *= 4


def _power_of_two(n: int) -> int:
    return 1 << (n - 1).bit_length()
