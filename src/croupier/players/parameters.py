"""The parameters of players are parameters like any other."""

from croupier.parameters import Parameter, values

__all__ = ["Parameter", "values"]
