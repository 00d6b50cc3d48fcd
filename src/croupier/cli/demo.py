"""`croupier demo`: every game of the house, dealt at random."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from croupier.cli.options import Debug, Games, Json, Quiet, Seed, Workers
from croupier.cli.show import as_json, bar, percent, seat_name, short, table, terminal_width, working

if TYPE_CHECKING:
    from rich.text import Text

    from croupier.rules.playouts import Playouts


def demo(
    games: Games = 500_000,
    seed: Seed = 0,
    workers: Workers = 1,
    json: Json = False,
    quiet: Quiet = False,
    debug: Debug = False,
) -> None:
    """Every game of the house dealt at random, side by side."""
    import croupier

    with working("dealing", quiet or json) as progress:
        from croupier.games import names

        found = []
        for number, name in enumerate(names()):
            found.append(
                croupier.playouts(
                    name,
                    games=games,
                    seed=seed,
                    workers=workers,
                    progress=lambda done, number=number: progress(number * games + done, len(names()) * games),  # type: ignore[misc]
                )
            )
    if json:
        as_json({"games": [dataclasses.asdict(one) for one in found]})
    else:
        _show(found)


def _show(found: list[Playouts]) -> None:
    seats = max(len(one.wins) for one in found)
    heads = ["game", "variant", "games/s", *[seat_name(seat) for seat in range(seats)], "drawn", "turns", "choices"]
    rows = [[*_row(one, seats), _bar(one)] for one in found]
    first = found[0]
    workers = f"{first.workers} worker{'s' if first.workers > 1 else ''}"
    notes = [
        f"{first.games:,} games a row, every seat plays at random, on {workers}, seed {first.seed}",
        "first, second: the part of the games that this seat wins; turns: mean a game; choices: mean a decision",
    ]
    shown = _columns(len(heads), terminal_width() - 11 * (seats - 2))
    rows = [[row[i] for i in shown] for row in rows]
    table(
        "Croupier deals every game of the house",
        [[*heads, "who wins"][i] for i in shown],
        rows,
        1 + (1 in shown),
        notes,
    )


def _columns(numbers: int, width: int) -> list[int]:
    """The columns that a terminal has room for: the variant, then the bar, are left out."""
    return [i for i in range(numbers + 1) if not (i == 1 and 0 < width < 88) and not (i == numbers and width < 115)]


def _row(one: Playouts, seats: int) -> list[Any]:
    wins = [percent(wins / one.games) for wins in one.wins] + [""] * (seats - len(one.wins))
    drawn = percent(one.draws / one.games)
    return [
        one.game,
        one.variant,
        short(one.per_second),
        *wins,
        drawn,
        f"{one.mean_length:.2f}",
        f"{one.mean_branching:.2f}",
    ]


def _bar(one: Playouts) -> Text:
    parts: list[tuple[float, int | None]] = [(wins / one.games, seat) for seat, wins in enumerate(one.wins)]
    return bar([parts[0], (one.draws / one.games, None), *parts[1:]])
