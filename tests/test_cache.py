"""Compiled code on disk: an edit is never missed, undoing it costs nothing, and no trouble with files is fatal."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
import warnings
from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier.rules import disk, registration
from croupier.rules.compiled import Entry, compiled
from croupier.rules.files import load_class
from croupier.rules.fingerprint import fingerprint

HELP = "def step(x):\n    return x + 1\n"

NIM = '''\
from typing import NamedTuple

import numpy as np

from nim_help import step

TABLE = np.array([0, 10], np.int64)
BONUS = 100


class Nim(NamedTuple):
    heap: int = 7

    name = "nim"
    seats, actions, branching, longest = 2, 4, 3, 7
    size = 3

    def seat(self):
        return 0

    def legal(self, out):
        return 0

    def play(self, action):
        """Take."""
        return Nim(step(action) + int(TABLE[1]) + BONUS + self.size * 1000)

    def returns(self, seat):
        return 0.0
'''

AFTER = 3112
"""The heap after playing 1."""


@compiled
def after(state: Any, action: int) -> int:
    """The heap after an action."""
    return state.play(action).heap  # type: ignore[no-any-return]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of its own, and a folder to import from."""
    monkeypatch.setenv("CROUPIER_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.setattr(disk, "_said", set())
    (tmp_path / "nim_help.py").write_text(HELP)
    (tmp_path / "nim.py").write_text(NIM)
    return tmp_path


def loaded(home: Path) -> Any:
    """The class as it is written now, as a new process would read it."""
    sys.modules.pop("nim_help", None)
    return registration.register(load_class(home / "nim.py"))


def played(home: Path) -> int:
    return int(after(loaded(home)(), 1))


def files(home: Path) -> list[Path]:
    return sorted((home / "cache").glob("*/*.kernel"))


EDITS = {
    "a method": ("nim.py", "self.size * 1000", "self.size * 2000", 6112),
    "a helper in another file": ("nim_help.py", "x + 1", "x + 2", 3113),
    "a constant": ("nim.py", "BONUS = 100", "BONUS = 200", 3212),
    "an entry of a table": ("nim.py", "[0, 10]", "[0, 20]", 3122),
    "a fact": ("nim.py", "size = 3", "size = 4", 4112),
    "a default argument": ("nim_help.py", "step(x):\n    return x + 1", "step(x, k=5):\n    return x + k", 3116),
}


def test_every_edit_is_seen_and_undoing_it_is_free(home: Path) -> None:
    """An edit of anything a method reaches gives its own kernel, the old text finds the old one, both are right."""
    first = loaded(home)
    assert after(first(), 1) == AFTER
    for number, (name, old, new, result) in enumerate(EDITS.values(), 1):
        text = (home / name).read_text()
        assert old in text
        (home / name).write_text(text.replace(old, new))
        edited = loaded(home)
        assert after(edited(), 1) == edited().play(1).heap == result
        (home / name).write_text(text)
        assert played(home) == AFTER
        assert len(files(home)) == 1 + number
        assert after(first(), 1) == AFTER
        assert after(edited(), 1) == result


def test_an_edit_comes_from_disk_the_second_time(home: Path) -> None:
    """Two classes of one name, both loaded from disk into one process, keep their own results."""
    edited = NIM.replace("BONUS = 100", "BONUS = 200")
    for text in (NIM, edited):
        (home / "nim.py").write_text(text)
        played(home)
    stored = files(home)
    stamps = [path.stat().st_mtime_ns for path in stored]
    classes = []
    for text in (NIM, edited):
        (home / "nim.py").write_text(text)
        classes.append(loaded(home))
    assert [after(cls(), 1) for cls in (*classes, *classes)] == [AFTER, AFTER + 100] * 2
    assert files(home) == stored
    assert [path.stat().st_mtime_ns for path in stored] == stamps
    assert hits(after, classes[1]) == 1


def hits(entry: Entry, cls: type) -> int:
    """How many kernels of a class came from disk."""
    return sum(entry._dispatchers[cls,]._cache_hits.values())


def test_words_for_people_do_not_compile_again(home: Path) -> None:
    """Comments, docstrings and members that are not compiled may change; the kernel stays."""
    played(home)
    text = NIM.replace('"""Take."""', '"""Take some\n\n        of them."""').replace(
        "import numpy", "# numbers\nimport numpy"
    )
    (home / "nim.py").write_text(text + "\n    def notation(self, action):\n        return 'take'\n")
    cls = loaded(home)
    assert after(cls(), 1) == AFTER
    assert hits(after, cls) == 1
    assert len(files(home)) == 1


def test_the_entrys_own_text_counts(home: Path) -> None:
    """A kernel with the name of another and another text does not find that one's file."""

    def plain(state: Any, action: int) -> int:
        return state.play(action).heap * 2  # type: ignore[no-any-return]

    plain.__name__ = plain.__qualname__ = "after"
    assert played(home) == AFTER
    assert compiled(plain)(loaded(home)(), 1) == 2 * AFTER


FINGERPRINTS = """
import sys
from pathlib import Path
from croupier.rules import registration
from croupier.rules.files import load_class
from croupier.rules.fingerprint import fingerprint
cls = registration.register(load_class(Path("nim.py")))
import nim_help
print(fingerprint(cls), fingerprint(registration.with_facts(cls, {"size": 5})), fingerprint(nim_help.odd))
"""


def test_the_fingerprint_is_the_same_in_every_process(home: Path) -> None:
    """Hash seeds, `-O` and a compiled module change nothing, sets of words among the constants included."""
    odd = "def odd(x):\n    return x in {'a', 'b', 'c', (1, 'd')}\n"
    (home / "nim_help.py").write_text(HELP + odd)
    seen = set()
    for seed, option in (("1", "-B"), ("2", "-O"), ("3", "-I")):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        program = (
            f"import sys; sys.path[:0] = [{str(home)!r}, {str(Path(croupier.__file__).parents[1])!r}]\n{FINGERPRINTS}"
        )
        seen.add(python(program, home, environment, option))
    assert len(seen) == 1
    plain, variant, _ = seen.pop().split()
    assert plain != variant
    assert plain == fingerprint(loaded(home))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("def f(x, k=1): return x", "def f(x, k=2): return x"),
        ("def f(x, *, k=1): return x", "def f(x, *, k=2): return x"),
        ("import numpy as np\ndef f(x): return np.int64(x)", "import numpy as np\ndef f(x): return np.float64(x)"),
        ("def f(x): return [i for i in x]", "def f(x): return [-i for i in x]"),
        (
            "def g(k):\n def f(x): return x + k\n return f\nf = g(1)",
            "def g(k):\n def f(x): return x + k\n return f\nf = g(2)",
        ),
        ("K = 1\ndef g(): return K\ndef f(x): return g()", "K = 2\ndef g(): return K\ndef f(x): return g()"),
        ("K = 1\ndef f(x): return K", "K = 1.0\ndef f(x): return K"),
        ("K = 1\ndef f(x): return K", "K = True\ndef f(x): return K"),
        (
            "import numpy as np\nK = np.int64(1)\ndef f(x): return K",
            "import numpy as np\nK = np.int64(2)\ndef f(x): return K",
        ),
        (
            "import numpy as np\nA = np.zeros(1)\nB = np.zeros(1)\nC = A\ndef f(x): return A[0] + B[0] + C[0]",
            "import numpy as np\nA = np.zeros(1)\nB = np.zeros(1)\nC = B\ndef f(x): return A[0] + B[0] + C[0]",
        ),
        (
            "import types\nm = types.ModuleType('m')\nm.k = 1\ndef f(x): return m.k",
            "import types\nm = types.ModuleType('m')\nm.k = 2\ndef f(x): return m.k",
        ),
        ("import math\ndef f(x): return math.sin(x)", "import math\ndef f(x): return math.cos(x)"),
    ],
)
def test_what_a_function_reads_is_in_its_fingerprint(one: str, other: str) -> None:
    """Defaults, closures, attributes of modules, inner functions, functions called, kinds of constants, which table."""

    def of(text: str) -> str:
        names: dict[str, Any] = {"__name__": "somebodys"}
        exec(text, names)
        return fingerprint(names["f"])

    assert of(one) == of(one)
    assert of(one) != of(other)


