"""A game with a fault gets one line: the class, the method, the line, and what to write instead."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from croupier.errors import CroupierError
from croupier.rules import playouts, trial
from croupier.rules.files import load_class, load_game
from croupier.rules.game import Game

HERE = "# here"
"""Marks the line of a game that the message must name."""

GAME = """\
from enum import Enum
from math import sqrt
from typing import NamedTuple

import numpy as np

from croupier.rules import below, count

{top}


class Nim(NamedTuple):
    {fields}

    name = "nim"
    {facts}

    def seat(self):
        {seat}

    def legal(self, out):
        {legal}

    def play(self, action):
        {play}

    def returns(self, seat):
        {returns}

    {more}


def helper(x, k=1):
    {helper}
"""

SOUND = {
    "top": "TABLE = np.array([0, 1, 2, 3], np.int64)",
    "fields": "heap: int = 7\nmover: int = 0",
    "facts": "seats, actions, branching, longest = 2, 4, 3, 7",
    "seat": "return self.mover",
    "legal": "for i in range(min(self.heap, 3)):\n    out[i] = i + 1\nreturn min(self.heap, 3)",
    "play": "return Nim(helper(self.heap, action), 1 - self.mover)",
    "returns": "return 1.0 if seat != self.mover else -1.0",
    "more": "",
    "helper": "return x - k",
}

_numbers = itertools.count()


def written(folder: Path, **changed: str) -> Path:
    """A file with the sound game, some of its parts changed."""
    parts = {}
    for name, text in {**SOUND, **changed}.items():
        indent = GAME[: GAME.index(f"{{{name}}}")].rpartition("\n")[2]
        parts[name] = text.replace("\n", f"\n{indent}")
    path = folder / f"nim_{next(_numbers)}.py"
    path.write_text(GAME.format(**parts))
    return path


def complaint(path: Path) -> CroupierError:
    """What is said of a file's game when it is registered, or else compiled."""
    with pytest.raises(CroupierError) as caught:
        playouts.run(Game(load_class(path)).variant(), 2)
    message = str(caught.value)
    assert "\n" not in message
    assert not any(word in message.lower() for word in ("numba", "nopython", "lowering", "unituple", "literal", "jit"))
    return caught.value


def check(path: Path, *words: str) -> None:
    """The complaint has these words and names the marked line, if one is marked."""
    message = str(complaint(path))
    for word in words:
        assert word in message
    marked = [number for number, line in enumerate(path.read_text().splitlines(), 1) if HERE in line]
    if marked:
        assert f"line {marked[0]})" in message


def test_the_sound_game_is_sound(tmp_path: Path) -> None:
    """Without a fault nothing is said: seven sticks last between three and seven turns."""
    result = playouts.run(load_game(written(tmp_path)).variant(), 100)
    assert 3 <= result.mean_length <= 7


