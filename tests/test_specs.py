"""Specs: what is written reads as the same spec; a wrong one gets a sentence, whatever it is."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from croupier.errors import InputError
from croupier.specs import Call, expand, parse, split

NAMES = some.sampled_from(["uct", "c", "ref", "playout", "été"])
PLAIN = (
    some.booleans()
    | some.integers(-(10**18), 10**18)
    | some.floats(allow_nan=False)
    | some.text(some.characters(exclude_categories=("Cs",)), max_size=20)
)


def calls(inside: Any) -> Any:
    return some.builds(Call, NAMES, some.dictionaries(NAMES, inside, max_size=3))


VALUES = some.recursive(PLAIN, lambda inside: some.lists(inside, max_size=3) | calls(inside), max_leaves=8)


@settings(max_examples=300, deadline=None)
@given(calls(VALUES))
def test_a_spec_reads_as_it_was_written(call: Call) -> None:
    """Numbers to the last bit, texts to the last character."""
    assert parse(str(call)) == call


def test_numbers_are_short() -> None:
    """A whole float loses its point, one third keeps all its digits."""
    assert (
        str(parse("uct(c=2.0, d=0.1, e=0.3333333333333333, f=-inf)")) == "uct(c=2, d=0.1, e=0.3333333333333333, f=-inf)"
    )


def test_lists_are_spread_and_listed_specs_split() -> None:
    """Every combination, the last list running fastest; commas inside brackets and quotes split nothing."""
    assert expand("uct(c=[1, 2], iterations=[10, 20])") == [
        "uct(c=1, iterations=10)",
        "uct(c=1, iterations=20)",
        "uct(c=2, iterations=10)",
        "uct(c=2, iterations=20)",
    ]
    assert split('a(x=[1, 2]), b(t=","), c') == ["a(x=[1, 2])", 'b(t=",")', "c"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "is not a spec: write a name"),
        ("1", "is not a spec"),
        ("a b", "is not a spec"),
        ("uct(c=1", "is not a spec"),
        ("uct(c='\0')", "is not a spec"),
        ("u" * 2001, "a spec may have 2000 characters, not 2001"),
        ("uct(" + "[" * 900, "is not a spec"),
        ("uct(1)", "write parameters with their names, as in uct(c=1.4)"),
        ("uct(c=1, c=2)", "c is given twice"),
        ("uct(**{})", "** has no meaning"),
        ("os.system(c=1)", "'os.system' in"),
        ("uct(c=1+1)", "'1+1' in"),
        ("uct(c=-true)", "'-true' in"),
        ("uct(c=None)", "'None' in"),
        ("uct(c=1j)", "is not a value"),
        ("uct(c=f'{1}')", "is not a value"),
        ("uct(c=__import__('os'))", "write parameters with their names"),
        ("uct(c=" + "-" * 1900 + "1)", "is not a value"),
        ("uct(c=" + "1+" * 900 + "1)", "is not a value"),
    ],
)
def test_a_wrong_spec_is_told(text: str, told: str) -> None:
    """What is no spec is said in one sentence, however it is nested."""
    with pytest.raises(InputError) as error:
        parse(text)
    assert told in str(error.value)


def test_lists_that_stand_for_too_much_are_refused() -> None:
    """Before they are spread."""
    hundred = list(range(100))
    with pytest.raises(InputError, match="the lists of uct stand for 1000000 specs: at most 10000"):
        expand(f"uct(a={hundred}, b={hundred}, c={hundred})")
    with pytest.raises(InputError, match="the list for a is empty"):
        expand("uct(a=[])")
