"""The borders between the rooms, as pyproject.toml states them, hold when somebody crosses them."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A copy of the house to build wrongly."""
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def lint(house: Path) -> subprocess.CompletedProcess[str]:
    program = (
        f"import sys; sys.path.insert(0, {str(house / 'src')!r}); from importlinter.cli import lint_imports_command; "
    )
    program += "lint_imports_command(['--no-cache'])"
    return subprocess.run([sys.executable, "-c", program], cwd=house, capture_output=True, text=True, timeout=120)


@pytest.mark.parametrize(
    ("room", "line", "complaint"),
    [
        ("rules", "import croupier.games", "croupier.rules is not allowed to import croupier.games"),
        ("games", "import numba", "croupier.games is not allowed to import numba"),
        ("games", "import rich", "croupier.games is not allowed to import rich"),
        ("arena", "import matplotlib.pyplot", "croupier.arena is not allowed to import matplotlib"),
        ("arena", "import nicegui", "croupier.arena is not allowed to import nicegui"),
        ("attic", "", "The following modules are not listed as layers"),
    ],
)
def test_a_crossed_border_is_seen(house: Path, room: str, line: str, complaint: str) -> None:
    """An uphill import, a foreign package in the wrong room and an unlisted room each fail with their names."""
    folder = house / "src" / "croupier" / room
    folder.mkdir(exist_ok=True)
    with (folder / "__init__.py").open("a") as file:
        file.write(f"\n{line}\n")
    seen = lint(house)
    assert seen.returncode == 1
    assert complaint in " ".join(seen.stdout.split())


def test_the_house_keeps_its_borders(house: Path) -> None:
    """The sources as they are cross no border."""
    seen = lint(house)
    assert seen.returncode == 0, seen.stdout