CLASS = {
    "no field": ({"fields": "", "seat": "return 0"}, ["Nim has no field", "stones: int"]),
    "a field of floats": (
        {"fields": f"heap: float = 7 {HERE}\nmover: int = 0"},
        ["field `heap`", "write `heap: int`"],
    ),
    "a default of float": (
        {"fields": f"heap: int = 7.5 {HERE}\nmover: int = 0"},
        ["field `heap`", "7.5", "whole number"],
    ),
    "a default too large": (
        {"fields": f"heap: int = 1 << 63 {HERE}\nmover: int = 0"},
        ["field `heap`", "bits 0 to 62"],
    ),
    "a field called as a method": (
        {"fields": f"heap: int = 7\nmover: int = 0\ntrace: int = 0 {HERE}"},
        ["field `trace`", "method of the contract", "`trace_`"],
    ),
    "a field called as its own method": (
        {"fields": "heap: int = 7\nmover: int = 0\nseat: int = 0"},
        ["field `seat`", "method of the contract", "`seat_`"],
    ),
    "a field called as a fact": (
        {"fields": f"heap: int = 7\nmover: int = 0\nimages: int = 0 {HERE}"},
        ["field `images`", "fact of the contract", "`images_`"],
    ),
    "a fact missing": ({"facts": "seats, actions, branching = 2, 4, 3"}, ["no fact `longest`", "`longest = 2`"]),
    "a fact of text": (
        {"facts": f'seats, actions, branching, longest = 2, 4, 3, "7" {HERE}'},
        ["`longest`", "whole number"],
    ),
    "more choices than actions": (
        {"facts": f"seats, actions, branching, longest = 2, 4, 5, 7 {HERE}"},
        ["`branching`", "more than actions = 4"],
    ),
    "a method misspelt": (
        {"more": f"def wieght(self, action): {HERE}\n    return 1"},
        ["Nim.wieght", "`weight` misspelt", "call it `weight`"],
    ),
    "too few parameters": (
        {"more": f"def weight(self): {HERE}\n    return 1"},
        ["Nim.weight", "(self)", "write `def weight(self, action)`"],
    ),
    "a static method": (
        {"more": "@staticmethod\ndef weight(action):\n    return 1"},
        ["`weight`", "staticmethod", "write `def weight(self, action)`"],
    ),
}


@pytest.mark.parametrize("case", CLASS)
def test_a_fault_of_the_class_is_named(case: str, tmp_path: Path) -> None:
    """Fields, facts and methods that break the contract are named with what to write."""
    changed, words = CLASS[case]
    check(written(tmp_path, **changed), *words)


def test_a_missing_method_is_named_with_what_may_be_meant(tmp_path: Path) -> None:
    """Where `legal` is called `leagl`, the message asks whether that was meant; else it does not ask."""
    path = written(tmp_path)
    path.write_text(path.read_text().replace("def legal(self, out):", f"def leagl(self, out): {HERE}"))
    check(path, "Nim (line 12) has no method `legal(self, out)`", "did you mean it by `leagl`")
    path.write_text(path.read_text().replace("leagl", "list_all"))
    assert "did you mean" not in str(complaint(path))


def test_a_plain_class_is_told_to_be_a_named_tuple(tmp_path: Path) -> None:
    """A class that is no NamedTuple is told how to begin."""
    path = written(tmp_path)
    path.write_text(path.read_text().replace("class Nim(NamedTuple)", "class Nim"))
    check(path, "Nim is not a NamedTuple", "class Nim(NamedTuple):")


