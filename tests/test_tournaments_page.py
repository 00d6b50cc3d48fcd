"""docs/tournaments.md as written: its files, its commands in their order, what they print but for numbers, its Python."""

from __future__ import annotations

import doctest
import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from croupier.cli import main
from croupier.records import GameRecord, Store

PAGE = Path(__file__).parent.parent / "docs" / "tournaments.md"


def files(text: str) -> dict[str, str]:
    """The files of the page, by the name in the sentences around them."""
    ladder, cup = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    (mine,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    return {"ladder.toml": ladder, "cup.toml": cup, "mine.py": mine}


def runs(text: str) -> list[tuple[str, str]]:
    """Every command and what stands below it."""
    blocks = re.findall(r"```console\n(.*?)```", text, re.DOTALL)
    parts = [part.partition("\n") for block in blocks for part in block.split("$ ") if part]
    return [(command, shown) for command, _, shown in parts]


def shape(shown: str) -> list[str]:
    """Words without what differs from machine to machine, and from one version of a search to the next: numbers, units, the
    notes on single results.
    """
    lines = [re.sub(r"digest \w+", "digest", line) for line in shown.splitlines()]
    lines = [re.sub(r"[-+]?[0-9][0-9.,]*( (us|ms|s|k|M)\b)?", "#", line) for line in lines]
    notes = (
        "# is above", "# games repeat", "# game repeats", "# games without", "# game without", "won or lost every",
        "about #",
        "interrupted: #",
    )  # fmt: skip
    return [" ".join(line.split()) for line in lines if line and line != "^C" and not line.startswith(notes)]


def interrupting(monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    """Ctrl-C once so many games are on record."""
    add: Callable[[Store, GameRecord], None] = Store.add
    count = 0

    def counted(store: Store, record: GameRecord) -> None:
        nonlocal count
        add(store, record)
        count += 1
        if count == after:
            raise KeyboardInterrupt

    monkeypatch.setattr(Store, "add", counted)


def test_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Every command ends as shown: interrupted where the page has ^C, and with the lines of the page."""
    text = PAGE.read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for name, content in files(text).items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    for command, shown in runs(text):
        words = shlex.split(command)[1:]
        stopped = shown.startswith("^C")
        with monkeypatch.context() as patched:
            if stopped:
                interrupting(patched, 2400)
                patched.setattr("sys.argv", ["croupier", *words])
            assert main(words) == (130 if stopped else 0), command
        answer = capsys.readouterr()
        # sorted, because the order of players who are close is chance
        found, told = shape(answer.out + answer.err), shape(shown)
        assert sorted(found) == sorted(told), (command, set(found) ^ set(told))
    assert (tmp_path / "ladder.csv").read_text().count("\n") == 6001
    assert doctest.testfile(str(PAGE), module_relative=False).failed == 0
