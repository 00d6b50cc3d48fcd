"""An experiment in a TOML file: the arguments of `simulate` by their names."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from croupier.errors import InputError, closest

KEYS: dict[str, Any] = {
    "arms": (list, str),
    "policies": (list, str),
    "horizon": int,
    "plays": int,
    "seed": int,
    "workers": int,
    "times": list,
}
"""What a file may say, and in which type."""


def read(path: Path) -> dict[str, Any]:
    """The arguments that a file gives."""
    try:
        with path.open("rb") as file:
            found = tomllib.load(file)
    except FileNotFoundError:
        raise InputError(f"{path}: no such file") from None
    except IsADirectoryError:
        raise InputError(f"{path}: a folder, and not a TOML file") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: not a TOML file: {error}") from None
    for key, value in found.items():
        if key not in KEYS:
            raise InputError(f"{path}: there is no key {key!r}: {closest(key, KEYS)}")
        kinds = KEYS[key]
        if not isinstance(value, kinds) or isinstance(value, bool):
            raise InputError(f"{path}: {key} takes {_kind(key)}, not {value!r}")
    for policy in found.get("policies", []):
        if not isinstance(policy, str):
            raise InputError(f"{path}: policies takes specs in quotes, not {policy!r}")
    return found


def _kind(key: str) -> str:
    return {"arms": "means and specs", "policies": "specs in quotes", "times": "a list of whole numbers"}.get(
        key, "a whole number"
    )
