"""GPU playouts under numba's CUDA simulator: the very games of the processor; plain words where there is no GPU."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from dataclasses import asdict
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from croupier import games
from croupier.errors import CroupierError, InputError, MissingExtraError
from croupier.rules import gpu, playouts
from croupier.rules.bits import count, lowest

GAMES, FEW, SEED = 40, 12, 7
BOARDS = [1, 2, 3, 1 << 31, 1 << 32, (1 << 32) - 1, 1 << 62, (1 << 63) - 1, 3 << 61, 0x5A5A5A5A5A5A5A5A]

SIMULATED = """
import json, sys
from dataclasses import asdict
from typing import NamedTuple

from croupier import games
from croupier.rules import gpu, gpu_kernel
from croupier.rules.game import Game
from croupier.rules.playouts import OVERLONG, stream_root
from numba.cuda.simulator.kernelapi import FakeCUDAModule


class Endless(NamedTuple):
    plies: int = 0

    name = "endless"
    seats, actions, branching, longest = 2, 3, 2, 6

    def seat(self):
        return self.plies & 1

    def legal(self, out):
        out[0] = 0
        out[1] = 2
        return 0 if self.plies > 8 else 2

    def play(self, action):
        return Endless(self.plies + action)

    def returns(self, seat):
        return 0.0


def sums(variant, games, blocks=1, **options):
    grid = gpu.prepare(gpu_kernel, variant, **options)._replace(blocks=blocks)
    root = stream_root(variant, SEED)
    return gpu.play(gpu_kernel.cuda, grid, variant, root, games).tolist()


def game(name):
    variant = games.find(name).variant()
    return {"run": asdict(gpu.run(variant, GAMES, seed=SEED)), "few": sums(variant, FEW)}


def attempt(function, *arguments):
    try:
        return function(*arguments)
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"}


def shapes():
    variant = games.find("tic-tac-toe").variant()
    found = [sums(variant, FEW, burst=burst) for burst in (1, 2, 5, 9)]
    told = []
    gpu.THREADS, gpu._SLICE_SECONDS = 3, 0.0
    found.append(asdict(gpu.run(variant, GAMES, seed=SEED, progress=told.append)))
    found += [sums(variant, FEW, blocks=blocks) for blocks in (1, 2, 5)]
    return {"found": found, "told": told}


def endless():
    variant = Game(Endless).variant()
    return {"sums": sums(variant, FEW), "column": OVERLONG, "run": attempt(gpu.run, variant, FEW)}


def twins(boards):
    gpu_kernel.cuda = FakeCUDAModule((1, 1, 1), (1, 1, 1), 0)
    return [[gpu_kernel.count_bits(board), gpu_kernel.lowest_bit(board)] for board in boards]


GAMES, FEW, SEED, BOARDS, names = json.loads(sys.argv[1])
gpu.THREADS, gpu.LARGE = 16, ()
answer = {"games": {name: attempt(game, name) for name in names}}
answer["shapes"], answer["endless"] = attempt(shapes), attempt(endless)
answer["twins"] = attempt(twins, BOARDS)
print(json.dumps(answer))
"""


@pytest.fixture(scope="module")
def simulated(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the simulator gives for every game of the house; its switch must be set before numba.cuda is imported."""
    pytest.importorskip("numba_cuda")
    script = tmp_path_factory.mktemp("gpu") / "simulated.py"
    script.write_text(SIMULATED, encoding="utf-8")
    arguments = json.dumps([GAMES, FEW, SEED, BOARDS, games.names()])
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, str(script), arguments], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def split(found: dict[str, Any]) -> dict[str, Any]:
    """What of an answer must not depend on who played."""
    machine = ("device", "workers", "seconds", "compile_seconds", "per_second")
    return {key: value for key, value in found.items() if key not in machine}


@pytest.mark.parametrize("name", games.names())
def test_the_gpu_plays_the_games_of_the_processor(simulated: dict[str, Any], name: str) -> None:
    """The same seed gives equal returns, wins, draws, lengths and branching, to the last digit."""
    found = simulated["games"][name]
    assert "error" not in found, found
    expected = playouts.run(games.find(name).variant(), GAMES, seed=SEED)
    assert found["run"]["device"] == "gpu"
    assert split(found["run"]) == split(asdict(expected))


@pytest.mark.parametrize("name", games.names())
def test_the_gpus_sums_are_the_interpreters(simulated: dict[str, Any], name: str) -> None:
    """Every column that the GPU fills is what plain Python adds up to."""
    variant = games.find(name).variant()
    sums = np.zeros(playouts.SUMS + 2 * variant.seats, np.int64)
    root = playouts.stream_root(variant, SEED)
    out = [0] * (variant.start.branching + 1)
    playouts.play_games.python(variant.start, variant.seats, root, 0, FEW, 0, [0, 0], out, sums)
    assert simulated["games"][name]["few"] == sums.tolist()


def test_no_shape_of_the_grid_changes_a_game(simulated: dict[str, Any]) -> None:
    """Any burst, block size, number of blocks and slicing give the same sums; progress is told slice by slice."""
    found, told = simulated["shapes"]["found"], simulated["shapes"]["told"]
    few = simulated["games"]["tic-tac-toe"]["few"]
    assert [sums for sums in found if isinstance(sums, list)] == [few] * 7
    assert split(found[4]) == split(simulated["games"]["tic-tac-toe"]["run"])
    assert found[4]["workers"] == 3
    assert len(told) > 2
    assert told == sorted(set(told))
    assert told[-1] == GAMES


