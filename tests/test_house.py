"""The borders between the rooms, as pyproject.toml states them, hold when somebody crosses them."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


BROUGHT = {"llvmlite", "starlette"}
"""Packages that come with a dependency of ours, numba or NiceGUI."""


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


def imported(tree: ast.Module) -> Iterator[str]:
    """The top packages that a module imports anywhere in it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name.partition(".")[0] for name in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield str(node.module).partition(".")[0]


def test_make_check_installs_what_the_sources_import() -> None:
    """Every package that src/ imports, for mypy reads their types, in a clone where nothing else was installed too."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    (extras,) = re.findall(r"^CHECKED = (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    stated = [
        *project["dependencies"],
        *(one for name in extras.split(",") for one in project["optional-dependencies"][name]),
    ]
    installed = {re.split(r"[^A-Za-z0-9_.-]", requirement)[0] for requirement in stated}
    sources = [ast.parse(path.read_text(encoding="utf-8")) for path in (ROOT / "src").rglob("*.py")]
    foreign = {name for tree in sources for name in imported(tree)} - set(sys.stdlib_module_names) - {"croupier"}
    owners = {name: packages_distributions().get(name, [name]) for name in foreign}
    assert {name for name, packages in owners.items() if not installed & set(packages)} == BROUGHT
