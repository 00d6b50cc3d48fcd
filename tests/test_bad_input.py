"""Whatever is wrong with a command line or a user's file: one line on stderr, nothing on stdout, exit status 2."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

from croupier.cli import main
from croupier.cli.commands import app
from croupier.rules import files, trial

GAMES = "a whole number from 1 to 100000000000, not"

LINES = [
    ("plyouts tic-tac-toe", "there is no command 'plyouts': did you mean playouts?"),
    ("xyzzy", "there is no command 'xyzzy': allowed: "),
    ("--versoin", "did you mean --version?"),
    ("-x", "there is no option -x: allowed: --help, --version"),
    ("games extra", "unexpected extra argument(s) (extra); usage: croupier games [OPTIONS]"),
    ("playouts", "missing argument 'GAME'; usage: croupier playouts [OPTIONS] GAME"),
    ("perft tic-tac-toe", "missing argument 'DEPTH'; usage: croupier perft [OPTIONS] GAME DEPTH"),
    ("perft tic-tac-toe 2 3", "unexpected extra argument(s) (3)"),
    ("perft tic-tac-toe -1", "there is no option -1 (no number here is negative)"),
    ("perft tic-tac-toe 2 --divid", "there is no option --divid: did you mean --divide? allowed: --debug, --divide"),
    ("perft tic-tac-toe 2 --with uct", "there is no option --with: allowed: --debug, --divide"),
    ("perft tic-tac-toe 2 --position", "option '--position' requires an argument"),
    ("perft tic-tac-toe 2 --position x", "not a position of tic-tac-toe: 'x' is not"),
    ("playouts draughts --position W:W1:B33", "not a position of draughts: "),
    ("perft tic-tac-toe 2 --workers", "option '--workers' requires an argument"),
    ("perft tic-tac-toe 2 --divide=yes", "option '--divide' does not take a value"),
    ("cache --claer", "did you mean --clear?"),
    ("playouts conect-four", "there is no game 'conect-four': did you mean connect-four? allowed: connect-four, "),
    ("playouts Connect-Four", "did you mean connect-four?"),
    ("playouts tic‐tac‐toe", "did you mean tic-tac-toe?"),
    ("playouts __init__", "there is no game '__init__'"),
    ("playouts ../croupier", "../croupier: "),
    ("playouts missing.py", "missing.py: no such file"),
    ("playouts " + "x" * 5000, "..."),
    ("playouts tic-tac-toe --variant 4x4", "tic-tac-toe has no variant '4x4': allowed: 3x3"),
    ("playouts connect-four --variant 9x9", "connect-four has no variant '9x9': (rows + 1) x columns may be"),
    ("playouts connect-four --variant big", "write ROWSxCOLUMNS"),
    ("playouts tic-tac-toe --workers 2 --gpu", "workers are threads of the processor"),
    *[(f"playouts tic-tac-toe --games {text}", f"--games must be {GAMES} {text}") for text in (
        "0", "-1", "1e12", "1000000000000", "NaN", "nan", "inf", "ten", "True", "1e3", "1.0", "0x10", "1_000", "+5",
        "100000000001", "9223372036854775808",
    )],
    ("playouts tic-tac-toe --games " + "9" * 5000, f"--games must be {GAMES} 9999999999999999999999999999999999999..."),
    ("playouts tic-tac-toe --games=", f"--games must be {GAMES} ''"),
    ("playouts tic-tac-toe --games ٣", f"--games must be {GAMES} ٣"),
    ("playouts tic-tac-toe --seed -1", "--seed must be a whole number from 0 to 9223372036854775807, not -1"),
    ("playouts tic-tac-toe --seed 9223372036854775808", "--seed must be a whole number from 0 to 9223372036854775807"),
    ("playouts tic-tac-toe --workers 0", "--workers must be a whole number from 1 to 1024, not 0"),
    ("playouts tic-tac-toe --workers 1000000", "--workers must be a whole number from 1 to 1024"),
    ("perft tic-tac-toe 0", "DEPTH must be a whole number from 1 to 1000, not 0"),
    ("perft tic-tac-toe 1e3", "DEPTH must be a whole number from 1 to 1000, not 1e3"),
    ("perft tic-tac-toe 1001", "DEPTH must be a whole number from 1 to 1000, not 1001"),
    ("demo --pairs nan", "--pairs must be a whole number"),
    ("demo --store .", ".: a folder, and not the file of a store"),
    ("match tic-tac-toe random", "missing argument 'SPEC'"),
    ("match tic-tac-toe random uctt", "there is no algorithm 'uctt': did you mean uct?"),
    ("match tic-tac-toe random random --games 3", "games must be a multiple of 2, since they are played as pairs"),
    ("match marrakech random random --variant three --games 4", "games must be a multiple of 6, since they are played"),
    ("match tic-tac-toe random random --plies 8000", "--plies must be a whole number from 0 to 1000"),
    ("match tic-tac-toe random random --plies 9", "no game of tic-tac-toe 3x3 was found that goes on after 9 random"),
    ("match tic-tac-toe random random --opening b2b2", "opening 'b2b2': "),
    ("match tic-tac-toe random random --clock ten", "clock.seconds must be a number from 0.001 to 1e+06, not 'ten'"),
    ("match tic-tac-toe random random --clock 1+nan", "clock.increment must be a number from 0 to 1e+06, not nan"),
    ("match tic-tac-toe random random --ply-cap 0", "--ply-cap must be a whole number from 1 to 1000000, not 0"),
    ("match tic-tac-toe random random --store missing/x.db", "missing/x.db: there is no folder missing"),
    ("match tic-tac-toe random no_such_module:player", "no_such_module: cannot be imported: ModuleNotFoundError"),
    ("match tic-tac-toe random math:pi", "math:pi is neither a function of the position nor a policy"),
    ("match tic-tac-toe random math:nothing", "math has nothing named 'nothing'"),
    ("match tic-tac-toe random math:sqrt(depth=2)", "math:sqrt(depth=2): "),
    ("tournament", "missing argument 'FILE.toml'"),
    ("tournament missing.toml", "missing.toml: no such file"),
    ("tournament .", ".: a folder, and not a TOML file"),
]  # fmt: skip

HEAP = """from typing import NamedTuple

