"""Which web pages may talk to a server: its own, and those it was told of."""

from __future__ import annotations

import json

import pytest
from tests.edges.frames import frames
from tests.server_process import start_server
from websockets.exceptions import InvalidStatus

from ludus.edges.origin import may_come


def test_a_page_from_elsewhere_is_refused_before_it_says_a_word(server):  # security
    for origin in ("http://evil.example", f"http://127.0.0.1:{server.port}", "null", "file://", "http://[", ""):
        with pytest.raises(InvalidStatus) as refused, frames(server.web_port, additional_headers={"Origin": origin}):
            pass
        assert refused.value.response.status_code == 403
        assert f"A page from {origin!r} may not connect to this server".encode() in refused.value.response.body
        assert b"--origin" in refused.value.response.body
        assert json.loads(refused.value.response.body)["code"] == "not allowed"


def test_our_own_page_and_programs_are_let_in(server):
    for options in ({}, {"origin": f"http://127.0.0.1:{server.web_port}"}):
        with frames(server.web_port, **options) as somebody:
            assert somebody.ask("ping")["type"] == "pong"


def test_pages_that_the_server_was_told_of_are_let_in(tmp_path):
    with start_server("--origin", "https://games.example", folder=tmp_path) as server:
        with frames(server.web_port, origin="https://games.example") as somebody:
            assert somebody.ask("ping")["type"] == "pong"
        with pytest.raises(InvalidStatus), frames(server.web_port, origin="https://games.example.evil.example"):
            pass


@pytest.mark.parametrize(
    ("origin", "host", "scheme", "may"),
    [
        (None, "games.example", "ws", True),
        ("http://games.example", "games.example", "ws", True),
        ("http://games.example", "games.example:80", "ws", True),
        ("https://games.example", "games.example", "wss", True),
        ("https://GAMES.example", "games.example:443", "wss", True),
        ("http://[::1]:8080", "[::1]:8080", "ws", True),
        ("https://told.example", "games.example", "ws", True),
        ("http://games.example:8080", "games.example", "ws", False),
        ("https://games.example", "games.example", "ws", False),
        ("http://games.example:8443", "games.example:8443", "wss", False),
        ("https://games.example:8443", "games.example:8443", "ws", True),  # somebody else speaks TLS for us
        ("http://games.example.evil", "games.example", "ws", False),
        ("ftp://games.example", "games.example", "ws", False),
        ("http://games.example:x", "games.example", "ws", False),
        ("http://", "", "ws", False),
        ("null", "games.example", "ws", False),
    ],
)
def test_an_origin_is_ours_when_host_and_port_are(origin, host, scheme, may):  # security
    assert may_come(origin, host, scheme, ("https://told.example",)) is may
