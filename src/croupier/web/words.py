"""The words of the web app: one catalogue, `words/*.toml`, the same keys in every language; no page has text of its own."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from importlib import resources
from typing import Any

DEFAULT = "en"


@functools.cache
def languages() -> dict[str, str]:
    """Languages by code, each with its own name for itself; the default first."""
    folder = resources.files(__package__) / "words"
    codes = sorted(file.name.removesuffix(".toml") for file in folder.iterdir() if file.name.endswith(".toml"))
    return {code: str(table(code)["language"]["name"]) for code in sorted(codes, key=lambda code: code != DEFAULT)}


@functools.cache
def table(code: str) -> Mapping[str, Any]:
    """The catalogue of one language as it is written."""
    return tomllib.loads((resources.files(__package__) / "words" / f"{code}.toml").read_text(encoding="utf-8"))


@functools.cache
def flat(code: str) -> Mapping[str, str]:
    """Every text of a language by its dotted key."""
    found: dict[str, str] = {}

    def walk(content: Mapping[str, Any], before: str) -> None:
        for name, value in content.items():
            if isinstance(value, dict):
                walk(value, f"{before}{name}.")
            else:
                found[before + name] = str(value)

    walk(table(code), "")
    return found


class Words:
    """The texts of one language: `words("play.undo")`."""

    def __init__(self, code: str = DEFAULT) -> None:
        self.code = code if code in languages() else DEFAULT
        self._texts = flat(self.code)
        self._drawn = table(self.code)["drawn"]

    def __call__(self, key: str, **values: object) -> str:
        text = self._texts[key]
        return text.format(**values) if values else text

    def find(self, key: str, fallback: str) -> str:
        """The text of a key where there is one: a user's game has none."""
        return self._texts.get(key, fallback)

    def drawn(self, phrase: str) -> str:
        """A phrase that a board draws or a rule says, in this language; as it is where the catalogue has it not."""
        return str(self._drawn.get(phrase, phrase))


def preferred(accepted: str) -> str:
    """The language for a browser's `Accept-Language`: the first of its wishes that there is."""
    wishes = []
    for place, part in enumerate(accepted[:400].split(",")):
        code, _, quality = part.partition(";q=")
        try:
            wishes.append((-float(quality or 1), place, code.strip().lower()[:2]))
        except ValueError:
            continue
    return next((code for _, _, code in sorted(wishes) if code in languages()), DEFAULT)
