"""Verification and export: damage and false records are found, good games are kept, other programs read what is exported."""

from __future__ import annotations

import contextlib
import csv
import doctest
import io
import json
import random
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from croupier.analysis import Games, standings
from croupier.cli import main
from croupier.errors import InputError, MissingExtraError
from croupier.games import resolve_variant
from croupier.positions import Position
from croupier.records import Effort, GameRecord, Store, journal
from croupier.records.errors import StoreError
from croupier.records.export import export
from croupier.records.record import check_of, columns_of, hash_of
from croupier.records.rules import rules_of
from croupier.records.verify import salvage, verify
from croupier.rules.game import Variant
from test_positions import Walk

EXAMPLE = Path(__file__).parent.parent / "examples" / "domineering.py"
PLAYERS = ["random", "uct(iterations=9)"]


def played(variant: Variant, pairing: int, number: int) -> GameRecord:
    """A random game, its first two actions the opening, with chance where the game has it."""
    rng = random.Random(f"{pairing} {number // 2}")
    position = Position(variant)
    actors = []
    while position.outcome is None:
        if position.ply == 2:
            rng = random.Random(f"{pairing} {number}")
        actors.append(position.seat)
        position.play(rng.choice(position.legal_actions))
    actions, outcome = [int(action) for action in position.history], position.outcome
    n = len(actions) - 2
    effort = Effort(
        tuple(rng.random() for _ in range(n)), (9,) * n, (9,) * n, tuple(rng.randrange(99) for _ in range(n))
    )
    seats = tuple(PLAYERS[(seat + number) % 2] for seat in range(variant.seats))
    return GameRecord(
        variant.game.name, variant.name, rules_of(variant.game.cls), pairing, number, seats, 11, tuple(actions[:2]),
        tuple(actions[2:]), tuple(actors[2:]), outcome.returns, outcome.scores, outcome.words, effort, "croupier", "here",
    )  # fmt: skip


def plan_of(variant: Variant) -> dict[str, object]:
    return {"game": variant.game.name, "variant": variant.name, "players": PLAYERS, "seed": 11, "pairs": 3}


def store_of(path: Path, variant: Variant, games: int = 6) -> list[GameRecord]:
    """A closed store of random games."""
    records = [played(variant, 0, number) for number in range(games)]
    with Store.open(path, plan_of(variant)) as store:
        store.add_many(records)
    return records


VARIANTS = ["tic-tac-toe", "connect-four", "quarto", "draughts", "marrakech", "marrakech three"]


@pytest.mark.parametrize("name", VARIANTS)
def test_true_games_are_sound(tmp_path: Path, name: str) -> None:
    """Games as the rules have them pass, chance and three seats included; nothing is written beside the store."""
    variant = resolve_variant(*name.split())
    records = store_of(tmp_path / "s", variant)
    found = verify(tmp_path / "s")
    assert (found.sound, found.games, found.good, found.bad, found.notes) == (True, 6, 6, [], [])
    with Store.read(tmp_path / "s") as store:
        assert list(store.records()) == records
        assert found.digest == store.digest()
    assert [file.name for file in tmp_path.iterdir()] == ["s"]
    assert json.loads(json.dumps(found.as_dict()))["sound"] is True


def illegal(game: GameRecord) -> GameRecord:
    return replace(game, actions=(game.opening[0], *game.actions[1:]))


def late(game: GameRecord) -> GameRecord:
    """Broken off, and the seat that ran out of time is said to have won."""
    return replace(shortened(game), termination="the first seat ran out of time", returns=WON, scores=WON)


def longer(game: GameRecord, action: int = 8, actor: int = 0) -> GameRecord:
    """Gone on after its end."""
    return replace(game, actions=(*game.actions, action), actors=(*game.actors, actor), effort=padded(game))


WON = (1.0, -1.0)

