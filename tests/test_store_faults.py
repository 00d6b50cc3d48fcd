"""Kills, cuts and full disks: what `add` returned from is there, whole, and nothing else is."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from croupier.records import Store
from croupier.records.errors import StoreError
from test_store import made

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="kills as POSIX does")

WRITER = f"""
import sys
sys.path.insert(0, {str(Path(__file__).parent)!r})
from test_store import made
from croupier.records import Store
path, pairing, games, wait = sys.argv[1], *map(int, sys.argv[2:])
with Store.open(path, {{"seed": 11}}, wait=wait) as store:
    print("ready", flush=True)
    for number in range(games):
        if (pairing, number) not in store:
            store.add(made(pairing, number, 20))
            print(number, flush=True)
"""


def writer(path: Path, pairing: int, games: int, wait: int = 0) -> subprocess.Popen[str]:
    """A process that adds games and says the number of each."""
    words = [sys.executable, "-c", WRITER, str(path), str(pairing), str(games), str(wait)]
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def killed_and_resumed(path: Path, rounds: int, seed: int) -> None:
    """Kill a writer at random moments: every game it spoke of is there; the last one to run finishes, as if alone."""
    rng = random.Random(seed)
    hit = 0
    while hit < rounds:
        process = writer(path, 0, 10**6)
        assert process.stdout
        assert process.stdout.readline().strip() == "ready"
        first = process.stdout.readline()
        time.sleep(rng.uniform(0, 0.05))
        process.send_signal(signal.SIGKILL)
        said = [int(line) for line in first.split() + process.stdout.read().split()]
        process.wait(timeout=60)
        process.stdout.close()
        hit += bool(said)
        with Store.read(path) as store:
            ids = store.ids()
            assert {(0, number) for number in said} <= ids
            assert ids == {(0, number) for number in range(len(ids))}
    with Store.read(path) as store:
        games = len(store)
        assert list(store.records()) == [made(0, number, 20) for number in range(games)]


@POSIX
def test_writers_killed_at_random(tmp_path: Path) -> None:
    """Five times, on one store; what is left is what a writer that was never killed would have left."""
    killed_and_resumed(tmp_path / "s", 5, 1)
    with Store.read(tmp_path / "s") as store, Store.open(tmp_path / "other", {"seed": 11}) as other:
        other.add_many(made(0, number, 20) for number in range(len(store)))
        assert store.digest() == other.digest()


@POSIX
@pytest.mark.soak
def test_writers_killed_very_often(tmp_path: Path) -> None:
    """Three hundred times."""
    for seed in range(30):
        killed_and_resumed(tmp_path / str(seed), 10, seed)


@POSIX
def test_a_killed_store_whose_journal_was_cut(tmp_path: Path) -> None:
    """A power cut leaves the journal without its end: the games before it are there, whole, and no other."""
    path, kept = tmp_path / "s", tmp_path / "kept"
    process = writer(path, 0, 10**6)
    assert process.stdout
    for _ in range(40):
        process.stdout.readline()
    process.kill()
    process.communicate(timeout=60)
    kept.mkdir()
    for name in ("s", "s-wal"):
        shutil.copy(tmp_path / name, kept / name)
    whole = (kept / "s-wal").read_bytes()
    rng, seen = random.Random(2), set()
    for length in [0, 31, 32, 32 + 4120, len(whole) - 1, *(rng.randrange(len(whole)) for _ in range(25))]:
        for left in tmp_path.glob("s*"):
            left.unlink()
        shutil.copy(kept / "s", path)
        path.with_name("s-wal").write_bytes(whole[:length])
        with Store.open(path, {"seed": 11}) as store:
            games = len(store)
            assert list(store.records()) == [made(0, number, 20) for number in range(games)]
            store.add(made(0, games, 20))
        seen.add(games)
    assert len(seen) > 10


def test_two_writers_take_turns(tmp_path: Path) -> None:
    """Processes that wait for each other both get all their games in."""
    processes = [writer(tmp_path / "s", pairing, 30, wait=60) for pairing in (0, 1)]
    for process in processes:
        _, errors = process.communicate(timeout=120)
        assert process.returncode == 0, errors
    with Store.read(tmp_path / "s") as store:
        assert store.ids() == {(pairing, number) for pairing in (0, 1) for number in range(30)}
    assert [file.name for file in tmp_path.iterdir()] == ["s"]


LIMITED = f"""
import resource, sys
sys.path.insert(0, {str(Path(__file__).parent)!r})
from test_store import made
from croupier.records import Store
store = Store.open(sys.argv[1], {{"seed": 11}})
resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000))
try:
    for number in range(10_000):
        store.add(made(0, number, 20))
