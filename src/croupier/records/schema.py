"""The tables of a store. A store has exactly these: one with other tables, or triggers, is not opened.

Rows are only ever added. `seal` counts the rows of all tables and sums their checks, so that a lost row shows too.
"""

from __future__ import annotations

APPLICATION = 0x43524F55
"""SQLite's application_id: CROU."""

FORMAT = 1
"""SQLite's user_version. A change of the tables, of what is in a column or of a hash makes a new one."""

_MASK = (1 << 60) - 1


def _sealed(table: str) -> str:
    return (
        f'CREATE TRIGGER seal_{table} AFTER INSERT ON {table} BEGIN UPDATE seal SET "rows" = "rows" + 1, '
        f'total = (total + new."check") & {_MASK}; END'
    )


STATEMENTS = (
    """CREATE TABLE experiment (
  id INTEGER PRIMARY KEY, -- the last one is what the store was last asked for
  plan TEXT NOT NULL, -- JSON, keys sorted
  "check" INTEGER NOT NULL
)""",
    """CREATE TABLE rules (
  id INTEGER PRIMARY KEY,
  game TEXT NOT NULL,
  variant TEXT NOT NULL,
  fingerprint TEXT NOT NULL, -- of the source of the rules
  "check" INTEGER NOT NULL
)""",
    """CREATE TABLE origin (
  id INTEGER PRIMARY KEY,
  versions TEXT NOT NULL, -- of Croupier, Python and what they stand on
  machine TEXT NOT NULL,
  "check" INTEGER NOT NULL
)""",
    """CREATE TABLE record (
  id INTEGER PRIMARY KEY, -- pairing * 4294967296 + number
  "check" INTEGER NOT NULL, -- over every other column
  hash TEXT NOT NULL, -- SHA-256 of what the game was
  rules INTEGER NOT NULL REFERENCES rules(id),
  origin INTEGER NOT NULL REFERENCES origin(id),
  pairing INTEGER NOT NULL,
  number INTEGER NOT NULL, -- of the game in its pairing
  seats TEXT NOT NULL, -- JSON: the spec of each seat's player
  seed INTEGER NOT NULL,
  opening TEXT NOT NULL, -- JSON: actions that were given, chance included
  actions TEXT NOT NULL, -- JSON: actions that were played, chance included
  actors TEXT NOT NULL, -- JSON: the seat that played each action, -1 for chance
  returns TEXT NOT NULL, -- JSON: the payoff of each seat
  scores TEXT NOT NULL, -- JSON: the game points of each seat
  termination TEXT NOT NULL,
  counts BLOB NOT NULL, -- iterations, playouts, nodes of each action
  seconds BLOB NOT NULL -- of each action: doubles, little-endian
)""",
    """CREATE TABLE seal (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  "rows" INTEGER NOT NULL, -- of all other tables
  total INTEGER NOT NULL -- of their checks, modulo 2^60
)""",
    *map(_sealed, ("experiment", "rules", "origin", "record")),
)

TABLES = ("experiment", "rules", "origin", "record", "seal")

SETTINGS = ("PRAGMA trusted_schema = OFF", "PRAGMA cell_size_check = ON", "PRAGMA mmap_size = 0")
"""What SQLite advises for files that somebody else may have made."""


def difference(found: list[tuple[str, str | None]]) -> str:
    """What of a schema, as (name, SQL), is not ours; empty where nothing is."""
    ours = {sql.split()[2]: sql for sql in STATEMENTS}
    names = dict(found)
    wrong = [name for name, sql in found if ours.get(name) != sql] + [name for name in ours if name not in names]
    return ", ".join(sorted(set(map(str, wrong)))[:5])
