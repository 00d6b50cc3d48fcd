"""Experiments as people write them, in a TOML file or a dictionary: read and checked completely before the first game."""

from __future__ import annotations

import math
import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from croupier import numbers
from croupier.arena.clock import Clock
from croupier.arena.experiment import KNOCK_OUT, SCHEDULES, Experiment
from croupier.errors import CroupierError, InputError, closest
from croupier.games import resolve_variant
from croupier.players.agents import Agent, agent_of
from croupier.players.spec import expand
from croupier.positions.position import Position
from croupier.rules.game import Variant

LONGEST = 1 << 20
"""Bytes of a file; more is a mistake or worse."""

MOST_PLAYERS = 1000

KEYS = {
    "game": "the name of a game, or the path of a Python file",
    "variant": "the name of one of the game's variants",
    "schedule": f"one of {', '.join(SCHEDULES)}",
    "players": "a list of specs in quotes",
    "pairs": "a whole number",
    "opening": "a table such as {plies = 2}, or a list of openings",
    "seed": "a whole number",
    "ply_cap": "a whole number",
    "clock": "a table such as {seconds = 10, increment = 0.1}",
    "adjudicate": "true or false",
    "draw": "seeded or drawn, of a knock-out",
}
"""What may be said, and how."""

CLOCK = (0.001, 10**6)


