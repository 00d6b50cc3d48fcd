"""`croupier analyse` and `croupier algorithms`: what they print, and what they refuse."""

from __future__ import annotations

import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import croupier
from croupier.cli import main
from croupier.players.algorithms import ALGORITHMS
from croupier.search.budget import NAMES

SOURCES = str(Path(croupier.__file__).resolve().parent.parent)
KEYS = {"action", "value", "actions", "iterations", "playouts", "nodes", "depth", "memory", "seconds", "pv"}
OF_ACTION = {"action", "notation", "visits", "mean", "amaf", "proven", "score"}

BAD = {
    "utc": "there is no algorithm 'utc': did you mean uct? allowed: amaf, ",
    "uct(iteration=5)": "uct has no parameter 'iteration': did you mean iterations? allowed: c, ",
    "uct(c=-1)": "uct: c takes a number from 0 to 1000, not -1",
    "uct(c=high)": "uct: c takes a number from 0 to 1000, not high",
    "uct(iterations=0)": "iterations must be a whole number from 1 to 2000000000, not 0",
    "uct(memory=1)": "memory must be a whole number from 65536 to 4398046511104, not 1",
    "uct(playout=decisiv)": "uct: playout takes one of uniform, decisive, not decisiv",
    "uct(playout=decisive(avoid=2))": "decisive: avoid takes true or false, not 2",
    "uct(reward=score)": "score: give clip, the difference of game points that counts as a full win, or raw=true",
    "flat(allocation=per_action)": "flat: allocation=per_action needs playouts_per_action",
    "random(c=1)": "random has no parameter 'c'",
    "grave(ref=0.5)": "grave: ref takes a whole number from 0 to 2000000000, not 0.5",
    "uct iterations 1000": "'uct iterations 1000' is not a spec: write a name, or name(parameter=value, ...)",
    "missing.py:Mine": "missing.py: no such file",
}


@pytest.mark.parametrize("spec", BAD)
def test_a_bad_spec_is_one_line(spec: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It says what was wrong and what is allowed; status 2, nothing on stdout."""
    assert main(["analyse", "tic-tac-toe", "--with", spec]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"croupier: {BAD[spec]}")
    assert err.count("\n") == 1


def test_analyse_tells_everything_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    """At least the promised keys; the same seed, the same answer."""
    told = []
    for _ in range(2):
        words = ["analyse", "tic-tac-toe", "b2", "a1", "b1", "--with", "uct(iterations=900)", "--seed", "5", "--json"]
        assert main(words) == 0
        told.append(json.loads(capsys.readouterr().out))
    assert set(told[0]) >= KEYS
    assert all(set(entry) == OF_ACTION for entry in told[0]["actions"])
    assert told[0]["actions"] == told[1]["actions"]
    assert told[0]["pv"][0] == "b3"
    assert sum(entry["visits"] for entry in told[0]["actions"]) == 900


def test_actions_are_words_or_run_together(capsys: pytest.CaptureFixture[str]) -> None:
    """`4 4 3` and `443` are the same position."""
    for actions in (["4", "4", "3"], ["443"]):
        assert main(["analyse", "connect-four", *actions, "--with", "random"]) == 0
        assert "to move   last 3" in capsys.readouterr().out


def test_analyse_is_plain_in_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    """The board, a row for each action with no column left empty, the line that is expected, and what was spent."""
    assert main(["analyse", "tic-tac-toe", "--with", "uct(iterations=300)"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    lines = out[out.index("action") :].splitlines()
    assert lines[0].split() == ["action", "visits", "mean", "score"]
    assert sum(line.endswith("<") for line in lines) == 1
    assert len(lines) == 12
    assert lines[-1].startswith("300 iterations, 300 playouts, ")
    assert main(["analyse", "tic-tac-toe", "--with", "rave(iterations=300)"]) == 0
    assert "amaf" in capsys.readouterr().out


def test_algorithms_are_listed_with_parameters_and_sources(capsys: pytest.CaptureFixture[str]) -> None:
    """For people and as JSON."""
    assert main(["algorithms"]) == 0
    out = capsys.readouterr().out
    assert all(f"\n{name} " in out for name in ALGORITHMS)
    assert "without one, iterations=1000" in out
    assert main(["algorithms", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert {entry["name"] for entry in told["algorithms"]} == set(ALGORITHMS)
    assert all(entry["source"] or entry["name"] == "random" for entry in told["algorithms"])
    assert told["budgets"] == list(NAMES)
    assert told["playout"]["uniform"][0] == {
        "name": "times",
        "default": 1,
        "takes": "a whole number from 1 to 100000",
        "text": "playouts from each leaf",
    }


@pytest.mark.skipif(os.name == "nt", reason="terminals and signals of POSIX")
def test_ctrl_c_in_a_terminal_ends_with_the_answer_so_far() -> None:
    """A line tells what the search thinks, in place; Ctrl-C prints what was found, and the status is 130."""
    there, here = pty.openpty()
    environment = {**os.environ, "PYTHONPATH": SOURCES, "TERM": "xterm"}
    command = [sys.executable, "-m", "croupier", "analyse", "connect-four", "--with", "uct(seconds=600)"]
    process = subprocess.Popen(command, env=environment, stdin=here, stdout=here, stderr=here)
    os.close(here)
    seen, pressed, deadline = b"", False, time.monotonic() + 120
    try:
        while time.monotonic() < deadline:
            if not select.select([there], [], [], 0.5)[0]:
                continue
            try:
                piece = os.read(there, 65536)
            except OSError:  # how Linux tells that nobody writes any more
                break
            if not piece:
                break
            seen += piece
            if not pressed and b" iterations" in seen:
                process.send_signal(signal.SIGINT)
                pressed = True
        assert process.wait(10) == 130
    finally:
        process.kill()
        os.close(there)
    meanwhile, _, answer = seen.decode().rpartition("\r\x1b[K")
    assert "getting ready" in meanwhile
    assert "\n" not in meanwhile
    assert ", interrupted" in answer
    assert "Traceback" not in answer
