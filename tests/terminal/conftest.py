"""What the tests of the terminal client share: one server a file, and windows in front of it."""

from __future__ import annotations

import pytest
from tests.server_process import start_server

pytest.importorskip("termios", reason="a pseudo-terminal is needed")


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with start_server(folder=tmp_path_factory.mktemp("server")) as serving:
        yield serving


@pytest.fixture
def window(server):
    """`window()`: a window at the lobby of the server; all are closed at the end."""
    from tests.terminal.window import Window

    opened = []

    def open_window(*words, **looks):
        opened.append(Window(f"127.0.0.1:{server.port}", *words, **looks))
        return opened[-1]

    yield open_window
    for each in opened:
        each.__exit__()
