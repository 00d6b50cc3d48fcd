"""Parameters of algorithms: what each takes, checked before work, one line where it is wrong."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from croupier.errors import InputError, closest
from croupier.specs import Call


@dataclass(frozen=True)
class Parameter:
    """One parameter. `kind` is number, whole, flag, word (with `choices`) or spec (with `choices` too)."""

    name: str
    default: Any
    text: str
    kind: str = "number"
    low: float = -math.inf
    high: float = math.inf
    choices: tuple[str, ...] = ()

    def takes(self) -> str:
        """What is allowed, in words."""
        if self.kind == "flag":
            return "true or false"
        if self.choices:
            return f"one of {', '.join(self.choices)}"
        kind = "a whole number" if self.kind == "whole" else "a number"
        if math.isinf(self.high):
            return kind if math.isinf(self.low) else f"{kind}, at least {self.low:g}"
        return f"{kind} from {self.low:g} to {self.high:.10g}"

    def check(self, owner: str, value: Any) -> Any:
        """The value in its type, or an `InputError`."""
        if self._fits(value):
            return float(value) if self.kind == "number" else value.name if self.kind == "word" else value
        shown = value if not isinstance(value, float) else f"{value:g}"
        raise InputError(f"{owner}: {self.name} takes {self.takes()}, not {shown}")

    def _fits(self, value: Any) -> bool:
        if self.kind == "flag":
            return isinstance(value, bool)
        if self.kind == "word":
            return isinstance(value, Call) and not value.arguments and value.name in self.choices
        if self.kind == "spec":
            return isinstance(value, Call) and value.name in self.choices
        if isinstance(value, bool) or not isinstance(value, int | float):
            return False
        if self.kind == "whole" and not isinstance(value, int):
            return False
        return math.isfinite(value) and self.low <= value <= self.high


def values(owner: str, parameters: tuple[Parameter, ...], given: dict[str, Any]) -> dict[str, Any]:
    """Every parameter with its given value or its default."""
    known = {parameter.name: parameter for parameter in parameters}
    for name in given:
        if name not in known:
            raise InputError(f"{owner} has no parameter {name!r}: {closest(name, known)}")
    return {
        name: parameter.check(owner, given[name]) if name in given else parameter.default
        for name, parameter in known.items()
    }
