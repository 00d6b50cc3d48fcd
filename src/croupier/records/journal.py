"""The journal that SQLite keeps beside a store while it is written (`-wal`): how much of it can be read.

After a kill it holds the last games; opening the store takes them in, as far as its checksums hold, and silently forgets
what lies behind. So it is looked at before. Format: https://www.sqlite.org/fileformat2.html#the_write_ahead_log
"""

from __future__ import annotations

import struct
from pathlib import Path
from typing import NamedTuple

_HEADER, _FRAME = 32, 24
_MAGIC = 0x377F0682


class Journal(NamedTuple):
    """Frames that are in force, frames behind them that were never committed, and frames that were lost to damage."""

    committed: int = 0
    uncommitted: int = 0
    lost: int = 0


def look_at(path: Path) -> Journal:
    """What is in a journal."""
    try:
        content = path.read_bytes()
    except OSError:
        return Journal()
    if len(content) < _HEADER:
        return Journal()
    magic, _, size, _, *salts = struct.unpack(">6I", content[:_HEADER][:24])
    order = ">" if magic & 1 else "<"
    sums = _sum(order, content[:24], (0, 0))
    if magic & ~1 != _MAGIC or sums != struct.unpack(">2I", content[24:_HEADER]) or not 512 <= size <= 65536:
        return Journal(lost=max(1, (len(content) - _HEADER) // (_FRAME + 4096)))
    return _frames(content, size, order, (salts[0], salts[1]), sums)


def _frames(content: bytes, size: int, order: str, salts: tuple[int, int], sums: tuple[int, int]) -> Journal:
    """Follow the chain of checksums; frames of this generation behind its end were lost."""
    committed = valid = 0
    broken = False
    lost = 0
    for number, at in enumerate(range(_HEADER, len(content) - _FRAME - size + 1, _FRAME + size), 1):
        _, commit, *rest = struct.unpack(">6I", content[at : at + _FRAME])
        if not broken:
            sums = _sum(order, content[at : at + 8], sums)
            sums = _sum(order, content[at + _FRAME : at + _FRAME + size], sums)
            broken = (rest[0], rest[1]) != salts or (rest[2], rest[3]) != sums
        if broken:
            lost += (rest[0], rest[1]) == salts
            continue
        valid = number
        if commit:
            committed = number
    return Journal(committed, valid - committed, lost)


def _sum(order: str, content: bytes, sums: tuple[int, int]) -> tuple[int, int]:
    """SQLite's checksum, carried on."""
    one, two = sums
    words = struct.unpack(f"{order}{len(content) // 4}I", content)
    for i in range(0, len(words), 2):
        one = (one + words[i] + two) & 0xFFFFFFFF
        two = (two + words[i + 1] + one) & 0xFFFFFFFF
    return one, two