def read(path: str | os.PathLike[str]) -> dict[str, Any]:
    """What a TOML file says; what is wrong with it is an `InputError`."""
    place = Path(path)
    try:
        with place.open("rb") as file:
            text = file.read(LONGEST + 1)
        if len(text) > LONGEST:
            raise InputError(f"{place}: more than {LONGEST} bytes, which is no tournament")
        return tomllib.loads(text.decode())
    except FileNotFoundError:
        raise InputError(f"{place}: no such file") from None
    except IsADirectoryError:
        raise InputError(f"{place}: a folder, and not a TOML file") from None
    except OSError as error:
        raise InputError(f"{place}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise InputError(f"{place}: not a text file in UTF-8") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise InputError(f"{place}: not a TOML file: {error}") from None


def experiment_of(content: Mapping[str, Any], place: str = "") -> Experiment:
    """The experiment that a dictionary describes; `place` is named in what is wrong with it."""
    try:
        return _experiment(content)
    except CroupierError as error:
        if not place:
            raise
        raise InputError(f"{place}: {error}") from error


def _experiment(content: Mapping[str, Any]) -> Experiment:
    for key in content:
        if key not in KEYS:
            raise InputError(f"there is no key {key!r}: {closest(str(key), KEYS)}")
    for key in ("game", "players"):
        if key not in content:
            raise InputError(f"the key {key!r} is missing: {KEYS[key]}")
    variant = resolve_variant(content["game"], content.get("variant"))
    schedule = _one_of(content, "schedule", SCHEDULES)
    if "draw" in content and schedule != KNOCK_OUT:
        raise InputError("draw: only a knock-out is seeded or drawn")
    seed = numbers.whole(_plain(content, "seed", 0), "seed", *numbers.SEED)
    agents = players(content["players"])
    labels = tuple(agent.spec for agent in agents)
    twice = next((label for label in labels if labels.count(label) > 1), None)
    if twice and len(labels) > 2:
        raise InputError(f"players: {twice} is there twice")
    if twice:
        labels = twice, f"{twice} #2"  # a player against itself; what follows # is no part of a spec
    experiment = Experiment(
        variant=variant,
        players=labels,
        agents=tuple(agents),
        schedule=schedule,
        pairs=numbers.whole(_plain(content, "pairs", 100), "pairs", *numbers.PAIRS),
        opening=_opening(content.get("opening", {"plies": 2}), variant),
        seed=seed,
        ply_cap=numbers.whole(content["ply_cap"], "ply_cap", *numbers.PLY_CAP) if "ply_cap" in content else None,
        clock=_clock(content["clock"]) if "clock" in content else None,
        adjudicate=_flag(content, "adjudicate"),
        drawn=_one_of(content, "draw", ("seeded", "drawn")) == "drawn",
    )
    for agent in agents:
        agent.check(variant)
    experiment.openings.of(0, 0)  # so that what is wrong with them shows now
    return experiment


def players(given: Any) -> list[Agent]:
    """The players of a list of specs, lists within them expanded, and of functions where Python gives them."""
    if not isinstance(given, list | tuple) or not given:
        raise InputError(f"players takes {KEYS['players']}, not {_shown(given)}")
    found: list[Agent] = []
    for player in given:
        if not isinstance(player, str) and not callable(player):
            raise InputError(f"players takes {KEYS['players']}, and {_shown(player)} is none")
        for one in expand(player) if isinstance(player, str) else [player]:
            found.append(agent_of(one, trusted=True))
            if len(found) > MOST_PLAYERS:
                raise InputError(f"players: more than {MOST_PLAYERS}")
    return found


def _opening(given: Any, variant: Variant) -> int | tuple[tuple[int, ...], ...]:
    if isinstance(given, Mapping):
        strange = [key for key in given if key != "plies"]
        if strange or "plies" not in given:
            raise InputError(
                f"opening takes {KEYS['opening']}; {strange[0] if strange else 'plies'!r} is not right there"
            )
        return numbers.whole(_plain(given, "plies", 0), "opening.plies", *numbers.PLIES)
    if not isinstance(given, list | tuple) or not given:
        raise InputError(f"opening takes {KEYS['opening']}, not {_shown(given)}")
    return tuple(_line(line, variant) for line in given)


def _line(given: Any, variant: Variant) -> tuple[int, ...]:
    """One opening: notations as one text, or ids and notations as a list."""
    if not isinstance(given, str | list | tuple):
        raise InputError(f"opening: each is a text of actions or a list of them, not {_shown(given)}")
    try:
        position = Position(variant).play_all(given)
    except CroupierError as error:
        raise InputError(f"opening {_shown(given)}: {error}") from None
    if position.outcome:
        raise InputError(f"opening {_shown(given)}: the game is over after it, {position.outcome}")
    return tuple(int(action) for action in position.history)


def _clock(given: Any) -> Clock:
    content = given if isinstance(given, Mapping) else {"seconds": given}
    for key in content:
        if key not in ("seconds", "increment"):
            raise InputError(f"clock: there is no key {key!r}: {closest(str(key), ('seconds', 'increment'))}")
    if "seconds" not in content:
        raise InputError("clock: seconds are missing")
    return Clock(
        _number(content["seconds"], "clock.seconds", *CLOCK),
        _number(content.get("increment", 0), "clock.increment", 0, CLOCK[1]),
    )


def _number(value: Any, name: str, low: float, high: float) -> float:
    if (
        isinstance(value, bool)
        or not isinstance(value, int | float)
        or not math.isfinite(value)
        or not low <= value <= high
    ):
        raise InputError(f"{name} must be a number from {low:g} to {high:g}, not {_shown(value)}")
    return float(value)


def _plain(content: Mapping[str, Any], key: str, default: int) -> Any:
    """A value that is to be a number: a file's text is none."""
    value = content.get(key, default)
    if isinstance(value, str):
        raise InputError(f"{key} takes a whole number, without quotes, not {_shown(value)}")
    return value


def _one_of(content: Mapping[str, Any], key: str, allowed: tuple[str, ...]) -> str:
    value = content.get(key, allowed[0])
    if not isinstance(value, str) or value not in allowed:
        raise InputError(f"{key} takes {KEYS[key]}, not {_shown(value)}; {closest(str(value), allowed)}")
    return value


def _flag(content: Mapping[str, Any], key: str) -> bool:
    value = content.get(key, False)
    if not isinstance(value, bool):
        raise InputError(f"{key} takes true or false, not {_shown(value)}")
    return value


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
