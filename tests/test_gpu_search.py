"""The tree search on a GPU: its kernel grows the interpreter's tree under numba's simulator, and compiles to PTX."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from croupier import games
from croupier.players.named import plan_of
from croupier.search import memory
from croupier.search.grow import grow
from croupier.search.run import Search

ITERATIONS = 60
SPECS = {"connect-four": "uct(iterations=60)", "tic-tac-toe": "grave(iterations=60, ref=5)"}

KERNEL = """
import json, sys
from types import SimpleNamespace

if sys.argv[1] == "ptx":
    from numba.cuda import cuda_paths, dispatcher
    from numba.cuda.cudadrv import nvrtc, nvvm

    # numba asks the driver for the device's kind and NVRTC for the kinds it knows; a fixed answer does for compiling
    dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=(9, 0))
    nvrtc.get_supported_ccs = lambda: ((9, 0),)
    cuda_paths._get_nvrtc_path = lambda: None

from croupier import games
from croupier.players.named import plan_of
from croupier.rules import gpu_kernel
from croupier.search import memory
from croupier.search.grow import grow_tree
from croupier.search.run import Search

cuda = gpu_kernel.cuda


def kernel(start, choose, playout, reward, limits, tree, work, rng, iterations):
    grow_tree(start, choose, playout, reward, limits, tree, work, rng, iterations)


def arguments(game, spec):
    variant = games.find(game).variant()
    tree = Search(variant, variant.start, plan_of(spec), 3).trees[0]
    return tree, tree._arguments(tree._plan.budget.iterations)


def simulated(game, spec):
    tree, values = arguments(game, spec)
    cuda.jit(kernel)[1, 1](*values)
    return [array.tolist() for array in grown(tree)]


def ptx(game, spec):
    from numba.cuda.typing.typeof import typeof

    signature = cuda.types.void(*[typeof(value) for value in arguments(game, spec)[1]])
    return cuda.compile(kernel, signature, cc=(9, 0), device=False, abi="numba", output="ptx")[0]


def grown(tree):
    used = int(tree.counters[memory.USED])
    nodes = (array[:used] for array in tree.tree if array.ndim == 1)
    return [*nodes, tree.tree.tables[: int(tree.counters[memory.ROWS])].ravel(), tree.counters]


if sys.argv[1] == "ptx":
    try:
        nvvm.NVVM()
    except Exception as error:
        print(json.dumps({"missing": str(error)}))
        sys.exit()
print(json.dumps({game: globals()[sys.argv[1]](game, spec) for game, spec in json.loads(sys.argv[2]).items()}))
"""


def asked(what: str, simulator: str, specs: dict[str, str]) -> dict[str, Any]:
    """What a process of its own says: the simulator's switch must be set before numba.cuda is imported."""
    pytest.importorskip("numba_cuda")
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": simulator, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", KERNEL, what, json.dumps(specs)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def test_the_simulated_gpu_grows_the_interpreters_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every array of the tree and every counter, of UCT and of GRAVE with its tables."""
    monkeypatch.setattr(memory, "_shelf", [])  # memory that no other search had: nothing of that is in unused places
    found = asked("simulated", "1", SPECS)
    for game, spec in SPECS.items():
        variant = games.find(game).variant()
        tree = Search(variant, variant.start, plan_of(spec), 3).trees[0]
        grow.python(*tree._arguments(ITERATIONS))
        used, rows = int(tree.counters[memory.USED]), int(tree.counters[memory.ROWS])
        nodes = [array[:used] for array in tree.tree if array.ndim == 1]
        arrays = [*nodes, tree.tree.tables[:rows].ravel(), tree.counters]
        assert all(np.array_equal(array, seen) for array, seen in zip(arrays, found[game], strict=True))
        assert tree.counters[memory.ITERATIONS] == ITERATIONS


def test_the_kernel_compiles_for_a_gpu() -> None:
    """To one entry, everything inlined, whose tables fit into the 64 KB of constants that a kernel may have."""
    found = asked("ptx", "0", {"connect-four": SPECS["connect-four"]})
    if "missing" in found:
        pytest.skip(f"NVVM, the compiler of the CUDA toolkit, is not here, so PTX was NOT checked: {found['missing']}")
    ptx = found["connect-four"]
    assert ptx.count(".entry") == 1
    assert not re.search(r"\bcall(\.uni)?\b", ptx)
    assert 8192 <= sum(int(size) for size in re.findall(r"\.const [^\[;]*\[(\d+)\]", ptx)) <= 65_536