except Exception as error:
    print(number, type(error).__name__, error)
"""


@POSIX
def test_files_that_may_not_grow(tmp_path: Path) -> None:
    """Where the system refuses to write on, the games before are whole and resuming goes on."""
    found = subprocess.run(
        [sys.executable, "-c", LIMITED, str(tmp_path / "s")], capture_output=True, text=True, timeout=60, check=True
    )
    number, name, *words = found.stdout.split()
    assert name == "StoreError", found.stdout
    assert "\n" not in found.stdout.strip()
    with Store.open(tmp_path / "s", {"seed": 11}) as store:
        assert len(store) == int(number)
        store.add(made(0, int(number), 20))
        assert list(store.records()) == [made(0, one, 20) for one in range(int(number) + 1)]
    assert words


@POSIX
@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may write anywhere")
def test_folders_that_may_only_be_read(tmp_path: Path) -> None:
    """A store there is read and verified, not written, and a new one is refused."""
    folder = tmp_path / "folder"
    folder.mkdir()
    with Store.open(folder / "s", {"seed": 11}) as store:
        store.add(made())
    folder.chmod(0o500)
    try:
        with Store.read(folder / "s") as store:
            assert list(store.records()) == [made()]
        for name in ("s", "new"):
            with pytest.raises(StoreError, match="cannot be written"):
                Store.open(folder / name, {"seed": 11})
    finally:
        folder.chmod(0o700)


def test_the_journal_leaves_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a disk is nearly full, the journal takes an eighth of what is left, and not all before the games get there."""
    monkeypatch.setattr("croupier.records.store.room_beside", lambda path: 800_000)
    with Store.open(tmp_path / "s", {"seed": 11}) as store:
        store.add_many(made(0, number, 100) for number in range(300))
        assert (tmp_path / "s-wal").stat().st_size < 200_000
        assert (tmp_path / "s").stat().st_size > 200_000


@pytest.mark.soak
@pytest.mark.skipif(sys.platform != "linux" or shutil.which("mount") is None, reason="mounts a small disk")
def test_a_disk_that_is_really_full(tmp_path: Path) -> None:
    """On a disk of half a megabyte: one line that names the file and the room left; nothing is lost."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=512k", "none", disk], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("nothing can be mounted here")
    try:
        games = [made(0, number, 100) for number in range(2000)]
        with Store.open(disk / "s", {"seed": 11}) as store:
            with pytest.raises(StoreError, match=r"the disk is full \(\d+ bytes left"):
                store.add_many(games)
            kept = len(store)
        with Store.read(disk / "s") as store:
            assert list(store.records()) == games[:kept]
            assert store.structure() == []
        assert kept > 10
    finally:
        subprocess.run(["umount", disk], check=True)


def test_reading_while_games_arrive(tmp_path: Path) -> None:
    """Whoever reads, counts or verifies a store that is being written sees whole games, never a damaged store."""
    path = tmp_path / "s"
    process = writer(path, 0, 10**6)
    try:
        assert process.stdout
        process.stdout.readline()
        process.stdout.readline()
        seen = []
        ends = time.monotonic() + 2
        while time.monotonic() < ends:
            with Store.read(path) as store:
                ids = store.ids()
                assert ids == {(0, number) for number in range(len(ids))}
                assert store.structure() == []
                seen.append(len(list(store.records())))
        assert sorted(seen) == seen
        assert seen[-1] > seen[0]
    finally:
        process.kill()
        process.communicate(timeout=60)
