"""Playouts: how a game is played to its end from a leaf. A part draws one action at a time; the loop is the house's."""

from __future__ import annotations

from typing import Any, NamedTuple

from croupier.rules import bridge
from croupier.rules.bridge import shared
from croupier.rules.contract import CHANCE
from croupier.rules.parts import register_part
from croupier.rules.playouts import draw as draw_uniform
from croupier.rules.playouts import pick_weighted
from croupier.rules.streams import below

bridge.register_method("draw", ("state", "work", "rng"), "the contract of a playout")


def register_playout(cls: type) -> type:
    """Make a playout class compilable: `draw(state, work, rng)` returns an action, or -1 when the game is over."""
    return register_part(cls, {}, {})


@register_playout
class Uniform(NamedTuple):
    """Every legal action with the same probability; `times` playouts from each leaf, their rewards averaged."""

    times: int = 1

    def draw(self, state: Any, work: Any, rng: Any) -> int:
        return draw_uniform(state, rng, work.out)


@register_playout
class Decisive(NamedTuple):
    """Takes an action that wins at once; with `avoid`, takes no action that lets the next seat win at once if another
    is left; else uniform.

    F. Teytaud and O. Teytaud, "On the huge benefit of decisive moves in Monte-Carlo tree search algorithms", CIG 2010.
    """

    times: int = 1
    avoid: int = 0

    def draw(self, state: Any, work: Any, rng: Any) -> int:
        n = state.legal(work.out)
        if n == 0:
            return -1
        who = state.seat()
        if who == CHANCE:
            return pick_weighted(state, rng, work.out, n) if state.has_weight else int(work.out[below(rng, n)])
        wins = winning(state, who, work.out, n, work.second)
        if wins >= 0:
            return wins
        if self.avoid:
            return safe(state, who, n, work, rng)
        return int(work.out[below(rng, n)])


@shared
def winning(state: Any, who: int, actions: Any, n: int, scratch: Any) -> int:
    """The first of `n` actions that ends the game with a win for `who`, -1 if none does."""
    for i in range(n):
        after = state.play(int(actions[i]))
        if after.legal(scratch) == 0 and after.returns(who) > 0:
            return int(actions[i])
    return -1


@shared
def safe(state: Any, who: int, n: int, work: Any, rng: Any) -> int:
    """An action at random that gives the next seat no win at once; any if all do. Looks at them in random order."""
    fallback = -1
    while n > 0:
        i = below(rng, n)
        action = int(work.out[i])
        if fallback < 0:
            fallback = action
        after = state.play(action)
        replies = after.legal(work.second)
        opponent = after.seat()
        if replies == 0 or opponent in (who, CHANCE):
            return action
        if winning(after, opponent, work.second, replies, work.third) < 0:
            return action
        n -= 1
        work.out[i] = work.out[n]
    return fallback
