"""The conformance test of games: sound games pass, each planted fault is named where it is."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

import croupier
from croupier.checks import draws, patience
from croupier.checks import walk as walks
from croupier.checks.game import check
from croupier.checks.report import Report
from croupier.cli import main
from croupier.games import names
from croupier.rules.compiled import compiled
from croupier.rules.files import load_class
from croupier.rules.game import Game
from croupier.rules.watched import WatchedError, watch

ROOT = Path(__file__).resolve().parent.parent
BROKEN = ROOT / "tests" / "broken_games"
PAGE = (ROOT / "docs" / "write-your-own-game.md").read_text(encoding="utf-8")


class Planted(NamedTuple):
    """The claim that a broken game breaks, words of the sentence, the shortest walk to the fault and the action."""

    claim: str
    words: str
    walk: list[int] | int
    action: int | None = None


FAULTS = {
    "action_out_of_range": Planted("legal", "lists action 3, but actions = 3: ids are 0 to 2", [], 3),
    "action_twice": Planted("legal", "lists action 2 twice", [], 2),
    "branching_too_small": Planted("branching", "returns 3, but branching = 2", []),
    "chance_at_the_end": Planted("seats", "gives CHANCE (-1) when the game is over", [3, 3] * 3),
    "chance_drawn_evenly": Planted("sample", "by weight() it should be about", [], 1),
    "compiled_differs": Planted("compiled", "legal() differs: compiled it says 2, in the interpreter 3", 2),
    "division_by_zero": Planted("arithmetic", "`legal` (line 25): `9 % self.heap` divides by 0", [3, 3, 3]),
    "endless": Planted("longest", "still goes on after 9 actions, but longest = 9", 9),
    "equal_but_mover": Planted("equality", "the same with mover = 1 differ, but `==` calls them equal", []),
    "equal_to_all": Planted("equality", "`==` calls them equal", []),
    "float_field": Planted("play", "puts 8.0 (float) into field `heap`, which must be an int", [], 1),
    "hash_by_place": Planted("equality", "two equal states have different hashes", []),
    "heuristic_too_large": Planted("heuristics", "evaluate_counters(0) is 1.25: heuristic values lie in [-1, 1]", []),
    "image_swapped": Planted("images", "play(1) and then image(1) is not image(1) and then play(3)", [], 1),
    "index_error": Planted("runs", "legal(out) fails at line 31, `if take <= int(MOST[self.heap]):`: IndexError", []),
    "inverted_truth": Planted("arithmetic", "(line 27): `~last` has `~` on True or False", []),
    "longest_huge": Planted("longest", "give every variant a limit that ends the game", []),
    "longest_too_small": Planted("longest", "still goes on after 8 actions, but longest = 8", [1] * 8),
    "margins": Planted("returns", "are 0.5, -0.5, but with 1 of 2 seats winning they are 1, -1", [3, 3, 3]),
    "negative_shift": Planted("arithmetic", "(line 25): `1 << self.heap - 5` shifts by a negative count (-1)", 2),
    "no_returns": Planted("contract", "has no method `returns(self, seat)`", []),
    "not_zero_sum": Planted("returns", "are 1, 0, which add up to 1: they must add up to 0", [3, 3, 3]),
    "notation_twice": Planted("notation", "actions 2 and 3 have the same notation 'some'", [], 3),
    "parse_differs": Planted("notation", "notation(1) gives 'take1', but parse('take1') gives 0", [], 1),
    "past_bit_62": Planted("arithmetic", "`play` (line 34): `self.taken << 16` gives", [1, 1, 1], 1),
    "product_too_large": Planted("arithmetic", "`self.taken * 1000003` gives", [1, 1, 1], 1),
    "reads_leftovers": Planted("legal", "legal() returns 1, but wrote no action into out[0]", []),
    "sample_after_end": Planted("sample", "but the game is over: it must give -1", [3, 3, 3]),
    "sample_biased": Planted("sample", "drew action 1", [], 1),
    "sample_endless": Planted("ends", "sample() did not end within 1 seconds at line", [3, 3, 3]),
    "sample_illegal": Planted("sample", "draws 3, which legal() does not list here", 3, 3),
    "table_written": Planted("determinism", "the table `CALLS` of the module was changed", []),
    "text_forgets": Planted("text", "another position: `mover` is 1 here and 0 there", [1]),
    "third_seat": Planted("seats", "gives 2, but seats = 2: it must be 0 to 1, or CHANCE", [1]),
    "three_seats_ranked": Planted("returns", "with 1 of 3 seats winning they are -0.5, 1, -0.5", [3, 3, 3]),
    "traces_too_small": Planted("traces", "trace(3) is 3, but traces = 3: it must be 0 to 2", [], 3),
    "validate_refuses": Planted("validate", "refuses a position that the rules lead to: there must be", [3, 3, 3]),
    "variant_fact_too_large": Planted("variants", "twelve has longest = 12, but longest = 9 in the class", []),
    "variant_over": Planted("variants", "variant none is over before it begins", []),
    "variants_of_a_state": Planted("contract", "write `@classmethod` and `def variants(cls)`", []),
    "weight_zero": Planted("weight", "weight(3) is 0: a chance outcome that is listed must be possible", [], 3),
    "wrong_text_fails": Planted(
        "refusals", "IndexError: list index out of range; a wrong text must raise ValueError", []
    ),
}
ONLY_WARNED = {"phases_mixed"}


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A loop that never ends is given up after a second."""
    monkeypatch.setattr(patience, "SECONDS", 1.0)


