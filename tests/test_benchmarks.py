"""The benchmarks measure what they say: their loops play the games of the house, and every one of them can be read."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path

import pytest
from benchmarks import playouts, search
from benchmarks.__main__ import names

from croupier.games import find
from croupier.rules.playouts import stream_root

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.parametrize("game", playouts.TARGETS)
def test_the_loop_by_hand_plays_our_games(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wins and plies of ten thousand games are those of the house: the two may be compared."""
    monkeypatch.setattr(playouts, "GAMES", 10_000)
    playouts.check_same_games(game, stream_root(find(game).variant(), 1), playouts.TARGETS[game][1])


def test_the_search_by_hand_grows_our_tree() -> None:
    """Node for node, up to 3000 iterations: the two may be compared."""
    for iterations in (50, 3000):
        search.by_hand_and_by_parts(iterations)


@pytest.mark.parametrize("name", names())
def test_every_benchmark_can_be_read(name: str) -> None:
    """Nothing that a benchmark imports went away, and it has a `main`."""
    assert callable(importlib.import_module(f"benchmarks.{name}").main)


def test_an_unknown_benchmark_is_told() -> None:
    """`python -m benchmarks` names those there are."""
    words = [sys.executable, "-m", "benchmarks", "speed"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert done.stderr == f"there is no benchmark 'speed'; allowed: {', '.join(names())}\n"
