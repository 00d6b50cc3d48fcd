"""Finished games kept: the record of a game, the store of them, verification, export."""

from __future__ import annotations

from croupier.records.packing import Effort
from croupier.records.record import GameRecord
from croupier.records.store import Store

__all__ = ["Effort", "GameRecord", "Store"]
