"""What one waits for before anything happens: help, import, a game's first random games, cold and from disk.

CPU time of whole processes, children included, the least of several rounds in which they take turns. Cold means an empty
folder of kernels; `python -c pass` is taken off where only Croupier's own share is asked for. Python's own bytecode files
are kept, as everywhere, in a folder of this run, even where PYTHONDONTWRITEBYTECODE is set.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile

from benchmarks.timing import Row, show

ROUNDS = 7
COLD_ROUNDS = 3
FIRST = "import croupier; croupier.playouts('connect-four', games=1000)"


def spent(*words: str, **environment: str) -> float:
    """CPU seconds of a Python process, from its start to its end."""
    environment = {**os.environ, **environment}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    before = os.times()
    subprocess.run([sys.executable, *words], env=environment, check=True, stdout=subprocess.DEVNULL)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def cold() -> float:
    """The first games of a fresh process with no kernel on disk."""
    with tempfile.TemporaryDirectory() as folder:
        return spent("-c", FIRST, CROUPIER_CACHE_DIR=folder)


def warm() -> dict[str, float]:
    """Seconds of each thing that needs no compiling, the least of all rounds."""
    things = {
        "nothing": ("-c", "pass"),
        "import": ("-c", "import croupier"),
        "help": ("-m", "croupier", "--help"),
        "numba": ("-c", "import numba"),
        "first": ("-c", FIRST),
    }
    best = dict.fromkeys(things, float("inf"))
    for _ in range(ROUNDS):
        for name, words in things.items():
            best[name] = min(best[name], spent(*words))
    return best


def main() -> None:
    with tempfile.TemporaryDirectory() as bytecode:
        os.environ["PYTHONPYCACHEPREFIX"] = bytecode
        best = warm()
        first = min(cold() for _ in range(COLD_ROUNDS))
    rows = [
        Row("first games of a process, cold (at most 6, aim 3)", first, "s"),
        Row("the same from disk (at most 0.5, aim 0.25)", best["first"], "s"),
        Row("of which `import numba`", best["numba"] - best["nothing"], "s"),
        Row("croupier --help (at most 0.4, aim 0.2)", best["help"], "s"),
        Row("import croupier (at most 0.2, aim 0.05)", round(max(0.0, best["import"] - best["nothing"]), 3), "s"),
    ]
    show(rows)


if __name__ == "__main__":
    main()
