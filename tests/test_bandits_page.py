"""The page on bandits: what it prints, the policy it shows, the tables of policies and arms, and the README's picture."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from croupier.bandits import simulate
from croupier.bandits.arms import KINDS, RANDOM
from croupier.bandits.named import POLICIES
from croupier.checks.policy import check_policies

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "bandits.md"
EXAMPLE = ROOT / "examples" / "policies" / "hopeful.py"


def test_the_page_says_the_truth(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every line of code in docs/bandits.md gives what stands below it."""
    monkeypatch.chdir(ROOT)
    found = doctest.testfile(str(PAGE), module_relative=False)
    assert found.attempted > 20
    assert found.failed == 0


def test_the_policy_shown_is_the_example() -> None:
    """Word for word, but for the linter's; and it is sound."""
    (shown,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert shown in EXAMPLE.read_text(encoding="utf-8").replace("  # noqa: RUF012", "")
    assert check_policies(str(EXAMPLE)).sound


@pytest.mark.parametrize("name", POLICIES)
def test_the_page_names_every_policy(name: str) -> None:
    """With each of its parameters, and the defaults that are numbers or words."""
    (row,) = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith(f"| `{name}` |")]
    for parameter in POLICIES[name].parameters:
        default = parameter.default
        shown = f"{default:g}" if isinstance(default, float) else str(default).lower()
        assert f"`{parameter.name}`" in row if default is None else f"`{parameter.name}={shown}`" in row


def test_the_page_names_every_kind_of_arm() -> None:
    """And what random arms take."""
    arms = PAGE.read_text(encoding="utf-8").partition("\n## The arms\n")[2]
    for name, (_, parameters) in KINDS.items():
        assert name.capitalize() in arms if name == "bernoulli" else f"`{name}({parameters[0].name}=" in arms
    assert all(f"`{parameter.name}`" in arms or f"{parameter.name}=" in arms for parameter in RANDOM)


def test_the_picture_is_what_the_command_draws(tmp_path: Path) -> None:
    """docs/images/bandits.svg shows report B as it is simulated and drawn today: titles, numbers of axes, legend."""

    def words(path: Path) -> list[str]:
        return re.findall(r"<text[^>]*>([^<]*)</text>", path.read_text(encoding="utf-8"))

    drawn = words(simulate().plot(tmp_path / "bandits.svg"))
    assert drawn == words(ROOT / "docs" / "images" / "bandits.svg")
    assert len(drawn) > 40
    for page in (ROOT / "README.md", PAGE):
        assert "images/bandits.svg" in page.read_text(encoding="utf-8")