TEXT = {
    "a shift by 63": (
        {"play": f"return Nim(self.heap - (1 << 63), action) {HERE}"},
        ["Nim.play", "`1 << 63`", "0 to 62"],
    ),
    "a position changed": (
        {"play": f"self.heap -= action {HERE}\nreturn self"},
        ["Nim.play", "`self.heap` is changed", "a position never changes", "`Nim(heap, mover)`"],
    ),
    "actions appended": (
        {"legal": f"out.append(1) {HERE}\nreturn 1"},
        ["Nim.legal", "`out.append(1)`", "write `out[n] = action`"],
    ),
    "Python's dice": (
        {"top": "import random", "play": f"return Nim(self.heap - action, random.randint(0, 1)) {HERE}"},
        ["Nim.play", "throws dice", "let `seat` return CHANCE"],
    ),
    "numpy's dice": (
        {"play": f"return Nim(self.heap - action, np.random.randint(2)) {HERE}"},
        ["Nim.play", "throws dice"],
    ),
    "a negative shift": (
        {"play": f"return Nim(self.heap >> -1, action) {HERE}"},
        ["Nim.play", "`self.heap >> -1`", "by -1"],
    ),
    "a shift by a constant": (
        {"top": "FAR = 70", "play": f"x = self.heap\nx >>= FAR {HERE}\nreturn Nim(x, action)"},
        ["Nim.play", "shifts by 70"],
    ),
    "a shift in a helper": ({"helper": f"return x << 64 {HERE}"}, ["Nim: helper", "called from play", "`x << 64`"]),
    "a number too large": ({"play": f"return Nim(self.heap & {1 << 63}, 1) {HERE}"}, ["Nim.play", "63 bits"]),
    "a constant too large": (
        {"top": "FULL = (1 << 64) - 1", "play": f"return Nim(self.heap & FULL, action) {HERE}"},
        ["Nim.play", "`FULL`", "63 bits"],
    ),
    "a comparison inverted": ({"play": f"return Nim(~(self.heap > action), 0) {HERE}"}, ["Nim.play", "write `not`"]),
    "a field left out": (
        {"play": f"return Nim(self.heap - action) {HERE}"},
        ["leaves out mover", "`Nim(heap, mover)`"],
    ),
    "a part with defaults": (
        {
            "top": "class Pair(NamedTuple):\n    a: int = 0\n    b: int = 0",
            "play": f"p = Pair() {HERE}\nreturn Nim(p.a, p.b)",
        },
        ["Nim.play", "`Pair()` leaves out a, b", "`Pair(a, b)`"],
    ),
    "too many fields": (
        {"play": f"return Nim(self.heap, 1, 2) {HERE}"},
        ["more than the fields", "`Nim(heap, mover)`"],
    ),
    "_replace": (
        {"play": f"return self._replace(heap=1) {HERE}"},
        ["Nim.play", "`self._replace`", "`Nim(heap, mover)`"],
    ),
    "_replace of another": (
        {"play": f"after = Nim(self.heap - action, 1)\nreturn after._replace(heap=1) {HERE}"},
        ["`after._replace`", "`Nim(heap, mover)`"],
    ),
    "text": ({"returns": f'return 1.0 if seat == "me" else -1.0 {HERE}'}, ["Nim.returns", "'me'", "whole numbers"]),
    "text of the module": ({"top": 'ME = "me"', "returns": f"return float(ME == seat) {HERE}"}, ["`ME` is text"]),
    "an f-string": ({"play": f'x = f"{{action}}" {HERE}\nreturn Nim(len(x), 0)'}, ["Nim.play", "makes text"]),
    "a list": (
        {"legal": f"x = [1, 2, 3] {HERE}\nreturn len(x)"},
        ["Nim.legal", "`[1, 2, 3]` makes a list", "np.array"],
    ),
    "a list comprehension": ({"legal": f"return len([i for i in range(3)]) {HERE}"}, ["Nim.legal", "makes a list"]),
    "a dict": ({"helper": f"d = {{1: 2}} {HERE}\nreturn d[k]"}, ["Nim: helper", "makes a dict"]),
    "a list of the module": (
        {"top": "MOVES = [1, 2, 3]", "legal": f"return len(MOVES) {HERE}"},
        ["Nim.legal", "`MOVES` is a list", "`MOVES = np.array(..., np.int64)`"],
    ),
    "a dict of the module": ({"top": "MOVES = {1: 2}", "legal": f"return len(MOVES) {HERE}"}, ["`MOVES` is a dict"]),
    "a long tuple": (
        {"top": "MOVES = tuple(range(99))", "legal": f"return len(MOVES) {HERE}"},
        ["`MOVES` is a tuple of 99", "np.array"],
    ),
    "a table of int16": (
        {"top": "TABLE = np.array([1, 2], np.int16)", "play": f"return Nim(TABLE[action], 1) {HERE}"},
        ["Nim.play", "`TABLE` is an array of int16", "np.int64", "`int(TABLE[i])`"],
    ),
    "a cast to int32": ({"play": f"return Nim(np.int32(action), 1) {HERE}"}, ["`np.int32`", "write `int(...)`"]),
    "a new array": ({"legal": f"x = np.zeros(3) {HERE}\nreturn len(x)"}, ["Nim.legal", "`np.zeros`", "whole arrays"]),
    "a class": (
        {"top": "class Box:\n    pass", "play": f"Box() {HERE}\nreturn Nim(self.heap, 1)"},
        ["Nim.play", "`Box` is a class", "NamedTuples"],
    ),
    "an object": (
        {"top": "BOX = object()", "play": f"return Nim(BOX, 1) {HERE}"},
        ["Nim.play", "`BOX` is of type object"],
    ),
    "an enum's member": (
        {"top": "class Side(Enum):\n    LEFT = 1", "play": f"return Nim(Side.LEFT, 1) {HERE}"},
        ["Nim.play", "`Side` is a class"],
    ),
    "print": ({"play": f"print(action) {HERE}\nreturn Nim(1, 1)"}, ["Nim.play", "`print` cannot be compiled", "abs"]),
    "raise": ({"play": f"if action < 0:\n    raise ValueError {HERE}\nreturn Nim(1, 1)"}, ["raises an exception"]),
    "assert": ({"helper": f"assert x > k {HERE}\nreturn x - k"}, ["helper", "raises an exception", "leave it out"]),
    "try": (
        {"play": f"try: {HERE}\n    x = 1 // action\nexcept ZeroDivisionError:\n    x = 0\nreturn Nim(x, 1)"},
        ["catches exceptions"],
    ),
    "a lambda": ({"play": f"f = lambda x: x {HERE}\nreturn Nim(f(1), 1)"}, ["makes a function", "module level"]),
    "a name not defined": (
        {"play": f"return Nim(self.heap - actoin, 1) {HERE}"},
        ["Nim.play", "`actoin` is not defined", "did you mean `action`?"],
    ),
    "a member not there": (
        {"play": f"return Nim(self.heep, 1) {HERE}"},
        ["`self.heep` is no field", "did you mean `heap`?"],
    ),
    "a module's member not there": ({"play": f"return Nim(np.nothing, 1) {HERE}"}, ["`np.nothing`", "no such member"]),
    "a private method": (
        {"more": "def _less(self, k):\n    return self.heap - k", "play": f"return Nim(self._less(action), 1) {HERE}"},
        ["Nim.play", "`self._less` begins with _", "call it `less`"],
    ),
    "a property": (
        {"more": "@property\ndef less(self):\n    return 1", "play": f"return Nim(self.less, 1) {HERE}"},
        ["Nim.play", "`self.less` is a property", "`self.less()`"],
    ),
    "a table in the class": (
        {"more": "ROWS = (1, 2, 3)", "play": f"return Nim(self.ROWS[0], 1) {HERE}"},
        ["Nim.play", "`self.ROWS` is a tuple", "`ROWS = np.array(..., np.int64)`"],
    ),
    "a member that is not compiled": (
        {
            "more": "def notation(self, action):\n    return str(action)",
            "play": f"self.notation(1) {HERE}\nreturn Nim(1, 1)",
        },
        ["Nim.play", "`self.notation` is a member that is never compiled"],
    ),
    "a helper's arguments": (
        {"play": f"return Nim(helper(1, 2, 3), 1) {HERE}"},
        ["Nim.play", "`helper(1, 2, 3)`", "does not fit `helper(x, k)`", "too many"],
    ),
    "a method's arguments": (
        {"more": "def less(self, k):\n    return self.heap - k", "play": f"return Nim(self.less(), 1) {HERE}"},
        ["Nim.play", "`self.less()`", "does not fit `less(k)`", "missing"],
    ),
    "a helper that calls itself": (
        {"helper": f"return helper(x - 1, k) if x else 0 {HERE}"},
        ["Nim: helper", "calls itself", "write a loop"],
    ),
    "methods that call each other": (
        {
            "more": f"def less(self, k):\n    return self.lesser(k) {HERE}\n\n"
            "def lesser(self, k):\n    return self.less(k)",
            "play": "return Nim(self.less(action), 1)",
        },
        ["Nim.less", "calls itself through lesser"],
    ),
}