class Heap(NamedTuple):
    left: int = 7

    name = "heap"
    seats, actions, branching, longest = 2, 4, 3, 7

    def seat(self):
        return self.left & 1

    def legal(self, out):
        n = 0
        for k in range(1, 4):
            if k <= self.left:
                out[n] = k
                n += 1
        return n

    def play(self, action):
        return Heap(self.left - action)

    def returns(self, seat):
        return 1.0 if seat == 0 else -1.0
"""

VARIANTS = HEAP + "\n    @classmethod\n    def variants(cls):\n        "

FILES = {
    "raises at import": ("1 / 0", "reading it failed at line 1, `1 / 0`: ZeroDivisionError"),
    "imports what is not there": ("import no_such_module", "ModuleNotFoundError: No module named 'no_such_module'"),
    "exits": ("import sys\nsys.exit(0)", "reading it called exit"),
    "recurses": ("def f(): f()\nf()", "RecursionError"),
    "says many lines": ("raise ValueError('one\\ntwo\\n\\033[31mthree')", "ValueError: one two \\x1b[31mthree"),
    "loops at import": ("while True: pass", "did not end within"),
    "raises in legal": (HEAP.replace("n = 0", "n = 1 // 0"), "Heap.legal (line 13): `1 // 0` divides by 0"),
    "loops in legal": (
        HEAP.replace("n = 0", "while True: pass"),
        "did not end within 1 seconds in Heap.legal at line 13",
    ),
    "indexes past a table": (
        HEAP.replace("n = 0", "n = (0,)[9]"),
        "failed in Heap.legal at line 13, `n = (0,)[9]`: Index",
    ),
    "raises in returns": (HEAP.replace("return 1.0", "return 1 / 0"), "Heap.returns (line 24): `1 / 0` divides by 0"),
    "raises in variants": (
        VARIANTS + "raise OSError('no')",
        "failed in Heap.variants at line 28, `raise OSError('no')`: OSE",
    ),
    "loops in variants": (VARIANTS + "while True: pass", "did not end within"),
    "has no mapping of variants": (VARIANTS + "return 5", "variants() gives 5: it must be a dict"),
    "has no variants": (VARIANTS + "return {}", "variants() is empty"),
    "never ends": (HEAP.replace("self.left - action", "self.left"), "longest = 7"),
    "is not Python": ("this is not (Python", "not Python"),
    "is binary": (b"\x00\xff\xfe\x80" * 50, "not Python"),
    "is Latin-1": ('x = "é"\n'.encode("latin-1"), "not Python"),
    "is empty": ("", "no class in it looks like a game"),
    "holds no game": ("x = 1\nclass Other: pass", "no class in it looks like a game"),
    "holds two games": (HEAP + HEAP.replace("Heap", "Pile").replace('"heap"', '"pile"'), "(Heap, Pile)"),
}


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str]):
    """The one line that a command line is refused with."""

    def refused(*words: str) -> str:
        status = main(words)
        out, err = capsys.readouterr()
        assert (status, out) == (2, ""), err
        assert err.startswith("croupier: ")
        assert err.endswith("\n")
        assert err.count("\n") == 1
        assert len(err) < 1100
        return err

    return refused


@pytest.mark.parametrize(("line", "told"), LINES, ids=[line[:40] for line, _ in LINES])
def test_a_faulty_command_line(refused, line: str, told: str) -> None:
    """The line says what was wrong and what is allowed."""
    assert told in refused(*line.split(" "))


def test_refusals_come_before_work(refused, monkeypatch) -> None:
    """A number that is out of bounds is refused before a game is even looked for."""
    monkeypatch.setattr(files, "load_game", lambda path: pytest.fail("the game was loaded"))
    monkeypatch.setattr("croupier.games.load_game", lambda path: pytest.fail("the game was loaded"))
    assert "--games" in refused("playouts", "some.py", "--games", "1e12")
    assert "--seed" in refused("playouts", "some.py", "--seed", "x")


@pytest.mark.parametrize("kind", FILES)
def test_a_faulty_file(refused, monkeypatch, tmp_path: Path, kind: str) -> None:
    """A file that raises, loops, or is no game gets one line that names it."""
    monkeypatch.setattr(trial, "PATIENCE", 1)
    content, told = FILES[kind]
    path = tmp_path / "mine.py"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    began = time.monotonic()
    line = refused("playouts", str(path), "--games", "50")
    assert told in line
    assert "mine.py" in line or "Heap" in line
    assert time.monotonic() - began < 120  # a busy machine compiles slowly; an endless loop would take longer


def test_a_folder_and_a_file_of_another_kind(refused, tmp_path: Path) -> None:
    """What is no Python file says so."""
    (tmp_path / "folder.py").mkdir()
    (tmp_path / "notes.txt").write_text("notes")
    assert "a folder, and not a Python file" in refused("perft", str(tmp_path / "folder.py"), "1")
    assert "its name must end in .py" in refused("perft", str(tmp_path / "notes.txt"), "1")
    assert "no such file" in refused("perft", str(tmp_path / "missing.py"), "1")


@pytest.mark.skipif(sys.platform != "linux", reason="file names of bytes")
def test_names_that_are_no_text(refused) -> None:
    """A name that is not UTF-8, or holds control characters, is shown escaped."""
    assert "\\udcff.py" in refused("playouts", "\udcff.py")
    assert "\\x1b[31m" in refused("playouts", "a\n\033[31mb")


def test_a_good_file_beside_them(capsys, tmp_path: Path) -> None:
    """The game that the faulty ones were made from plays; what it prints does not mix with the answer."""
    path = tmp_path / "heap.py"
    path.write_text(f"print('hello')\n{HEAP}")
    assert main(["perft", str(path), "2", "--json"]) == 0
    out, err = capsys.readouterr()
    assert '"leaves": [4, 9]' in out  # by hand: a seat acts until the rest is of the other parity
    assert out.count("\n") == 1
    assert err == "hello\n"


def test_gpu_without_one(refused, monkeypatch) -> None:
    """`--gpu` where no GPU can be used says why."""
    from croupier.errors import InputError, MissingExtraError
    from croupier.rules import gpu

    for error in (InputError("no GPU can be used: no driver"), MissingExtraError('pip install "croupier[gpu]"')):
        monkeypatch.setattr(gpu, "run", lambda *_, error=error, **__: (_ for _ in ()).throw(error))
        assert str(error) in refused("playouts", "tic-tac-toe", "--gpu")


def test_every_command_refuses_the_same_way(refused) -> None:
    """Every command there is answers an unknown option, and a word too much, in one line."""
    from typer.main import get_command

    for name, command in get_command(app).commands.items():
        arguments = [parameter for parameter in command.params if parameter.param_type_name == "argument"]
        needed = ["tic-tac-toe", "1", "1"][: sum(parameter.nargs == 1 for parameter in arguments)]
        assert "there is no option --no-such: allowed: --" in refused(name, *needed, "--no-such")
        if all(parameter.nargs == 1 for parameter in arguments):
            assert "extra argument" in refused(name, *needed, "1")
