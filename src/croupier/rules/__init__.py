"""Rules: the contract of a game, the bridge that compiles it, bits, random streams, perft and random playouts.

A game's file takes what it needs from here: `from croupier.rules import CHANCE, below, count, lowest, unit`.
"""

from croupier.rules.bits import count, lowest
from croupier.rules.contract import CHANCE
from croupier.rules.streams import below, unit

__all__ = ["CHANCE", "below", "count", "lowest", "unit"]
