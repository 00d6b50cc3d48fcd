"""The sets of rules of Marrakech: presets, options, and the facts that follow."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

from croupier.games._marrakech_board import BEFORE, BIG, ELIMINATES, MISSING, RUGS, SHUFFLES, SLOTS, STILL, walked

MOST_RUGS = {2: 12, 3: 15, 4: 12}


@dataclass(frozen=True)
class Options:
    """A set of rules, spelled out."""

    seats: int
    size: int = 7
    rugs: int = 12
    shuffled: bool = False
    elimination: bool = True
    before: bool = False
    still: bool = False


PRESETS = {
    "two": Options(2, shuffled=True),
    "three": Options(3, rugs=15),
    "four": Options(4),
    "report": Options(2, size=5, rugs=8, elimination=False, before=True, still=True),
}

CHOICES: dict[str, tuple[str, dict[str, Any]]] = {
    "order": ("shuffled", {"shuffled": True, "alternate": False}),
    "elimination": ("elimination", {"on": True, "off": False}),
    "die": ("before", {"before": True, "after": False}),
    "first": ("still", {"still": True, "die": False}),
    "size": ("size", {"5": 5, "7": 7}),
    "rugs": ("rugs", {str(n): n for n in range(1, 16)}),
}
"""Option of a variant -> the field it sets, and the field's value for each word."""


def options(text: str) -> Options:
    """The rules that a variant's name stands for, such as `two(order=alternate, size=5)`."""
    found = re.fullmatch(r"([a-z]+)(?:\((.*)\))?", text.strip())
    if not found or found[1] not in PRESETS:
        raise ValueError(f"write {', '.join(PRESETS)}, if need be with options, such as two(order=alternate)")
    chosen = PRESETS[found[1]]
    given: dict[str, Any] = {}
    for part in (found[2] or "").split(",") if (found[2] or "").strip() else ():
        key, _, word = (piece.strip() for piece in part.partition("="))
        if key not in CHOICES:
            raise ValueError(f"there is no option {key!r}: allowed are {', '.join(CHOICES)}")
        field, words = CHOICES[key]
        if word not in words:
            raise ValueError(f"{key} may be {', '.join(words)} and is {word!r}")
        if field in given:
            raise ValueError(f"{key} is given twice")
        given[field] = words[word]
    if "shuffled" in given and chosen.seats != 2:
        raise ValueError(f"order is for two seats, who own two colours each; in {found[1]} a seat owns one")
    if given.get("rugs", 0) > MOST_RUGS[chosen.seats]:
        raise ValueError(f"rugs may be at most {MOST_RUGS[chosen.seats]} a colour in {found[1]}")
    return replace(chosen, **given)


def rules_of(options: Options) -> int:
    """The field `rules`."""
    flags = options.shuffled << SHUFFLES | options.elimination << ELIMINATES
    flags |= options.before << BEFORE | options.still << STILL
    return flags | (options.size == 7) << BIG | options.seats << 1 | options.rugs << 8


def facts(options: Options) -> dict[str, int]:
    """The exact facts of a variant."""
    colours = 4 if options.seats == 2 else options.seats
    turns = options.rugs * colours
    longest = turns * (2 if options.before else 3) - options.still
    if options.shuffled:
        longest += 2 * (2 * options.rugs - 1)
    if not options.before:
        return {"seats": options.seats, "actions": 12, "branching": 12, "longest": longest}
    return {"seats": options.seats, "actions": 36, "branching": _most_moves(options), "longest": longest}


def _most_moves(options: Options) -> int:
    """The most rugs, over the three turns, that fit around the squares which a throw leads to."""
    if options.still:
        return 36
    rules, size = rules_of(options), options.size
    room = (RUGS.reshape(2, 64, SLOTS) != MISSING).sum(axis=2)[rules & 1]
    return max(
        sum(int(room[walked(32 * y + 4 * x + (facing + way) % 4, die, rules) >> 2]) for way in range(3))
        for die in range(1, 5)
        for x in range(size)
        for y in range(size)
        for facing in range(4)
    )
