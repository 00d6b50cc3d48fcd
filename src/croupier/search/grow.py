"""The tree search itself: select, expand, play out, back up. One loop for every game, policy and playout.

A node's mean is in the view of the seat that moved into it; who that was is noted on the way down. So several actions of
one seat in a row, chance, and any number of seats need no rule of their own. Children of a chance node are its
outcomes, drawn by weight, and inherit the view.

AMAF (all moves as first): after a playout, what was played below a node is stamped with the number of the iteration, the
path's own actions on the way up, so that a node sees what came after it only. Kind 1 credits the children whose action
is stamped; kind 2 adds to a table of the node, one row for every (seat, trace); kind 3 is one table for the whole tree
without seats, to which every node of the path adds in its own view. Chance has no part in it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from croupier.bandits.policy import At, wide
from croupier.rules.bridge import shared
from croupier.rules.compiled import compiled
from croupier.rules.contract import CHANCE
from croupier.rules.registration import register_structure
from croupier.rules.streams import below
from croupier.search.memory import (
    CLOCK,
    CODES,
    DEEPEST,
    DEPTH,
    FULL,
    ITERATIONS,
    NO_ROW,
    PLAYOUTS,
    ROWS,
    STOP,
    TERMINAL,
    USED,
)
from croupier.search.reward import OUTCOME


class Limits(NamedTuple):
    """What bounds a search, in numbers that kernels take."""

    nodes: int  # to hold
    levels: int  # of the tree; 0: nothing is looked at
    times: int  # playouts a leaf
    reference: int  # visits that make a GRAVE reference
    seat_count: int
    ends_full: int  # whether a full tree ends the search
    # only what a kernel needs that chooses by itself, see `choice`
    most: int  # iterations in any position
    most_per_action: int  # 0: no such bound
    playouts_per_action: int
    tree_count: int
    final_rule: int


register_structure(Limits)


@shared
def whole(x: Any) -> int:
    """A stored int16 as int64, which is what a game's methods take. Compiled code takes `int(x)` for what x is already."""
    return int(x) * 1


@shared
def clear(choose: Any, tree: Any, node: int) -> None:
    """Make a node new."""
    tree.first[node] = 0
    tree.count[node] = 0
    tree.visits[node] = 0
    tree.mean[node] = 0.0
    if choose.uses_squares:
        tree.squares[node] = 0.0
    if choose.uses_amaf == 1:
        tree.amaf_visits[node] = 0.0
        tree.amaf_sums[node] = 0.0
    if choose.uses_amaf == 2:
        tree.table[node] = NO_ROW


@shared
def expand(state: Any, choose: Any, tree: Any, node: int, work: Any, limits: Any) -> int:
    """Give a node its children; how many, 0 where the game is over or the tree is full (then it stays a leaf)."""
    n = state.legal(work.out)
    if n == 0:
        tree.count[node] = TERMINAL
        return 0
    base = int(work.counters[USED])
    if base + n > limits.nodes:
        work.counters[FULL] = 1
        return 0
    work.counters[USED] = base + n
    for i in range(n):
        clear(choose, tree, base + i)
        tree.action[base + i] = work.out[i]
    if choose.uses_amaf > 0:
        for i in range(n):
            tree.mark[base + i] = state.trace(int(work.out[i]))
    if choose.uses_amaf == 2:
        row = int(work.counters[ROWS])
        if row < tree.tables.shape[0]:
            work.counters[ROWS] = row + 1
            tree.table[node] = row
            tree.tables[row] = 0.0
    if choose.uses_priors:
        total = 0.0
        for i in range(n):
            total += float(state.prior(int(work.out[i])))
        for i in range(n):
            tree.priors[base + i] = float(state.prior(int(work.out[i]))) / total
    tree.count[node] = n
    tree.first[node] = base
    return n


@shared
def chance_child(state: Any, tree: Any, first: int, count: int, rng: Any) -> int:
    """The child for a chance outcome drawn by weight."""
    if state.has_weight:
        total = 0
        for i in range(first, first + count):
            total += state.weight(whole(tree.action[i]))
        left = below(rng, total)
        for i in range(first, first + count):
            left -= state.weight(whole(tree.action[i]))
            if left < 0:
                return i
    return first + below(rng, count)


