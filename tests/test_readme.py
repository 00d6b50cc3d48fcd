"""What the README and the documentation show works as written."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.rules import perft
from croupier.rules.files import load_game

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]


def commands() -> list[str]:
    """The lines `$ croupier ...` of the README's console blocks, each once."""
    blocks = re.findall(r"```console\n(.*?)```", README, re.DOTALL)
    lines = [
        line.removeprefix("$ ") for block in blocks for line in block.splitlines() if line.startswith("$ croupier ")
    ]
    return list(dict.fromkeys(lines))


def test_the_readme_shows_commands() -> None:
    """The search for commands finds them: all that the README introduces."""
    assert {command.split()[1] for command in commands()} >= {"games", "playouts", "perft", "cache", "demo"}


@pytest.mark.parametrize("command", commands())
def test_a_command_of_the_readme_runs(command: str, tmp_path: Path) -> None:
    """It ends well from the checkout, without standard input, and shows something."""
    words = [sys.executable, "-m", *shlex.split(command)]
    if command == "croupier demo":  # 6000 games are for people
        words += ["--pairs", "2", "--store", str(tmp_path / "demo.db")]
    done = subprocess.run(words, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


def test_the_game_shown_is_the_example() -> None:
    """The README's Python stands word for word in the example it names."""
    (shown,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert shown in (ROOT / "examples" / "domineering.py").read_text(encoding="utf-8")


def test_the_game_of_the_contract_page_can_be_played(tmp_path: Path) -> None:
    """The class that docs/contract.md begins with is a game as it stands."""
    page = (ROOT / "docs" / "contract.md").read_text(encoding="utf-8")
    file = tmp_path / "nim.py"
    file.write_text(re.findall(r"```python\n(.*?)```", page, re.DOTALL)[0], encoding="utf-8")
    assert perft.run(load_game(file).variant(), 3).leaves == [3, 9, 27]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_within_the_project_lead_somewhere(page: Path) -> None:
    """Every relative link of a page names a file that is there."""
    targets = re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text(encoding="utf-8"))
    local = [target for target in targets if not re.match(r"[a-z]+:", target)]
    assert [target for target in local if not (page.parent / target).exists()] == []


def test_make_targets_named_in_the_documents_exist() -> None:
    """README and CONTRIBUTING name no target that the Makefile lacks."""
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    text = README + (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`make ([a-z]+)`|\$ make ([a-z]+)", text))
    assert named
    assert {word for pair in named for word in pair if word} <= targets


def test_every_room_is_described() -> None:
    """CONTRIBUTING lists each room and module of the house."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    rooms = {path.parent.name + "/" for path in (ROOT / "src" / "croupier").glob("*/__init__.py")}
    modules = {path.name for path in (ROOT / "src" / "croupier").glob("*.py") if not path.name.startswith("__")}
    assert {name for name in rooms | modules if f"`{name}`" not in text} == set()
