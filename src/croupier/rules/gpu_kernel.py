"""The GPU's kernel of random games, and what numba's CUDA compiler has to be told. Importing it needs numba-cuda.

The rules, `draw`, `add_result` and the streams are the functions that the CPU runs; only the loop is the GPU's own.
"""

from __future__ import annotations

import functools
import importlib
from typing import Any

import numpy as np

from croupier.rules import bits, bridge
from croupier.rules.playouts import ACTIONS, OVERLONG, SUMS, add_result, draw
from croupier.rules.streams import seed_stream

cuda: Any = importlib.import_module("numba.cuda")
extending: Any = importlib.import_module("numba.cuda.extending")

BURST = 8
"""So many actions are taken between two looks at which lanes of a warp have finished their game.

A warp pays for adding up a result and seeding a stream whenever one of its 32 lanes does; looked at after each action,
that is nearly always. Waiting at most seven actions shares the cost; `benchmarks/gpu.py` times it.
"""


@functools.cache
def playout_kernel(cls: type, seats: int, room: int, burst: int = BURST) -> Any:
    """The kernel for a class of states, so many seats, and a `legal` that writes into `room` numbers.

    Its threads are lanes: lane `l` plays games `first + l`, `first + l + lanes`, ... below `beyond`, and adds what they
    came to to column `l` of `sums`. A lane whose game is over starts its next one at once and does not wait for the
    longest game of its warp.
    """
    columns = SUMS + 2 * seats

    def play_lanes(start: Any, root: int, first: int, beyond: int, sums: Any) -> None:
        lane = cuda.grid(1)
        lanes = cuda.gridsize(1)
        rng = cuda.local.array(2, np.int64)
        out = cuda.local.array(room, np.int64)
        mine = cuda.local.array(columns, np.int64)
        for column in range(columns):
            mine[column] = 0
        number = first + lane
        seed_stream(rng, root, number)
        state = start
        length = 0
        while number < beyond:
            action = 0
            for _ in range(burst):
                action = draw(state, rng, out)
                if action < 0:
                    break
                length += 1
                state = state.play(action)
            if action < 0 or length > start.longest:
                mine[ACTIONS] += length
                if length > start.longest:
                    mine[OVERLONG] += 1
                else:
                    add_result(state, seats, mine)
                number += lanes
                seed_stream(rng, root, number)
                state = start
                length = 0
        for column in range(columns):
            sums[column, lane] += mine[column]

    return cuda.jit(play_lanes)


def count_bits(x: int) -> int:
    """`bits.count` on the GPU."""
    return int(cuda.popc(np.int64(x)))


def lowest_bit(x: int) -> int:
    """`bits.lowest` on the GPU: as many ones as there are bits below the lowest one."""
    return int(cuda.popc((np.int64(x) & -np.int64(x)) - np.int64(1)))


def _teach() -> None:
    """Show the CUDA compiler all that the CPU's knows. The simulator runs plain Python and needs nothing."""
    if cuda.config.ENABLE_CUDASIM:
        return
    target = bridge.Target(extending.overload, extending.overload_method, extending.overload_attribute, cuda.types)
    bridge.add_target(target)
    target.overload(bits.count, strict=False, jit_options=bridge.INLINE)(lambda x: count_bits)
    target.overload(bits.lowest, strict=False, jit_options=bridge.INLINE)(lambda x: lowest_bit)


_teach()
