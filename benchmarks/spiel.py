"""OpenSpiel's C++ search as a player of the house's positions: the peer that speed and strength are measured against."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable
from typing import Any

from croupier.bandits.policies.ucb import UCB
from croupier.bandits.policy import register_policy, wide
from croupier.players.named import plan_of
from croupier.positions import Position
from croupier.positions.notation import Action
from croupier.search.budget import Budget
from croupier.search.plan import Plan
from croupier.search.run import Search

UCT_C = 2 * math.sqrt(2)
"""OpenSpiel's returns are in [-1, 1] and ours in [0, 1]: this is our default c."""

NAMES = {"connect-four": "connect_four", "tic-tac-toe": "tic_tac_toe", "draughts": "checkers"}


def bot_of(game: Any, simulations: int, seed: int) -> Any:
    """Its search with one random playout a simulation, new for every move: none of its trees is kept, as none of ours."""
    import pyspiel

    seed %= 2**31
    rollout = pyspiel.RandomRolloutEvaluator(1, seed)
    return pyspiel.MCTSBot(game, rollout, UCT_C, simulations, 4000, False, seed, False)


class Paced:
    """A search at a seat: so many iterations a move, or so many seconds of the processor, which other work cannot shorten.

    For seconds it is given as many iterations as its last moves say it can do in them.
    """

    def __init__(self, iterations: int = 0, seconds: float = 0.0) -> None:
        self.iterations = iterations or 50
        self._wanted = seconds
        self.spent: list[float] = []
        """Seconds of the processor, move by move."""

    def searched(self, position: Position, seed: int) -> int:
        raise NotImplementedError

    def __call__(self, position: Position, seed: int) -> int:
        began = time.thread_time()
        chosen = self.searched(position, seed)
        self.spent.append(time.thread_time() - began)
        if self._wanted:
            factor = min(2.0, max(0.5, self._wanted / max(self.spent[-1], 1e-9)))
            self.iterations = max(1, round(self.iterations * math.sqrt(factor)))
        return chosen


class House(Paced):
    """The house's UCT."""

    __name__ = "uct"

    def searched(self, position: Position, seed: int) -> int:
        plan = plan_of(f"uct(iterations={self.iterations})")
        return Search.of(position, plan, seed).go().best() or 0


class Rival(Paced):
    """OpenSpiel's search."""

    __name__ = "open_spiel"

    def __init__(self, game: str, iterations: int = 0, seconds: float = 0.0) -> None:
        import pyspiel

        super().__init__(iterations, seconds)
        self._game = pyspiel.load_game(NAMES[game])
        self._translated = step_of_checkers if game == "draughts" else same_number

    def searched(self, position: Position, seed: int) -> int:
        there = self._game.new_initial_state()
        for action in position.history:
            there.apply_action(self._translated(action, there))
        chosen = bot_of(self._game, self.iterations, seed).step(there)
        return next(int(action) for action in position.legal_actions if self._translated(action, there) == chosen)


class BareOutcomes(UCB):  # type: ignore[misc]
    """UCT as OpenSpiel has it: a child where the game is over counts with its outcome alone, without exploration.

    So a win at once is visited only while nothing else looks better than a win, and whoever could play it is
    underestimated one level above: the larger c, the more.
    """

    def index(self, level: float, arms: Any, at: Any, i: int) -> float:
        if int(arms.count[i]) < 0:
            return wide(arms.mean[i])
        return wide(arms.mean[i]) + level * wide(arms.spread[i])


def as_open_spiel(position: Position, seed: int, iterations: int = 1000) -> int:
    """The house's search with OpenSpiel's rule in the tree, and in the end its other one: a win at once is played."""
    mine = position.seat
    for action in position.legal_actions:
        if position.state.play(int(action)).returns(mine) > 0 and position.copy().play(action).outcome:
            return int(action)
    plan = Plan("bare", register_policy(BareOutcomes)(), budget=Budget(iterations=iterations))
    best = Search(position.variant, position.state, plan, seed).go().best()
    assert best is not None
    return best


def same_number(action: Action, there: Any) -> int:
    """Connect Four and tic-tac-toe number their actions as the house does."""
    return int(action)


def step_of_checkers(action: Action, there: Any) -> int:
    """OpenSpiel's number of a step or a jump, found by its squares, which it names as chess does, Black below."""
    name = "".join(_chess_name(int(square)) for square in re.split("[-x]", action.notation))
    return next(int(other) for other in there.legal_actions() if there.action_to_string(other) == name)


def _chess_name(square: int) -> str:
    row, place = divmod(32 - square, 4)  # of its drawing, from above
    return "abcdefgh"[2 * place + (row + 1) % 2] + "87654321"[row]


def searches(name: str, iterations: int, times: int) -> Callable[[], None]:
    """So many of its searches from the start of a game."""
    import pyspiel

    game = pyspiel.load_game(NAMES[name])
    state = game.new_initial_state()

    def work() -> None:
        for seed in range(times):
            bot_of(game, iterations, seed).step(state)

    return work
