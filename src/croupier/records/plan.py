"""What a store was made for, as canonical JSON, and what differs from what is asked of it now."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import Any


def written(plan: Mapping[str, Any]) -> str:
    """The one text of a plan."""
    return json.dumps(plan, sort_keys=True, separators=(",", ":"), allow_nan=False)


def read(text: str) -> dict[str, Any] | None:
    """The plan of a text; None where it is none."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def differences(old: Mapping[str, Any], new: Mapping[str, Any], grows: Collection[str] = ()) -> list[str]:
    """What is asked for now and was not, in words, key by key. A number under a key that `grows` may be larger."""
    found = []
    for key in sorted({*old, *new}):
        was, now = (written({key: plan[key]})[1:-1] if key in plan else f"no {key}" for plan in (old, new))
        if was != now and not (key in grows and _grown(old.get(key), new.get(key))):
            found.append(f"{_short(was)} there and {_short(now)} now")
    return found


def _grown(was: Any, now: Any) -> bool:
    return isinstance(was, int) and isinstance(now, int) and now > was


def _short(text: str) -> str:
    return text if len(text) <= 120 else f"{text[:117]}..."
