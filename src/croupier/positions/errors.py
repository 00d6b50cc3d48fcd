"""What can be wrong with the text of an action, of a position or of a game; each message says what would be right."""

from __future__ import annotations

from croupier.errors import InputError


class NotationError(InputError):
    """A text that names no action to be played here."""


class MalformedError(NotationError):
    """It is not how actions of this game are written."""


class IllegalError(NotationError):
    """It is written well, but may not be played in this position."""


class AmbiguousError(NotationError):
    """It may mean several actions or turns."""


class InvalidPositionError(InputError):
    """The text is not a position of this game, or one that cannot be."""


class RecordError(InputError):
    """The text is not the record of a game, or it contradicts itself."""
