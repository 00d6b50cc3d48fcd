"""What tests of the web app share: a house in a folder of its own, without a server; a server, and people at browsers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import chromium
import pytest
from person import Person
from playwright.sync_api import Browser, sync_playwright
from serving import Server

from croupier.web.house import House
from croupier.web.settings import Settings

Comes = Callable[..., Person]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(folder=tmp_path / "data", pause=0.0, searches=4, searches_each=2, seconds=2.0)


@pytest.fixture
def house(settings: Settings) -> Iterator[House]:
    made = House(settings)
    yield made
    made.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    made = Server(tmp_path_factory.mktemp("server"))
    yield made
    made.stop()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The browser of this machine; it knows the way to no other machine.

    It is closed with its module: while Playwright is there it runs an event loop, beside which no test can run its own.
    """
    program = chromium.find()
    if program is None:
        pytest.skip(f"no browser: {chromium.advice()}")
    with sync_playwright() as playwright:
        nowhere = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost"
        made = playwright.chromium.launch(executable_path=program, args=[nowhere, "--disable-dev-shm-usage"])
        yield made
        made.close()


@pytest.fixture
def comes(browser: Browser, server: Server) -> Iterator[Comes]:
    """Somebody comes with a browser of their own; nobody may see an error, nor a request to another machine."""
    people: list[Person] = []

    def come(language: str = "en", url: str = "", **options: Any) -> Person:
        locale = {"en": "en-GB", "fr": "fr-FR"}[language]
        context = browser.new_context(**{"locale": locale, "reduced_motion": "reduce", **options})
        people.append(Person(context, url or server.url, language))
        return people[-1]

    yield come
    for person in people:
        person.context.close()
    assert [person.errors for person in people] == [[]] * len(people)
    assert [person.strangers for person in people] == [[]] * len(people)


@pytest.fixture
def person(comes: Comes) -> Person:
    return comes()