def test_a_game_that_goes_on_too_long_is_noticed(simulated: dict[str, Any]) -> None:
    """The kernel counts overlong games as the processor does, and `run` gives no number about such a game."""
    endless = simulated["endless"]
    assert "error" not in endless, endless
    assert 0 < endless["sums"][endless["column"]] < FEW
    assert "ContractError: Endless: a random game went on after longest = 6" in endless["run"]["error"]


def test_bits_on_the_gpu_are_those_of_python(simulated: dict[str, Any]) -> None:
    """The CUDA twins of `count` and `lowest` agree with the interpreter up to bit 62."""
    assert simulated["twins"] == [[count(board), lowest(board)] for board in BOARDS]


def test_a_gpu_that_plays_other_games_is_not_believed() -> None:
    """One payoff more or less in the sums of the first games, and no number is given."""
    variant = games.find("tic-tac-toe").variant()
    known = np.arange(playouts.SUMS + 4)
    seen = known.copy()
    seen[playouts.COUNTED_TURNS : playouts.SUMS] = 0
    gpu.check_same(variant, known, seen)
    seen[-1] += 1
    with pytest.raises(CroupierError, match="not those of the processor"):
        gpu.check_same(variant, known, seen)


def test_slices_grow_to_a_fraction_of_a_second() -> None:
    """After a fast launch one eight times as large, after a slow one a smaller one, but a game for each lane."""
    assert gpu.next_size(1000, 0.0, 10) == 8000
    assert gpu.next_size(1000, 0.3, 10) == 1000
    assert gpu.next_size(1000, 2.4, 10) == 125
    assert gpu.next_size(1000, 3000.0, 10) == 10


def test_importing_it_needs_no_gpu_and_no_numba_cuda() -> None:
    """The module is importable everywhere: numba's CUDA half is not touched before `run`."""
    code = "import sys, croupier.rules.gpu; print(any(name.startswith('numba.cuda') for name in sys.modules))"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)
    assert done.stdout.strip() == "False", done.stderr


def test_without_numba_cuda_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where numba-cuda is not installed, one line says how to install it."""
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(MissingExtraError, match=r'pip install "croupier\[gpu\]"'):
        gpu.run(games.find("tic-tac-toe").variant(), 10)


def have_gpu() -> bool:
    if importlib.util.find_spec("numba_cuda") is None:
        return False
    cuda = importlib.import_module("numba.cuda")
    return bool(cuda.is_available())


@pytest.mark.skipif(importlib.util.find_spec("numba_cuda") is None, reason="numba-cuda is not installed")
@pytest.mark.skipif(have_gpu(), reason="this machine has a GPU")
def test_without_a_gpu_the_drivers_reason_is_given() -> None:
    """No driver: one line with its reason, and no game is compiled first."""
    with pytest.raises(InputError, match="no GPU can be used: ") as raised:
        gpu.run(games.find("tic-tac-toe").variant(), 10)
    assert "\n" not in str(raised.value)


def test_what_the_driver_raises_becomes_one_line() -> None:
    """A failed launch is told in one line, its cause kept for --debug; our own errors and Ctrl-C pass."""
    variant = games.find("tic-tac-toe").variant()
    words = "the GPU could not play tic-tac-toe: launch out of resources"
    with pytest.raises(InputError, match=words) as raised, gpu.in_words(variant):
        raise RuntimeError("launch\n  out of resources\n")
    assert isinstance(raised.value.__cause__, RuntimeError)
    with pytest.raises(KeyboardInterrupt), gpu.in_words(variant):
        raise KeyboardInterrupt
    with pytest.raises(MissingExtraError), gpu.in_words(variant):
        raise MissingExtraError("as it is")


@pytest.mark.skipif(not have_gpu(), reason="no GPU on this machine: the device itself was NOT tested")
@pytest.mark.parametrize("name", games.names())
def test_a_real_gpu_plays_the_games_of_the_processor(name: str) -> None:
    """On the device itself: 10^5 games of one seed, equal to the last digit."""
    variant = games.find(name).variant()
    assert split(asdict(gpu.run(variant, 100_000, seed=1))) == split(asdict(playouts.run(variant, 100_000, seed=1)))


def test_large_blocks_are_taken_unless_they_leave_lanes_empty() -> None:
    """The largest block that holds three quarters of the lanes of small ones; small ones where none does."""

    def prepared(held: dict[int, int]) -> tuple[int, int]:
        class Kernel:
            overloads = {"only": SimpleNamespace(max_cooperative_grid_blocks=held.__getitem__)}  # noqa: RUF012

            def __getitem__(self, shape: Any) -> Any:
                return lambda *arguments: None

        kernels = SimpleNamespace(
            playout_kernel=lambda *arguments, **options: Kernel(), cuda=SimpleNamespace(to_device=lambda array: array)
        )
        grid = gpu.prepare(kernels, games.find("tic-tac-toe").variant())
        return grid.threads, grid.lanes

    assert prepared({128: 1320, 512: 264, 1024: 132}) == (1024, 135168)
    assert prepared({128: 528, 512: 132, 1024: 0}) == (512, 67584)
    assert prepared({128: 924, 512: 132, 1024: 0}) == (128, 118272)
