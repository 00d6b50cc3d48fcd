"""What the web app does not do, told by a key of the catalogue, so that every reader is told in their language."""

from __future__ import annotations

from croupier.errors import InputError


class RefusedError(InputError):
    """`key` is of the catalogue's `refused` part; `values` fill its gaps."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key)
        self.key = f"refused.{key}"
        self.values = values
