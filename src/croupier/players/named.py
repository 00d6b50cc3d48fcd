"""From the text of a spec to a plan. Two kinds may be named: the house's algorithms, by anybody, and policies in a file,
which run code and which only the local command line, a file given on it, and Python may name.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from croupier.bandits.policy import register_policy
from croupier.errors import InputError
from croupier.players.algorithms import Algorithm, find
from croupier.players.parameters import Parameter
from croupier.players.spec import Call, parse
from croupier.rules.files import load_module
from croupier.search.plan import Plan


def plan_of(spec: str, trusted: bool = False) -> Plan:
    """The plan that a spec describes; `trusted` allows one that runs code of the user's."""
    if not isinstance(spec, str):
        raise InputError(f"a spec is a text such as uct(iterations=1000), not {spec!r}")
    call = parse(spec)
    if call.place is None:
        return find(call.name).plan(call)
    if not trusted:
        raise untrusted(call)
    place = Path(str(call.place))
    return plan_in(call, getattr(load_module(place), call.name, None))


def untrusted(call: Call) -> InputError:
    """Why a spec that runs code is refused."""
    return InputError(f"{call} runs code of its own: only the local command line and Python may name it")


def plan_in(call: Call, found: Any) -> Plan:
    """The plan of a tree search whose `choose` part is a class of the user's, `found`, its fields the parameters."""
    place = call.place
    if not (isinstance(found, type) and issubclass(found, tuple) and hasattr(found, "_fields")):
        raise InputError(f"{place} has no NamedTuple {call.name!r}: a policy is one, with `index` or `pick`")
    if not (hasattr(found, "pick") or hasattr(found, "level") or _overrides_index(found)):
        raise InputError(f"{place}: {call.name} has neither `index` nor `pick`: write one of them")
    given: Any = found
    left = [field for field in given._fields if field not in given._field_defaults]
    if left:
        raise InputError(
            f"{place}: {call.name}: give the parameter `{left[0]}` a default, as in `{left[0]}: float = 1.0`"
        )
    parameters = tuple(Parameter(name, value, "") for name, value in given._field_defaults.items())
    part: Any = register_policy(found)

    def choose(chosen: dict[str, Any]) -> Any:
        values = {name: type(given._field_defaults[name])(chosen[name]) for name in given._fields}
        return part(**values) if values else part()

    return Algorithm(call.name, (found.__doc__ or "").partition("\n")[0], str(place), parameters, choose).plan(call)


def _overrides_index(cls: type) -> bool:
    return getattr(cls, "index", None) is not tuple.index
