"""Wheel and sdist: built from this checkout, the wheel installed into an environment that has its dependencies only."""

from __future__ import annotations

import importlib.metadata as metadata
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Iterable
from itertools import chain
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import croupier

ROOT = Path(__file__).resolve().parent.parent

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]

SCRIPTS = "Scripts" if os.name == "nt" else "bin"


def run(*words: str | Path, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "CROUPIER_CACHE_DIR")}
    done = subprocess.run(
        [str(word) for word in words],
        cwd=cwd,
        env={**kept, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done


def needed(requirements: Iterable[str], found: set[str] | None = None) -> set[str]:
    """The packages that these requirements mean here, and those that they need in turn."""
    found = set() if found is None else found
    for requirement in map(Requirement, requirements):
        meant = requirement.marker is None or requirement.marker.evaluate({"extra": ""})
        if meant and requirement.name not in found:
            found.add(requirement.name)
            needed(metadata.requires(requirement.name) or (), found)
    return found


def bring(name: str, site: Path) -> None:
    """Put an installed package into another environment, without a network."""
    package = metadata.distribution(name)
    for top in {file.parts[0] for file in package.files or () if file.parts[0] not in ("..", "__pycache__")}:
        source = Path(str(package.locate_file(top)))
        try:
            (site / top).symlink_to(source)
        except OSError:  # Windows, without the right to link
            shutil.copytree(source, site / top) if source.is_dir() else shutil.copy(source, site / top)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The wheel and the sdist, the wheel made from the unpacked sdist."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT, cwd=folder)
    (wheel,), (sdist,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    return wheel, sdist


@pytest.fixture(scope="module")
def elsewhere(built: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh environment in a path with a space, holding the wheel and what it says it needs."""
    home = tmp_path_factory.mktemp("else where")
    run(sys.executable, "-m", "venv", "--without-pip", home, cwd=home)
    python = home / SCRIPTS / "python"
    place = "import sysconfig; print(sysconfig.get_path('purelib'))"
    site = Path(run(python, "-c", place, cwd=home).stdout.strip())
    pip = (sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-index", "--no-deps")
    run(*pip, built[0], cwd=home, PIP_DISABLE_PIP_VERSION_CHECK="1")
    for name in needed(PROJECT["dependencies"]):
        bring(name, site)
    return home


def test_the_wheel_holds_the_package_and_nothing_else(built: tuple[Path, Path]) -> None:
    """Every source file, `py.typed` and the licence are in it; tests, examples and documentation are not."""
    names = zipfile.ZipFile(built[0]).namelist()
    sources = {path.relative_to(ROOT / "src").as_posix() for path in (ROOT / "src" / "croupier").rglob("*.py")}
    assert sources <= set(names)
    assert "croupier/py.typed" in names
    assert any(name.endswith("/licenses/LICENSE") for name in names)
    assert {name.split("/")[0].partition("-")[0] for name in names} == {"croupier"}


def test_the_sdist_can_be_tested(built: tuple[Path, Path]) -> None:
    """Tests, examples, pins and the Makefile are in it."""
    with tarfile.open(built[1]) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"Makefile", "constraints.txt", "tests/conftest.py", "examples/domineering.py", "README.md"} <= names


def test_there_is_one_version(built: tuple[Path, Path]) -> None:
    """The package, its metadata, the names of its files, the citation and the changelog agree."""
    version = croupier.__version__
    assert built[0].name.startswith(f"croupier-{version}-")
    assert built[1].name == f"croupier-{version}.tar.gz"
    assert f'version: "{version}"' in (ROOT / "CITATION.cff").read_text()
    assert re.search(rf"^## {re.escape(version)}\b", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)


def test_the_installed_wheel_says_its_version(elsewhere: Path) -> None:
    """As a command and as a module, from the environment it was installed into."""
    as_command = run(elsewhere / SCRIPTS / "croupier", "--version", cwd=elsewhere)
    as_module = run(elsewhere / SCRIPTS / "python", "-m", "croupier", "--version", cwd=elsewhere)
    assert as_command.stdout == as_module.stdout
    assert croupier.__version__ in as_command.stdout
    place = run(elsewhere / SCRIPTS / "python", "-c", "import croupier; print(croupier.__file__)", cwd=elsewhere)
    assert Path(place.stdout.strip()).is_relative_to(elsewhere)


def test_the_installed_wheel_counts(elsewhere: Path) -> None:
    """It compiles and counts where the home folder does not exist."""
    command = (elsewhere / SCRIPTS / "croupier", "perft", "tic-tac-toe", "3", "--json")
    done = run(*command, cwd=elsewhere, HOME=os.devnull, XDG_CACHE_HOME=os.devnull)
    assert json.loads(done.stdout)["leaves"] == [9, 72, 504]


def test_the_pins_name_versions_only() -> None:
    """No address of an index and nothing but exact versions stands in constraints.txt."""
    lines = [line for line in (ROOT / "constraints.txt").read_text().splitlines() if not line.startswith("#")]
    assert len(lines) > 50
    assert [line for line in lines if not re.fullmatch(r"[A-Za-z0-9_.-]+==[0-9][0-9A-Za-z.]*", line)] == []


def test_the_pins_cover_what_is_installed() -> None:
    """Every package that Croupier and its tests pull here is pinned, and at a version that Croupier accepts."""
    lines = [line.partition("==") for line in (ROOT / "constraints.txt").read_text().splitlines()]
    pins = {canonicalize_name(name): version for name, _, version in lines}
    stated = [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["test"]]
    assert {canonicalize_name(name) for name in needed(stated)} <= set(pins)
    for requirement in map(Requirement, chain(stated, *PROJECT["optional-dependencies"].values())):
        assert pins[canonicalize_name(requirement.name)] in requirement.specifier, requirement
