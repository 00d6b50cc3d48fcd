"""What tests of the web app share: a house in a folder of its own, without a server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.web.house import House
from croupier.web.settings import Settings


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(folder=tmp_path / "data", pause=0.0, searches=4, searches_each=2, seconds=2.0)


@pytest.fixture
def house(settings: Settings) -> Iterator[House]:
    made = House(settings)
    yield made
    made.close()
