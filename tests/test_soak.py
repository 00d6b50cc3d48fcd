"""Long tests, run by `make soak`: what shows only after many runs or with many processes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from croupier import games
from croupier.rules import playouts

pytestmark = pytest.mark.soak

COMMAND = (sys.executable, "-m", "croupier", "playouts", "tic-tac-toe", "--games", "1000", "--json")


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_memory_stays_flat() -> None:
    """Three hundred runs of every game take no more memory than the first few did."""

    def resident() -> int:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    before = 0
    for seed in range(320):
        for name in games.names():
            playouts.run(games.find(name).variant(), 5000, seed, workers=2)
        if seed == 20:
            before = resident()
    assert resident() - before < 16 * 2**20


def test_processes_that_fill_one_cache_agree(tmp_path: Path) -> None:
    """Eight processes at once begin with an empty folder, five times over: all end well with the same games."""
    for attempt in range(5):
        environment = {**os.environ, "CROUPIER_CACHE_DIR": str(tmp_path / str(attempt))}
        running = [
            subprocess.Popen(COMMAND, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            for _ in range(8)
        ]
        ended = [(process.communicate(timeout=300), process.returncode) for process in running]
        assert [status for _, status in ended] == [0] * 8, [errors for (_, errors), _ in ended]
        assert len({answer.partition('"returns"')[2].partition("]")[0] for (answer, _), _ in ended}) == 1
        assert not list((tmp_path / str(attempt)).glob("*/.new-*"))
