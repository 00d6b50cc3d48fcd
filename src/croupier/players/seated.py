"""A player from a spec, as a function of the position: the one hook through which people's games get their players."""

from __future__ import annotations

from typing import Protocol

from croupier.players.agents import agent_of
from croupier.players.named import plan_of
from croupier.positions.position import Position
from croupier.rules.streams import root_of
from croupier.search.run import Search, Watch

HINT = "uct(iterations=20000)"
"""The search that gives a hint if no other is named."""


class Seated(Protocol):
    """Chooses an action in a position where the game goes on; `watch` is called with the search now and then."""

    def __call__(self, position: Position, watch: Watch | None = None) -> int: ...


def player_for(spec: str, seed: int = 0) -> Seated:
    """The player of this spec. The same seed, `ply` and position give the same action where the budget is a count."""
    agent = agent_of(spec, trusted=True)
    return lambda position, watch=None: int(agent.choose(position, _key(position, seed), watch=watch).action)


def hint(position: Position, spec: str = "", seed: int = 0, watch: Watch | None = None) -> str:
    """What a search would play here, and how sure it is, in a line."""
    plan = plan_of(spec or HINT, trusted=True)
    answer = Search.of(position, plan, _key(position, seed)).go(watch=watch).answer()
    if answer.action is None:
        return "the game is over"
    best = next(entry for entry in answer.actions if entry.action == answer.action)
    sure = f" (mean {best.mean:.2f}, {best.visits} of {answer.iterations} iterations)" if best.mean is not None else ""
    return f"{plan.spec} would play {best.notation}{sure}"


def _key(position: Position, seed: int) -> int:
    """A seed of its own for every ply."""
    return root_of("player", seed, position.ply) & 0x7FFF_FFFF_FFFF_FFFF
