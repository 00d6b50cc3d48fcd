"""The texts that name players are specs like any other."""

from croupier.specs import Call, expand, parse, split

__all__ = ["Call", "expand", "parse", "split"]