FORGERIES = [
    (illegal, "number 2 of the game: not legal there"),
    (longer, "not legal|over there"),
    (lambda game: shortened(game), "the game goes on after its last action"),
    (late, "says returns"),
    (lambda game: replace(game, returns=tuple(-one for one in game.returns)), "says returns|says scores"),
    (lambda game: replace(game, scores=(0.5, 0.5)), "the record says scores"),
    (lambda game: replace(game, termination="board full of nothing"), "the record says termination"),
    (lambda game: replace(game, actors=(1 - game.actors[0], *game.actors[1:])), "it was for the"),
    (lambda game: replace(game, variant="9x9"), "no variant|not what the store was made for"),
    (lambda game: replace(game, seed=12), "its seed 12 is not what the store was made for"),
    (lambda game: replace(game, seats=("uct", "random")), "'uct' is not a player of the experiment"),
    (lambda game: replace(game, seats=("random",) * 3, returns=(0.0,) * 3, scores=(0.0,) * 3), "has 2 seats"),
]


def padded(game: GameRecord) -> Effort:
    return Effort(*((*column, 0) for column in game.effort))


def shortened(game: GameRecord) -> GameRecord:
    effort = Effort(*(column[:-1] for column in game.effort))
    return replace(game, actions=game.actions[:-1], actors=game.actors[:-1], effort=effort)


@pytest.mark.parametrize(("forge", "says"), FORGERIES)
def test_false_records_are_named(tmp_path: Path, forge, says: str) -> None:
    """A record with right checks that the rules refute is named with what is wrong; the others stay good."""
    variant = resolve_variant("tic-tac-toe")
    records = [played(variant, 0, number) for number in range(6)]
    records[3] = forge(records[3])
    with Store.open(tmp_path / "s", plan_of(variant)) as store:
        store.add_many(records)
    found = verify(tmp_path / "s")
    assert not found.sound
    assert [bad[:2] for bad in found.bad] == [(0, 3)]
    import re

    assert re.search(says, found.bad[0][2]), found.bad
    assert found.good == 5
    assert "game 3 of pairing 0" in str(found)


def test_endings_from_outside(tmp_path: Path) -> None:
    """A game ended by a clock or a cap is taken as it says, where it can be, and counted."""
    variant = resolve_variant("tic-tac-toe")
    game = shortened(played(variant, 0, 0))
    level = replace(game, termination="no more plies were allowed", returns=(0.0, 0.0), scores=(0.0, 0.0))
    late = replace(
        game, number=1, termination="the first seat ran out of time", returns=(-1.0, 1.0), scores=(-1.0, 1.0)
    )
    with Store.open(tmp_path / "s", plan_of(variant)) as store:
        store.add_many([level, late])
    found = verify(tmp_path / "s")
    assert found.sound
    assert found.notes == ["2 games were ended by a clock, a cap or a fault, which no replay can confirm"]


def test_repetition_is_judged(tmp_path: Path) -> None:
    """A game is over at the third time; a record that goes on, or stops before, is refused."""
    variant = resolve_variant(Walk)
    level = (0.0, 0.0)
    none = (0,) * 4
    game = GameRecord(
        "walk", variant.name, rules_of(variant.game.cls), 0, 0, ("random", "random"), 11, (), (0, 1, 0, 1), (0, 1, 0, 1),
        level, level, "the same position for the third time", Effort(none, none, none, none),
    )  # fmt: skip
    with Store.open(tmp_path / "s", {}) as store:
        store.add_many([game, replace(longer(game, 0, 0), number=1), replace(shortened(game), number=2)])
    found = verify(tmp_path / "s", Walk)
    assert found.good == 1
    assert "over by repetition" in found.bad[0][2], found.bad
    assert "goes on" in found.bad[1][2]


def test_games_of_a_users_file(tmp_path: Path) -> None:
    """They are replayed where the file is given, and never looked for; another text of the rules is said."""
    variant = resolve_variant(EXAMPLE)
    store_of(tmp_path / "s", variant)
    with pytest.raises(InputError, match="no game of the house: give its file"):
        verify(tmp_path / "s")
    assert verify(tmp_path / "s", EXAMPLE).sound
    edited = tmp_path / "mine.py"
    edited.write_text(EXAMPLE.read_text() + "\nEDITED = 1\n")
    found = verify(tmp_path / "s", edited)
    assert found.sound
    assert "6 games were played by another text of the rules" in found.notes[0]


