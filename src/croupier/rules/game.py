"""A game as the rest of the house knows it: a registered class, its variants and their exact facts."""

from __future__ import annotations

import inspect
import types
from collections.abc import Mapping
from functools import cached_property
from typing import Any, NamedTuple

from croupier.errors import ContractError, InputError, closest
from croupier.rules.contract import FACTS
from croupier.rules.faults import wrong_state
from croupier.rules.registration import register, with_facts

State = Any
"""A value of a registered class; see `contract.State`."""


class Variant(NamedTuple):
    """A set of rules of a game: where it starts, and the facts that hold for it exactly."""

    game: Game
    name: str
    start: State
    facts: Mapping[str, int]

    @property
    def seats(self) -> int:
        return self.facts["seats"]

    @property
    def branching(self) -> int:
        return self.facts["branching"]

    @property
    def longest(self) -> int:
        return self.facts["longest"]


class Game:
    """A registered game: `Game(cls)` checks the class and raises `ContractError` where it is at fault."""

    def __init__(self, cls: type) -> None:
        self.cls: Any = register(cls)
        self.name: str = self.cls.name
        self.title: str = self.cls.title
        if not self.variants:
            raise ContractError(f"{cls.__name__}.variants() is empty: give at least one, name -> start state")

    def __repr__(self) -> str:
        return f"Game({self.name})"

    @cached_property
    def variants(self) -> Mapping[str, Variant]:
        """The listed variants by name; the first is the default."""
        if hasattr(self.cls, "variants"):
            listed = self._listed()
        elif len(self.cls._field_defaults) == len(self.cls._fields):
            listed = {"standard": self.cls()}
        else:
            left = [field for field in self.cls._fields if field not in self.cls._field_defaults]
            raise ContractError(
                f"{self.cls.__name__} has no start: give the field `{left[0]}` a default, as in `{left[0]}: int = 0`, or "
                "write a classmethod `variants` that returns {name: start state}"
            )
        return {name: self._variant(name, value) for name, value in listed.items()}

    def _listed(self) -> Mapping[str, Any]:
        """What the class gives as its variants, which may be wrong in every way."""
        name = self.cls.__name__
        if isinstance(inspect.getattr_static(self.cls, "variants"), types.FunctionType):
            raise ContractError(f"{name}.variants is called on the class: write `@classmethod` and `def variants(cls)`")
        listed = self.cls.variants()
        if not isinstance(listed, Mapping) or not all(isinstance(key, str) and key for key in listed):
            raise ContractError(f"{name}.variants() gives {listed!r:.60}: it must be a dict, name -> start state")
        return listed

    def variant(self, text: str | None = None) -> Variant:
        """The variant of this name, the default one for None; also one of an open family, such as `9x7`."""
        if text is None:
            return next(iter(self.variants.values()))
        if text in self.variants:
            return self.variants[text]
        if hasattr(self.cls, "variant"):
            try:
                return self._variant(text, self.cls.variant(text))
            except ValueError as error:
                raise InputError(f"{self.name} has no variant {text!r}: {error}") from None
            except ContractError:
                raise
            except Exception as error:
                told = f"{self.cls.__name__}.variant({text!r}) failed: {type(error).__name__}: {error}"
                raise ContractError(f"{told} (for a name that is none it should raise ValueError)") from error
        raise InputError(f"{self.name} has no variant {text!r}: {closest(text, self.variants)}")

    def _variant(self, name: str, value: Any) -> Variant:
        start, differing = value if type(value) is tuple else (value, {})
        if not isinstance(start, self.cls):
            raise ContractError(
                f"{self.cls.__name__}.variants(): {name!r} is {type(start).__name__} and not a {self.cls.__name__}"
            )
        wrong = wrong_state(type(start), start, "variants")
        if wrong:
            raise ContractError(f"{wrong} (variant {name!r})")
        if any(fact not in FACTS for fact in differing):
            start = with_facts(self.cls, differing)._make(start)  # type: ignore[attr-defined]
        facts = {fact: differing.get(fact, getattr(start, fact)) for fact in FACTS}
        return Variant(self, name, start, facts)