def same(one: Report, other: Report) -> bool:
    """Whether two reports differ in their seconds at most."""
    return {**one.as_dict(), "seconds": 0} == {**other.as_dict(), "seconds": 0}


def test_every_broken_game_is_expected() -> None:
    """The folder and the table hold the same games, sixteen at least."""
    assert {path.stem for path in BROKEN.glob("*.py")} == {*FAULTS, *ONLY_WARNED}
    assert len(FAULTS) >= 16


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_named(name: str) -> None:
    """The sentence, the walk and the action are those of the fault; the walk leads to the position shown."""
    fault = check(BROKEN / f"{name}.py").fault
    planted = FAULTS[name]
    assert fault is not None
    assert fault.claim == planted.claim
    assert planted.words in fault.sentence
    assert planted.walk in (fault.walk, len(fault.walk))
    assert fault.action == planted.action
    if fault.position is not None:
        state = Game(load_class(BROKEN / f"{name}.py")).variant(fault.variant).start
        for action in fault.walk:
            state = state.play(action)
        assert fault.position == state._asdict()


@pytest.mark.parametrize("name", names())
def test_the_games_of_the_house_are_sound(name: str) -> None:
    """They keep every claim in every variant, and all their arithmetic was watched."""
    report = check(name)
    assert report.fault is None, "\n".join(report.fault.lines())
    assert not [warning for warning in report.warnings if "not watched" in warning]


@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("*.py")), ids=lambda path: path.stem)
def test_the_examples_are_sound(path: Path) -> None:
    """A newcomer's pattern has no fault."""
    report = check(path)
    assert report.sound, report


def test_phases_with_the_same_traces_are_a_warning() -> None:
    """A game whose two kinds of actions share numbers is sound, and says so."""
    report = check(BROKEN / "phases_mixed.py")
    assert report.sound
    assert "trace 1 stands for actions of different phases (only one of them changes `heap`)" in report.warnings[0]


def test_the_same_seed_says_the_same() -> None:
    """Counts, warnings and faults follow from the seed."""
    assert same(check("tic-tac-toe", seed=3), check("tic-tac-toe", seed=3))
    path = BROKEN / "endless.py"
    assert same(check(path, seed=3), check(path, seed=3))
    assert not same(check(path, seed=3), check(path, seed=4))