@shared
def stamp(choose: Any, work: Any, code: int, now: int) -> None:
    """Note an action as played this iteration; for tables it is listed too, once."""
    if choose.uses_amaf > 1 and work.stamps[code] != now:
        codes = int(work.counters[CODES])
        work.codes[codes] = code
        work.counters[CODES] = codes + 1
    work.stamps[code] = now


@shared
def add_result(state: Any, reward: Any, work: Any, seat_count: int) -> None:
    """Add the rewards and game points of a finished game, each seat's own."""
    total = 0.0
    for seat in range(seat_count):
        # the payoffs of two seats are each other's opposite, and asking costs as much as an action
        payoff = -float(work.payoffs[0]) if seat == 1 and seat_count == 2 else float(state.returns(seat))
        points = float(state.score(seat)) if state.has_score else payoff
        work.payoffs[seat] = payoff
        work.leads[seat] = points
        work.points[seat] += points
        total += points
    for seat in range(seat_count):
        if reward.kind == OUTCOME:
            work.rewards[seat] += reward.of_outcome(float(work.payoffs[seat]))
        else:
            points = float(work.leads[seat])
            work.rewards[seat] += reward.of_lead(points - (total - points) / (seat_count - 1))


@shared
def play_out(state: Any, choose: Any, playout: Any, reward: Any, work: Any, limits: Any, now: int, rng: Any) -> bool:
    """Play from the leaf to the end, `times` times; leaves the mean rewards and points of the seats in `work`.

    False where a stop was wanted before all were played: then they do not count.
    """
    for seat in range(limits.seat_count):
        work.rewards[seat] = 0.0
        work.points[seat] = 0.0
    for i in range(limits.times):
        if i > 0 and work.counters[STOP] != 0:
            return False
        here = state
        action = playout.draw(here, work, rng)
        while action >= 0:
            if choose.uses_amaf > 0:
                who = here.seat()
                if who != CHANCE:
                    stamp(choose, work, who * here.traces + here.trace(action), now)
            here = here.play(action)
            action = playout.draw(here, work, rng)
        add_result(here, reward, work, limits.seat_count)
    if limits.times > 1:
        for seat in range(limits.seat_count):
            work.rewards[seat] /= limits.times
            work.points[seat] /= limits.times
    work.counters[PLAYOUTS] += limits.times
    return True


@shared
def credit(choose: Any, tree: Any, work: Any, node: int, who: int, traces: int, now: int) -> None:
    """AMAF statistics of one node of the path, where seat `who` acts, for what was played below it."""
    if choose.uses_amaf == 1:
        base = who * traces
        reward = float(work.rewards[who])
        first = int(tree.first[node])
        for i in range(first, first + int(tree.count[node])):
            played = int(work.stamps[base + int(tree.mark[i])] == now)
            tree.amaf_visits[i] = wide(tree.amaf_visits[i]) + played
            tree.amaf_sums[i] = wide(tree.amaf_sums[i]) + played * reward
    if choose.uses_amaf == 2:
        row = int(tree.table[node])
        if row != NO_ROW:
            for j in range(int(work.counters[CODES])):
                code = int(work.codes[j])
                tree.tables[row, 0, code] = wide(tree.tables[row, 0, code]) + 1.0
                tree.tables[row, 1, code] = wide(tree.tables[row, 1, code]) + float(work.code_rewards[j])
    if choose.uses_amaf == 3:
        for j in range(int(work.counters[CODES])):
            trace = int(work.codes[j]) % traces
            tree.tables[0, 0, trace] = wide(tree.tables[0, 0, trace]) + 1.0
            tree.tables[0, 1, trace] = wide(tree.tables[0, 1, trace]) + float(work.rewards[who])


