"""The conformance test of policies: sound ones pass, each planted fault is said."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from croupier.bandits import simulate
from croupier.bandits.named import POLICIES
from croupier.checks.policy import check_policies, names_policies
from croupier.cli import main
from croupier.errors import ContractError, InputError
from croupier.rules import trial

BROKEN = Path(__file__).parent / "broken_policies"
FAULTS = {
    "a_word_for_a_parameter": "the default of `c` must be a number, not 'much'",
    "below_zero": "chose arm -1 of arms 0 to 1 (pull 1)",
    "compiled_differs": "pull 8 is arm 0 in the interpreter and arm 1 compiled",
    "default_out_of_range": "the default of `c` is 2, outside its limits",
    "fails_at_a_limit": "Broken(c=0): pull 4 failed: ZeroDivisionError",
    "first_forgotten": "chose arm 0 of arms 2 to 4 (pull 1): at a node of a tree the first arm is at.first, not 0",
    "half_an_arm": "`pick` must return the number of an arm, not 0.0 (pull 1)",
    "limits_of_nothing": "`limits` says what fields may be",
    "never_tried": "never tried arm 1 of 2 in two plays of 100 pulls",
    "no_index": "the index of arm 0 is None and no number after 2 pulls",
    "no_such_arm": "chose arm 2 of arms 0 to 1 (pull 2)",
    "not_a_number": "the index of arm 0 is not a number (NaN) after 2 pulls",
    "not_compilable": "Broken.pick (line 14)",
    "not_counted": "arm 0 was pulled 1 times and has visits = 0",
    "raises": "pull 1 failed: ZeroDivisionError",
}
"""Each planted fault, and words of the line that says so. Two more have tests of their own."""

MINE = """from typing import NamedTuple


class Mine(NamedTuple):
    \"\"\"The mean and c / n.\"\"\"

    c: float = 0.5

    limits = {"c": (0, 10)}

    def index(self, level, arms, at, i):
        return float(arms.mean[i]) + self.c / int(arms.visits[i])
"""


def test_every_broken_policy_is_tested() -> None:
    assert {path.stem for path in BROKEN.glob("*.py")} == {*FAULTS, "endless", "tree_differs"}


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_said(name: str) -> None:
    """Whatever else is right about it."""
    report = check_policies(str(BROKEN / f"{name}.py"))
    assert report.fault is not None
    assert FAULTS[name] in report.fault.sentence


def test_a_play_without_end_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "PATIENCE", 0.5)
    with pytest.raises(InputError, match=r"a play did not end within 0\.5 seconds in Broken\.pick at line 15, `while"):
        check_policies(str(BROKEN / "endless.py"))


def test_a_policy_of_a_tree_is_compared_in_a_tree() -> None:
    """It asks for AMAF statistics, which no bandit has."""
    report = check_policies(str(BROKEN / "tree_differs.py"))
    assert report.fault is not None
    assert "a search of 300 iterations is another one compiled" in report.fault.sentence


@pytest.mark.parametrize("name", POLICIES)
def test_the_policies_of_the_house_are_sound(name: str) -> None:
    """In bandits of 2, 3 and 10 arms, and with each parameter at the ends of what it may be."""
    report = check_policies(name)
    assert report.sound, report.fault
    assert report.checks[1].count == 1500 + (0 if name in NO_NODE else 100)


NO_NODE = {"exp3", "discounted_ucb", "sliding_ucb", "successive_rejects", "sequential_halving"}


def test_a_file_of_ones_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Ten lines in a file: checked, with numbers in JSON, and played beside a policy of the house."""
    path = tmp_path / "mine.py"
    path.write_text(MINE)
    assert main(["check", str(path), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["sound"] is True
    assert {done["name"]: done["count"] for done in found["checks"]} == {
        "policies": 1, "choices": 1600, "at the limits": 200, "compared": 400,
    }  # fmt: skip
    result = simulate(policies=["ucb", f"{path}:Mine", f"{path}:Mine(c=0)"], plays=500)
    assert result.policies[1].pseudo_regret < result["ucb"].pseudo_regret
    assert main(["check", f"{path}:Mine(c=11)"]) == 2
    assert capsys.readouterr().err == "croupier: Mine: c takes a number from 0 to 10, not 11\n"
    assert main(["bandits", "--policies", f"{path}:Mine(c=-1)"]) == 2
    assert main(["bandits", "--policies", f"{path}:Yours"]) == 2
    assert "has no policy 'Yours'" in capsys.readouterr().err


def test_the_status_of_a_fault(capsys: pytest.CaptureFixture[str]) -> None:
    """1 where there is one, with the line; 2 for what is no policy."""
    assert main(["check", str(BROKEN / "never_tried.py"), "--quiet"]) == 1
    assert FAULTS["never_tried"] in capsys.readouterr().out
    assert main(["check", "ucb(c=-1)"]) == 2
    assert main(["check", "ucb", "--variant", "3x3"]) == 2
    assert "a policy has none" in capsys.readouterr().err


def test_a_simulation_tries_before_it_compiles() -> None:
    """What is wrong with a policy is said before any work."""
    for name in ("no_such_arm", "not_a_number", "half_an_arm", "raises"):
        with pytest.raises(ContractError, match=r"pull|pulls"):
            simulate(policies=[f"{BROKEN / name}.py:Broken"])


def test_names_of_policies() -> None:
    assert names_policies("ucb")
    assert names_policies("ucb(c=1)")
    assert names_policies(str(BROKEN / "raises.py"))
    assert not names_policies("connect-four")
    assert not names_policies(str(BROKEN.parent.parent / "examples" / "domineering.py"))
