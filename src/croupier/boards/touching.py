"""Playing by touching a picture: the places that an action is made of, and what one touch more comes to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Places = tuple[str, ...]
"""Squares, pieces, arrows that are touched to play an action, in any order."""


@dataclass(frozen=True)
class Touched:
    """The places chosen so far, or the action that they make together."""

    chosen: Places = ()
    action: int | None = None


def fitting(made_of: Mapping[int, Places], chosen: Sequence[str]) -> list[int]:
    """The actions that all chosen places belong to."""
    return [action for action, places in made_of.items() if set(chosen) <= set(places)]


def touched(made_of: Mapping[int, Places], chosen: Sequence[str], place: str) -> Touched:
    """What touching one place more comes to: an action, a choice, or none.

    A chosen place that is touched again is given up, with those after it; a place that does not go with the others
    starts a new choice, with those chosen last as far as they go with it: a drag brings its origin along.
    """
    if place in chosen:
        return Touched(tuple(chosen[: list(chosen).index(place)]))
    for begin in range(len(chosen) + 1):
        tried = (*chosen[begin:], place)
        found = fitting(made_of, tried)
        whole = [action for action in found if set(made_of[action]) == set(tried)]
        if whole:
            return Touched((), whole[0])
        if found:
            return Touched(tried)
    return Touched()
