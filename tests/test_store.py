"""The store: what goes in comes out, one writer, one experiment, and every way in which a file can be wrong."""

from __future__ import annotations

import hashlib
import random
import sqlite3
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from croupier.errors import CroupierError, InputError
from croupier.games import find
from croupier.records import Effort, GameRecord, Store
from croupier.records.errors import DamagedError, LockedError, StoreError
from croupier.records.lock import WriterLock
from croupier.records.place import kind_at
from croupier.records.rules import rules_of, substance

PLAN = {"game": "connect-four", "variant": "6x7", "players": ["random", "uct(iterations=9)"], "pairs": 3, "seed": 11}


def made(pairing: int = 0, number: int = 0, length: int = 9, seed: int = 0) -> GameRecord:
    """A record with random contents: the store does not know the rules."""
    rng = random.Random(f"{pairing} {number} {seed}")
    effort = Effort(
        tuple(rng.random() for _ in range(length)),
        (300,) * length,
        (0,) * length,
        tuple(rng.choice((0, 5, 300, 70_000, 1 << 40)) for _ in range(length)),
    )
    actions, actors = (tuple(rng.randrange(below) for _ in range(length)) for below in (7, 2))
    return GameRecord(
        "connect-four", "6x7", "ab" * 16, pairing, number, ("random", "uct(iterations=9)"), 11, (3, 4), actions, actors,
        (1.0, -1.0), (1.0, -1.0), "four in a row", effort, "croupier 0.1.0", "a machine",
    )  # fmt: skip


GAMES = [made(pairing, number, length) for pairing in range(3) for number, length in enumerate((0, 1, 7, 42, 300))]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a store.croupier"


def test_what_goes_in_comes_out(path: Path) -> None:
    """Records come back as they were, sorted by id, read while they are written and after; one file is left."""
    with Store.open(path, PLAN) as store:
        store.add_many(reversed(GAMES))
        assert list(store.records()) == GAMES
        with Store.read(path) as reader:
            assert list(reader.records(1)) == [game for game in GAMES if game.pairing == 1]
            assert reader.ids() == {game.id for game in GAMES}
            assert (2, 4) in reader
            assert (2, 5) not in reader
            assert (len(reader), reader.plan) == (len(GAMES), PLAN)
    with Store.read(path) as store:
        assert list(store.records()) == GAMES
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_the_digest_knows_no_order_clock_or_machine(path: Path) -> None:
    """The digest is SHA-256 over the hashes by id; seconds, versions and machines change no hash, all else does."""
    with Store.open(path, PLAN) as store:
        store.add_many(GAMES)
        digest = store.digest()
    assert digest == hashlib.sha256("".join(game.hash for game in GAMES).encode()).hexdigest()
    with Store.open(path.with_name("other"), {"asked": "otherwise"}) as store:
        for game in random.Random(1).sample(GAMES, len(GAMES)):
            seconds = tuple(2 * second for second in game.effort.seconds)
            store.add(replace(game, effort=game.effort._replace(seconds=seconds), machine="another", versions="2"))
        assert store.digest() == digest
    game = GAMES[2]
    others = {
        "game": "quarto", "variant": "x", "rules": "cd", "seats": ("random", "random"), "seed": 12, "opening": (),
        "actions": (0,) * 7, "returns": (0.0, 0.0), "scores": (2.0, 1.0), "termination": "the board is full",
        "effort": game.effort._replace(nodes=(1,) * 7),
    }  # fmt: skip
    assert len({game.hash, *(replace(game, **{name: value}).hash for name, value in others.items())}) == 12


def test_the_hash_as_documented() -> None:
    """Recomputed from netstrings written out by hand."""
    kept = [
        "connect-four", "6x7", "ab" * 16, '["random", "uct(iterations=9)"]', "11", "[3,4]", "[0]", "[1.0,-1.0]",
        "[1.0,-1.0]", "four in a row", b"\x02\x2c\x01\x00\x01\x05",
    ]  # fmt: skip
    parts = [part if isinstance(part, bytes) else part.encode() for part in kept]
    told = b"".join(str(len(part)).encode() + b":" + part + b"," for part in parts)
    game = replace(made(length=1), actions=(0,), effort=Effort((0.5,), (300,), (0,), (5,)))
    assert game.hash == hashlib.sha256(told).hexdigest()


def test_a_game_is_kept_once(path: Path) -> None:
    """A second game with an id is refused, a faulty record likewise, and the store goes on."""
    with Store.open(path, PLAN) as store:
        store.add(GAMES[2])
        with pytest.raises(StoreError, match="game 2 of pairing 0 is in it already"):
            store.add(made(0, 2, 5, seed=3))
        with pytest.raises(ValueError, match="one entry for each of the 7 actions"):
            store.add(replace(GAMES[7], actors=()))
        with pytest.raises(CroupierError, match="returns and scores are numbers"):
            store.add(replace(GAMES[7], scores=(float("nan"), 0.0)))
        store.add(GAMES[7])
        assert list(store.records()) == [GAMES[2], GAMES[7]]