def test_a_class_without_text_is_checked_with_a_warning() -> None:
    """Where no source can be had, arithmetic is not watched, and the report says so."""
    space: dict[str, Any] = {"__name__": "nowhere"}
    exec((BROKEN / "longest_too_small.py").read_text().replace("longest = 8", "longest = 9"), space)
    report = check(space["Heap"])
    assert report.sound
    assert "the arithmetic of" in report.warnings[0]
    assert "Heap.play" in report.warnings[0]


class Flags(NamedTuple):
    """Arithmetic of every kind, right and at the edge."""

    x: int = 0

    def edges(self, a: int, b: int) -> int:
        total = a
        total += b
        total <<= 1
        total -= -a
        total |= helper(b)
        return total if not a > b else ~total // 2 % 7


def helper(b: int) -> int:
    return b << 1 ^ b >> 1


def test_watched_arithmetic_computes_the_same() -> None:
    """A watched class and a plain one agree wherever nothing leaves 64 bits; helpers are watched too."""
    twin = watch(Flags).cls()
    for a in range(-5, 6):
        for b in range(-5, 6):
            assert twin.edges(a, b) == Flags().edges(a, b)
    with pytest.raises(WatchedError, match=r"`edges` \(line \d+\): `total \+= b` gives 9223372036854775808"):
        twin.edges(2**63 - 1, 1)
    with pytest.raises(WatchedError, match=r"`helper` \(line \d+\): `b << 1` gives"):
        twin.edges(-(2**62), 2**62)
    assert twin.edges(0, -(2**62)) == Flags().edges(0, -(2**62))


def test_methods_that_call_an_imported_module_are_watched(tmp_path: Path) -> None:
    """What a module imports changes the code of calls in it, but not their text."""
    text = (
        (BROKEN / "longest_too_small.py")
        .read_text(encoding="utf-8")
        .replace("import annotations\n", "import annotations\n\nimport math\n")
    )
    path = tmp_path / "rooted.py"
    path.write_text(text.replace("self.heap - action,", "int(math.floor(self.heap - action)),"), encoding="utf-8")
    assert watch(load_class(path)).unseen == []


def test_draws_by_weight_pass_and_others_fail() -> None:
    """Exact counts deviate by less than nothing, a tenth too many by more than the strict bound."""
    assert draws.deviation([10_000, 20_000, 10_000], [1, 2, 1]) < 0
    assert draws.deviation([11_000, 19_000, 10_000], [1, 2, 1]) > draws.STRICT
    assert draws.deviation([5], [1]) == 0
    assert draws.farthest([3, 5, 8], [10, 40, 10], [1, 1, 1]) == (5, 40, 20.0)
    rng = np.random.default_rng(1)
    worst = max(draws.deviation(rng.multinomial(40_000, [1 / 9] * 9).tolist(), [1] * 9) for _ in range(2000))
    assert 2.5 < worst < 4.5


@compiled
def hash_of_image(state: Any) -> int:
    """A hash of a constant symmetry, of which LLVM knows much."""
    return int(state.image(1).scramble())


def test_hashes_of_what_the_compiler_knows_are_right() -> None:
    """Sums and products that leave 64 bits are the same compiled, though LLVM may assume that int64 never does."""
    state = Game(type(croupier.new("tic-tac-toe").state)).cls(196, 273)
    assert hash_of_image(state) == hash_of_image.python(state)


def test_the_command_tells_by_its_status(capsys: pytest.CaptureFixture[str]) -> None:
    """0 for a sound game, 1 for a fault, 2 for what is no game."""
    assert main(["check", "tic-tac-toe"]) == 0
    assert re.search(r"positions +[\d,]+ examined.*\n(.*\n)*sound\n", capsys.readouterr().out)
    assert main(["check", str(BROKEN / "text_forgets.py")]) == 1
    shown = capsys.readouterr().out
    assert "FAULT  text() gives '8'" in shown
    assert "walk       1 action from the start: 1" in shown
    assert "position   heap = 8, mover = 1" in shown
    for words, what in ((["nothing.py"], "no such file"), (["tic-tac-toe", "--variant", "x"], "has no variant 'x'")):
        assert main(["check", *words]) == 2
        assert what in capsys.readouterr().err


