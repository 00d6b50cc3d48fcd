"""Who deals a live game: throws the dice and lets the computers play, off the event loop, while somebody watches."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Callable

from croupier.errors import CroupierError
from croupier.rules.contract import CHANCE
from croupier.web.admission import Admission
from croupier.web.caps import capped
from croupier.web.live import LiveGame
from croupier.web.refusals import RefusedError
from croupier.web.settings import Settings
from croupier.web.thinking import Thinkers, Thought

RETRY = 0.25
"""Seconds until a computer that found no free place asks again."""

SEED_BITS = 0x7FFF_FFFF_FFFF_FFFF


class Dealer:
    """Deals one game. `thought` is the search that computes now or did last, for the moment `thought_of`."""

    def __init__(self, game: LiveGame, settings: Settings, admission: Admission, thinkers: Thinkers) -> None:
        self.game = game
        self.watchers: Counter[str] = Counter()
        self.thought: Thought | None = None
        self.thought_of: tuple[int, int] = (-1, -1)
        self.waiting = False
        self.slowly = False
        self.failed = ""
        self._settings, self._admission, self._thinkers = settings, admission, thinkers
        self._task: asyncio.Task[None] | None = None
        game.watch(self.wake)

    def enter(self, visitor: str) -> Callable[[], None]:
        """Somebody looks at the game, until the function that comes back is called."""
        self.watchers[visitor] += 1
        self.wake()
        left = False

        def leave() -> None:
            nonlocal left
            if not left:
                left = True
                self.watchers -= Counter((visitor,))
                if not self.watchers:
                    self.rest()

        return leave

    def wake(self) -> None:
        """See whether there is something to do; a search for another moment is stopped."""
        if self.thought is not None and self.thought_of != self.game.moment:
            self.thought.stop()
        if self._due() and (self._task is None or self._task.done()):
            with contextlib.suppress(RuntimeError):  # no loop: a game looked at by a test or a script
                self._task = asyncio.get_running_loop().create_task(self._deal())

    def rest(self) -> None:
        """Nobody looks: stop."""
        if self.thought is not None:
            self.thought.stop()
        if self._task is not None:
            self._task.cancel()
            self._task = None

    def _due(self) -> bool:
        game = self.game
        if not self.watchers or game.position.outcome or self.failed or not game.ready:
            return False
        return game.position.seat == CHANCE or not game.chairs[game.position.seat].person

    async def _deal(self) -> None:
        while self._due():
            moment = self.game.moment
            if self.game.position.seat == CHANCE:
                await asyncio.sleep(self._settings.pause)
                self.game.answer(None, moment)
            else:
                await self._let_computer_play(moment)

    async def _let_computer_play(self, moment: tuple[int, int]) -> None:
        game, loop = self.game, asyncio.get_running_loop()
        began = loop.time()
        options = game.position.legal_actions
        chosen: int | None = int(options[0])
        if len(options) > 1:
            thought = self._begin(moment)
            if thought is None:
                await asyncio.sleep(RETRY)
                return
            done = asyncio.Event()
            self._thinkers.start(thought, lambda: loop.call_soon_threadsafe(done.set))
            await done.wait()
            if thought.failed:
                self.failed = thought.failed
                game.tell()
                return
            chosen = thought.best
        pause = self._settings.pause * (3 if self.slowly else 1)
        await asyncio.sleep(max(0.0, began + pause - loop.time()))
        if chosen is not None and moment == game.moment:
            game.answer(chosen, moment)

    def _begin(self, moment: tuple[int, int]) -> Thought | None:
        """A thought about this moment; None where no place is free."""
        game = self.game
        try:
            plan = capped(game.chairs[game.position.seat].spec, self._settings)
            ticket = self._admission.admit(self._sponsor())
        except RefusedError:
            if not self.waiting:
                self.waiting = True
                game.tell()
            return None
        except CroupierError as error:
            self.failed = str(error)
            game.tell()
            return None
        self.waiting = False
        thought = Thought(game.position, plan, game.seed + 31 * game.position.ply & SEED_BITS, ticket)
        self.thought, self.thought_of = thought, moment
        return thought

    def _sponsor(self) -> str:
        """On whose account the computers of this game search: of those who look, one who plays, else any."""
        holders = {holder for chair in self.game.chairs for holder in chair.holders}
        return min(holders & self.watchers.keys() or self.watchers)