@pytest.mark.parametrize("case", TEXT)
def test_what_cannot_be_compiled_is_seen_in_the_text(case: str, tmp_path: Path) -> None:
    """Class, method and line of what a compiled method may not do, and what to write, before anything is compiled."""
    changed, words = TEXT[case]
    check(written(tmp_path, **changed), *words)


def test_what_is_not_compiled_may_be_written_as_one_likes(tmp_path: Path) -> None:
    """Text members, private ones, docstrings, annotations of any kind and unused functions are left alone."""
    more = '''\
def notation(self, action):
    return f"take {[action]}"

def _drawing(self):
    raise NotImplementedError

def weight(self, action: "a likelihood") -> "int":
    """Text."""
    total: "a number" = np.int64(1) + sqrt(4) * 0
    return int(total)
'''
    path = written(tmp_path, more=more, top="def unused():\n    return {1: [2]}\n\nSMALL = (1, 2)")
    assert playouts.run(load_game(path).variant(), 2).games == 2


COMPILED = {
    "None": (
        {"play": "if action == 1:\n    return Nim(self.heap - action, 1)"},
        ["Nim.play", "returns None and not a Nim"],
    ),
    "a tuple": (
        {"play": f"return (self.heap - action, 1 - self.mover) {HERE}"},
        ["Nim.play", "a tuple and not a Nim"],
    ),
    "a number": ({"play": f"return self.heap - action {HERE}"}, ["Nim.play", "a whole number and not a Nim"]),
    "another class": (
        {"top": "class Nam(NamedTuple):\n    heap: int\n    mover: int", "play": f"return Nam(self.heap, 1) {HERE}"},
        ["Nim.play", "returns a Nam and not a Nim", "`return Nim(heap, mover)`"],
    ),
    "a bool in a field": (
        {"play": f"return Nim(self.heap - action, self.mover == 0) {HERE}"},
        ["Nim.play", "field `mover` True or False from `self.mover == 0`", "write `int(self.mover == 0)`"],
    ),
    "a float in a field": (
        {"play": f"return Nim(self.heap / action, 1) {HERE}"},
        ["Nim.play", "field `heap` a float from `self.heap / action`", "write `//`"],
    ),
    "a float in one branch": (
        {"play": f"x = self.heap\nif action == 1:\n    x = self.heap * 0.5\nreturn Nim(x, 1) {HERE}"},
        ["Nim.play", "field `heap` a float from `x`", "whole numbers in every branch"],
    ),
    "two kinds in a helper": (
        {"helper": f"z = x\nif k > 1:\n    z = (x, k)\nreturn z {HERE}"},
        ["Nim: helper", "called from play", "`z` is", "a whole number", "a tuple", "one kind of value"],
    ),
    "no number of actions": ({"legal": f"out[0] = 1 {HERE}"}, ["Nim.legal", "returns None and not a whole number"]),
    "a float as an action": (
        {"more": f"def sample(self, rng):\n    return self.heap / 2 {HERE}"},
        ["Nim.sample", "returns a float and not a whole number", "`//`"],
    ),
    "a tuple added to a number": (
        {"play": f"return Nim((1, 2) + action, 1) {HERE}"},
        ["`add` does not take (a tuple"],
    ),
    "an unknown member of another": (
        {"legal": f"out.put_in(1) {HERE}\nreturn 1"},
        ["Nim.legal", "an array", "`put_in`"],
    ),
}


