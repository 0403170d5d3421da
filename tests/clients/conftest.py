"""What the tests of the web client share: one server, one Chromium, and people who sit in front of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from tests.browser import WITHOUT, find_browser
from tests.clients.person import PATIENT, Person
from tests.server_process import Serving, start_server

sync_api = pytest.importorskip("playwright.sync_api", reason=WITHOUT)


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """Where Chromium is; tests are skipped where there is none."""
    return find_browser() or pytest.skip(WITHOUT)


@pytest.fixture(scope="module")
def chromium(chromium_path: str) -> Iterator[object]:
    """One browser for all tests of a file."""
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """One server for all tests of a file that do not need their own."""
    with start_server(*PATIENT, folder=tmp_path_factory.mktemp("server")) as serving:
        yield serving


@pytest.fixture
def arrive(chromium, request) -> Iterator[Callable[..., Person]]:
    """`arrive()`: somebody with a browser window of their own; at the end nobody's page may have had an error."""
    people: list[Person] = []

    def come(port: int | None = None, **looks) -> Person:
        port = port or request.getfixturevalue("server").web_port
        people.append(Person(chromium, f"http://127.0.0.1:{port}", **looks))
        return people[-1]

    yield come
    for person in people:
        person.leave()
    assert [error for person in people for error in person.errors] == []
