"""Positions for people: history, notation, text, why a game ended, records of games."""

from __future__ import annotations

from croupier.positions.errors import (
    AmbiguousError,
    IllegalError,
    InvalidPositionError,
    MalformedError,
    NotationError,
    RecordError,
)
from croupier.positions.notation import Action, Turn
from croupier.positions.outcome import Outcome, Reason
from croupier.positions.position import Position
from croupier.positions.record import Record

__all__ = [
    "Action",
    "AmbiguousError",
    "IllegalError",
    "InvalidPositionError",
    "MalformedError",
    "NotationError",
    "Outcome",
    "Position",
    "Reason",
    "Record",
    "RecordError",
    "Turn",
]
