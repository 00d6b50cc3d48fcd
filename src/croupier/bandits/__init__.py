"""Bandits: arms, policies, and simulations of many plays. A tree node is a bandit too."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from croupier.bandits.results import Simulation as Simulation
    from croupier.bandits.simulation import simulate as simulate

_HOMES = {"simulate": "simulation", "Simulation": "results"}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'croupier.bandits' has no attribute {name!r}")
    value = getattr(importlib.import_module(f"croupier.bandits.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
