"""The command line: what it prints, where, and with which exit status."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
import warnings
from pathlib import Path
from typing import NamedTuple

import pytest

import croupier
from croupier.cli import main, show
from croupier.errors import ContractError

SOURCES = str(Path(croupier.__file__).resolve().parent.parent)
TIC_TAC_TOE = [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]


class Answer(NamedTuple):
    status: int
    out: str
    err: str


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]):
    """Run a command line in this process."""

    def run(*words: str) -> Answer:
        status = main(words)
        return Answer(status, *capsys.readouterr())

    return run


def start(*words: str, **options) -> subprocess.Popen[str]:
    """Run a command line in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": SOURCES, **options.pop("environment", {})}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
    return subprocess.Popen([sys.executable, "-m", "croupier", *words], env=environment, text=True, **pipes)


def test_games_lists_every_game(run):
    """`games` names each game with its variants, the default first."""
    answer = run("games", "--json")
    assert (answer.status, answer.err) == (0, "")
    games = {game["name"]: game for game in json.loads(answer.out)["games"]}
    assert list(games["tic-tac-toe"]["variants"]) == ["3x3"]
    assert games["connect-four"]["variants"]["6x7"]["longest"] == 42
    assert games["connect-four"]["family"] == "ROWSxCOLUMNS"
    plain = run("games").out
    assert all(re.search(rf"^{name} ", plain, re.MULTILINE) for name in games)


def test_perft_counts(run):
    """`perft --json` has the promised keys and the known counts of tic-tac-toe."""
    found = json.loads(run("perft", "tic-tac-toe", "9", "--json").out)
    assert {"game", "variant", "depth", "leaves", "seconds"} <= set(found)
    assert (found["game"], found["variant"], found["depth"], found["leaves"]) == ("tic-tac-toe", "3x3", 9, TIC_TAC_TOE)


def test_perft_is_the_same_on_any_number_of_workers(run):
    """`--workers` changes nothing but the time."""
    assert json.loads(run("perft", "tic-tac-toe", "9", "--workers", "3", "--json").out)["leaves"] == TIC_TAC_TOE


def test_perft_divides(run):
    """`--divide` gives the count below each first turn; they add up."""
    found = json.loads(run("perft", "tic-tac-toe", "4", "--divide", "--json").out)
    assert found["divide"] == {f"{column}{row}": 336 for column in "abc" for row in "123"}
    assert "b2           336" in run("perft", "tic-tac-toe", "4", "--divide").out


def test_perft_counts_plies(run):
    """`--plies` counts single actions."""
    found = json.loads(run("perft", "tic-tac-toe", "3", "--plies", "--json").out)
    assert (found["plies"], found["leaves"]) == (True, [9, 72, 504])


def first_wins(state):
    """How often the first seat wins random games of a small position, exactly."""
    out = [0] * (state.branching + 1)
    legal = out[: state.legal(out)]
    return sum(first_wins(state.play(action)) for action in legal) / len(legal) if legal else state.returns(0) > 0


def test_a_position_to_begin_with(run):
    """`--position` counts and plays from there, says so, and reads what it writes."""
    kings = "W:WK29,K31,22:B10,11,18,K2"
    counted = json.loads(run("perft", "draughts", "5", "--variant", "brazilian", "--position", kings, "--json").out)
    assert counted["leaves"] == [2, 11, 102, 700, 6161]
    assert counted["position"] == "W:W22,K29,K31:BK2,10,11,18"
    words = ("playouts", "tic-tac-toe", "--position", "xx./oo./...", "--games", "50000")
    played = json.loads(run(*words, "--json").out)
    share = first_wins(croupier.new("tic-tac-toe", position="xx./oo./...").state)
    assert abs(played["wins"][0] / 50_000 - share) < 5 * (share * (1 - share) / 50_000) ** 0.5
    assert " random games of tic-tac-toe 3x3 from xx./oo./...\n" in run(*words).out
    assert json.loads(run("playouts", "tic-tac-toe", "--games", "10", "--json").out)["position"] is None


