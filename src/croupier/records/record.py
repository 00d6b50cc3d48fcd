"""One finished game, and the two hashes that its record carries.

`hash` is over what the game was: rules, players, seed, opening, actions, outcome, counted effort. It depends on no
clock, order or machine: the same game played again has the same one. `check` is over every column, for damage.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from croupier.errors import ContractError
from croupier.records.packing import Effort, pack_counts, pack_seconds, unpack

CHECK_BITS = 60
"""A sum of two checks is a whole number that SQLite can hold."""


@dataclass(frozen=True)
class GameRecord:
    """A finished game.

    `rules` is the fingerprint of the rules' source (`records.rules`), `seats` the specs by seat, `seed` the experiment's.
    `opening` are the actions that were given, `actions` those played after it, chance outcomes included in both; `actors`
    and `effort` have an entry for each of `actions`: the seat that acted, -1 for chance, and what it cost. Numbers are
    plain ints and floats.
    """

    game: str
    variant: str
    rules: str
    pairing: int
    number: int
    seats: tuple[str, ...]
    seed: int
    opening: tuple[int, ...]
    actions: tuple[int, ...]
    actors: tuple[int, ...]
    returns: tuple[float, ...]
    scores: tuple[float, ...]
    termination: str
    effort: Effort
    versions: str = ""
    machine: str = ""

    @property
    def id(self) -> tuple[int, int]:
        """What no two games of a store share: the pairing, and the number of the game in it."""
        return self.pairing, self.number

    @property
    def hash(self) -> str:
        """What the game was, as a number; see the module."""
        columns = columns_of(self)
        return hash_of(self.game, self.variant, self.rules, columns)


COLUMNS = (
    "pairing", "number", "seats", "seed", "opening", "actions", "actors", "returns", "scores", "termination",
    "counts", "seconds",
)  # fmt: skip
"""Columns of a game that depend on the game alone, in the order in which they are kept and hashed."""

_KINDS = (int, int, str, int, str, str, str, str, str, str, bytes, bytes)

_HASHED = ("seats", "seed", "opening", "actions", "returns", "scores", "termination", "counts")
_AT = [COLUMNS.index(name) for name in _HASHED]


def columns_of(record: GameRecord) -> tuple[Any, ...]:
    """The columns of a record, as they are kept."""
    n = len(record.actions)
    if any(len(column) != n for column in (record.actors, *record.effort)):
        raise ValueError(f"game {record.id}: actors and effort need one entry for each of the {n} actions")
    if not len(record.seats) == len(record.returns) == len(record.scores):
        raise ValueError(
            f"game {record.id}: returns and scores need one entry for each of the {len(record.seats)} seats"
        )
    if not (0 <= record.pairing < 1 << 31 and 0 <= record.number < 1 << 32):
        raise ValueError(f"game {record.id}: pairing and number must be whole numbers of 31 and 32 bits")
    return (
        int(record.pairing),
        int(record.number),
        _words(record.seats),
        int(record.seed),
        _whole(record.opening),
        _whole(record.actions),
        _whole(record.actors),
        _real(record.returns),
        _real(record.scores),
        record.termination.encode("utf-8", "backslashreplace").decode(),
        pack_counts(record.effort),
        pack_seconds(record.effort.seconds),
    )


def record_of(columns: Sequence[Any], game: str, variant: str, rules: str, versions: str, machine: str) -> GameRecord:
    """The record of what was kept; ValueError where it is none, whoever wrote it."""
    if tuple(map(type, columns)) != _KINDS:
        raise ValueError("a column is of another type")
    pairing, number, seats, seed, opening, actions, actors, returns, scores, termination, counts, seconds = columns
    played, who, players = _tuple(actions, int), _tuple(actors, int), _tuple(seats, str)
    found = GameRecord(
        game, variant, rules, pairing, number, players, seed, _tuple(opening, int), played, who,
        _tuple(returns, float), _tuple(scores, float), termination, unpack(len(played), seconds, counts), versions, machine,
    )  # fmt: skip
    if not len(players) == len(found.returns) == len(found.scores) or len(who) != len(played):
        raise ValueError("its lists are not as long as each other")
    if who and not -1 <= min(who) <= max(who) < len(players):
        raise ValueError("a seat acted that nobody had")
    if not all(map(math.isfinite, (*found.returns, *found.scores))):
        raise ValueError("its returns and scores are not numbers")
    return found


def hash_of(game: str, variant: str, rules: str, columns: Sequence[Any]) -> str:
    """SHA-256 over netstrings (`LENGTH:BYTES,`) of game, variant, rules, seats, seed, opening, actions, returns,
    scores, termination and counts, as they are kept; numbers in decimal.
    """
    return hashlib.sha256(_netstrings((game, variant, rules, *[columns[i] for i in _AT]))).hexdigest()


def check_of(row: Iterable[Any]) -> int:
    """The last 60 bits of SHA-256 over a whole row: netstrings, each after the letter of its type."""
    found = hashlib.sha256(b"".join([_TYPES[type(value)] + _netstring(value) for value in row])).digest()
    return int.from_bytes(found[-8:], "big") & ((1 << CHECK_BITS) - 1)


_TYPES: Mapping[type, bytes] = {int: b"i", str: b"t", bytes: b"b", float: b"f", type(None): b"n"}


def _netstrings(values: Iterable[Any]) -> bytes:
    return b"".join(map(_netstring, values))


def _netstring(value: Any) -> bytes:
    kept = value if type(value) is bytes else str(value).encode("utf-8", "surrogateescape")
    return b"%d:%b," % (len(kept), kept)


@lru_cache(4096)
def _words(words: tuple[str, ...]) -> str:
    return json.dumps(list(words))


def _whole(numbers: Iterable[int]) -> str:
    return f"[{','.join(map(str, numbers))}]"


def _real(numbers: Sequence[float]) -> str:
    if not all(map(math.isfinite, numbers)):
        raise ContractError(f"returns and scores are numbers, not {tuple(numbers)}")
    return f"[{','.join([float.__repr__(number + 0.0) for number in numbers])}]"  # no -0.0


def _tuple(text: str, kind: type) -> tuple[Any, ...]:
    try:
        found = json.loads(text)
    except RecursionError:
        found = None
    if not isinstance(found, list) or not all(type(value) is kind for value in found):
        raise ValueError(f"{text[:40]!r} is not a list of what it should be")
    return tuple(found)
