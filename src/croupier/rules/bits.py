"""Bits of a 63-bit board, alike in the interpreter, on the CPU and on the GPU.

Use bits 0..62 only, mask after every left shift, never shift by a negative count. `x & -x` is the lowest set bit as a
board, `x &= x - 1` removes it.
"""

from __future__ import annotations

from typing import Any

from numba.core import types
from numba.extending import intrinsic, overload

from croupier.rules.bridge import INLINE


def count(x: int) -> int:
    """How many bits of `x` are set."""
    return int(x).bit_count()


def lowest(x: int) -> int:
    """Index of the lowest set bit of `x`, which must not be 0."""
    x = int(x)
    return (x & -x).bit_length() - 1


@intrinsic
def _population(context: Any, x: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), build


@intrinsic
def _trailing_zeros(context: Any, x: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], context.get_constant(types.boolean, True))

    return types.int64(types.int64), build


@overload(count, strict=False, jit_options=INLINE)
def _count(x: Any) -> Any:
    return lambda x: _population(x)


@overload(lowest, strict=False, jit_options=INLINE)
def _lowest(x: Any) -> Any:
    return lambda x: _trailing_zeros(x)