def test_playouts_answer(run):
    """`playouts --json` has the promised keys, and its figures belong to these games."""
    found = json.loads(run("playouts", "tic-tac-toe", "--games", "20000", "--seed", "5", "--json").out)
    keys = {"games", "seconds", "per_second", "returns", "draws", "mean_length", "mean_branching"}
    assert keys <= set(found)
    assert sum(found["wins"]) + found["draws"] == found["games"] == 20000
    assert found["returns"][0] == pytest.approx((found["wins"][0] - found["wins"][1]) / 20000)
    again = json.loads(
        run("playouts", "tic-tac-toe", "--games", "20000", "--seed", "5", "--workers", "3", "--json").out
    )
    same = ("returns", "wins", "draws", "mean_length", "mean_branching")
    assert [found[key] for key in same] == [again[key] for key in same]


def test_playouts_table_is_plain_in_a_pipe(run):
    """What is no terminal gets no colours, no frames and no trailing blanks."""
    answer = run("playouts", "tic-tac-toe", "--games", "5000")
    assert (answer.status, answer.err) == (0, "")
    assert answer.out.startswith("5,000 random games of tic-tac-toe 3x3\n")
    assert re.search(r"first seat wins +\d\d\.\d\d % +\d,\d{3}\n", answer.out)
    assert answer.out.isascii()
    assert "\033" not in answer.out
    assert not re.search(r" \n", answer.out)


def test_a_variant_by_name(run):
    """`--variant` chooses the rules, also of an open family."""
    found = json.loads(run("perft", "connect-four", "1", "--variant", "5x6", "--json").out)
    assert (found["variant"], found["leaves"]) == ("5x6", [6])


def test_cache_shows_and_clears(run, monkeypatch, tmp_path):
    """`cache` counts the kernels on disk, `cache --clear` removes them and says how much that was."""
    monkeypatch.setenv("CROUPIER_CACHE_DIR", str(tmp_path))
    assert json.loads(run("cache", "--json").out)["kernels"] == 0
    (tmp_path / "house").mkdir()
    for name in ("a.f-1", "a.f-2", "b.g-1"):
        (tmp_path / "house" / f"{name}.kernel").write_bytes(b"x" * 1500)
    found = json.loads(run("cache", "--json").out)
    assert (found["folder"], found["kernels"], found["bytes"]) == (str(tmp_path), 3, 4500)
    assert [(entry["entry"], entry["kernels"]) for entry in found["entries"]] == [("a.f", 2), ("b.g", 1)]
    assert re.search(r"^a\.f +today +2 +3 kB$", run("cache").out, re.MULTILINE)
    assert run("cache", "--clear").out == f"removed 3 kernels, 4.5 kB, in {tmp_path}\n"
    assert not list(tmp_path.rglob("*.kernel"))


def test_version_and_help(run):
    """`--version` prints the one version; no command at all prints the help."""
    assert run("--version").out == f"croupier {croupier.__version__}\n"
    assert run().out == run("--help").out
    assert all(word in run("-h").out for word in ("games", "playouts", "perft", "cache", "demo"))
    assert "GAME DEPTH" in run("perft", "--help").out


def test_help_and_import_load_nothing_heavy():
    """`croupier --help` and `import croupier` leave numba, numpy, rich and the rules alone."""
    heavy = "{'numba', 'numpy', 'llvmlite', 'rich.table', 'croupier.rules', 'croupier.games'}"
    program = (
        "import sys, croupier; assert 'typer' not in sys.modules; assert 'croupier.errors' not in sys.modules; "
        f"from croupier.cli import main; main(['perft', '--help']); print(sorted({heavy} & set(sys.modules)))"
    )
    seen = subprocess.run(
        [sys.executable, "-c", program], env={**os.environ, "PYTHONPATH": SOURCES}, capture_output=True, text=True
    )
    assert seen.stdout.endswith("\n[]\n"), seen.stdout + seen.stderr


