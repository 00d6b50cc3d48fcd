"""The GPU kernel of every game compiles to PTX, without a GPU, and keeps what it can in registers."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from typing import Any

import pytest

from croupier import games

COMPILED = """
import json, sys
from types import SimpleNamespace

from numba.cuda import cuda_paths, dispatcher
from numba.cuda.cudadrv import nvrtc, nvvm

# numba asks the driver for the device's kind and NVRTC for the kinds it knows; a fixed answer does for compiling
dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=(9, 0))
nvrtc.get_supported_ccs = lambda: ((9, 0),)
cuda_paths._get_nvrtc_path = lambda: None

from croupier import games
from croupier.rules import gpu, gpu_kernel
from numba.cuda.typing.typeof import typeof

cuda = gpu_kernel.cuda


def ptx(name):
    variant = games.find(name).variant()
    kernel, int64 = gpu.kernel_of(gpu_kernel, variant), cuda.types.int64
    signature = cuda.types.void(typeof(variant.start), int64, int64, int64, cuda.types.Array(int64, 2, "C"))
    return cuda.compile(kernel.py_func, signature, cc=(9, 0), device=False, abi="numba", output="ptx")[0]


def attempt(function, *arguments):
    try:
        return function(*arguments)
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"[:2000]}


found = {"nvvm": attempt(lambda: bool(nvvm.NVVM()))}
if found["nvvm"] is True:
    found["games"] = {name: attempt(ptx, name) for name in json.loads(sys.argv[1])}
print(json.dumps(found))
"""


@pytest.fixture(scope="module")
def compiled() -> dict[str, Any]:
    """PTX of every game's kernel for an H100 or H200, made in a process of its own."""
    pytest.importorskip("numba_cuda")
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "0", "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", COMPILED, json.dumps(games.names())]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    if found["nvvm"] is not True:
        pytest.skip(f"NVVM, the compiler of the CUDA toolkit, is not here, so PTX was NOT checked: {found['nvvm']}")
    return found


def local_bytes(ptx: str) -> int:
    """Local memory of a thread: slow, unlike registers."""
    return sum(int(size) for size in re.findall(r"\.local .*__local_depot\d+\[(\d+)\]", ptx))


@pytest.mark.parametrize("name", games.names())
def test_the_kernel_of_every_game_compiles(compiled: dict[str, Any], name: str) -> None:
    """One kernel, everything inlined: the stream, the sums and, where a game draws by itself, all else in registers.

    Where a game lists and picks, the list is the only memory beside registers.
    """
    ptx = compiled["games"][name]
    assert isinstance(ptx, str), ptx
    start = games.find(name).variant().start
    assert ptx.count(".entry") == 1
    assert not re.search(r"\bcall(\.uni)?\b", ptx)
    room = 0 if start.has_sample else 8 * (start.branching + 1)
    assert local_bytes(ptx) <= (room + 15) // 16 * 16


def test_boards_are_counted_by_one_instruction(compiled: dict[str, Any]) -> None:
    """`bits.count` is the GPU's own population count, and no floating-point shortcut stands in for whole numbers."""
    ptx = compiled["games"]["connect-four"]
    assert "popc.b64" in ptx
    assert "approx" not in ptx