def test_odd_names_are_safe(path: Path) -> None:
    """Texts that are no UTF-8, or have quotes, zeros and line ends, are kept."""
    game = replace(made(), seats=("a\udcff'\"\0\n.py:X", "日本"), termination="x\0y\n'")
    with Store.open(path.with_name("日本 %41?#.db"), PLAN) as store:
        store.add(game)
        assert next(store.records()) == game


def test_resuming_is_for_the_same_experiment(path: Path) -> None:
    """Another plan is refused with what differs, larger counts are taken where they may grow, and `mix` takes all."""
    Store.open(path, PLAN).close()
    Store.open(path, dict(reversed(PLAN.items()))).close()
    with pytest.raises(StoreError, match='holds another experiment: "seed":11 there and "seed":12 now'):
        Store.open(path, PLAN | {"seed": 12})
    with pytest.raises(StoreError, match='no opening there and "opening"'):
        Store.open(path, PLAN | {"opening": {"plies": 2}})
    with pytest.raises(StoreError, match="another experiment"):
        Store.open(path, PLAN | {"pairs": 4})
    with pytest.raises(StoreError, match="another experiment"):
        Store.open(path, PLAN | {"pairs": 2}, grows=("pairs",))
    with Store.open(path, PLAN | {"pairs": 4}, grows=("pairs",)) as store:
        assert [plan["pairs"] for plan in store.plans] == [3, 4]
    with Store.open(path, PLAN | {"rules": "other"}, mix=True) as store:
        assert store.plan == PLAN | {"rules": "other"}


def test_one_writer(path: Path) -> None:
    """A second writer hears who holds the store, in this process and from another; readers are free."""
    with Store.open(path, PLAN) as store:
        store.add(GAMES[0])
        with pytest.raises(LockedError, match=r"process \d+ on .* writes it now"):
            Store.open(path, PLAN)
        code = f"from croupier.records import Store; Store.open({str(path)!r}, {PLAN!r}, wait=0.2)"
        second = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
        assert "LockedError" in second.stderr
        assert len(Store.read(path)) == 1
    Store.open(path, PLAN).close()


HOLD = """
import sys
from croupier.records import Store
store = Store.open(sys.argv[1], {"a": 1})
print("held", flush=True)
sys.stdin.read()
"""


def test_a_dead_writer_holds_nothing(path: Path) -> None:
    """Whoever waits gets the store when the holder is killed, and it opens."""
    held = subprocess.Popen([sys.executable, "-c", HOLD, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert held.stdout
    assert held.stdout.readline().strip() == b"held"
    with pytest.raises(LockedError, match=f"process {held.pid} "):
        Store.open(path, {"a": 1})
    held.kill()
    held.communicate(timeout=60)
    with Store.open(path, {"a": 1}, wait=10) as store:
        assert len(store) == 0


def test_the_lock_moves_on(tmp_path: Path) -> None:
    """Its file is gone after its holder, and a file left by a dead one is no lock."""
    lock = WriterLock(tmp_path / "x")
    lock.release()
    lock.release()
    assert not lock.path.exists()
    lock.path.write_text("process 1 on mars")
    WriterLock(tmp_path / "x").release()


def other_database(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE t (x)")
    connection.close()


def later_format(path: Path) -> None:
    Store.open(path, PLAN).close()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 2")
    connection.close()


def with_a_trigger(path: Path) -> None:
    Store.open(path, PLAN).close()
    connection = sqlite3.connect(path)
    connection.execute("CREATE TRIGGER t AFTER INSERT ON record BEGIN DELETE FROM record; END")
    connection.close()


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda path: path.write_bytes(b""), "empty"),
        (lambda path: path.write_text("game = 1\n" * 100), "not a store of Croupier"),
        (lambda path: path.write_bytes(b"SQLite format 3\0" + b"\xff" * 5000), "damaged|not a store"),
        (lambda path: path.write_bytes(b"SQLite format 3\0"), "damaged|not a store"),
        (lambda path: path.mkdir(), "a folder"),
        (other_database, "not a store of Croupier"),
        (later_format, "a store of format 2; this Croupier reads and writes format 1"),
        (with_a_trigger, r"its tables differ \(t\)"),
    ],
)
def test_files_that_are_no_stores(path: Path, make, says: str) -> None:
    """Each is refused in one line, by readers and writers, and left as it was."""
    make(path)
    before = path.read_bytes() if path.is_file() else None
    for attempt in (lambda: Store.read(path), lambda: Store.open(path, PLAN)):
        with pytest.raises(InputError, match=says) as raised:
            attempt()
        assert "\n" not in str(raised.value)
    assert before is None or path.read_bytes() == before