def test_nothing_that_a_store_names_is_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Engines and modules as players are named and left alone by verification and export."""
    evil = tmp_path / "evil.py"
    evil.write_text("raise SystemExit('run')\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    specs = [f"{evil}:player", 'engine("rm -rf x")', "evil:player", "evil.py:player"]
    variant = resolve_variant("tic-tac-toe")
    games = [replace(played(variant, 0, i), seats=(spec, "random")) for i, spec in enumerate(specs)]
    with Store.open(tmp_path / "s", plan_of(variant) | {"players": [*specs, "random"]}) as store:
        store.add_many(games)
    found = verify(tmp_path / "s")
    assert found.sound
    assert sum("runs code of its own, which was not run" in note for note in found.notes) == 4
    for format in ("csv", "jsonl", "parquet"):
        assert export(tmp_path / "s", format, tmp_path / "out") == 4
    assert "evil" not in sys.modules


# damage


def contents(path: Path) -> tuple[list[GameRecord], list[dict[str, object]]] | None:
    """All that a store says, or None where it refuses to."""
    try:
        with Store.read(path) as store:
            return list(store.records()), store.plans
    except StoreError:
        return None


def sounds(path: Path) -> bool:
    """Whether verification finds nothing wrong; what it refuses, it refuses in one line."""
    try:
        return verify(path).sound
    except InputError as error:
        said = str(error)
    assert "\n" not in said
    return False


def flipped(path: Path, bits: Iterator[int]) -> None:
    """Flip bits one at a time: each is found by `verify`, and by whoever reads, or changes nothing that is read."""
    whole, before = path.read_bytes(), contents(path)
    torn = path.with_name("torn")
    found = harmless = 0
    for bit in bits:
        changed = bytearray(whole)
        changed[bit // 8] ^= 1 << bit % 8
        torn.write_bytes(changed)
        sound = sounds(torn)
        after = contents(torn)
        assert after in (before, None), bit
        if sound:
            assert after == before, bit
        found, harmless = found + (not sound), harmless + sound
        for left in torn.parent.glob("torn*"):
            left.unlink()
    assert found > harmless / 9


def test_every_flip_is_found_or_harmless(tmp_path: Path) -> None:
    """Bits at random over the whole file, and every bit of its head."""
    store_of(tmp_path / "s", resolve_variant("tic-tac-toe"), 30)
    size = (tmp_path / "s").stat().st_size
    rng = random.Random(1)
    flipped(tmp_path / "s", iter([*range(0, 800, 7), *(rng.randrange(8 * size) for _ in range(400))]))


@pytest.mark.soak
def test_very_many_flips(tmp_path: Path) -> None:
    """Every bit of the head, and thirty thousand of the rest."""
    store_of(tmp_path / "s", resolve_variant("connect-four"), 40)
    size = (tmp_path / "s").stat().st_size
    rng = random.Random(2)
    flipped(tmp_path / "s", iter([*range(800), *(rng.randrange(8 * size) for _ in range(30_000))]))


def test_torn_files(tmp_path: Path) -> None:
    """A file cut anywhere is refused or found; zeros where pages were, too."""
    store_of(tmp_path / "s", resolve_variant("tic-tac-toe"), 30)
    whole, before = (tmp_path / "s").read_bytes(), contents(tmp_path / "s")
    rng = random.Random(3)
    changes = [whole[: rng.randrange(len(whole))] for _ in range(40)]
    for page in range(0, len(whole), 4096):
        changes.append(whole[:page] + bytes(4096) + whole[page + 4096 :])
    for changed in changes:
        torn = tmp_path / "torn"
        torn.write_bytes(changed)
        assert not sounds(torn)
        assert contents(torn) in (None, before)
        for left in tmp_path.glob("torn*"):
            left.unlink()


def test_the_good_part_is_kept(tmp_path: Path) -> None:
    """A damaged page costs its games; the rest goes to a new store, sound and ready to be resumed."""
    records = store_of(tmp_path / "s", resolve_variant("tic-tac-toe"), 60)
    whole = bytearray((tmp_path / "s").read_bytes())
    at = whole.find(b'"random"', len(whole) // 2)
    whole[at + 1] ^= 4
    (tmp_path / "s").write_bytes(whole)
    found = verify(tmp_path / "s")
    assert (found.sound, found.games, found.good) == (False, 60, 59)
    assert len(found.bad) == 1
    assert salvage(found, tmp_path / "new") == 59
    assert verify(tmp_path / "new").sound
    with Store.open(tmp_path / "new", plan_of(resolve_variant("tic-tac-toe"))) as store:
        store.add_many(record for record in records if record.id not in store.ids())
        assert list(store.records()) == records
    with pytest.raises(StoreError, match="is there already"):
        salvage(found, tmp_path / "new")
    with pytest.raises(StoreError, match="damaged"):
        export(tmp_path / "s", "jsonl", tmp_path / "out")
    assert not (tmp_path / "out").exists()


KILLED = """
import os, pickle, sys
from croupier.records import Store
store = Store.open(sys.argv[1], {})
for record in pickle.load(open(sys.argv[2], "rb")):
    store.add(record)
