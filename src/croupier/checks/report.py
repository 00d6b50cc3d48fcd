"""What a check found: what was looked at and how often, warnings, and the first fault with the walk that leads to it."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any


class ClaimError(Exception):
    """A claim of the contract does not hold here. `sentence` says so in the words of the contract."""

    def __init__(self, claim: str, sentence: str, action: int | None = None) -> None:
        super().__init__(sentence)
        self.claim = claim
        self.sentence = sentence
        self.action = action


@dataclass(frozen=True)
class Fault:
    """The first thing found wrong. `walk` holds the actions from the start of the variant to the position."""

    claim: str
    sentence: str
    variant: str | None = None
    walk: list[int] = field(default_factory=list)
    walk_notation: list[str] | None = None
    position: dict[str, int] | None = None
    text: str | None = None
    action: int | None = None
    action_notation: str | None = None

    def lines(self) -> list[str]:
        """The fault as people read it."""
        found = [self.sentence]
        if self.position is None:
            return found
        fields = ", ".join(f"{name} = {value}" for name, value in self.position.items())
        found.append(f"  variant    {self.variant}")
        found.append(f"  walk       {self._walk()}")
        found.append(f"  position   {fields}")
        if self.text is not None:
            found += [
                f"  {'text' if i == 0 else '':<9}  {line}" for i, line in enumerate(self.text.splitlines() or [""])
            ]
        if self.action is not None:
            shown = f" ({self.action_notation})" if self.action_notation not in (None, str(self.action)) else ""
            found.append(f"  action     {self.action}{shown}")
        return found

    def _walk(self) -> str:
        if not self.walk:
            return "none: this is the start"
        words = " ".join(map(str, self.walk))
        if self.walk_notation and self.walk_notation != words.split():
            words += f"  ({' '.join(self.walk_notation)})"
        many = "s" if len(self.walk) > 1 else ""
        return f"{len(self.walk)} action{many} from the start: {words}"


@dataclass(frozen=True)
class Done:
    """One line of what was looked at: `count` of `unit`."""

    name: str
    count: int
    unit: str


@dataclass(frozen=True)
class Report:
    """What `check` did and found."""

    game: str
    variants: list[str]
    seed: int
    checks: list[Done]
    warnings: list[str]
    fault: Fault | None
    seconds: float

    @property
    def sound(self) -> bool:
        """Whether no fault was found."""
        return self.fault is None

    def as_dict(self) -> dict[str, Any]:
        """The report in plain values, for JSON."""
        return {"game": self.game, "sound": self.sound, **{k: v for k, v in asdict(self).items() if k != "game"}}

    def __str__(self) -> str:
        variants = "" if len(self.variants) == 1 else f", {len(self.variants)} variants: {', '.join(self.variants)}"
        lines = [f"{self.game}{variants}", ""]
        lines += [f"  {done.name:<24}{done.count:>11,} {done.unit}" for done in self.checks]
        lines += ["", *(f"warning: {warning}" for warning in self.warnings)]
        lines += ["sound"] if self.fault is None else ["FAULT  " + self.fault.lines()[0], *self.fault.lines()[1:]]
        return "\n".join(lines)
