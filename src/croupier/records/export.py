"""Games for other programs: JSON lines, CSV, Parquet."""

from __future__ import annotations

import contextlib
import csv
import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TextIO

from croupier.errors import InputError, MissingExtraError, closest
from croupier.records.errors import StoreError
from croupier.records.record import GameRecord
from croupier.records.store import Store

FORMATS = ("csv", "jsonl", "parquet")

_COSTS = ("actions", "seconds", "iterations", "playouts", "nodes")


def export(
    path: str | os.PathLike[str],
    format: str,
    out: str | os.PathLike[str] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> int:
    """Write the games of a store, in the order of their ids, to a file, or to standard output; how many there were.

    A damaged store is refused; `verify.salvage` makes one of its good games.
    """
    if format not in FORMATS:
        raise InputError(f"there is no format {format!r}: {closest(format, FORMATS)}")
    if format == "parquet" and out is None:
        raise InputError("parquet is not text: name a file to write")
    with Store.read(path) as store:
        expected = store.estimate()
        games = _counted(store.records(), expected, progress)
        if out is None:
            return _write_text(games, format, sys.stdout)
        target = _target(store.path, Path(out))
        return _write_parquet(games, target) if format == "parquet" else _write_file(games, format, target)


def line(record: GameRecord) -> dict[str, Any]:
    """A game as a line of JSON has it."""
    return {
        "pairing": record.pairing,
        "game": record.number,
        "seats": record.seats,
        "opening": record.opening,
        "actions": record.actions,
        "returns": record.returns,
        "scores": record.scores,
        "termination": record.termination,
        "effort": record.effort.rows(),
        "hash": record.hash,
    }


def _counted(
    games: Iterable[GameRecord], expected: int, progress: Callable[[int, int], None] | None
) -> Iterator[GameRecord]:
    for done, record in enumerate(games, 1):
        yield record
        if progress and done % 64 == 0:
            progress(done, expected)


def _write_text(games: Iterable[GameRecord], format: str, file: TextIO) -> int:
    return _write_csv(games, file) if format == "csv" else _write_lines(games, file)


def _write_lines(games: Iterable[GameRecord], file: TextIO) -> int:
    count = 0
    for record in games:
        file.write(json.dumps(line(record)) + "\n")
        count += 1
    return count


def _write_csv(games: Iterable[GameRecord], file: TextIO) -> int:
    """One row a game. A text that a spreadsheet would take for a formula gets a quote before it."""
    writer = csv.writer(file, lineterminator="\n")
    count = 0
    for count, record in enumerate(games, 1):
        if count == 1:
            writer.writerow(_heads(len(record.seats)))
        writer.writerow([_safe(cell) for cell in _cells(record)])
    if not count:
        writer.writerow(_heads(2))
    return count


def _heads(seats: int) -> list[str]:
    by_seat = ["player", "return", "score", *_COSTS]
    numbered = [f"{name}_{seat}" for seat in range(seats) for name in by_seat]
    tail = ["termination", "opening", "actions", "actors", "versions", "machine", "rules", "hash"]
    return ["pairing", "game", "name", "variant", "seed", *numbered, *tail]


def _cells(record: GameRecord) -> list[Any]:
    cells: list[Any] = [record.pairing, record.number, record.game, record.variant, record.seed]
    for seat, player in enumerate(record.seats):
        acted = [i for i, actor in enumerate(record.actors) if actor == seat]
        sums = [sum(column[i] for i in acted) for column in record.effort]
        cells += [player, record.returns[seat], record.scores[seat], len(acted), *sums]
    cells += [record.termination, _spaced(record.opening), _spaced(record.actions), _spaced(record.actors)]
    return [*cells, record.versions, record.machine, record.rules, record.hash]


def _spaced(numbers: Sequence[int]) -> str:
    """Numbers in one cell; a single negative one is not a formula."""
    return " ".join(map(str, numbers))


def _safe(cell: Any) -> Any:
    if not isinstance(cell, str):
        return cell
    cell = cell.encode("utf-8", "backslashreplace").decode().replace("\0", "\\0")
    formula = cell.startswith(("=", "+", "@", "\t", "\r")) or (cell.startswith("-") and not cell[1:2].isdigit())
    return f"'{cell}" if formula else cell


def _target(store: Path, out: Path) -> Path:
    """The file to write, looked at first."""
    with contextlib.suppress(OSError):
        if out.exists() and out.samefile(store):
            raise StoreError(f"{out} is the store itself: name another file")
    if out.is_dir():
        raise StoreError(f"{out}: a folder; name a file")
    if not out.absolute().parent.is_dir():
        raise StoreError(f"{out}: there is no folder {out.parent}")
    return out


def _write_file(games: Iterable[GameRecord], format: str, target: Path) -> int:
    """Write beside the target and rename: there is never half a file."""
    with _folder(target) as folder:
        new = folder / "export"
        with open(new, "w", encoding="utf-8", newline="") as file:
            count = _write_text(games, format, file)
        os.replace(new, target)
    return count


def _write_parquet(games: Iterable[GameRecord], target: Path) -> int:
    try:
        import duckdb
    except ImportError:
        raise MissingExtraError('Parquet needs DuckDB: pip install "croupier[parquet]"') from None
    columns = {
        "pairing": "BIGINT", "game": "BIGINT", "seats": "VARCHAR[]", "opening": "BIGINT[]", "actions": "BIGINT[]",
        "returns": "DOUBLE[]", "scores": "DOUBLE[]", "termination": "VARCHAR",
        "effort": "STRUCT(seconds DOUBLE, iterations BIGINT, playouts BIGINT, nodes BIGINT)[]", "hash": "VARCHAR",
    }  # fmt: skip
    with _folder(target) as folder:
        lines, new = folder / "lines.jsonl", folder / "games.parquet"
        with open(lines, "w", encoding="utf-8") as file:
            count = _write_lines(games, file)
        try:
            with duckdb.connect() as connection:
                read = connection.read_json(str(lines), format="newline_delimited", columns=columns)
                read.write_parquet(str(new), compression="zstd")
        except duckdb.Error as error:
            raise StoreError(f"{target}: DuckDB says: {str(error).splitlines()[0]}") from None
        os.replace(new, target)
    return count


@contextlib.contextmanager
def _folder(target: Path) -> Iterator[Path]:
    """A folder beside the target for what is being written; what the system refuses is said in a line."""
    try:
        with tempfile.TemporaryDirectory(prefix=".croupier-", dir=target.absolute().parent) as name:
            yield Path(name)
    except OSError as error:
        raise StoreError(f"{target}: cannot be written: {error.strerror or error}") from None
