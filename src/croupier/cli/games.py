"""`croupier games`: what there is to play."""

from __future__ import annotations

import inspect
import sys
from typing import TYPE_CHECKING, Any

from croupier.cli.options import Debug, Json
from croupier.cli.show import as_json, table

if TYPE_CHECKING:
    from croupier.rules.game import Game


def games(json: Json = False, debug: Debug = False) -> None:
    """The games of the house and their variants."""
    from croupier.games import find, names

    found = [find(name) for name in names()]
    if json:
        as_json({"games": [_described(game) for game in found]})
        return
    heads = ("game", "variants, the default first", "in short", "seats", "choices", "actions a game")
    table("The games of the house", heads, [_row(game) for game in found], words=3, notes=[
        "choices: the most legal actions at once; actions a game: the most, by the default variant",
        "Your own game: give the path of its Python file instead of a name.",
    ])  # fmt: skip


def _described(game: Game) -> dict[str, Any]:
    variants = {name: dict(variant.facts) for name, variant in game.variants.items()}
    return {
        "name": game.name,
        "title": game.title,
        "about": _about(game),
        "family": _family(game),
        "variants": variants,
    }


def _row(game: Game) -> tuple[object, ...]:
    family = _family(game)
    names = ", ".join([*game.variants, *([family] if family else [])])
    facts = game.variant().facts
    return game.name, names, _about(game), facts["seats"], facts["branching"], facts["longest"]


def _about(game: Game) -> str:
    """The first sentence that the game's file says of itself."""
    text = (inspect.getdoc(sys.modules[game.cls.__module__]) or game.title).split("\n\n")[0]
    return " ".join(text.split()).partition(": ")[2].partition(". ")[0].rstrip(".") or game.title


def _family(game: Game) -> str | None:
    """How the names of an open family of variants are written, if the game has one."""
    return (
        (inspect.getdoc(game.cls.variant) or "").partition("\n")[0].rstrip(".")
        if hasattr(game.cls, "variant")
        else None
    )
