"""Under which names browsers may reach a server: a stranger's name that points here must not make the stranger's page ours."""

from __future__ import annotations

import contextlib
import http.client
import json

import pytest
from tests.server_process import Serving, start_server

from ludus.edges.host_names import HostNames

REBOUND = "evil.example"
"""A name whose owner has made it point to the address of our server."""


def status(server: Serving, path: str, host: str, **headers: str) -> tuple[int, bytes]:
    asking = http.client.HTTPConnection("127.0.0.1", server.web_port, timeout=10)
    asking.request("GET", path, headers={"Host": host, **headers})
    with contextlib.closing(asking), asking.getresponse() as answer:
        return answer.status, answer.read() if answer.status != 101 else b""


def test_a_page_under_a_rebound_name_gets_nothing_over_http(server):  # security
    for path in ("/", "/api/games", "/health", "/metrics"):
        code, body = status(server, path, f"{REBOUND}:{server.web_port}")
        assert code == 421
        assert "--server-name evil.example" in json.loads(body)["detail"]
    assert status(server, "/api/games", f"localhost:{server.web_port}")[0] == 200
    assert "refused" in server.log
    assert REBOUND in server.log


def test_a_page_under_a_rebound_name_gets_no_websocket(server):  # security
    upgrade = {
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
    }
    for name, code in ((REBOUND, 421), ("localhost", 101)):
        place = f"{name}:{server.web_port}"
        assert status(server, "/ws", place, Origin=f"http://{place}", **upgrade)[0] == code


def test_names_that_the_server_was_given_are_known(tmp_path):
    with start_server("--server-name", "games.example", "--origin", "https://other.example", folder=tmp_path) as server:
        assert status(server, "/api/games", "games.example")[0] == 200
        assert status(server, "/api/games", "other.example")[0] == 200
        assert status(server, "/api/games", "games.example.evil.example")[0] == 421


@pytest.mark.parametrize(
    ("listening", "host", "known"),
    [
        ("127.0.0.1", "localhost:8080", True),
        ("127.0.0.1", "LOCALHOST.", True),
        ("127.0.0.1", "me.localhost", True),
        ("127.0.0.1", "127.0.0.1:8080", True),
        ("127.0.0.1", "127.8.8.8", True),
        ("127.0.0.1", "[::1]:8080", True),
        ("127.0.0.1", "192.168.1.5:8080", False),  # nobody reaches a loopback address under another one
        ("192.168.1.9", "192.168.1.5:8080", True),  # a number cannot be made to point elsewhere
        ("::", "[2001:db8::5]:8080", True),
        ("192.168.1.9", "evil.example", False),
        ("mine.example", "mine.example:8080", True),
        ("192.168.1.9", "games.example", True),
        ("192.168.1.9", "other.example:8080", True),
        ("192.168.1.9", "evil.example:x", False),
        ("192.168.1.9", "[", False),
        ("192.168.1.9", "", False),
        ("192.168.1.9", "localhost@evil.example", False),
    ],
)
def test_a_name_is_ours_when_it_cannot_be_a_strangers(listening, host, known):  # security
    names = HostNames(listening, ("Games.example",), ("https://other.example:8443",))
    assert names.know(host) is known
