"""The conformance test of a policy: it chooses arms that exist, tries each, gives numbers, counts what it chose, does so
at the ends of what its parameters may be, and is the same compiled.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from croupier.bandits.arms import machine
from croupier.bandits.kernel import FLAGS, play_block
from croupier.bandits.memory import make_arms, make_ledger, make_play
from croupier.bandits.named import POLICIES, looks_like_a_policy, parameters_of, policy_of
from croupier.bandits.trial import asks_for_a_tree, try_policy
from croupier.checks.policy_in_tree import check_in_tree
from croupier.checks.report import Done, Fault, Report
from croupier.errors import ContractError, CroupierError
from croupier.rules.files import game_class, load_module
from croupier.rules.streams import root_of
from croupier.specs import Call, parse

COUNTS = (2, 3, 10)
"""Bandits of so many arms are played."""
PULLS = 50
"""Pulls for each arm."""
COMPARED = 400
"""Pulls compared, interpreted and compiled."""
ARMS = "0.2, 0.5, 0.9, uniform(low=0, high=1)"
ARMS_COMPARED = 4
LINES = {
    "choices": "in the interpreter",
    "at the limits": "choices with parameters at the ends of what they may be",
    "compared": "choices, compiled and interpreted",
    "in a tree": "iterations on tic-tac-toe, compiled and interpreted",
}
"""What a report counts, in which unit."""


def names_policies(text: str) -> bool:
    """Whether this names policies and no game: a policy of the house, a spec with a file, or a file that holds some."""
    if text.partition("(")[0].strip() in POLICIES or ".py:" in text:
        return True
    path = Path(text)
    if path.suffix != ".py" or not path.is_file():
        return False
    try:
        module = load_module(path)
    except CroupierError:
        return False
    try:
        game_class(module)
    except ContractError:
        return bool(_in_module(module))
    return False


def check_policies(text: str, seed: int = 0, progress: Callable[[int, int], None] | None = None) -> Report:
    """Test a policy, or all that a file holds. The first fault ends the test."""
    began = time.perf_counter()
    specs = _specs(text)
    counts = dict.fromkeys(LINES, 0)
    fault = None
    for done, spec in enumerate(specs):
        try:
            _check(spec, seed, counts)
        except ContractError as error:
            fault = Fault("policy", str(error))
            break
        if progress:
            progress(done + 1, len(specs))
    checks = [Done("policies", len(specs), "with their parameters")]
    checks += [Done(name, counts[name], unit) for name, unit in LINES.items() if counts[name]]
    return Report(text, [text], seed, checks, [], fault, time.perf_counter() - began)


def _specs(text: str) -> list[str]:
    if Path(text).suffix != ".py":
        return [text]
    return [f"{text}:{name}" for name in _in_module(load_module(Path(text)))]


def _in_module(module: Any) -> list[str]:
    """The policies that a module itself defines."""
    own = {name: value for name, value in vars(module).items() if getattr(value, "__module__", "") == module.__name__}
    return [name for name, value in own.items() if not name.startswith("_") and looks_like_a_policy(value)]


def _check(spec: str, seed: int, counts: dict[str, int]) -> None:
    policy = _made(spec, COMPARED, ARMS_COMPARED)
    if asks_for_a_tree(policy):
        counts["in a tree"] += check_in_tree(spec, policy, seed)
        return
    for count in COUNTS:
        pulls = try_policy(spec, _made(spec, PULLS * count, count), PULLS * count, count)
        counts["choices"] += sum(pulls)
        never = [i for i, n in enumerate(pulls) if n == 0]
        if never:
            raise ContractError(f"{spec}: never tried arm {never[0]} of {count} in two plays of {PULLS * count} pulls")
    if not policy.uses_own:
        counts["choices"] += sum(try_policy(spec, policy, PULLS, 3, first=2))
    for extreme in _extremes(spec):
        counts["at the limits"] += sum(try_policy(extreme, _made(extreme, PULLS, 3), PULLS, 3))
    _check_compiled(spec, seed)
    counts["compared"] += COMPARED


def _made(spec: str, horizon: int, count: int) -> Any:
    return policy_of(spec, horizon, count, trusted=True)[1]


def _extremes(spec: str) -> list[str]:
    """The spec with one parameter after the other at the ends of what it may be."""
    call = parse(spec)
    return [
        str(Call(call.name, {**call.arguments, parameter.name: end}, call.place))
        for parameter in parameters_of(spec)
        if parameter.kind in ("number", "whole")
        for end in (parameter.low, parameter.high)
        if math.isfinite(end)
    ]


def _check_compiled(spec: str, seed: int) -> None:
    """The same choices and sums, interpreted and compiled, bit for bit."""
    given = machine(ARMS, COMPARED, 0)
    policy = _made(spec, COMPARED, ARMS_COMPARED)
    ledgers = []
    for play in (play_block.python, play_block):
        ledger = make_ledger(1, ARMS_COMPARED, 1, 1, COMPARED)
        words = (
            np.array([COMPARED]),
            np.zeros(FLAGS, np.int64),
            np.zeros(2, np.int64),
            root_of("check", spec, seed),
            0,
            1,
        )
        play(policy, given.bandit, make_arms(policy, ARMS_COMPARED), ledger, make_play(ARMS_COMPARED), *words)
        ledgers.append(ledger)
    slow, fast = ledgers
    other = np.nonzero(slow.journal != fast.journal)[0]
    if len(other):
        t = int(other[0])
        raise ContractError(
            f"{spec}: pull {t + 1} is arm {slow.journal[t]} in the interpreter and arm {fast.journal[t]} compiled: keep to "
            "float and whole-number arithmetic that is the same in both"
        )