os.kill(os.getpid(), 9)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="kills a process as POSIX does")
def test_the_journal_of_a_killed_writer(tmp_path: Path) -> None:
    """Every game that was added is there after a kill; a journal that was damaged then is told, before it is taken in."""
    import pickle

    variant = resolve_variant("tic-tac-toe")
    records = [played(variant, 0, number) for number in range(20)]
    (tmp_path / "games").write_bytes(pickle.dumps(records))
    subprocess.run([sys.executable, "-c", KILLED, tmp_path / "s", tmp_path / "games"], timeout=60, check=False)
    kept = tmp_path / "kept"
    kept.mkdir()
    for name in ("s", "s-wal"):
        shutil.copy(tmp_path / name, kept / name)
    found = verify(tmp_path / "s")
    assert (found.sound, found.games, found.notes) == (True, 20, [])
    wal = (kept / "s-wal").read_bytes()
    frames = (len(wal) - 32) // 4120
    rng = random.Random(4)
    for bit in [rng.randrange(8 * len(wal)) for _ in range(25)] + [8 * 32 + 3]:
        changed = bytearray(wal)
        changed[bit // 8] ^= 1 << bit % 8
        for left in tmp_path.glob("s*"):
            left.unlink()
        shutil.copy(kept / "s", tmp_path / "s")
        (tmp_path / "s-wal").write_bytes(changed)
        seen = journal.look_at(tmp_path / "s-wal")
        found = verify(tmp_path / "s")
        with Store.read(tmp_path / "s") as store:
            assert list(store.records()) == records[: found.games]
        assert found.sound
        assert found.games == 20 or seen.lost or seen.uncommitted
        assert bool(found.notes) == bool(seen.lost or seen.uncommitted)
    assert journal.look_at(kept / "s-wal") == (frames, 0, 0)


def test_a_forged_row_needs_its_seal(tmp_path: Path) -> None:
    """A row added by somebody's SQL, with its check and hash right and the seal left alone by dropping the trigger."""
    variant = resolve_variant("tic-tac-toe")
    store_of(tmp_path / "s", variant)
    game = played(variant, 0, 9)
    columns = columns_of(game)
    row = (9, hash_of(game.game, game.variant, game.rules, columns), 1, 1, *columns)
    connection = sqlite3.connect(tmp_path / "s")
    trigger = connection.execute("SELECT sql FROM sqlite_master WHERE name = 'seal_record'").fetchone()[0]
    connection.execute("DROP TRIGGER seal_record")
    marks = ", ".join("?" * (len(row) + 1))
    connection.execute(f"INSERT INTO record VALUES ({marks})", (row[0], check_of(row), *row[1:]))
    connection.execute(trigger)
    connection.commit()
    connection.close()
    found = verify(tmp_path / "s")
    assert not found.sound
    assert "rows were lost or changed" in found.faults[0]


JUNK = [
    None, -1, 1 << 62, 0.5, "", "{}", "[", "[1, 2]", '["a"]', "[[]]", "[NaN, 1.0]", "[1e999, -1e999]", "[9]", "[-2]",
    "[true]", "9" * 5000, "[" * 100_000, "[" + "9" * 6000 + "]", b"", b"\x08", b"\xff" * 40, "\udcff", "a\0b",
]  # fmt: skip


def test_rows_that_somebody_made_up(tmp_path: Path) -> None:
    """Rows with anything in them, their check, hash and seal right, are named or refused; nothing crashes on them."""
    variant = resolve_variant("tic-tac-toe")
    columns = columns_of(played(variant, 0, 1))
    rng = random.Random(6)
    for attempt in range(100):
        path = tmp_path / str(attempt)
        with Store.open(path, plan_of(variant) if attempt % 2 else {"players": 5}) as store:
            store.add(played(variant, 0, 0))
        changed: list[Any] = list(columns)
        for _ in range(rng.randint(1, 2)):
            changed[rng.randrange(len(changed))] = rng.choice(JUNK)
        row = [1, hash_of("tic-tac-toe", "3x3", rules_of(variant.game.cls), changed), 1, 1, *changed]
        plan = rng.choice(("[]", "{}", "[" * 100_000, '{"players": [[]], "seed": []}', '{"game": 7}'))
        connection = sqlite3.connect(path)
        values = [value if value != "\udcff" else "?" for value in row]
        if attempt % 5 == 0:
            connection.execute("INSERT INTO experiment VALUES (2, ?, ?)", (plan, check_of((2, plan))))
        with contextlib.suppress(sqlite3.IntegrityError):
            marks = ", ".join("?" * (len(values) + 1))
            connection.execute(f"INSERT INTO record VALUES ({marks})", (values[0], check_of(values), *values[1:]))
        connection.commit()
        connection.close()
        looked = sounds(path)
        found = contents(path)
        if found:
            standings(Games.of(found[0]), samples=5)
            for format in ("csv", "jsonl"):
                export(path, format, tmp_path / "out")
        assert found is not None or not looked


# export


def test_json_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Design's keys and nothing else, in the order of ids; to a file as to standard output."""
    records = store_of(tmp_path / "s", resolve_variant("marrakech"))
    assert export(tmp_path / "s", "jsonl") == 6
    printed = capsys.readouterr().out
    assert export(tmp_path / "s", "jsonl", tmp_path / "out.jsonl") == 6
    assert (tmp_path / "out.jsonl").read_text() == printed
    lines = [json.loads(one) for one in printed.splitlines()]
    for found, record in zip(lines, records, strict=True):
        assert list(found) == [
            "pairing", "game", "seats", "opening", "actions", "returns", "scores", "termination", "effort", "hash"
        ]  # fmt: skip
        assert (tuple(found["actions"]), found["hash"]) == (record.actions, record.hash)
        assert found["effort"] == record.effort.rows()
        assert list(found["effort"][0]) == ["seconds", "iterations", "playouts", "nodes"]


def test_csv(tmp_path: Path) -> None:
    """A row a game with sums by seat; odd names come back, and no cell is a formula."""
    records = store_of(tmp_path / "s", resolve_variant("tic-tac-toe"))
    export(tmp_path / "s", "csv", tmp_path / "out.csv")
    rows = list(csv.DictReader(io.StringIO((tmp_path / "out.csv").read_text())))
    assert [(int(row["pairing"]), int(row["game"])) for row in rows] == [record.id for record in records]
    for row, record in zip(rows, records, strict=True):
        assert (row["player_0"], float(row["return_1"])) == (record.seats[0], record.returns[1])
        mine = [nodes for nodes, actor in zip(record.effort.nodes, record.actors, strict=True) if actor == 1]
        assert (int(row["nodes_1"]), int(row["actions_1"])) == (sum(mine), len(mine))
        assert row["actions"].split() == [str(action) for action in record.actions]
    odd = replace(records[0], number=99, seats=('=1+1", \n\0"', "日本\udcff.py:X"), termination="-cmd")
    with Store.open(tmp_path / "odd", {}) as store:
        store.add(odd)
    export(tmp_path / "odd", "csv", tmp_path / "odd.csv")
    row = next(csv.DictReader(io.StringIO((tmp_path / "odd.csv").read_text())))
    assert (row["player_0"], row["termination"]) == ('\'=1+1", \n\\0"', "'-cmd")
    assert row["player_1"] == "日本\\udcff.py:X"


def test_parquet(tmp_path: Path) -> None:
    """DuckDB reads back what was written, under a name with odd characters."""
    import duckdb

    records = store_of(tmp_path / "s", resolve_variant("quarto"))
    target = tmp_path / "it's [a] *?'.parquet"
    assert export(tmp_path / "s", "parquet", target) == 6
    target.rename(tmp_path / "plain.parquet")
    rows = duckdb.read_parquet(str(tmp_path / "plain.parquet")).order("game").fetchall()
    assert [tuple(row[4]) for row in rows] == [record.actions for record in records]
    assert rows[0][8][0] == records[0].effort.rows()[0]


def test_an_empty_store_is_exported(tmp_path: Path) -> None:
    Store.open(tmp_path / "s", {}).close()
    for format in ("csv", "jsonl", "parquet"):
        assert export(tmp_path / "s", format, tmp_path / "out") == 0
    assert verify(tmp_path / "s").sound


def test_what_export_refuses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The store as its own target, folders, unknown formats, parquet to a terminal, a missing DuckDB: one line each."""
    store_of(tmp_path / "s", resolve_variant("tic-tac-toe"))
    before = (tmp_path / "s").read_bytes()
    for format, out, says in (
        ("jsonl", tmp_path / "s", "is the store itself"),
        ("jsonl", tmp_path, "a folder"),
        ("jsonl", tmp_path / "no" / "out", "there is no folder"),
        ("excel", tmp_path / "out", "there is no format 'excel'"),
        ("parquet", None, "name a file"),
    ):
        with pytest.raises(InputError, match=says):
            export(tmp_path / "s", format, out)
    monkeypatch.setitem(sys.modules, "duckdb", None)
    with pytest.raises(MissingExtraError, match=r'pip install "croupier\[parquet\]"'):
        export(tmp_path / "s", "parquet", tmp_path / "out")
    assert (tmp_path / "s").read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["s"]


# the commands


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]):
    """Run a command line in this process: status, output, errors."""

    def run(*words: object) -> tuple[int, str, str]:
        status = main([str(word) for word in words])
        return status, *capsys.readouterr()

    return run


def test_the_command_verify(tmp_path: Path, run) -> None:
    """Status 0 and the digest where all is well, 1 with the game and the way out where not, 2 where there is no store."""
    variant = resolve_variant("tic-tac-toe")
    records = [played(variant, 0, number) for number in range(3)]
    with Store.open(tmp_path / "s", plan_of(variant)) as store:
        store.add_many(records[:2])
        digest = store.digest()
    status, out, err = run("verify", tmp_path / "s")
    assert (status, err) == (0, "")
    assert f"digest {digest}" in out
    with Store.open(tmp_path / "s", plan_of(variant)) as store:
        store.add(replace(illegal(records[2]), seats=("\x1b[2Jevil", "random")))
    status, out, err = run("verify", tmp_path / "s")
    assert status == 1
    assert "game 2 of pairing 0: action" in out
    assert "--good NEW writes the 2 good games" in out
    status, out, err = run("verify", tmp_path / "s", "--good", tmp_path / "new", "--json")
    assert (status, json.loads(out)["good"], json.loads(out)["sound"]) == (1, 2, False)
    assert run("verify", tmp_path / "new")[0] == 0
    for folder in (".", tmp_path):
        status, out, err = run("verify", folder)
        assert (status, out, err.count("\n")) == (2, "", 1)
        assert "a folder" in err
    status, out, err = run("verify", tmp_path / "none")
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert "no such file" in err


def test_the_command_export(tmp_path: Path, run) -> None:
    """Lines to standard output, files with a word on standard error, refusals with status 2."""
    store_of(tmp_path / "s", resolve_variant("tic-tac-toe"))
    status, out, err = run("export", tmp_path / "s", "--format", "jsonl")
    assert (status, len(out.splitlines()), err) == (0, 6, "")
    status, out, err = run("export", tmp_path / "s", "--format", "csv", "--out", tmp_path / "o.csv")
    assert (status, out) == (0, "")
    assert "6 games were written" in err
    assert run("export", tmp_path / "s", "--format", "parquet")[0] == 2
    assert run("export", tmp_path / "s", "--format", "xml")[0] == 2


def test_the_page_about_records(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every line of code in docs/records.md gives what stands below it; its hashes are recomputed by hand."""
    variant = resolve_variant("tic-tac-toe")
    with Store.open(tmp_path / "games.croupier", plan_of(variant)) as store:
        store.add_many(replace(played(variant, 0, number), rules="ab" * 16) for number in range(6))
    monkeypatch.chdir(tmp_path)
    page = Path(__file__).parent.parent / "docs" / "records.md"
    assert doctest.testfile(str(page), module_relative=False).failed == 0
