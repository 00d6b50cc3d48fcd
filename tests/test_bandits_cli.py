"""`croupier bandits`: what it prints, draws and refuses."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier.bandits import simulate
from croupier.bandits.results import Simulation
from croupier.cli import main

SOURCES = str(Path(croupier.__file__).resolve().parent.parent)
COUNT = "must be a whole number from 1 to"

BAD = {
    "--arms 0.5,1.2": "arms: the mean of a Bernoulli arm is a number from 0 to 1, not 1.2",
    "--arms 0.5,-0.1": "arms: the mean of a Bernoulli arm is a number from 0 to 1, not -0.1",
    "--arms nan,0.5": "arms: the mean of a Bernoulli arm is a number from 0 to 1, not nan",
    "--arms bernoulli(mean=2),0.5": "bernoulli: mean takes a number from 0 to 1, not 2",
    "--arms=": "arms: a bandit has 2 to 1000 arms, not 0",
    "--arms 0.5": "arms: a bandit has 2 to 1000 arms, not 1",
    "--arms gausian(mean=1),0": "arms: there is no kind of arm 'gausian(mean=1)': did you mean gaussian? allowed: abrupt, ",
    "--arms abrupt(before=0.1),0": "abrupt needs after, as in abrupt(after=0.5)",
    "--arms abrupt(before=0,after=1,at=0.6,until=0.5),0": "abrupt: at = 0.6 is after until = 0.5",
    "--arms uniform(low=2,high=1),0": "uniform: low = 2 is above high = 1",
    "--arms random(count=1)": "random: count takes a whole number from 2 to 1000, not 1",
    "--arms random(high=2)": "random: means of bernoulli arms are numbers from 0 to 1: look at low and high",
    "--arms random(),0.5": "arms: random(...) stands alone: its count says how many arms it draws",
    "--horizon 0": f"--horizon {COUNT} 1000000000, not 0",
    "--horizon 1000000000000000": f"--horizon {COUNT} 1000000000, not 1000000000000000",
    "--plays -1": f"--plays {COUNT} 10000000, not -1",
    "--policies usb": "there is no policy 'usb': did you mean ucb? allowed: discounted_ucb, ",
    "--policies ucb(d=1)": "ucb has no parameter 'd': allowed: c",
    "--policies ucb(c=-1)": "ucb: c takes a number from 0 to 1000, not -1",
    "--policies=": "policies: name at least one",
    "--policies missing.py:Mine": "missing.py: no such file",
    "--times 0": f"a time {COUNT} 100, not 0",
    "--plot picture.gif": "picture.gif: a picture's name ends in .png, .svg, .pdf",
    "--plot nowhere/x.png": "nowhere/x.png: there is no folder",
    "missing.toml": "missing.toml: no such file",
}

BAD_FILES = {
    "horizn = 3": "there is no key 'horizn': did you mean horizon? allowed: arms, horizon, plays, policies, seed, times",
    "arms = [0.1, 0.2": "not a TOML file: Unclosed array",
    "policies = [3]": "policies takes specs in quotes, not 3",
    'horizon = "x"': "horizon takes a whole number, not 'x'",
    "plays = 1.5": "plays takes a whole number, not 1.5",
    "plays = true": "plays takes a whole number, not True",
    "arms = [0.1, true]": "arms: an arm is a mean or a spec, not True",
    "arms = []": "arms: a bandit has 2 to 1000 arms, not 0",
    "horizon = 0": "horizon must be a whole number from 1 to 1000000000, not 0",
    "times = [200]": "a time must be a whole number from 1 to 100, not 200",
}


@pytest.mark.parametrize("words", BAD)
def test_bad_input(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    """One line that says what is wrong and what is allowed, status 2, nothing on stdout."""
    assert main(["bandits", *words.split(" ")]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("croupier: ")
    assert BAD[words] in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("text", BAD_FILES)
def test_bad_files(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "experiment.toml"
    path.write_text(text)
    assert main(["bandits", str(path)]) == 2
    err = capsys.readouterr().err
    assert BAD_FILES[text] in err
    assert err.count("\n") == 1


def test_report_b_with_no_argument(capsys: pytest.CaptureFixture[str]) -> None:
    """The table, what it says of each arm, the reference and the curves."""
    assert main(["bandits", "--quiet"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "10,000 plays of 100 pulls on 5 arms"
    assert [line[0] for line in lines[2:6]] == list("abcd")
    assert lines[5].startswith("d  ucb ")
    assert "2.318 ln T" in "".join(lines)
    assert any(line.startswith("truth ") and line.endswith("0.8149") for line in lines)
    curves = "\n".join(lines[lines.index("pseudo-regret") :])
    assert all(letter in curves for letter in "abcd")
    assert "......" in curves, "Lai and Robbins' line"
    assert lines[-1].endswith("100 pulls")


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    """One object with the keys of every answer, and the same as from Python."""
    assert main(["bandits", "--json", "--plays", "100", "--policies", "ucb,random", "--times", "10,20"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {"arms", "horizon", "plays", "policies", "seconds"} <= set(found)
    assert {"policy", "gain", "regret", "pseudo_regret", "interval", "pulls", "estimates", "curve"} <= set(
        found["policies"][0]
    )
    curve = found["policies"][0]["curve"]
    assert curve["times"] == [10, 20, 100]
    assert {len(values) for values in curve.values()} == {3}
    again = simulate(plays=100, policies=["ucb", "random"], times=[10, 20])
    assert json.loads(json.dumps(again.as_dict()["policies"])) == found["policies"]


def test_a_file_and_options_over_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A TOML file gives the experiment; an option that is given too is what counts."""
    path = tmp_path / "experiment.toml"
    path.write_text(
        'arms = [0.2, "gaussian(mean=0.5, sd=0.1)"]\npolicies = ["ucb(c=[0.5, 1])", "random"]\n'
        "horizon = 50\nplays = 20\nseed = 4\nworkers = 1\ntimes = [5]\n"
    )
    assert main(["bandits", str(path), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["arms"] == [0.2, 0.5]
    assert (found["horizon"], found["plays"], found["seed"], found["workers"]) == (50, 20, 4, 1)
    assert [result["policy"] for result in found["policies"]] == ["ucb(c=0.5)", "ucb(c=1)", "random"]
    assert main(["bandits", str(path), "--json", "--horizon", "60", "--policies", "random"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["horizon"], found["plays"], len(found["policies"])) == (60, 20, 1)


def test_the_list_of_policies_and_arms(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bandits", "--list"]) == 0
    out = capsys.readouterr().out
    assert all(f"\n{name} " in out for name in ("ucb", "thompson", "sequential_halving", "drifting", "random"))
    assert main(["bandits", "--list", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert "Garivier" in next(p["source"] for p in found["policies"] if p["name"] == "kl_ucb")


@pytest.fixture(scope="module")
def few() -> Simulation:
    return simulate(plays=200, policies="random, ucb")


@pytest.mark.parametrize(("ending", "start"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")])
def test_pictures(few: Simulation, ending: str, start: bytes, tmp_path: Path) -> None:
    """Each kind of file, the same bytes each time."""
    files = [few.plot(tmp_path / f"{i}.{ending}") for i in range(2)]
    assert files[0].read_bytes().startswith(start)
    assert files[0].read_bytes() == files[1].read_bytes()


def test_pictures_say_what_they_show(few: Simulation) -> None:
    """Four pictures with titles and labelled axes, a legend of all policies, and figures that a notebook shows."""
    figure = few.plot()
    titles = [axes.get_title(loc="left") for axes in figure.axes]
    assert titles == ["Gain", "Regret", "Regret of a play after 100 pulls", "Estimates of the arms"]
    assert [axes.get_xlabel() for axes in figure.axes] == ["pulls", "pulls", "reward lost", "arm"]
    assert all(axes.get_ylabel() for axes in figure.axes)
    legend = [text.get_text() for text in figure.legends[0].get_texts()]
    assert legend[:2] == ["random", "ucb"]
    assert figure._repr_png_().startswith(b"\x89PNG")
    shown = few._repr_html_()
    assert shown.count("<tr>") == 3
    assert "&plusmn;" in shown


def test_histograms_are_told_apart_without_colour(few: Simulation) -> None:
    """Each policy's marker stands on its highest bar."""
    bars = few.plot().axes[2]
    assert [line.get_marker() for line in bars.get_lines()] == ["o", "s"]


def test_a_picture_that_cannot_be_written_is_refused_before_any_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert main(["bandits", "--plot", str(tmp_path / "x.png")]) == 2
    assert "x.png: cannot be written there" in capsys.readouterr().err


def test_a_result_is_short_where_it_is_shown(few: Simulation) -> None:
    """At the prompt and in a notebook: not fifty rows of curves."""
    assert len(repr(few)) < 2500
    assert few._repr_mimebundle_()["text/plain"] == str(few)
    assert str(few).splitlines()[1].startswith("random  pseudo-regret ")


FORMS: dict[str, dict[str, Any]] = {
    "many policies, long": {
        "policies": ["random", *(f"ucb(c={c})" for c in (0.1, 0.2, 0.3, 0.5, 1))], "horizon": 20_000, "plays": 5,
    },
    "many arms": {"arms": "random(count=30)", "policies": "ucb", "horizon": 300, "plays": 10},
    "arms that move": {"arms": "abrupt(before=0, after=1), 0.5", "policies": "ucb", "horizon": 5000, "plays": 5},
    "one pull, one play": {"policies": "ucb", "horizon": 1, "plays": 1},
    "nothing to lose": {"arms": "0.5, 0.5", "policies": "ucb, random", "plays": 10},
}  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
def test_forms_of_pictures(form: str, tmp_path: Path) -> None:
    """Long and short plays, many policies and arms, arms that move: drawn, in the terminal too."""
    from croupier.bandits.text import curve

    found = simulate(**FORMS[form])
    figure = found.plot()
    figure.savefig(tmp_path / "picture.png", dpi=40)
    lines = curve(found)
    assert max(map(len, lines)) < 80
    if form == "many policies, long":
        assert figure.axes[1].get_yscale() == "asinh"
        assert figure.axes[0].get_title(loc="left") == "Gain per pull"
        assert len(figure.axes[2].get_yticks()) == 6
        assert lines[0] == "pseudo-regret (log)"
    if form == "many arms":
        assert figure.axes[3].get_xlabel() == "true mean"
    if form == "arms that move":
        assert 2500 in found.policies[0].curve.times
        assert figure.axes[0].get_xscale() == "linear"


def test_pictures_need_an_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without matplotlib one line says how to get it, before any play."""
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert main(["bandits", "--plot", str(tmp_path / "x.png")]) == 2
    assert capsys.readouterr().err == 'croupier: pictures need matplotlib: pip install "croupier[plots]"\n'


def test_progress_and_a_stop() -> None:
    """Progress rises to the whole; an interrupt in it ends the work at once and comes out."""
    seen: list[tuple[int, int]] = []
    simulate(policies="random", plays=5000, workers=2, progress=lambda done, total: seen.append((done, total)))
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)
    assert seen[-1] == (500_000, 500_000)

    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate(policies="random", horizon=100_000, plays=10_000_000, workers=2, progress=stop)


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_ctrl_c_in_a_long_play() -> None:
    """One play of a thousand million pulls is stopped in its middle: one line, status 130."""
    words = ["bandits", "--policies", "random", "--horizon", "1000000000", "--plays", "1"]
    environment = {**os.environ, "PYTHONPATH": SOURCES}
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    process = subprocess.Popen([sys.executable, "-m", "croupier", *words], env=environment, **pipes)
    try:
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(3)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    finally:
        process.kill()
    assert (process.returncode, out, err) == (130, "", "croupier: stopped\n")
