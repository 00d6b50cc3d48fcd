"""Random games: how fast, who wins, how long, how many choices.

Game number `i` of a seed takes stream `i` of the seed's root, so the games are the same whoever plays them: any number
of threads, any order, the interpreter, the CPU or the GPU.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Any

import numpy as np

from croupier.errors import ContractError
from croupier.rules.bridge import shared
from croupier.rules.compiled import compiled
from croupier.rules.contract import CHANCE
from croupier.rules.game import Variant
from croupier.rules.registration import scratch
from croupier.rules.streams import below, root_of, seed_stream

COUNTED = 50_000
"""So many games are gone through twice, to count turns and legal actions, which the fast loop does not."""

SCALE = 1 << 24
"""Payoffs are summed as multiples of 1/SCALE: whole numbers add up the same in any order."""

DRAWS, ACTIONS, OVERLONG, COUNTED_TURNS, COUNTED_ACTIONS, DECISIONS, CHOICES, SUMS = range(8)
"""Columns of the sums that games add to, before two a seat: its payoff (scaled) and its wins."""

_SLICE_SECONDS = 0.03


@shared
def pick_weighted(state: Any, rng: Any, out: Any, n: int) -> int:
    """One of the `n` chance outcomes in `out`, by weight."""
    total = 0
    for i in range(n):
        total += state.weight(int(out[i]))
    left = below(rng, total)
    i = 0
    left -= state.weight(int(out[0]))
    while left >= 0:
        i += 1
        left -= state.weight(int(out[i]))
    return int(out[i])


@shared
def draw(state: Any, rng: Any, out: Any) -> int:
    """A random action, uniform for a seat and by weight for chance; -1 when the game is over."""
    if state.has_sample:
        return state.sample(rng)
    n = state.legal(out)
    if n == 0:
        return -1
    if state.has_weight and state.seat() == CHANCE:
        return pick_weighted(state, rng, out, n)
    return int(out[below(rng, n)])


@shared
def add_result(state: Any, seats: int, sums: Any) -> None:
    """Add the payoffs of a finished game."""
    drawn = 1
    for seat in range(seats):
        payoff = state.returns(seat)
        sums[SUMS + 2 * seat] += int(payoff * SCALE)
        if payoff > 0:
            sums[SUMS + 2 * seat + 1] += 1
        if payoff != 0:
            drawn = 0
    sums[DRAWS] += drawn


@shared
def count_game(start: Any, root: int, number: int, rng: Any, out: Any, sums: Any) -> None:
    """Play a game once more to count its turns and legal actions.

    This loop is apart because one that stores to `sums` cannot keep the random numbers in registers.
    """
    seed_stream(rng, root, number)
    state = start
    last = CHANCE
    for _ in range(start.longest):
        action = draw(state, rng, out)
        if action < 0:
            break
        who = state.seat()
        sums[COUNTED_ACTIONS] += 1
        if who != CHANCE:
            sums[CHOICES] += state.legal(out)
            sums[DECISIONS] += 1
            sums[COUNTED_TURNS] += who != last
        last = who
        state = state.play(action)


@compiled
def play_games(
    start: Any, seats: int, root: int, first: int, count: int, counted: int, rng: Any, out: Any, sums: Any
) -> None:
    """Play games `first` to `first + count - 1` of a root and add to `sums`; those below `counted` are counted closely."""
    actions = 0
    for number in range(first, first + count):
        seed_stream(rng, root, number)
        state = start
        length = 0
        while length <= start.longest:
            action = draw(state, rng, out)
            if action < 0:
                break
            length += 1
            state = state.play(action)
        actions += length
        if number < counted:
            count_game(start, root, number, rng, out, sums)
        if length > start.longest:
            sums[OVERLONG] += 1
        else:
            add_result(state, seats, sums)
    sums[ACTIONS] += actions


@dataclass(frozen=True)
class Playouts:
    """What random games showed; `seconds` does not include compiling.

    `mean_length` is in turns: exact where a turn is one action, else from the turns an action of the first 50 000 games.
    `position` is the text of the position begun with, None for the start of the variant.
    """

    game: str
    variant: str
    device: str
    seed: int
    games: int
    workers: int
    seconds: float
    compile_seconds: float
    per_second: float
    returns: list[float]
    wins: list[int]
    draws: int
    mean_length: float
    mean_actions: float
    mean_branching: float
    position: str | None = None


def run(
    variant: Variant,
    games: int,
    seed: int = 0,
    workers: int = 1,
    progress: Callable[[int], None] | None = None,
) -> Playouts:
    """Play random games on this machine's processor; `progress` is told how many are done."""
    start = variant.start
    compile_began = time.perf_counter()
    arguments = (start, variant.seats, 0, 0, 1, 1)
    play_games.prepare(*arguments, np.zeros(2, np.int64), scratch(start), np.zeros(SUMS + 2, np.int64))
    compile_seconds = time.perf_counter() - compile_began
    root = stream_root(variant, seed)
    began = time.perf_counter()
    sums = np.zeros(SUMS + 2 * variant.seats, np.int64)
    for done, part in _slices(variant, root, games, workers):
        sums += part
        check_lengths(variant, sums)
        if progress:
            progress(done)
    seconds = time.perf_counter() - began
    return summary(variant, "cpu", seed, games, workers, seconds, compile_seconds, sums)


