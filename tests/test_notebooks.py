"""The notebooks of the documentation run, and show what is stored in them; UPDATE_NOTEBOOKS=1 stores it anew."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

import croupier

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "notebooks"
SOURCES = str(Path(croupier.__file__).resolve().parent.parent)
TOLD = ("text/plain", "image/svg+xml")


def shown(book: Any) -> list[list[Any]]:
    """What every cell prints and shows, as text or as a picture."""
    return [
        [
            output.get("text") or {kind: output["data"].get(kind) for kind in TOLD if "object at" not in str(output)}
            for output in cell.outputs
        ]
        for cell in book.cells
        if cell.cell_type == "code"
    ]


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.ipynb")), ids=lambda path: path.stem)
def test_a_notebook_shows_what_is_stored(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every cell runs without an error, and gives the text and the pictures that a reader of the file sees."""
    monkeypatch.setenv("PYTHONPATH", SOURCES)
    stored = nbformat.read(path, as_version=4)
    book = nbformat.read(path, as_version=4)
    NotebookClient(book, timeout=120, kernel_name="python3").execute()
    for cell in book.cells:
        cell.metadata.pop("execution", None)
    if os.environ.get("UPDATE_NOTEBOOKS"):
        nbformat.write(book, path)
        stored = book
    assert shown(book) == shown(stored)
    told = str(book)
    assert told.count("<svg") + told.count("image/png") >= 3
