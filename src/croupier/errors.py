"""The errors that people meet: each says in one line what was wrong and what is allowed."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class CroupierError(Exception):
    """Something the user can put right. The message is one line, written for them."""


class ContractError(CroupierError):
    """A game, a policy or a player does not keep its contract."""


class InputError(CroupierError):
    """A name, a number or a file given by the user is not usable."""


class MissingExtraError(CroupierError):
    """A part of the program needs a package that is not installed."""


def closest(word: str, allowed: Iterable[str]) -> str:
    """How an unknown name is answered: the nearest allowed one if there is one, then all of them."""
    names = sorted(allowed)
    bare = {name.lstrip("-"): name for name in names}  # the dashes of two options do not make them alike
    near = difflib.get_close_matches(word.lower().lstrip("-"), bare, n=1, cutoff=0.6)
    hint = f"did you mean {bare[near[0]]}? " if near else ""
    return f"{hint}allowed: {', '.join(names)}"
