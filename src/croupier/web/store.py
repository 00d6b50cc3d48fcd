"""Games on the web that survive the server: one SQLite file, a row a game, actions as they are written in notation."""

from __future__ import annotations

import contextlib
import json
import sqlite3
import time
from pathlib import Path
from typing import Any

from croupier.errors import CroupierError, InputError
from croupier.positions import Position
from croupier.positions.outcome import Reason
from croupier.web.live import LiveGame
from croupier.web.offers import Offers
from croupier.web.refusals import RefusedError
from croupier.web.seats import Chair

LAYOUT = 1
_TABLES = """
CREATE TABLE IF NOT EXISTS games (
  id TEXT PRIMARY KEY, created REAL NOT NULL, changed REAL NOT NULL, game TEXT NOT NULL, variant TEXT NOT NULL,
  start TEXT NOT NULL, actions TEXT NOT NULL, ended TEXT NOT NULL, chairs TEXT NOT NULL, seed INTEGER NOT NULL,
  branch INTEGER NOT NULL, successor TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS games_changed ON games (changed);
"""
_COLUMNS = "id, created, changed, game, variant, start, actions, ended, chairs, seed, branch, successor"


class Store:
    """`save` and `load` live games; for one thread."""

    def __init__(self, path: Path, offers: Offers) -> None:
        self._offers = offers
        try:
            self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=NORMAL")
            found = self._db.execute("PRAGMA user_version").fetchone()[0]
            if found not in (0, LAYOUT):
                raise InputError(f"{path} is of another version of Croupier: name another folder with --data")
            self._db.executescript(_TABLES)
            self._db.execute(f"PRAGMA user_version={LAYOUT}")
        except sqlite3.Error as error:
            raise InputError(f"{path} cannot be used to keep games: {error}") from None
        with contextlib.suppress(OSError):
            path.chmod(0o600)

    def save(self, game: LiveGame) -> None:
        """Write the game as it stands."""
        self._db.execute(f"REPLACE INTO games ({_COLUMNS}) VALUES (?,?,?,?,?,?,?,?,?,?,?,?)", _row(game))

    def load(self, id: str) -> LiveGame | None:
        """The game of this id, replayed; None where there is none. `RefusedError` where its rules are gone."""
        row = self._db.execute(f"SELECT {_COLUMNS} FROM games WHERE id = ?", (id,)).fetchone()
        if row is None:
            return None
        try:
            return self._game(dict(zip(_COLUMNS.split(", "), row, strict=True)))
        except (CroupierError, ValueError, KeyError, TypeError):
            raise RefusedError("unreadable") from None

    def held_by(self, visitor: str, most: int) -> list[str]:
        """The ids of the games a browser sits in, the latest first."""
        rows = self._db.execute(
            "SELECT id FROM games WHERE instr(chairs, ?) ORDER BY changed DESC LIMIT ?", (json.dumps(visitor), most)
        )
        return [row[0] for row in rows]

    def count(self) -> int:
        return int(self._db.execute("SELECT count(*) FROM games").fetchone()[0])

    def prune(self, most: int) -> None:
        """Forget the games that nobody touched for longest where there are more than `most`."""
        self._db.execute(
            "DELETE FROM games WHERE id IN (SELECT id FROM games ORDER BY changed DESC LIMIT -1 OFFSET ?)", (most,)
        )

    def close(self) -> None:
        self._db.close()

    def _game(self, row: dict[str, Any]) -> LiveGame:
        variant = self._offers.variant(row["game"], row["variant"])
        position = Position.from_text(variant.game, row["start"], variant.name) if row["start"] else Position(variant)
        position.play_all(row["actions"].split("\t") if row["actions"] else [])
        how, _, seat = row["ended"].partition(" ")
        if how == "resigned":
            position.resign(int(seat))
        elif how == "agreed":
            position.agree_draw()
        return LiveGame(
            position,
            [Chair.from_dict(chair) for chair in json.loads(row["chairs"])],
            id=row["id"],
            seed=row["seed"],
            branch=row["branch"],
            created=row["created"],
            successor=row["successor"],
        )


def _row(game: LiveGame) -> tuple[Any, ...]:
    position = game.position
    usual = tuple(position.start) == tuple(position.variant.start)
    return (
        game.id,
        game.created,
        time.time(),
        position.game.name,
        position.variant.name,
        "" if usual else Position(position.variant, position.start).text(),
        "\t".join(action.notation for action in position.history),
        _ended(position),
        json.dumps([chair.as_dict() for chair in game.chairs]),
        game.seed,
        game.branch,
        game.successor,
    )


def _ended(position: Position) -> str:
    """How the game was ended from outside the rules; empty where it was not."""
    outcome = position.outcome
    if outcome is None or outcome.reason not in (Reason.RESIGNATION, Reason.AGREEMENT):
        return ""
    if outcome.reason is Reason.AGREEMENT:
        return "agreed"
    return f"resigned {next(seat for seat in range(position.seats) if seat not in outcome.winners)}"
