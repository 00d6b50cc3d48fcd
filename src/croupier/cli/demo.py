"""`croupier demo`: every game of the house, dealt at random."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from croupier.cli.options import Debug, Games, Json, Quiet, Seed, Workers
from croupier.cli.show import as_json, bar, percent, room, seat_name, short, table, working

if TYPE_CHECKING:
    from croupier.rules.playouts import Playouts


def demo(
    games: Games = 2_000_000,
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
    barred = room(78 + 11 * seats)
    heads = ["game", "variant", "games/s", *[seat_name(seat) for seat in range(seats)], "drawn", "turns", "choices"]
    first = found[0]
    workers = f"{first.workers} worker{'s' if first.workers > 1 else ''}"
    notes = [
        f"{first.games:,} games a row, every seat plays at random, on {workers}, seed {first.seed}",
        "first, second, ...: the part of the games that this seat wins; turns: mean a game; choices: mean a decision",
    ]
    rows = [_row(one, seats, barred) for one in found]
    table("Croupier deals every game of the house", [*heads, "who wins"] if barred else heads, rows, 2, notes)


def _row(one: Playouts, seats: int, barred: bool) -> list[Any]:
    shares = [wins / one.games for wins in one.wins]
    drawn = one.draws / one.games
    row: list[Any] = [one.game, one.variant, short(one.per_second)]
    row += [percent(share) for share in shares] + [""] * (seats - len(shares))
    row += [percent(drawn), f"{one.mean_length:.2f}", f"{one.mean_branching:.2f}"]
    parts: list[tuple[float, int | None]] = [(share, seat) for seat, share in enumerate(shares)]
    return [*row, bar([parts[0], (drawn, None), *parts[1:]])] if barred else row