def stream_root(variant: Variant, seed: int) -> int:
    """The root that all random games of a variant and seed share."""
    return root_of("playouts", variant.game.name, variant.name, seed)


def check_lengths(variant: Variant, sums: Any) -> None:
    """Stop where a game did not end in time: no number about it would mean anything."""
    if sums[OVERLONG]:
        cls = variant.game.cls.__name__
        raise ContractError(
            f"{cls}: a random game went on after longest = {variant.longest} actions: `legal` must return 0 by then, or "
            "`longest` must be larger"
        )


def summary(
    variant: Variant, device: str, seed: int, games: int, workers: int, seconds: float, compiling: float, sums: Any
) -> Playouts:
    """The means that summed games give."""
    payoffs = sums[SUMS::2]
    return Playouts(
        game=variant.game.name,
        variant=variant.name,
        device=device,
        seed=seed,
        games=games,
        workers=workers,
        seconds=seconds,
        compile_seconds=compiling,
        per_second=games / seconds if seconds else 0.0,
        returns=[float(payoff) / SCALE / games for payoff in payoffs],
        wins=[int(wins) for wins in sums[SUMS + 1 :: 2]],
        draws=int(sums[DRAWS]),
        mean_length=float(sums[ACTIONS]) / games * float(sums[COUNTED_TURNS]) / max(1, int(sums[COUNTED_ACTIONS])),
        mean_actions=float(sums[ACTIONS]) / games,
        mean_branching=float(sums[CHOICES]) / max(1, int(sums[DECISIONS])),
    )


def _slices(variant: Variant, root: int, games: int, workers: int) -> Iterator[tuple[int, Any]]:
    """Sums of slices of the games as they are done, each slice about as long as a blink."""

    def play(first: int, count: int) -> tuple[int, Any, float]:
        sums = np.zeros(SUMS + 2 * variant.seats, np.int64)
        began = time.perf_counter()
        rng, out = np.zeros(2, np.int64), scratch(variant.start)
        play_games(variant.start, variant.seats, root, first, count, COUNTED, rng, out, sums)
        return count, sums, time.perf_counter() - began

    done = next_game = 0
    size = 64
    with ThreadPoolExecutor(workers) as pool:
        running: set[Future[tuple[int, Any, float]]] = set()
        try:
            while done < games:
                while len(running) < workers + 1 and next_game < games:
                    count = min(size, games - next_game)
                    running.add(pool.submit(play, next_game, count))
                    next_game += count
                finished, running = wait(running, return_when=FIRST_COMPLETED)
                for future in finished:
                    count, sums, seconds = future.result()
                    done += count
                    if seconds < _SLICE_SECONDS / 2 and count == size:
                        size *= 2
                    yield done, sums
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