def python(program: str, folder: Path, environment: dict[str, str] | None = None, *options: str) -> str:
    """What a program prints; warnings are errors."""
    done = subprocess.run(
        [sys.executable, *options, "-W", "error::UserWarning", "-c", program],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


KINDS = """
import json, sys
from pathlib import Path
from croupier.rules import registration
from croupier.rules.compiled import compiled
from croupier.rules.files import load_class

def heap(state, action):
    return state.play(action).heap

def result(cls):
    registration.register(cls)
    entry = compiled(heap)
    value = entry(cls(), 1)
    return [int(value), sum(entry._dispatchers[cls,]._cache_hits.values())]

text = Path("nim.py").read_text()
exec(text)
main = result(Nim)
cell = {"__name__": "__main__"}
exec(text.replace("BONUS = 100", "BONUS = 200"), cell)
import box.nim
other = {"__name__": "nowhere", "__builtins__": __builtins__}
exec(text.replace("BONUS = 100", "BONUS = 400"), other)
print(json.dumps([main, result(cell["Nim"]), result(box.nim.Nim), result(load_class(Path("nim.py"))), result(other["Nim"])]))
"""


def test_a_class_from_anywhere_is_kept_on_disk(home: Path) -> None:
    """From `__main__`, a notebook's cell, a package, a user's file, no module: a second process finds all."""
    (home / "box").mkdir()
    (home / "box" / "__init__.py").touch()
    (home / "box" / "nim.py").write_text(NIM.replace("BONUS = 100", "BONUS = 300"))
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(home), str(Path(croupier.__file__).parents[1])])}
    values = [AFTER, AFTER + 100, AFTER + 200, AFTER, AFTER + 300]
    cold = json.loads(python(KINDS, home, environment))
    assert [value for value, _ in cold] == values
    warm = json.loads(python(KINDS, home, environment))
    assert warm == [[value, 1] for value in values]


