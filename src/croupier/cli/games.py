"""`croupier games`: what there is to play."""

from __future__ import annotations

import inspect
import sys
from typing import TYPE_CHECKING, Any

from croupier.cli.options import Debug, Json
from croupier.cli.show import as_json, table, two_lines

if TYPE_CHECKING:
    from croupier.rules.game import Game


def games(json: Json = False, debug: Debug = False) -> None:
    """The games of the house and their variants."""
    from croupier.games import find, names

    found = [find(name) for name in names()]
    if json:
        as_json({"games": [_described(game) for game in found]})
        return
    heads = ["game", "variants, the default first", "seats", "choices", "actions"]
    notes = ["choices: the most at once; actions: the most in a game, chance included; both of the default variant",
             "Your own game: give the path of its Python file instead of a name."]  # fmt: skip
    table("The games of the house", heads, [_row(game) for game in found], 2, notes)


def _described(game: Game) -> dict[str, Any]:
    variants = {name: dict(variant.facts) for name, variant in game.variants.items()}
    family = _family(game)
    return {"name": game.name, "title": game.title, "about": _about(game), "family": family, "variants": variants}


def _row(game: Game) -> list[Any]:
    family = _family(game)
    variants = ", ".join(game.variants) + (f"; also: {family}" if family else "")
    facts = game.variant().facts
    return [game.name, two_lines(variants, _about(game)), facts["seats"], facts["branching"], facts["longest"]]


def _about(game: Game) -> str:
    """The first sentence that the game's file says of itself."""
    text = inspect.getdoc(sys.modules[game.cls.__module__]) or ""
    title, _, rest = " ".join(text.partition("\n\n")[0].split()).partition(": ")
    return (rest or title).partition(". ")[0].rstrip(".")


def _family(game: Game) -> str | None:
    """How the names of an open family of variants are written, if the game has one."""
    if not hasattr(game.cls, "variant"):
        return None
    return (inspect.getdoc(game.cls.variant) or "").partition("\n")[0].rstrip(".").replace("`", "") or None
