"""A table: games side by side as columns, advanced by the player whose turn it is.

Every choice has a random stream of its own, named by the game's root, the seat and the ply; chance is a seat like the
others. So a game is the same bit for bit whatever else stands at the table, whoever plays it, and when.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from croupier.rules.bridge import shared
from croupier.rules.compiled import compiled
from croupier.rules.contract import CHANCE
from croupier.rules.playouts import draw
from croupier.rules.registration import register_structure
from croupier.rules.streams import below, seed_stream, splitmix
from croupier.search.choice import TIES, choose_action, root_of_search
from croupier.search.memory import ITERATIONS, MADE, PLAYOUTS, STOP

OVER, TOO_LONG = -1, -2
"""`turns` of a column whose game is over, and of one that went on after the game's `longest`."""


class Table(NamedTuple):
    """Games as columns."""

    grid: Any  # int64 [field, column]: the states
    origins: Any  # int64 [column]: root of the game's streams
    lengths: Any  # int64 [column]: actions so far, the opening and chance included
    assigned: Any  # int64 [column, seat]: number of the player who sits there
    turns: Any  # int64 [column]: number of the player who acts next, OVER or TOO_LONG
    played: Any  # int32 [column, ply]: actions
    movers: Any  # int8 [column, ply]: who played them, CHANCE included
    spent: Any  # int64 [column, 3, ply]: iterations, playouts, nodes
    halt: Any  # int64 [1]: not 0 where no more games shall be advanced


register_structure(Table)


def make_table(start: Any, seats: int, longest: int, columns: int) -> Table:
    """An empty table. Memory that is never touched is never used."""
    return Table(
        grid=np.zeros((len(start), columns), np.int64),
        origins=np.zeros(columns, np.int64),
        lengths=np.zeros(columns, np.int64),
        assigned=np.zeros((columns, seats), np.int64),
        turns=np.full(columns, OVER, np.int64),
        played=np.zeros((columns, longest), np.int32),
        movers=np.zeros((columns, longest), np.int8),
        spent=np.zeros((columns, 3, longest), np.int64),
        halt=np.zeros(1, np.int64),
    )


@shared
def seed_of(origin: int, seat: int, ply: int) -> int:
    """The seed of what a seat, or chance, does at a ply of a game."""
    return splitmix(splitmix(origin, seat + 1), ply)


@shared
def throw(state: Any, origin: int, ply: int, rng: Any, out: Any) -> int:
    """What chance does at a ply of a game."""
    seed_stream(rng, seed_of(origin, CHANCE, ply), 0)
    return draw(state, rng, out)


@shared
def settle(state: Any, table: Any, column: int, rng: Any, out: Any) -> None:
    """Let chance act until a seat is to, note whose turn it is, and keep the state."""
    ply = int(table.lengths[column])
    turn = TOO_LONG
    while ply <= table.played.shape[1]:
        if state.legal(out) == 0:
            turn = OVER
            break
        if ply == table.played.shape[1]:
            break
        who = state.seat()
        if who != CHANCE:
            turn = int(table.assigned[column, who])
            break
        action = throw(state, int(table.origins[column]), ply, rng, out)
        note(table, column, ply, who, action)
        for kind in range(3):
            table.spent[column, kind, ply] = 0
        ply += 1
        state = state.play(action)
    table.lengths[column] = ply
    table.turns[column] = turn
    state.store(table.grid, column)


@shared
def note(table: Any, column: int, ply: int, who: int, action: int) -> None:
    """Write down an action and who played it."""
    table.played[column, ply] = action
    table.movers[column, ply] = who


@compiled
def advance(
    start: Any,
    choose: Any,
    playout: Any,
    reward: Any,
    limits: Any,
    tree: Any,
    work: Any,
    rng: Any,
    key: int,
    table: Any,
    columns: Any,
) -> int:
    """Let one player act once in each of these columns, in all of which it is to act; how many are done.

    Less than all where `halt` or the search's STOP is set meanwhile; a search that was cut short plays nothing.
    """
    for done in range(columns.shape[0]):
        if table.halt[0] != 0:
            return done
        column = int(columns[done])
        state = start.load(table.grid, column)
        ply = int(table.lengths[column])
        for counter in (ITERATIONS, PLAYOUTS, MADE):
            work.counters[counter] = 0
        who = state.seat()
        seed = seed_of(int(table.origins[column]), who, ply)
        action = choose_action(state, choose, playout, reward, limits, tree, work, rng, key, seed)
        if table.halt[0] != 0 or work.counters[STOP] != 0:
            return done
        note(table, column, ply, who, action)
        table.spent[column, 0, ply] = work.counters[ITERATIONS]
        table.spent[column, 1, ply] = work.counters[PLAYOUTS]
        table.spent[column, 2, ply] = work.counters[MADE]
        table.lengths[column] = ply + 1
        settle(state.play(action), table, column, rng, work.out)
    return columns.shape[0]


@compiled
def advance_at_random(start: Any, rng: Any, out: Any, key: int, table: Any, columns: Any) -> int:
    """`advance` for a player that looks at nothing, whose every action is equal in the end: much less to compile."""
    for done in range(columns.shape[0]):
        if table.halt[0] != 0:
            return done
        column = int(columns[done])
        state = start.load(table.grid, column)
        ply = int(table.lengths[column])
        who = state.seat()
        seed_stream(rng, root_of_search(key, seed_of(int(table.origins[column]), who, ply)), TIES)
        n = state.legal(out)
        action = int(out[below(rng, n)]) if n > 1 else int(out[0])
        note(table, column, ply, who, action)
        for kind in range(3):
            table.spent[column, kind, ply] = 0
        table.lengths[column] = ply + 1
        settle(state.play(action), table, column, rng, out)
    return columns.shape[0]
