"""Whole tournaments killed and interrupted at random moments: the same command goes on to the digest of a calm run.

A process that has everything imported and compiled forks one for each run, so that a run begins within milliseconds.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from croupier.arena.tournament import tournament
from croupier.records import Store
from croupier.records.verify import verify

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="forks and kills as POSIX does")

STABLE = """
import json, os, sys
from croupier.cli import main

for line in sys.stdin:
    words, errors = json.loads(line)
    child = os.fork()
    if not child:
        os.setpgid(0, 0)
        os.dup2(os.open(os.devnull, os.O_RDWR), 1)
        os.dup2(os.open(errors, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), 2)
        sys.argv = ["croupier", *words]
        status = 99
        try:
            status = main()
        finally:
            os._exit(status)
    print(child, flush=True)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""

THREADS = """
game = "tic-tac-toe"
players = ["flat(playouts_per_action=[400, 800, 1600])", "random"]
pairs = 15
seed = 3
"""

PROCESSES = """
game = "tic-tac-toe"
players = ["{place}/slow.py:first", "{place}/slow.py:last", "random"]
pairs = 15
seed = 3
"""

SLOW = """
import time

def first(position):
    time.sleep(0.002)
    return position.legal_actions[0]

def last(position):
    time.sleep(0.002)
    return position.legal_actions[-1]
"""


class Stable:
    """Starts runs of the command; `mark` is in the environment of all their processes."""

    def __init__(self, folder: Path) -> None:
        self.mark = f"CROUPIER_TEST_MARK={folder}"
        self.errors = folder / "errors"
        name, _, value = self.mark.partition("=")
        self._process = subprocess.Popen(
            [sys.executable, "-c", STABLE],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, name: value},
        )

    def run(self, words: list[str], meanwhile: Callable[[int], None] = lambda pid: None) -> int:
        """Exit status of a run; `meanwhile` is called with its process id."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps([words, str(self.errors)]) + "\n")
        self._process.stdin.flush()
        pid = int(self._process.stdout.readline())
        try:
            meanwhile(pid)
        except BaseException:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            raise
        return int(self._process.stdout.readline())

    def processes(self) -> set[int]:
        """All processes of runs that are alive, whoever their parent is now."""
        found = set()
        for entry in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                alive = (entry / "stat").read_text().rpartition(")")[2].split()[0] != "Z"
                if alive and self.mark.encode() in (entry / "environ").read_bytes().split(b"\0"):
                    found.add(int(entry.name))
        return found - {self._process.pid}

    def close(self) -> None:
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait(60)


@pytest.fixture
def stable(tmp_path: Path) -> Iterator[Stable]:
    made = Stable(tmp_path)
    yield made
    made.close()


def within(seconds: float, what: Callable[[], object]) -> bool:
    ends = time.monotonic() + seconds
    while not what():
        if time.monotonic() > ends:
            return False
        time.sleep(0.01)
    return True


def games_in(store: Path) -> int:
    if not store.exists():
        return 0
    with Store.read(store) as read:
        return len(read)


def written(folder: Path, text: str) -> tuple[Path, str, int]:
    """A tournament's file, the digest of an undisturbed run, and its number of games."""
    (folder / "slow.py").write_text(SLOW)
    file = folder / "it.toml"
    file.write_text(text.format(place=folder))
    calm = tournament(file, folder / "calm.db", workers=2)
    assert calm.digest
    return file, calm.digest, calm.asked


def killed_at_random(stable: Stable, folder: Path, text: str, kills: int, seed: int) -> None:
    """Kill runs until so many died between the first and the last record; every store is then finished as if alone."""
    file, digest, asked = written(folder, text)
    store = file.with_suffix(".db")
    words = ["tournament", str(file), "--workers", "2"]
    rng = random.Random(seed)
    hit = 0

    def kill(pid: int) -> None:
        nonlocal hit
        before = games_in(store)
        assert within(60, lambda: games_in(store) > before or not before < asked)
        time.sleep(rng.uniform(0, 0.15))
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)

    while hit < kills:
        status = stable.run(words, kill)
        there = games_in(store)
        if status == -signal.SIGKILL:
            hit += 0 < there < asked
            assert verify(store).sound
        if sys.platform == "linux":
            assert within(20, lambda: not stable.processes()), "orphans are left"
        if there == asked:
            with Store.read(store) as read:
                assert read.digest() == digest
            for left in folder.glob(f"{store.name}*"):
                left.unlink()
    assert stable.run(words) == 0, stable.errors.read_text()
    with Store.read(store) as read:
        assert read.digest() == digest
    assert sorted(left.name for left in folder.glob(f"{store.name}*")) == [store.name]