@shared
def back_up(choose: Any, tree: Any, work: Any, depth: int, traces: int, now: int) -> None:
    """Count the rewards into the nodes of the path, from the leaf to the root."""
    if choose.uses_amaf == 2:
        # whose action a code is takes a division: it is looked up once, not at every node of the path
        for j in range(int(work.counters[CODES])):
            work.code_rewards[j] = work.rewards[int(work.codes[j]) // traces]
    for level in range(depth, -1, -1):
        node = int(work.path[level])
        if choose.uses_amaf > 0 and level < depth:
            acted = int(work.actor[level + 1])
            if acted != CHANCE:
                credit(choose, tree, work, node, acted, traces, now)
        choose.update(tree, node, float(work.rewards[int(work.viewer[level])]))
        if choose.uses_amaf > 0 and level > 0:
            moved = int(work.actor[level])
            if moved != CHANCE:
                if choose.uses_amaf == 2:
                    work.code_rewards[int(work.counters[CODES])] = work.rewards[moved]
                stamp(choose, work, moved * traces + int(tree.mark[node]), now)


@shared
def descend(
    start: Any, choose: Any, playout: Any, reward: Any, limits: Any, tree: Any, work: Any, now: int, rng: Any
) -> int:
    """One iteration: from the root to a leaf, a playout, and back; 0 where it was stopped meanwhile and does not count."""
    state = start
    node = 0
    depth = 0
    row = 0
    if choose.uses_amaf > 0:
        work.counters[CODES] = 0
    while depth < limits.levels:
        if int(tree.first[node]) == 0:
            if depth > 0 and int(tree.visits[node]) == 0:
                break  # a new leaf: it gets its children when it is met again
            if int(tree.count[node]) == TERMINAL or expand(state, choose, tree, node, work, limits) == 0:
                break
        who = state.seat()
        first = int(tree.first[node])
        count = int(tree.count[node])
        if who == CHANCE:
            child = chance_child(state, tree, first, count, rng)
            work.viewer[depth + 1] = work.viewer[depth]
        else:
            visits = int(tree.visits[node])
            if choose.uses_amaf == 2 and int(tree.table[node]) != NO_ROW and visits > limits.reference:
                row = int(tree.table[node])
            # the first visit of every node but the root was its playout and no choice
            at = At(first, count, visits - int(depth > 0), who * start.traces, row)
            child = choose.pick(tree, at, rng)
            work.viewer[depth + 1] = who
        depth += 1
        work.path[depth] = child
        work.actor[depth] = who
        state = state.play(whole(tree.action[child]))
        node = child
    if not play_out(state, choose, playout, reward, work, limits, now, rng):
        return 0
    back_up(choose, tree, work, depth, start.traces, now)
    work.counters[DEPTH] += depth
    if depth > work.counters[DEEPEST]:
        work.counters[DEEPEST] = depth
    if depth > 0:
        work.point_sums[int(work.path[1]) - int(tree.first[0])] += float(work.points[int(work.viewer[0])])
    return 1


@shared
def begin(choose: Any, tree: Any, work: Any) -> None:
    """A new tree: the root alone."""
    clear(choose, tree, 0)
    work.counters[USED] = 1
    if choose.uses_amaf == 3:
        tree.tables[0] = 0.0
    for i in range(work.point_sums.shape[0]):
        work.point_sums[i] = 0.0


@shared
def grow_tree(
    start: Any,
    choose: Any,
    playout: Any,
    reward: Any,
    limits: Any,
    tree: Any,
    work: Any,
    rng: Any,
    iterations: int,
) -> None:
    """Do so many iterations from `start`, less if `counters[STOP]` is set meanwhile or a full tree ends it."""
    seat = start.seat()
    work.path[0] = 0
    work.viewer[0] = max(seat, 0)
    if int(work.counters[USED]) == 0:
        begin(choose, tree, work)
    for _ in range(iterations):
        if work.counters[STOP] != 0 or (limits.ends_full and work.counters[FULL] != 0):
            break
        now = int(work.counters[CLOCK]) + 1
        work.counters[CLOCK] = now
        work.counters[ITERATIONS] += descend(start, choose, playout, reward, limits, tree, work, now, rng)


@compiled
def grow(
    start: Any,
    choose: Any,
    playout: Any,
    reward: Any,
    limits: Any,
    tree: Any,
    work: Any,
    rng: Any,
    iterations: int,
) -> None:
    """The entry of `grow_tree`."""
    grow_tree(start, choose, playout, reward, limits, tree, work, rng, iterations)