def test_python_dash_m():
    """`python -m croupier` is `croupier`; it needs no stdin."""
    process = start("perft", "tic-tac-toe", "2", "--json", stdin=subprocess.DEVNULL)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")
    assert json.loads(out)["leaves"] == [9, 72]


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize("words", ["playouts tic-tac-toe --games 100000000000", "perft connect-four 16"])
def test_ctrl_c(words):
    """Ctrl-C ends long work with one line and status 130, also where compiled code is far from its end."""
    process = start(*words.split(), stdin=subprocess.DEVNULL)
    try:
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(3)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    finally:
        process.kill()
    assert (process.returncode, out, err) == (130, "", "croupier: stopped\n")


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_ctrl_c_that_the_compiler_swallows():
    """An interrupt that arrives in a callback from C, which loses it, still ends the process with one line."""
    program = """
import ctypes, os, signal, sys, time
import croupier
from croupier.cli import main

def callback():
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(0.1)
    return 0

def playouts(*_, **__):
    ctypes.CFUNCTYPE(ctypes.c_int)(callback)()
    time.sleep(60)

croupier.playouts = playouts
sys.argv = ["croupier", "playouts", "tic-tac-toe"]
sys.exit(main())
"""
    seen = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": SOURCES},
        capture_output=True,
        text=True,
        timeout=40,
    )
    assert (seen.returncode, seen.stdout, seen.stderr) == (130, "", "croupier: stopped\n")


def test_an_interrupted_text_is_an_interrupt_like_any(tmp_path):
    """Ctrl-C in an `exec` of text, as while modules are imported, ends with status 130 and not by the signal."""
    program = """
import sys
import croupier
from croupier.cli import main

def playouts(*_, **__):
    exec("raise KeyboardInterrupt")

croupier.playouts = playouts
sys.argv = ["croupier", "playouts", "tic-tac-toe"]
main()  # imports all there is to import, which runs texts of its own
sys.exit(main())
"""
    (tmp_path / "program.py").write_text(program)
    command = [sys.executable, "-m", "program"]  # only here Python looks at what it remembers
    environment = {**os.environ, "PYTHONPATH": SOURCES}
    seen = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=40)
    assert (seen.returncode, seen.stderr) == (130, "croupier: stopped\n")


@pytest.mark.skipif(os.name == "nt", reason="pipes of POSIX")
def test_a_reader_that_goes_away():
    """`croupier games | true` ends without a word."""
    process = start("games")
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    assert process.stderr.read() == ""
    assert process.wait(60) == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk():
    """An answer that cannot be written is said in one line."""
    with open("/dev/full", "w") as full:
        process = start("games", stdout=full)
        _, err = process.communicate(timeout=60)
    assert (process.returncode, err.count("\n")) == (1, 1)
    assert "No space left" in err


@pytest.mark.skipif(os.name == "nt", reason="file descriptors of POSIX")
def test_closed_streams():
    """Without stdin, stdout and stderr there is still an exit status."""
    for words, status in (("games", 0), ("nonsense", 2)):
        command = f"'{sys.executable}' -m croupier {words} <&- >&- 2>&-"
        assert subprocess.run(command, shell=True, env={**os.environ, "PYTHONPATH": SOURCES}).returncode == status


def in_terminal(*words: str, **environment: str) -> str:
    """What a command draws in a terminal of 120 columns."""
    import pty

    ours, theirs = pty.openpty()
    environment = {"COLUMNS": "120", "TERM": "xterm-256color", **environment}
    process = start(*words, stdin=theirs, stdout=theirs, stderr=theirs, environment=environment)
    os.close(theirs)
    seen = b""
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:
            break
        if not part:
            break
        seen += part
    os.close(ours)
    assert process.wait(60) == 0
    return seen.decode()


