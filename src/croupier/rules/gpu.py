"""Random games on a GPU: the very games that the processor plays, a thousand times as many.

Game number `i` takes stream `i` of the same root as on the processor, so both play the same games, and their sums,
which are whole numbers, are equal. The first games are always played on both and compared before a number is given.
"""

from __future__ import annotations

import importlib.util
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np
from numba.core.errors import NumbaError

from croupier.errors import CroupierError, InputError, MissingExtraError
from croupier.rules.explain import explain
from croupier.rules.game import Variant
from croupier.rules.playouts import (
    COUNTED,
    COUNTED_TURNS,
    SUMS,
    Playouts,
    check_lengths,
    play_games,
    stream_root,
    summary,
)
from croupier.rules.registration import scratch

THREADS = 128
"""Lanes of a small block, of which a GPU holds the most lanes."""

LARGE = (1024, 512)
"""Lanes of large blocks: 8 to 10 % faster on an H200, unless a kernel needs so many registers that fewer lanes fit."""

WORTH = 0.75
"""The share of the lanes of small blocks that large ones must reach to be taken."""

_SLICE_SECONDS = 0.3
_FIRST_SLICE = 8
"""Games a lane in the first launch."""


def run(variant: Variant, games: int, seed: int = 0, progress: Callable[[int], None] | None = None) -> Playouts:
    """Play random games on the GPU; `progress` is told how many are done.

    The first 50 000 games are also played on the processor, outside the measured time: there their turns and choices
    are counted, and the sums of both must agree. `workers` of the answer is the number of lanes.
    """
    kernels = kernel_module()
    start, root = variant.start, stream_root(variant, seed)
    began = time.perf_counter()
    rng, out, known = np.zeros(2, np.int64), scratch(start), np.zeros(SUMS + 2 * variant.seats, np.int64)
    play_games.prepare(start, variant.seats, root, 0, 1, 1, rng, out, known)
    with in_words(variant):
        grid = prepare(kernels, variant)
    compile_seconds = time.perf_counter() - began
    few = min(games, COUNTED)
    play_games(start, variant.seats, root, 0, few, COUNTED, rng, out, known)
    check_lengths(variant, known)
    with in_words(variant):
        check_same(variant, known, play(kernels.cuda, grid, variant, root, few))
        began = time.perf_counter()
        sums = play(kernels.cuda, grid, variant, root, games, progress)
        seconds = time.perf_counter() - began
    check_lengths(variant, sums)
    sums[COUNTED_TURNS:SUMS] = known[COUNTED_TURNS:SUMS]
    return summary(variant, "gpu", seed, games, grid.lanes, seconds, compile_seconds, sums)


def kernel_of(kernels: Any, variant: Variant, **options: int) -> Any:
    """The kernel of a variant, not compiled yet; a game that draws by itself needs no room for a list."""
    start = variant.start
    room = 1 if start.has_sample else start.branching + 1
    return kernels.playout_kernel(type(start), variant.seats, room, **options)


class Grid(NamedTuple):
    """A compiled kernel and how it is launched: as many blocks as the GPU holds at once, of so many threads."""

    kernel: Any
    blocks: int
    threads: int

    @property
    def lanes(self) -> int:
        return self.blocks * self.threads


def prepare(kernels: Any, variant: Variant, **options: int) -> Grid:
    """The compiled kernel of a variant and the grid it is launched on."""
    kernel = kernel_of(kernels, variant, **options)
    nothing = np.zeros((SUMS + 2 * variant.seats, THREADS), np.int64)
    kernel[1, THREADS](variant.start, 0, 0, 0, kernels.cuda.to_device(nothing))
    only = kernel.overloads[next(iter(kernel.overloads), None)]
    held = {threads: only.max_cooperative_grid_blocks(threads) for threads in (*LARGE, THREADS)}
    enough = WORTH * THREADS * held[THREADS]
    threads = next((size for size in LARGE if size * held[size] >= max(size, enough)), THREADS)
    return Grid(kernel, max(1, held[threads]), threads)


def play(
    cuda: Any,
    grid: Grid,
    variant: Variant,
    root: int,
    games: int,
    progress: Callable[[int], None] | None = None,
) -> Any:
    """Sums of games 0 to `games - 1` of a root, but for the counted columns, which stay 0.

    Launched in slices of a fraction of a second, between which progress is told and Ctrl-C is heard.
    """
    lanes = grid.lanes
    sums = cuda.to_device(np.zeros((SUMS + 2 * variant.seats, lanes), np.int64))
    done, size = 0, lanes * _FIRST_SLICE
    while done < games:
        count = min(size, games - done)
        began = time.perf_counter()
        grid.kernel[grid.blocks, grid.threads](variant.start, root, done, done + count, sums)
        cuda.synchronize()
        size = next_size(size, time.perf_counter() - began, lanes)
        done += count
        if progress:
            progress(done)
    return sums.copy_to_host().sum(axis=1)


def next_size(size: int, seconds: float, lanes: int) -> int:
    """How many games to launch after `size` of them took so long: a slice's worth, at most eight times as many."""
    return max(lanes, int(size * min(8.0, _SLICE_SECONDS / max(seconds, 1e-9))))


def check_same(variant: Variant, known: Any, seen: Any) -> None:
    """Stop where the GPU played other games than the processor: it, its driver or its compiler is at fault."""
    same = known.copy()
    same[COUNTED_TURNS:SUMS] = 0
    if not np.array_equal(same, seen):
        raise CroupierError(
            f"{variant.game.name}: the GPU's games are not those of the processor (sums {seen.tolist()} and "
            f"{same.tolist()}): its numbers cannot be trusted, leave out --gpu"
        )


def kernel_module() -> Any:
    """The module of GPU kernels, where there is a GPU to run them."""
    if importlib.util.find_spec("numba_cuda") is None:
        raise MissingExtraError('playing on a GPU needs numba-cuda: pip install "croupier[gpu]"')
    try:
        from croupier.rules import gpu_kernel
    except ImportError as error:
        raise InputError(f"no GPU can be used: {_line(error)}") from error
    if not gpu_kernel.cuda.is_available():
        reason = gpu_kernel.cuda.cuda_error() or "the CUDA toolkit's compiler, NVVM, was not found"
        raise InputError(f"no GPU can be used: {_line(reason)}")
    return gpu_kernel


@contextmanager
def in_words(variant: Variant) -> Iterator[None]:
    """Whatever the compiler or the driver raises becomes one line; small grids are no reason for a warning."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*Grid size")
        try:
            yield
        except CroupierError:
            raise
        except Exception as error:
            found = explain(error, (type(variant.start),)) if isinstance(error, NumbaError) else error
            if isinstance(found, CroupierError):
                raise found from error
            raise InputError(f"the GPU could not play {variant.game.name}: {_line(error)}") from error


def _line(error: object) -> str:
    """A message on one line, cut where it becomes a story."""
    text = " ".join(str(error).split()) or type(error).__name__
    return text if len(text) <= 300 else f"{text[:300]}... (--debug shows the rest)"
