"""`croupier check` on the games of the house, compiled code at hand: seconds of processor time for a whole check.

python -m benchmarks check
"""

from __future__ import annotations

import functools

from benchmarks.timing import Row, best_of, show
from croupier.checks.game import check
from croupier.games import find, names

ROUNDS, AT_MOST, AIM = 2, 10.0, 4.0


def main() -> None:
    for name in names():
        assert check(find(name)).sound
    spent = best_of(ROUNDS, {name: functools.partial(check, find(name)) for name in names()})
    rows = [Row(f"{name}, {len(find(name).variants)} variants", spent[name], "s") for name in names()]
    rows.append(Row("checks a second of the slowest", 1 / max(spent.values()), "/s", 1 / AT_MOST, 1 / AIM))
    show(rows)


if __name__ == "__main__":
    main()
