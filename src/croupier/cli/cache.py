"""`croupier cache`: the compiled kernels on disk."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated, Any

import typer

from croupier.cli.options import Debug, Json
from croupier.cli.show import as_json, short, table

if TYPE_CHECKING:
    from croupier.rules.disk import Kernel


def cache(
    clear: Annotated[bool, typer.Option("--clear", help="Remove them; games compile again when next used.")] = False,
    json: Json = False,
    debug: Debug = False,
) -> None:
    """The compiled kernels on disk: where, how many, how large."""
    from croupier.rules import disk

    kernels = disk.clear() if clear else disk.kernels()
    home, size = disk.folder(), sum(kernel.bytes for kernel in kernels)
    counted = {"folder": str(home) if home else None, "kernels": len(kernels), "bytes": size}
    if json:
        as_json({**counted, "removed": clear, "entries": _entries(kernels)})
    elif home is None:
        print("no folder can be written, so compiled code is not kept: CROUPIER_CACHE_DIR can name one")
    elif clear or not kernels:
        many = f"{len(kernels)} kernel{'' if len(kernels) == 1 else 's'}, {short(size)}B" if kernels else "no kernels"
        print(f"{'removed' if clear else 'there are'} {many}, in {home}")
    else:
        rows = [(e["entry"], _ago(e["used"]), e["kernels"], f"{short(e['bytes'])}B") for e in _entries(kernels)]
        rows.append(("all", "", len(kernels), f"{short(size)}B"))
        table(f"Compiled kernels in {home}", ("entry", "last used", "kernels", "size"), rows, words=2)


def _entries(kernels: list[Kernel]) -> list[dict[str, Any]]:
    """Kernels by the entry that they were compiled from."""
    groups: dict[str, list[Kernel]] = {}
    for kernel in kernels:
        groups.setdefault(kernel.path.name.rpartition("-")[0], []).append(kernel)
    return [
        {
            "entry": entry,
            "kernels": len(group),
            "bytes": sum(k.bytes for k in group),
            "used": max(k.used for k in group),
        }
        for entry, group in sorted(groups.items())
    ]


def _ago(then: float) -> str:
    days = int((time.time() - then) / 86400)
    return "today" if days < 1 else f"{days} day{'s' if days > 1 else ''} ago"
