"""The conformance test of a policy: it chooses arms that exist, tries each, gives numbers, and is the same compiled."""

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
from croupier.bandits.named import POLICIES, looks_like_a_policy, policy_of
from croupier.bandits.trial import try_policy
from croupier.checks.report import Done, Fault, Report
from croupier.errors import ContractError, CroupierError, InputError
from croupier.rules.files import game_class, load_module
from croupier.rules.streams import root_of
from croupier.specs import parse

COUNTS = (2, 3, 10)
"""Bandits of so many arms are played."""
PULLS = 50
"""Pulls for each arm."""
COMPARED = 400
"""Pulls compared, interpreted and compiled."""
ARMS = "0.2, 0.5, 0.9, uniform(low=0, high=1)"


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
    counts = dict.fromkeys(("choices", "compared"), 0)
    fault = None
    for done, spec in enumerate(specs):
        try:
            _check(spec, seed, counts)
        except InputError:
            raise
        except ContractError as error:
            fault = Fault("policy", str(error))
            break
        if progress:
            progress(done + 1, len(specs))
    lines = (
        ("choices", "choices", "in the interpreter"),
        ("compared", "compared", "choices, compiled and interpreted"),
    )
    checks = [Done("policies", len(specs), "looked at, with their parameters")]
    checks += [Done(name, counts[key], unit) for key, name, unit in lines if counts[key]]
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
    _, policy = policy_of(spec, COMPARED, len(machine(ARMS, 1, 0).arms), trusted=True)
    _check_parameters(spec, policy)
    for count in COUNTS:
        _, policy = policy_of(spec, PULLS * count, count, trusted=True)
        pulls = try_policy(spec, policy, PULLS * count, count)
        counts["choices"] += sum(pulls)
        never = [i for i, n in enumerate(pulls) if n == 0]
        if never:
            raise ContractError(f"{spec}: never tried arm {never[0]} of {count} in two plays of {PULLS * count} pulls")
    _check_compiled(spec, seed)
    counts["compared"] += COMPARED


def _check_parameters(spec: str, policy: Any) -> None:
    for name, value in zip(policy._fields, policy, strict=True):
        if not math.isfinite(value):
            raise ContractError(f"{spec}: parameter {name} = {value} is not a finite number")
    call = parse(spec)
    if call.place is None:
        policy_of(spec, COMPARED, 2)


def _check_compiled(spec: str, seed: int) -> None:
    """The same choices and sums, interpreted and compiled, bit for bit."""
    given = machine(ARMS, COMPARED, 0)
    _, policy = policy_of(spec, COMPARED, len(given.arms), trusted=True)
    ledgers = []
    for play in (play_block.python, play_block):
        count = len(given.arms)
        ledger = make_ledger(1, count, 1, 1, COMPARED)
        words = (
            np.array([COMPARED]),
            np.zeros(FLAGS, np.int64),
            np.zeros(2, np.int64),
            root_of("check", spec, seed),
            0,
            1,
        )
        play(policy, given.bandit, make_arms(policy, count), ledger, make_play(count), *words)
        ledgers.append(ledger)
    slow, fast = ledgers
    other = np.nonzero(slow.journal != fast.journal)[0]
    if len(other):
        t = int(other[0])
        raise ContractError(
            f"{spec}: pull {t + 1} is arm {slow.journal[t]} in the interpreter and arm {fast.journal[t]} compiled: keep to "
            "float and whole-number arithmetic that is the same in both"
        )
