"""The command line, a thin door: a command parses its words, calls the library and shows the answer."""

from croupier.cli.program import main

__all__ = ["main"]
