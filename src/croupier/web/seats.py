"""Who has each seat of a game on the web: a person, bound to it by an unguessable token, or a computer."""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass, field

HERE, LINK, COMPUTER = "here", "link", "computer"
KINDS = (HERE, LINK, COMPUTER)


def new_token() -> str:
    """192 bits that nobody guesses."""
    return secrets.token_urlsafe(24)


@dataclass
class Chair:
    """`spec` and, where it has a name, `level` of a computer; `token` binds a person; `holders` are their browsers."""

    kind: str = HERE
    spec: str = ""
    level: str = ""
    token: str = field(default_factory=new_token)
    holders: set[str] = field(default_factory=set)

    @property
    def person(self) -> bool:
        return self.kind != COMPUTER

    @property
    def waiting(self) -> bool:
        """Whether a person was invited and has not come yet."""
        return self.kind == LINK and not self.holders

    def opened_by(self, token: str) -> bool:
        return self.person and hmac.compare_digest(self.token.encode(), token.encode())

    def as_dict(self) -> dict[str, object]:
        return {**self.__dict__, "holders": sorted(self.holders)}

    @classmethod
    def from_dict(cls, kept: dict[str, object]) -> Chair:
        holders = kept.get("holders")
        return cls(
            str(kept["kind"]),
            str(kept["spec"]),
            str(kept["level"]),
            str(kept["token"]),
            {str(holder) for holder in holders} if isinstance(holders, list) else set(),
        )


def here(visitor: str) -> Chair:
    """A person at this browser."""
    return Chair(HERE, holders={visitor})


def invited() -> Chair:
    """A person who will open the link."""
    return Chair(LINK)


def computer(spec: str, level: str = "") -> Chair:
    return Chair(COMPUTER, spec, level)
