"""Croupier: a Monte Carlo search laboratory for board games."""

__version__ = "0.1.0"
