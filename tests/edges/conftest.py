"""What tests of the edges share: a running server, and a PostgreSQL as tests of the store have it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.server.conftest import postgres
from tests.server_process import Serving, start_server

__all__ = ["postgres", "server"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """One server for all tests of a file that do not need their own."""
    with start_server(folder=tmp_path_factory.mktemp("server")) as serving:
        yield serving