@pytest.mark.skipif(os.name == "nt", reason="pseudo-terminals of POSIX")
def test_terminals():
    """A terminal gets frames, colours and progress; NO_COLOR, TERM=dumb, --quiet and ASCII take some away."""
    words = ("playouts", "tic-tac-toe", "--games", "5000")
    rich = in_terminal(*words)
    assert "╭" in rich
    assert "\033[36m███" in rich
    assert "random games " in rich.split("5,000")[0]
    colourless = in_terminal(*words, "--quiet", NO_COLOR="1")
    assert "███" in colourless
    assert "\033[36m" not in colourless
    assert colourless.startswith(("5,000", "\033[1m5,000"))
    assert "\033[?25l" not in in_terminal(*words, TERM="dumb")
    plain = in_terminal(*words, "--quiet", PYTHONIOENCODING="ascii")
    assert plain.isascii()
    assert "####" in plain


def test_debug_shows_the_traceback(run, monkeypatch):
    """`--debug` shows where an error came from, with the compiler's words; without it there is one line."""

    def fail(*_: object, **__: object) -> None:
        raise ContractError("the game is at fault") from TypeError("numba's own text")

    monkeypatch.setattr(croupier, "playouts", fail)
    assert run("playouts", "tic-tac-toe") == (2, "", "croupier: the game is at fault\n")
    told = run("playouts", "tic-tac-toe", "--debug")
    assert told.status == 2
    assert "numba's own text" in told.err
    assert "Traceback" in told.err
    assert told.err.endswith("\ncroupier: the game is at fault\n")


def test_an_error_of_the_house(run, monkeypatch):
    """An error nobody foresaw is one line too, with status 1."""
    monkeypatch.setattr(croupier, "playouts", lambda *_, **__: {}["x"])
    answer = run("playouts", "tic-tac-toe")
    assert answer == (1, "", "croupier: an error inside Croupier: KeyError: 'x' (--debug shows where)\n")


def test_a_warning_is_one_line(run, monkeypatch):
    """A warning, such as the cache's, is one line on stderr and changes nothing else."""
    real = croupier.playouts

    def warn(*words: object, **options: object) -> object:
        warnings.warn("compiled code\ncannot be kept", stacklevel=1)
        return real(*words, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(croupier, "playouts", warn)
    answer = run("playouts", "tic-tac-toe", "--games", "10", "--json")
    assert (answer.status, answer.err) == (0, "croupier: compiled code cannot be kept\n")
    assert json.loads(answer.out)["games"] == 10


def test_numbers_are_short():
    """Speeds and sizes have three digits and a unit."""
    assert [show.short(n) for n in (0, 7, 999, 999.6, 1500, 14_160_000, 7.3e9, 4e12)] == [
        "0", "7", "999", "1 k", "1.5 k", "14.2 M", "7.3 G", "4000 G",
    ]  # fmt: skip


def test_bars_fill_their_width():
    """A bar's parts are rounded together: shares that add up to one fill it, whatever they are."""
    for shares in ((1 / 3, 1 / 3, 1 / 3), (0.995, 0.0025, 0.0025), (1.0, 0.0, 0.0)):
        parts = [(shares[0], 0), (shares[1], None), (shares[2], 1)]
        assert len(show.bar(parts, 24).plain) == 24


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_ctrl_c_leaves_the_cache_whole(tmp_path):
    """Stopped while compiling, at any moment, a run leaves nothing that the next one trips over."""
    environment = {"CROUPIER_CACHE_DIR": str(tmp_path)}
    for pause in (0.6, 1.2):
        process = start("playouts", "tic-tac-toe", "--games", "100000000000", environment=environment)
        time.sleep(pause)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)
    process = start("playouts", "tic-tac-toe", "--games", "100", "--json", environment=environment)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err, json.loads(out)["games"]) == (0, "", 100)
