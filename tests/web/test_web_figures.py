"""What readers wait for: within ten times of what `python -m benchmarks web` asks for. Memory is in test_web_soak."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from pathlib import Path

import pytest
from benchmarks import web
from playwright.sync_api import Browser
from serving import Server

CLIENTS = 20


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that these figures have to themselves."""
    made = Server(tmp_path_factory.mktemp("figures"), seconds=600.0)
    yield made
    made.stop()


def test_a_command_leads_to_a_board(browser: Browser, tmp_path: Path) -> None:
    """Within 40 s, kernels on disk or not."""
    assert web.seconds_to_board(browser, tmp_path) < 40


def test_a_click_is_answered(browser: Browser, alone: Server) -> None:
    """Within 1.5 s."""
    assert statistics.median(web.answers(browser, alone, clicks=10)) < 1500


def test_pages_come_while_twenty_clients_think(alone: Server) -> None:
    """99 of 100 within 5 s."""
    assert web.percentile(web.pages_while_thinking(alone, CLIENTS, pages=60), 0.99) < 5000