@pytest.mark.parametrize("case", COMPILED)
def test_what_the_compiler_stops_at_is_said_in_the_games_words(case: str, tmp_path: Path) -> None:
    """Class, method and line of a wrong kind of value, and what to write; the compiler's own text is the cause."""
    changed, words = COMPILED[case]
    path = written(tmp_path, **changed)
    check(path, *words)


def test_the_compilers_text_is_kept_as_the_cause(tmp_path: Path) -> None:
    """`--debug` can show what the compiler said."""
    error = complaint(written(tmp_path, play="return Nim(self.heap - action, self.mover == 0)"))
    assert error.__cause__ is not None


def test_a_helper_in_another_file_is_named_with_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault in a function imported from elsewhere names that file, however the function is imported."""
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "nim_aid.py").write_text("def less(x, k):\n    return x << 99\n")
    for top, call in (("from nim_aid import less", "less"), ("import nim_aid", "nim_aid.less")):
        path = written(tmp_path, top=top, play=f"return Nim({call}(self.heap, action), 1)")
        check(path, "Nim: less (nim_aid.py, line 2), called from play", "`x << 99`")


def test_a_variants_class_is_named_as_it_is_written(tmp_path: Path) -> None:
    """A fault met in a variant with facts of its own is told of the class in the file."""
    more = "size = 3\n\n@classmethod\ndef variants(cls):\n    return {'big': (cls(), {'size': 4})}"
    path = written(tmp_path, more=more, play=f"return Nim(self.heap / action, self.size) {HERE}")
    check(path, "Nim.play", "field `heap` a float")
    more = more.replace("'size': 4", "'sise': 4")
    check(written(tmp_path, more=more), "has no fact `sise`")


def test_a_start_state_with_a_wrong_field_is_refused(tmp_path: Path) -> None:
    """`variants` may not give a state with a bool or a number too large in it."""
    for value in ("True", "1 << 63"):
        more = f"@classmethod\ndef variants(cls):\n    return {{'one': cls({value}, 0)}}"
        check(written(tmp_path, more=more), "Nim.variants", "field `heap`", "(variant 'one')")


@pytest.mark.parametrize(
    ("play", "words"),
    [
        ("return None if self.heap < 5 else Nim(self.heap - action, 1)", "returns None and not a Nim"),
        ("return Nim(self.heap / action, 1)", "field `heap`"),
        ("return Nim((self.heap + action) << 40, 1)", "mask after a left shift"),
        ("return Nim(self.heap - np.int64(action), 1)", "an int64"),
        (
            "return Nim(self.heap - (action << self.mover + 62 >> 62), 1)",
            "shifts by 63: numbers have 64 bits, shift by",
        ),
        (
            "return Nim(self.heap - (action >> self.mover - 1), 1)",
            "shifts by a negative count (-1): numbers have 64 bits",
        ),
    ],
)
def test_the_first_game_in_the_interpreter_finds_a_wrong_state(play: str, words: str, tmp_path: Path) -> None:
    """`load_game` walks a game before anything is compiled and looks at every state."""
    path = written(tmp_path, play=play)
    with pytest.raises(CroupierError, match=r"Nim\.play") as caught:
        load_game(path)
    assert words in str(caught.value)
    assert str(path) in str(caught.value)


def test_what_is_masked_after_a_shift_is_no_fault(tmp_path: Path) -> None:
    """Bits that a left shift drives past 62 and a mask takes away are the same compiled."""
    load_game(written(tmp_path, play="return Nim(self.heap - (action << 62 & 0), 1 - self.mover)"))


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"legal": "for i in range(4):\n    out[i] = i\nreturn 4"}, "lists 4 actions, but branching = 3"),
        ({"legal": "out[0] = 9\nreturn 1"}, "lists action 9, but actions = 4: ids are 0 to 3"),
        ({"legal": "out[0] = 1"}, "returns None and not a whole number"),
        (
            {"more": "def sample(self, rng):\n    return None"},
            "Nim.sample (line 33) gives None: return one of the legal",
        ),
        ({"more": "def evaluate_it(self):\n    return 0.0"}, "write `def evaluate_it(self, seat)`"),
        ({"returns": "return np.array([1.0])[seat]"}, "makes"),
        (
            {"returns": "while True:\n    seat += 1"},
            "did not end within 0.2 seconds in Nim.returns at line 3",
        ),
    ],
)
def test_the_first_game_says_what_is_out_of_bounds(
    changed: dict[str, str], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Too many actions, an action that is none, a draw that is not legal, a method that does not end: before compiling."""
    monkeypatch.setattr(trial, "PATIENCE", 0.2)
    with pytest.raises(CroupierError) as caught:
        load_game(written(tmp_path, **changed))
    assert words in str(caught.value)
