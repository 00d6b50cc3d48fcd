"""The bandit laboratory: report B's experiment, pulls a second against SMPyBandits, memory of long plays.

SMPyBandits 0.9.7 is not installed with Croupier: with what it asks for it takes 500 MB. To measure against it, give it a
place of its own (it needs a SciPy older than 1.14) and name the Python there:

    python -m venv smpybandits
    smpybandits/bin/pip install SMPyBandits "scipy<1.14"
    SMPYBANDITS_PYTHON=smpybandits/bin/python python -m benchmarks bandits
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable

from benchmarks.timing import Row, best_of, show
from croupier.bandits import simulate

MEANS = [0.0225, 0.9499, 0.3808, 0.1185, 0.8149]
HORIZON = 10_000
PLAYS = 100
THEIR_PLAYS = 2
ROUNDS = 5

THEIRS = f"""
import time, warnings
warnings.filterwarnings("ignore")
from SMPyBandits.Arms import Bernoulli
from SMPyBandits.Policies import UCB

arms = [Bernoulli(mean) for mean in {MEANS}]

def play():
    policy = UCB(len(arms))
    policy.startGame()
    for t in range({HORIZON}):
        arm = policy.choice()
        policy.getReward(arm, arms[arm].draw(t))

play()
best = float("inf")
for _ in range({ROUNDS}):
    began = time.process_time()
    for _ in range({THEIR_PLAYS}):
        play()
    best = min(best, time.process_time() - began)
print("seconds", best)
"""
"""Their policy and their arms in the barest loop, without their evaluator, which takes more."""

MEMORY = """
import psutil
from croupier.bandits import simulate

words = {"policies": "random, greedy, ucb, ucb_tuned, thompson", "workers": 2}
simulate(**words, horizon=1000, plays=10)
used = psutil.Process().memory_info
before = peak = used().rss

def look(done, total):
    global peak
    peak = max(peak, used().rss)

found = simulate(**words, horizon=1_000_000, plays=100, progress=look)
look(0, 0)
print("megabytes", (peak - before) / 2**20, peak / 2**20)
"""
"""What the process uses more while it plays than after it has compiled, looked at after every play; and all of it."""


def report_b() -> float:
    """Seconds of computing on two workers, the best of some rounds: wall time, compiling left out."""
    return min(simulate(workers=2).seconds for _ in range(9))


def ucb(plays: int) -> Callable[[], object]:
    return lambda: simulate(MEANS, "ucb", horizon=HORIZON, plays=plays, workers=1, times=[])


def said(python: str, program: str, word: str) -> list[float]:
    """The numbers behind a word that a program prints in a process of its own; none if it cannot run."""
    environment = {
        **os.environ,
        "MPLBACKEND": "agg",
        "PYTHONPATH": "" if python != sys.executable else os.pathsep.join(sys.path),
    }
    done = subprocess.run([python, "-c", program], capture_output=True, text=True, env=environment, check=False)
    for line in done.stdout.splitlines():
        if line.startswith(word):
            return [float(number) for number in line.split()[1:]]
    return []


def main() -> None:
    rows = [Row("report B, two workers, wall time (at most 0.5, aim 0.15)", report_b(), "s")]
    ours = PLAYS * HORIZON / best_of(ROUNDS, {"ours": ucb(PLAYS)})["ours"]
    rows.append(Row("UCB1, 5 arms, one core", ours / 1e6, "M pulls/s"))
    python = os.environ.get("SMPYBANDITS_PYTHON", sys.executable)
    theirs = said(python, THEIRS, "seconds")
    if theirs:
        rate = THEIR_PLAYS * HORIZON / theirs[0]
        rows.append(Row("SMPyBandits, likewise", rate / 1e3, "k pulls/s"))
        rows.append(Row("UCB1 against SMPyBandits", ours / rate, "times", 200, 1000))
    grown, whole = said(sys.executable, MEMORY, "megabytes")
    rows.append(Row("T = 10^6, 100 plays, 5 policies (at most 200, aim 50)", grown, "MB more"))
    rows.append(Row("the same, Python, numba and its compiler included", whole, "MB"))
    show(rows)
    if not theirs:
        print("SMPyBandits is missing: the first lines of benchmarks/bandits.py say how to get it")


if __name__ == "__main__":
    main()
