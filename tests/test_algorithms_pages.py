"""docs/algorithms: a page for every algorithm, with every parameter, its default and the bytes that a node takes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from croupier.players.algorithms import ALGORITHMS, COMMON, PLAYOUTS, REWARDS
from croupier.players.spec import parse
from croupier.search.budget import NAMES
from croupier.search.memory import node_bytes

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "algorithms"
INDEX = (FOLDER / "index.md").read_text(encoding="utf-8")
PARTS = ("**Formula.**", "**Source.**", "**Cost.**", "**When it shines.**", "**When not.**")


def shown(default: Any) -> str:
    """A default as a spec writes it, and `croupier algorithms` prints it."""
    return f"{default:g}" if isinstance(default, float) else str(default).lower()


@pytest.mark.parametrize("name", ALGORITHMS)
def test_every_algorithm_has_its_page(name: str) -> None:
    """Formula, source, parameters with their defaults, cost, when it shines and when not; and the index leads there."""
    page = (FOLDER / f"{name}.md").read_text(encoding="utf-8")
    assert [part for part in PARTS if part not in page] == []
    assert f"\n{name}\n" in INDEX
    assert f"| [{name}]({name}.md) |" in INDEX
    for parameter in ALGORITHMS[name].parameters:
        assert f"| `{parameter.name}` | `{shown(parameter.default)}` |" in page


@pytest.mark.parametrize("name", [name for name in ALGORITHMS if ALGORITHMS[name].searches])
def test_the_bytes_of_a_node_are_those_of_the_code(name: str) -> None:
    plan = ALGORITHMS[name].plan(parse(name))
    size = node_bytes(plan.choose)
    assert f"A node takes {size} bytes" in (FOLDER / f"{name}.md").read_text(encoding="utf-8")
    (row,) = [line for line in INDEX.splitlines() if line.startswith(f"| [{name}]")]
    assert row.endswith((f"| {size} |", f"| {size}, and tables |"))


def test_the_index_says_what_every_search_takes() -> None:
    """Common parameters, playouts, rewards and budgets."""
    for parameter in COMMON:
        assert f"| `{parameter.name}` | `{shown(parameter.default)}` |" in INDEX
    for name, parameters in (PLAYOUTS | REWARDS).items():
        inside = ", ".join(f"{parameter.name}={shown(parameter.default)}" for parameter in parameters)
        assert f"`{name}({inside})`" in INDEX
    assert all(f"`{name}`" in INDEX for name in NAMES)


def test_no_page_is_of_nothing() -> None:
    """A page whose algorithm went away is noticed."""
    assert {path.stem for path in FOLDER.glob("*.md")} == {*ALGORITHMS, "index"}