def test_four_processes_may_compile_the_same_at_once(home: Path) -> None:
    """All get the right result, one file remains, nothing half written."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(home), str(Path(croupier.__file__).parents[1])])}
    program = KINDS[: KINDS.index("cell =")] + "print(main[0])"
    running = [
        subprocess.Popen([sys.executable, "-c", program], cwd=home, env=environment, stdout=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    assert [process.communicate(timeout=120)[0].strip() for process in running] == [str(AFTER)] * 4
    assert len(files(home)) == 1
    assert len([path for path in (home / "cache").rglob("*") if path.is_file()]) == 1


def test_an_edit_of_the_house_makes_a_new_folder(home: Path) -> None:
    """A changed kernel source of Croupier itself leaves the old kernels unused."""
    shutil.copytree(Path(croupier.__file__).parent, home / "croupier", ignore=shutil.ignore_patterns("__pycache__"))
    environment = {**os.environ, "PYTHONPATH": str(home)}
    program = KINDS[: KINDS.index("cell =")] + "print(main[1])"
    assert [python(program, home, environment).strip() for _ in range(2)] == ["0", "1"]
    with (home / "croupier" / "rules" / "bits.py").open("a") as file:
        file.write("\n# an edit\n")
    assert python(program, home, environment).strip() == "0"
    assert len(list((home / "cache").iterdir())) == 2


@pytest.mark.parametrize("damage", [b"", b"short", None, "flipped", "garbage"])
def test_a_damaged_file_is_compiled_again(home: Path, damage: Any) -> None:
    """Empty, short, torn, altered and well-formed but meaningless files are replaced without a word."""
    import hashlib

    played(home)
    (path,) = files(home)
    whole = path.read_bytes()
    middle = len(whole) // 2
    torn, flipped = whole[:-100], whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :]
    garbage = hashlib.sha256(b"garbage").digest() + b"garbage"
    path.write_bytes({None: torn, "flipped": flipped, "garbage": garbage}.get(damage, damage))
    assert damage == "garbage" or disk.read(path) is None
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert played(home) == AFTER
    assert files(home) == [path]
    assert disk.read(path)
    assert path.read_bytes() not in (torn, flipped, garbage)


def test_a_kernel_that_lacks_a_symbol_is_not_loaded(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Loading it would end the process; it is compiled again."""
    from croupier.rules import cache

    asked: list[str] = []
    lacks = cache._lacks

    def note(names: list[str]) -> bool:
        asked.extend(names)
        return lacks(names)

    monkeypatch.setattr(cache, "_symbols", lambda library: ["no_such_symbol_anywhere"])
    played(home)
    monkeypatch.undo()
    monkeypatch.setenv("CROUPIER_CACHE_DIR", str(home / "cache"))
    monkeypatch.syspath_prepend(str(home))
    monkeypatch.setattr(cache, "_lacks", note)
    cls = loaded(home)
    assert after(cls(), 1) == AFTER
    assert "no_such_symbol_anywhere" in asked
    assert hits(after, cls) == 0


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="POSIX owners and modes")
def test_only_a_private_folder_is_used(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder is made 0700; one that others may write, or that is another's, is passed over with a warning."""
    cache = home / "cache"
    assert disk.folder() == cache
    assert cache.stat().st_mode & 0o777 == 0o700
    assert played(home) == AFTER
    assert files(home)[0].stat().st_mode & 0o077 == 0
    assert files(home)[0].parent.stat().st_mode & 0o777 == 0o700
    monkeypatch.setattr(disk, "_places", lambda: [home / "second"])
    cache.chmod(0o770)
    with pytest.warns(UserWarning, match="CROUPIER_CACHE_DIR is not used"):
        assert disk.folder() == home / "second"
    cache.chmod(0o700)
    assert disk.folder() == cache
    me = os.getuid()
    monkeypatch.setattr(os, "getuid", lambda: me + 1)
    assert disk.folder() is None


def test_a_link_to_a_folder_of_ones_own_may_be_used(home: Path) -> None:
    """A cache moved elsewhere and linked to works; a link to nothing, and a file in its place, are passed over."""
    (home / "large").mkdir(mode=0o700)
    (home / "cache").symlink_to(home / "large")
    assert disk.folder() == home / "large"
    assert played(home) == AFTER
    (home / "large").rename(home / "gone")
    with pytest.warns(UserWarning, match="CROUPIER_CACHE_DIR is not used"):
        assert disk.folder() != home / "large"
    (home / "cache").unlink()
    (home / "cache").write_text("a file")
    assert disk.folder() is not None


def test_without_a_folder_everything_works_and_says_so_once(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nowhere to write: compiled each time, one warning a process."""
    monkeypatch.delenv("CROUPIER_CACHE_DIR")
    monkeypatch.setattr(
        disk, "_places", lambda: [Path(os.devnull) / "a", home / "nim.py" / "b", Path("~nobody-at-all/c")]
    )
    with pytest.warns(UserWarning, match="no folder can be written") as said:
        assert [played(home), played(home)] == [AFTER, AFTER]
    assert len(said) == 1
    assert disk.kernels() == disk.clear() == []


def test_a_home_that_cannot_be_written_falls_back(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a usable home the temporary folder takes the kernels, without a word."""
    import tempfile

    monkeypatch.delenv("CROUPIER_CACHE_DIR")
    monkeypatch.setenv("XDG_CACHE_HOME", str(home / "nim.py"))
    monkeypatch.setattr(tempfile, "tempdir", str(home))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert played(home) == AFTER
        folder = disk.folder()
    assert folder is not None
    assert folder.parent == home
    assert len(disk.kernels()) == 1


def test_a_full_disk_is_said_once_and_does_no_harm(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a file cannot be written the result is still right, and nothing is left over."""

    def full(*args: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.warns(UserWarning, match="cannot be kept in .*: No space left") as said:
        assert [played(home), played(home)] == [AFTER, AFTER]
    assert len(said) == 1
    assert [path for path in (home / "cache").rglob("*") if path.is_file()] == []


def test_old_kernels_and_remains_are_pruned(home: Path) -> None:
    """After a month unused a kernel goes, its folder with it; what a dead process left half written goes after a day."""
    played(home)
    (path,) = files(home)
    now = time.time()
    remains = path.parent / ".new-abc"
    remains.write_text("half")
    disk.prune(now)
    assert path.exists()
    assert remains.exists()
    disk.prune(now + 2 * 86400)
    assert path.exists()
    assert not remains.exists()
    disk.prune(now + (disk.UNUSED_DAYS + 1) * 86400)
    assert not path.parent.exists()


def test_a_use_keeps_a_kernel(home: Path) -> None:
    """Loading a kernel notes the day, so that what is used is never pruned."""
    played(home)
    (path,) = files(home)
    old = time.time() - 20 * 86400
    os.utime(path, (old, old))
    played(home)
    assert path.stat().st_mtime > time.time() - 3600


def test_the_cache_is_listed_and_cleared(home: Path) -> None:
    """`kernels` lists what there is, `clear` says what there was."""
    played(home)
    listed = disk.kernels()
    assert [kernel.path for kernel in listed] == files(home)
    assert listed[0].bytes > 1000
    assert re.fullmatch(r"test_cache\.after-[0-9a-f]{32}\.kernel", listed[0].path.name)
    assert disk.clear() == listed
    assert disk.kernels() == []
