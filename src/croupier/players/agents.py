"""Players as matches seat them, from a spec: one question, one answer with what it took.

Two kinds: searches of the house, whose answer depends on the seed alone where their budget is a count, and Python
functions `function(position)` of the user's (`module:function`, `file.py:function`, or the function itself), which run
code and which only the local command line, a file given on it, and Python may name.
"""

from __future__ import annotations

import dataclasses
import functools
import importlib
import inspect
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from croupier.errors import CroupierError, InputError
from croupier.players.named import plan_in, plan_of, untrusted
from croupier.players.spec import Call, parse
from croupier.positions.position import Position
from croupier.rules.files import load_module
from croupier.rules.game import Variant
from croupier.search.memory import ITERATIONS, PLAYOUTS, USED
from croupier.search.one_tree import room_for
from croupier.search.plan import Plan
from croupier.search.run import Search, Watch

LEAST = 0.0001
"""Seconds that a search is given at least."""


class Choice(NamedTuple):
    """An answer: the action, and what it took."""

    action: Any
    iterations: int = 0
    playouts: int = 0
    nodes: int = 0


class FaultError(CroupierError):
    """A player did not answer, or not with something that could be an action; the message says what it did instead."""


class Searcher:
    """A search of the house at a seat."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.spec = plan.spec

    def choose(self, position: Position, seed: int, seconds: float | None = None, watch: Watch | None = None) -> Choice:
        """The action for a position where a seat acts, within so many seconds if a clock runs; a `watch` may stop it."""
        search = Search.of(position, self.plan, seed)
        if len(search.legal) == 1:
            return Choice(search.legal[0])
        budget = self.plan.budget
        if seconds is not None:
            budget = dataclasses.replace(budget, seconds=max(LEAST, min(seconds, budget.seconds or seconds)))
        search.go(budget, watch)
        if search.interrupted:
            raise KeyboardInterrupt
        best = search.best()
        if best is None:
            raise InputError("there is nothing to choose here")
        spent = (sum(int(tree.counters[place]) for tree in search.trees) for place in (ITERATIONS, PLAYOUTS, USED))
        return Choice(best, *spent)

    def check(self, variant: Variant) -> None:
        """See that the search can play this game: `InputError` where its memory is too small."""
        room_for(variant, self.plan, self.plan.trees)

    def prepare(self, variant: Variant) -> None:
        """Compile what a search needs."""
        if self.plan.levels != 0:
            Search(variant, variant.start, self.plan).trees[0].prepare()


class Function:
    """A Python function at a seat. It is given a copy of the position, and `seed` if it has a parameter of that name.

    `portable`: whether another process finds it by its spec.
    """

    def __init__(self, spec: str, function: Callable[..., Any], portable: bool = False) -> None:
        self.spec = spec
        self.portable = portable
        self._function = function
        self._seeded = _takes(function, "seed") and "seed" not in getattr(function, "keywords", {})

    def choose(self, position: Position, seed: int, seconds: float | None = None, watch: Watch | None = None) -> Choice:
        """Ask the function; whatever it does wrong is a `FaultError`."""
        more = {"seed": seed & 0x7FFF_FFFF_FFFF_FFFF} if self._seeded else {}
        try:
            answer = self._function(position.copy(), **more)
        except (Exception, SystemExit) as error:
            raise FaultError(f"raised {type(error).__name__}: {_line(str(error))}") from error
        try:
            return Choice(int(position.copy().play(answer).history[-1]))
        except CroupierError:
            raise FaultError(f"played {_line(repr(answer))}, which is not legal") from None
        except Exception as error:
            raise FaultError(f"answered with {_line(repr(type(answer)))}, which is no action") from error

    def check(self, variant: Variant) -> None:
        """A function shows what it can when it is asked."""

    def prepare(self, variant: Variant) -> None:
        """There is nothing to compile."""


Agent = Searcher | Function


def agent_of(player: str | Callable[..., Any], trusted: bool = False) -> Agent:
    """The player that a spec describes, or that a Python function is; `trusted` allows one that runs code."""
    if not isinstance(player, str):
        if not callable(player):
            raise InputError(f"a player is a spec or a function of the position, not {type(player).__name__}")
        name = str(getattr(player, "__name__", type(player).__name__))
        return Function(name if name.isidentifier() else "function", player)
    call = parse(player)
    if call.place is None:
        return Searcher(plan_of(player))
    if not trusted:
        raise untrusted(call)
    found = _named(call)
    if isinstance(found, type) and issubclass(found, tuple):
        return Searcher(plan_in(call, found))
    if not callable(found):
        raise InputError(f"{call.place}:{call.name} is neither a function of the position nor a policy")
    _check_arguments(call, found)
    return Function(str(call), functools.partial(found, **call.arguments) if call.arguments else found, portable=True)


def _named(call: Call) -> Any:
    """What stands under the name in a file or a module."""
    place = str(call.place)
    module = load_module(Path(place)) if place.endswith(".py") else _imported(place)
    if not hasattr(module, call.name):
        raise InputError(f"{place} has nothing named {call.name!r}")
    return getattr(module, call.name)


def _imported(name: str) -> Any:
    """A module by its name, one in the current folder too."""
    if "" not in sys.path:
        sys.path.insert(0, "")
    try:
        return importlib.import_module(name)
    except Exception as error:
        raise InputError(f"{name}: cannot be imported: {type(error).__name__}: {_line(str(error))}") from error


def _check_arguments(call: Call, function: Callable[..., Any]) -> None:
    try:
        given = {"seed": 0} if _takes(function, "seed") else {}
        inspect.signature(function).bind(None, **{**given, **call.arguments})
    except TypeError as error:
        raise InputError(f"{call}: {error}") from None
    except ValueError:
        return  # something built in, which does not say


def _takes(function: Callable[..., Any], name: str) -> bool:
    try:
        return name in inspect.signature(function).parameters
    except (TypeError, ValueError):
        return False


def _line(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 200 else f"{line[:197]}..."
