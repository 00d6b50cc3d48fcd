"""An experiment being carried out: its games on all workers, each on record as soon as it is over, nothing lost."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from queue import Empty, SimpleQueue

from croupier.analysis import Tally
from croupier.arena.beside import Failed
from croupier.arena.bracket import Bracket, Tie
from croupier.arena.experiment import KNOCK_OUT, Experiment
from croupier.arena.lanes import Lane, hand_of, loop_of
from croupier.arena.live import Live
from croupier.arena.supply import Place, Supply, place_of
from croupier.errors import InputError
from croupier.players.agents import Searcher
from croupier.records import Effort, GameRecord, Store
from croupier.records.origin import machine, versions
from croupier.records.rules import rules_of
from croupier.search.proof import Prover
from croupier.tables.game import Deal, Played

TOLD = 0.1
"""Seconds between two reports of progress."""

BACKLOG = 200
"""So many finished games may wait to be put on record; lanes that are faster wait for the writer."""

GRACE = 0.5
"""Seconds that games which are going on have to end after Ctrl-C. Those that end soonest are not like the others, so what
is shown of an interrupted run would be askew without them.
"""


class Run:
    """Carries out an experiment. `live` and `tally` can be read at any time; `go` returns when all is played. `doing` says
    what is done before the first game.

    Games that the store holds are not played again. Ctrl-C ends `go` with a `KeyboardInterrupt`, the store whole.
    """

    def __init__(
        self,
        experiment: Experiment,
        store: Store | None = None,
        workers: int = 1,
        processes: bool = False,
        watch: Callable[[Run], None] | None = None,
    ) -> None:
        it = self.experiment = experiment
        self.live = Live(len(it.players), len(it.seatings))
        self.tally = Tally(it.players)
        self.failed: list[Failed] = []
        self.workers = workers
        self.seconds = 0.0
        self.compile_seconds = 0.0
        self.played = 0
        self.doing = ""
        self._store = store
        self._watch = watch
        self._rules = rules_of(it.variant.game.cls)
        self._places = [Place.PROCESS if processes else place_of(agent, it.clock is not None) for agent in it.agents]
        self._bracket = Bracket(len(it.players), it.pairs, it.drawn, it.seed) if it.schedule == KNOCK_OUT else None
        self._pairings = dict(enumerate(it.pairings))
        self._supply = Supply()
        self._asked: set[tuple[int, int]] = set()
        self._arrived: SimpleQueue[Played | Failed | None] = SimpleQueue()
        self._began = self._told = 0.0
        self._stopped = False

    @property
    def done(self) -> int:
        """Games that are on record."""
        return len(self.live.games)

    @property
    def total(self) -> int:
        """Games in all; of a knock-out, those that are known to be needed."""
        return len(self._asked) * len(self.experiment.seatings) if self._bracket else self.experiment.games

    @property
    def rate(self) -> float:
        """Games a second."""
        return self.played / max(time.perf_counter() - self._began, 1e-9)

    @property
    def ties(self) -> list[Tie]:
        """The matches of a knock-out as they stand."""
        return self._bracket.ties(self.live.points) if self._bracket else []

    def go(self) -> Run:
        """Play what is missing."""
        self._read_store()
        self._ask()
        self._prepare()
        self.doing = ""
        self._began = time.perf_counter()
        lanes = [Lane(self.experiment) for _ in range(self.workers)]
        with ThreadPoolExecutor(self.workers, thread_name_prefix="lane") as threads:
            try:
                self._play(lanes, threads)
            finally:
                self._stopped = True
                for lane in lanes:
                    lane.stop()
                self.seconds = time.perf_counter() - self._began
        self._tell()
        return self

    # what is to be played

    def _read_store(self) -> None:
        """Count the games that are there already."""
        for record in self._store.records() if self._store is not None else ():
            if self._bracket and record.pairing not in self._pairings:
                self._pairings = {match: players for match, players, _ in self._bracket.wanted(self.live.points)}
            if record.pairing not in self._pairings:
                raise InputError(f"the store holds games of a pairing {record.pairing}, which this experiment has not")
            deal = self.experiment.deal(record.pairing, self._pairings[record.pairing], record.number)
            if record.seats != self._names(deal):
                raise InputError(f"the store holds game {record.number} of pairing {record.pairing} with other players")
            self._count(deal, record)

    def _ask(self) -> bool:
        """Put what is missing into the supply: all at once, or what a knock-out needs next; whether there is something."""
        if self._bracket:
            return self._ask_bracket(self._bracket)
        present = self.live.games.copy()
        for place in Place:
            numbers = [number for number, players in self._pairings.items() if self._place(players) == place]
            self._supply.add(place, self._deals(numbers, present))
        return True

    def _deals(self, numbers: list[int], present: set[tuple[int, int]]) -> Iterator[Deal]:
        """The first pair of all pairings first: what is known of each grows alike."""
        it, ways = self.experiment, len(self.experiment.seatings)
        for pair in range(it.pairs):
            for number in numbers:
                for game in range(pair * ways, (pair + 1) * ways):
                    if (number, game) not in present:
                        yield it.deal(number, self._pairings[number], game)

    def _ask_bracket(self, bracket: Bracket) -> bool:
        before, ways = len(self._asked), len(self.experiment.seatings)
        for match, players, pair in bracket.wanted(self.live.points):
            if (match, pair) not in self._asked:
                self._asked.add((match, pair))
                self._pairings[match] = players
                games = [game for game in range(pair * ways, (pair + 1) * ways) if (match, game) not in self.live.games]
                self._supply.add(self._place(players), [self.experiment.deal(match, players, game) for game in games])
        return len(self._asked) > before

    def _place(self, players: tuple[int, ...]) -> Place:
        return max(self._places[player] for player in players)

    def _prepare(self) -> None:
        """Compile what the players need."""
        began = time.perf_counter()
        if self.experiment.adjudicate:
            Prover(self.experiment.variant).prepare()
        in_loops = any(place is not Place.TABLE for place in self._places)
        for number, (agent, place) in enumerate(zip(self.experiment.agents, self._places, strict=True), 1):
            if isinstance(agent, Searcher):
                self.doing = f"compiling {agent.spec}, player {number} of {len(self._places)}"
                self._tell()
            hand = hand_of(agent, self.experiment.variant) if place is Place.TABLE else None
            if hand:
                hand.prepare()
            if in_loops:
                agent.prepare(self.experiment.variant)
        self.compile_seconds = time.perf_counter() - began

    # playing

    def _play(self, lanes: list[Lane], threads: ThreadPoolExecutor) -> None:
        """Keep the lanes busy and take what they give, until there is nothing more to play."""
        running: dict[Lane, Future[None]] = {}
        try:
            self._keep_busy(lanes, threads, running)
        except KeyboardInterrupt:
            self._supply.close()
            ends = time.perf_counter() + GRACE
            while not all(future.done() for future in running.values()) and time.perf_counter() < ends:
                self._take(TOLD / 2)
            self._take()
            raise

    def _keep_busy(self, lanes: list[Lane], threads: ThreadPoolExecutor, running: dict[Lane, Future[None]]) -> None:
        here = loop_of(self.experiment)
        asked = True
        while asked or running:
            if asked:
                for lane in lanes:
                    if lane not in running:
                        running[lane] = threads.submit(lane.run, self._supply, self._deliver)
                        running[lane].add_done_callback(lambda _: self._arrived.put(None))
            asked = False
            for deal in self._supply.all(Place.HERE):
                self._arrived.put(here.game(deal))
                asked |= self._take()
            asked |= self._take(TOLD if running and not asked else 0.0)
            for lane, future in list(running.items()):
                if future.done():
                    future.result()
                    del running[lane]
            if not running:
                asked = self._take() or asked

    def _deliver(self, item: Played | Failed) -> None:
        """Hand a game over, from a lane."""
        while self._arrived.qsize() >= BACKLOG and not self._stopped:
            time.sleep(0.001)
        self._arrived.put(item)

    def _take(self, wait: float = 0.0) -> bool:
        """Take what has arrived, waiting for something if need be; whether more is to be played because of it."""
        more = False
        try:
            item = self._arrived.get(timeout=wait) if wait else self._arrived.get_nowait()
            while True:
                if item is not None:
                    more |= self._receive(item)
                item = self._arrived.get_nowait()
        except Empty:
            pass
        if self._watch and time.perf_counter() - self._told > TOLD:
            self._tell()
        return more

    def _receive(self, item: Played | Failed) -> bool:
        """Put a game on record; whether more is to be played because of it."""
        if isinstance(item, Failed):
            self.failed.append(item)
            return False
        record = self._record(item)
        if self._store is not None:
            self._store.add(record)
        self.played += 1
        complete = self._count(item.deal, record)
        return complete and self._bracket is not None and self._ask_bracket(self._bracket)

    def _count(self, deal: Deal, record: GameRecord) -> bool:
        """Count a game that is on record; whether its pair is complete now."""
        self.tally.add(record)
        return self.live.add(deal, self._pairings[deal.pairing], record.returns, record.termination)

    def _names(self, deal: Deal) -> tuple[str, ...]:
        return tuple([self.experiment.players[player] for player in deal.players])

    def _record(self, played: Played) -> GameRecord:
        it, deal, outcome = self.experiment, played.deal, played.outcome
        return GameRecord(
            game=it.variant.game.name,
            variant=it.variant.name,
            rules=self._rules,
            pairing=deal.pairing,
            number=deal.game,
            seats=self._names(deal),
            seed=it.seed,
            opening=deal.opening,
            actions=tuple(played.actions),
            actors=tuple(played.actors),
            returns=outcome.returns,
            scores=outcome.scores,
            termination=outcome.words,
            effort=Effort(played.seconds, *played.spent),
            versions=versions(),
            machine=machine(),
        )

    def _tell(self) -> None:
        if self._watch:
            self._told = time.perf_counter()
            self._watch(self)