def test_the_report_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    """One object with the fault in it; a quiet report is the verdict alone."""
    assert main(["check", str(BROKEN / "parse_differs.py"), "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["game"] == "parse-differs"
    assert found["sound"] is False
    assert found["fault"]["walk"] == []
    assert found["fault"]["action_notation"] == "take1"
    assert main(["check", "tic-tac-toe", "--quiet"]) == 0
    assert capsys.readouterr().out == "sound\n"


def test_one_variant_can_be_asked_for() -> None:
    """The sound variant of a game whose other one is broken."""
    assert check(BROKEN / "variant_over.py", ["nine"]).sound


@pytest.fixture(scope="module")
def chomp(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The game that the page builds, written to a file as a reader would."""
    position, rules, people = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    path = tmp_path_factory.mktemp("page") / "chomp.py"
    path.write_text(f"{position}\n\n{rules}\n{people}", encoding="utf-8")
    return path


def test_the_game_of_the_page_is_sound(chomp: Path) -> None:
    """Following the page gives a sound game, and the report counts its texts and notations."""
    report = check(chomp)
    assert report.sound, report
    assert {"texts", "notations", "compiled = interpreted"} <= {done.name for done in report.checks}


def test_the_fault_of_the_page_looks_as_shown(chomp: Path, tmp_path: Path) -> None:
    """The lines that the page shows for a wrong `branching` are printed, one after the other."""
    broken = tmp_path / "chomp.py"
    text = chomp.read_text(encoding="utf-8").replace("branching = SQUARES", "branching = 27")
    broken.write_text(text, encoding="utf-8")
    (shown,) = re.findall(r"```text\n(FAULT.*?)```", PAGE, re.DOTALL)
    assert shown in str(check(broken))


def bitten(rows: tuple[int, ...], depth: int) -> int:
    """Ways to eat on for `depth` turns, by widths of rows: a slow count of another kind."""
    if depth == 0:
        return 1
    return sum(
        bitten(tuple(min(width, column) if r >= row else width for r, width in enumerate(rows)), depth - 1)
        for row in range(4)
        for column in range(rows[row])
    )


def test_the_game_of_the_page_counts_as_the_page_says(chomp: Path) -> None:
    """The page's counts are those of compiled perft and of a slow count."""
    leaves = croupier.perft(chomp, 4).leaves
    assert leaves == [bitten((7, 7, 7, 7), depth) for depth in range(1, 5)]
    assert f"{leaves[0]} after one turn, then {leaves[1]}, {leaves[2]} and {leaves[3]}" in " ".join(PAGE.split())


def test_the_game_of_the_page_is_played(chomp: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Compiled random games, and the page's own lines of Python."""
    found = croupier.playouts(chomp, games=10_000)
    assert sum(found.wins) == 10_000
    (session,) = re.findall(r"```python-console\n(.*?)```", PAGE, re.DOTALL)
    lines = [line.removeprefix(">>> ") for line in session.splitlines() if line.startswith(">>> ")]
    exec("\n".join(lines).replace('"chomp.py"', repr(str(chomp))))
    assert capsys.readouterr().out == session.splitlines()[-1] + "\n"


@pytest.mark.parametrize(
    ("place", "code"), [(3, walks.FINE), (4, walks.BAD_GUARD), (900, walks.BAD_GUARD), (-5, walks.BAD_GUARD)]
)
def test_a_compiled_walk_is_guarded(place: int, code: int) -> None:
    """What `legal` writes beyond `branching` + 1 places, far beyond or before them, is seen and does no harm."""
    text = (BROKEN / "longest_too_small.py").read_text().replace("longest = 8", "longest = 9")
    space: dict[str, Any] = {"__name__": "scribbler"}
    exec(text.replace("        n = 0\n", f"        n = 0\n        out[{place}] = 1\n"), space)
    assert walks.Walker(Game(space["Heap"]).variant()).compiled(0).code == code
