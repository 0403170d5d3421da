"""A server for bots."""

from __future__ import annotations

import pytest
from tests.server_process import start_server


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with start_server(folder=tmp_path_factory.mktemp("server")) as serving:
        yield serving