@pytest.mark.parametrize("name", ["no such folder/x", "x\0y", ""])
def test_paths_that_cannot_be(tmp_path: Path, name: str) -> None:
    """A path without a folder, with a zero, or none at all."""
    path = f"{tmp_path}/{name}" if name else ""
    for attempt in (lambda: Store.read(path), lambda: Store.open(path, PLAN)):
        with pytest.raises(InputError):
            attempt()


def test_a_missing_store_is_not_made_by_reading(path: Path) -> None:
    with pytest.raises(StoreError, match="no such file"):
        Store.read(path)
    assert not path.exists()


def test_leftovers(path: Path) -> None:
    """A journal without its store is not taken for a new one's; what a killed process was making is made anew."""
    wal = path.with_name(f"{path.name}-wal")
    wal.write_bytes(b"x")
    with pytest.raises(StoreError, match="is left of a store that is gone"):
        Store.open(path, PLAN)
    wal.unlink()
    path.with_name(f"{path.name}.new").write_bytes(b"half a store")
    Store.open(path, PLAN).close()
    assert [file.name for file in path.parent.iterdir()] == [path.name]


@pytest.mark.skipif(sys.platform != "linux", reason="a place that even root cannot write")
def test_a_folder_that_cannot_be_written() -> None:
    with pytest.raises(StoreError, match="its folder cannot be written"):
        Store.open("/proc/self/x.croupier", PLAN)


def test_a_full_disk_loses_nothing(path: Path) -> None:
    """A game that finds no room is refused with a line, those before it are whole, and resuming goes on."""
    with Store.open(path, PLAN) as store:
        store._connection.execute("PRAGMA max_page_count = 20")
        games = [made(0, number, 100) for number in range(100)]
        with pytest.raises(StoreError, match=r"the disk is full .* make room"):
            store.add_many(games)
        kept = list(store.records())
        assert 0 < len(kept) < 100
        assert kept == games[: len(kept)]
    with Store.open(path, PLAN) as store:
        store.add_many(games[len(kept) :])
        assert list(store.records()) == games


def test_network_file_systems_are_known() -> None:
    """The nearest mount decides, the last one of a point hides those before it."""
    mounts = [("/", "ext4"), ("/home", "nfs4"), ("/home/me/local", "xfs"), ("/data", "cifs"), ("/data", "ext4")]
    found = [kind_at(folder, mounts) for folder in ("/x", "/home/me", "/homer", "/home/me/local/y", "/data/z")]
    assert found == ["", "nfs4", "", "", ""]


def look(path: Path) -> None:
    """Read all there is in a store."""
    with Store.read(path) as store:
        list(store.records())
        _ = store.plan


def test_edits_behind_our_back(path: Path) -> None:
    """A score changed, a game removed, a plan rewritten by somebody's SQL: each is damage."""
    with Store.open(path, PLAN) as store:
        store.add_many(GAMES)
    edits = (
        "UPDATE record SET returns = '[-1.0,1.0]' WHERE id = 3",
        "DELETE FROM record WHERE id = 3",
        "UPDATE record SET id = 999 WHERE id = 3",
        "UPDATE experiment SET plan = '{}'",
        "UPDATE origin SET machine = 'faster'",
        "UPDATE rules SET fingerprint = 'cd'",
        'UPDATE seal SET "rows" = "rows" + 1',
        "DELETE FROM seal",
        "INSERT INTO origin VALUES (7, '', '', 0)",
    )
    whole = path.read_bytes()
    for edit in edits:
        path.write_bytes(whole)
        connection = sqlite3.connect(path)
        connection.execute(edit)
        connection.commit()
        connection.close()
        with pytest.raises(DamagedError):
            look(path)


def test_fingerprint_of_rules(tmp_path: Path) -> None:
    """Comments, docstrings and blank lines do not change it, a rule does; house games have one for all variants."""
    source = (Path(__file__).parent.parent / "examples" / "domineering.py").read_text()
    from croupier.rules.files import load_class

    def of(text: str) -> str:
        (tmp_path / "game.py").write_text(text)
        return rules_of(load_class(tmp_path / "game.py"))

    plain = of(source)
    assert of(source.replace("\n\n", "\n# nothing\n\n")) == plain
    assert of(source.replace("1", "2", 1) if "1" in source.split('"""')[1] else source + "\n\n# end\n") == plain
    assert of(source + "\nX = 1\n") != plain
    game = find("connect-four")
    assert rules_of(game.variant("5x6").start.__class__) == rules_of(game.cls) != rules_of(find("quarto").cls)


def test_substance_of_a_text() -> None:
    """What is left is the same whatever the layout and the version of Python."""
    text = 'def f(x):\n    """Doc."""\n    # why\n\n    return f"{x + 1}a{{" + "b"\n'
    assert substance(text) == 'def f ( x ) : ; { return f"{x + 1}a{{" + "b" ; }'
