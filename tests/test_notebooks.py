"""The notebooks of the documentation run, and show what is stored in them; UPDATE_NOTEBOOKS=1 stores it anew."""

from __future__ import annotations

import os
import queue
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest
from jupyter_client.manager import start_new_kernel
from nbclient import NotebookClient

import croupier

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "notebooks"
SOURCES = str(Path(croupier.__file__).resolve().parent.parent)
TOLD = ("text/plain", "image/svg+xml")
SECONDS = re.compile(r"\d+\.\d+ s\b")
"""What a search took is another number every time."""


def shown(book: Any) -> list[list[Any]]:
    """What every cell prints and shows, as text or as a picture."""
    return [told(cell.outputs) for cell in book.cells if cell.cell_type == "code"]


def told(outputs: list[Any]) -> list[Any]:
    """The outputs of a cell; what is printed may come in one piece or in several."""
    found: list[Any] = []
    for output in outputs:
        text = output.get("text")
        if text and found and isinstance(found[-1], str):
            found[-1] += text
        elif text:
            found.append(text)
        else:
            kinds = TOLD if "object at" not in str(output) else ()
            found.append({kind: SECONDS.sub("some s", output["data"].get(kind, "")) for kind in kinds})
    return found


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
    whole = str(book)
    assert whole.count("<svg") + whole.count("image/png") >= 3


def messages(client: Any, within: float) -> Iterator[dict[str, Any]]:
    """What a notebook's page would be told, as it comes."""
    deadline = time.monotonic() + within
    while time.monotonic() < deadline:
        try:
            yield client.get_iopub_msg(timeout=0.2)
        except queue.Empty:
            continue


def test_the_stop_button_ends_a_search_with_the_answer_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    """Meanwhile one line changes in place and nothing scrolls; the next cell has the answer."""
    monkeypatch.setenv("PYTHONPATH", SOURCES)
    manager, client = start_new_kernel(kernel_name="python3")
    try:
        cell = "import croupier; a = croupier.analyse(croupier.new('connect-four'), 'uct(seconds=600)')"
        client.execute(cell)
        kinds: list[str] = []
        for message in messages(client, 120):
            kind, content = message["msg_type"], message["content"]
            if kind in ("stream", "display_data", "update_display_data", "error"):
                kinds.append(kind)
            if kind == "update_display_data" and " iterations" in content["data"]["text/plain"]:
                if kinds.count(kind) == 5:
                    manager.interrupt_kernel()
                assert kinds.count(kind) < 200, "the search goes on"
            if kind == "status" and content["execution_state"] == "idle" and kinds:
                break
        assert set(kinds) == {"display_data", "update_display_data"}
        assert kinds.count("display_data") == 1
        reply = client.execute(
            "", user_expressions={"found": "(a.interrupted, a.iterations > 0, a.action, len(a.actions))"}
        )
        while (answer := client.get_shell_msg(timeout=60))["parent_header"]["msg_id"] != reply:
            pass
        assert answer["content"]["user_expressions"]["found"]["data"]["text/plain"] == "(True, True, 3, 7)"
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