def test_killed_with_threads(stable: Stable, tmp_path: Path) -> None:
    """Sixteen times."""
    killed_at_random(stable, tmp_path, THREADS, 16, 1)


def test_killed_with_processes(stable: Stable, tmp_path: Path) -> None:
    """Four times; the processes beside it die with it."""
    killed_at_random(stable, tmp_path, PROCESSES, 4, 2)


@pytest.mark.soak
def test_killed_very_often(stable: Stable, tmp_path: Path) -> None:
    """Nine hundred times with threads, a hundred times with processes."""
    for name, text, kills in (("threads", THREADS, 900), ("processes", PROCESSES, 100)):
        (tmp_path / name).mkdir()
        killed_at_random(stable, tmp_path / name, text, kills, 3)


@pytest.mark.skipif(sys.platform != "linux", reason="finds processes in /proc")
def test_workers_killed(stable: Stable, tmp_path: Path) -> None:
    """Processes that die while they play cost their game alone, which is played again: the command ends well."""
    workers_killed(stable, tmp_path, 6)


@pytest.mark.soak
@pytest.mark.skipif(sys.platform != "linux", reason="finds processes in /proc")
def test_workers_killed_very_often(stable: Stable, tmp_path: Path) -> None:
    """Two hundred of them."""
    workers_killed(stable, tmp_path, 200)


def workers_killed(stable: Stable, folder: Path, kills: int) -> None:
    file, digest, asked = written(folder, PROCESSES)
    store, rng, hit = file.with_suffix(".db"), random.Random(4), 0

    def kill(pid: int) -> None:
        nonlocal hit
        assert within(60, lambda: games_in(store))
        while hit < kills and games_in(store) < asked - 4 and alive(pid):
            before = games_in(store)
            workers = [one for one in stable.processes() if "spawn_main" in command(one)]
            time.sleep(rng.uniform(0, 0.02))
            if workers:
                # the oldest one plays; who dies three times while starting is rightly said not to start here
                with contextlib.suppress(ProcessLookupError):
                    os.kill(min(workers), signal.SIGKILL)
                    hit += 1
            within(30, lambda before=before: games_in(store) >= min(asked - 4, before + 6) or not alive(pid))

    while hit < kills:
        assert stable.run(["tournament", str(file), "--workers", "2"], kill) == 0, stable.errors.read_text()
        with Store.read(store) as read:
            assert read.digest() == digest
        for left in folder.glob(f"{store.name}*"):
            left.unlink()
    assert within(20, lambda: not stable.processes())


def alive(pid: int) -> bool:
    with contextlib.suppress(OSError):
        os.kill(pid, 0)
        return True
    return False


def command(pid: int) -> str:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")
    return ""


LONGER = THREADS.replace("pairs = 15", "pairs = 100")
"""More games than may stand at tables together: after Ctrl-C those are played to their end."""


@pytest.mark.parametrize("text", [LONGER, PROCESSES], ids=["threads", "processes"])
@pytest.mark.parametrize("times", [1, 2])
def test_ctrl_c(stable: Stable, tmp_path: Path, text: str, times: int) -> None:
    """Once: the standings so far, the command that goes on, status 130. Twice: at once. The command it names goes on."""
    file, digest, asked = written(tmp_path, text)
    store = file.with_suffix(".db")

    def interrupt(pid: int) -> None:
        assert within(60, lambda: games_in(store))
        for _ in range(times):
            os.kill(pid, signal.SIGINT)
            time.sleep(0.01)

    assert stable.run(["tournament", str(file), "--workers", "2"], interrupt) == 130
    # after the second one Python's own keeper of semaphores may say that it cleans up after us
    said = [line for line in stable.errors.read_text().splitlines() if "resource_tracker" not in line]
    assert len(said) <= 2, said
    assert "Traceback" not in " ".join(said)
    assert 0 < games_in(store) < asked
    if sys.platform == "linux":
        assert within(20, lambda: not stable.processes()), "orphans are left"
    again = ["croupier", "tournament", str(file)]
    if times == 1:
        told = next(line for line in said if "to go on: " in line)
        again = shlex.split(told.partition("to go on: ")[2])
    assert stable.run(again[1:]) == 0
    with Store.read(store) as read:
        assert read.digest() == digest
    assert verify(store).sound
