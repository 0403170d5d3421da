"""Behind a reverse proxy: limits count for the client, and nobody but a trusted proxy is believed."""

from __future__ import annotations

import http.client
from contextlib import ExitStack, closing

import pytest
from tests.edges.clients import Bot, Telnet
from tests.edges.frames import frames
from tests.server_process import start_server
from websockets.exceptions import InvalidStatus

from ludus.edges.proxy_protocol import SECOND, ProxyHeader, read_header
from ludus.edges.trusted_proxy import TrustedProxies
from ludus.rules.errors import LudusError

ANN, BOB = "203.0.113.5", "198.51.100.7"
V2 = SECOND + bytes([0x21, 0x11]) + (12).to_bytes(2, "big") + bytes([203, 0, 113, 5, 192, 0, 2, 1]) + b"\x10\x00\x20\x00"
V2_SIX = SECOND + bytes([0x21, 0x21]) + (36).to_bytes(2, "big") + bytes.fromhex("20010db8" + "00" * 11 + "05") + bytes(20)


def proxied(port: int, address: str) -> Telnet:
    """A connection through a proxy that speaks version 1."""
    came = Telnet(port)
    came.say(f"PROXY TCP4 {address} 192.0.2.1 56324 8765\r")
    came.say("GUEST")
    return came


def test_each_client_behind_a_proxy_has_limits_of_its_own(tmp_path):  # security
    words = ("--trusted-proxy", "127.0.0.1", "--per-address", "2", "--set", "connections.greeting_seconds=0.2")
    with start_server(*words, folder=tmp_path) as server, ExitStack() as open_ones:
        for address, answer in ((ANN, "You"), (ANN, "You"), (ANN, "ERROR"), (BOB, "You")):
            came = open_ones.enter_context(proxied(server.port, address))
            assert came.until("You are logged in", "ERROR")[-1].startswith(answer)
        for address in (ANN, f"{BOB}, {ANN}", f"{ANN}:4711"):  # the sockets count together with the lines
            with pytest.raises(InvalidStatus), frames(server.web_port, additional_headers={"X-Forwarded-For": address}):
                pass
        with frames(server.web_port, additional_headers={"X-Forwarded-For": f"{ANN}, {BOB}"}) as bob:
            assert bob.ask("ping")["type"] == "pong"
        with Bot(server.port) as here, Bot(server.port) as too, Bot(server.port) as three:  # the machine of the proxy itself
            assert {each.ask("ping")["type"] for each in (here, too, three)} == {"pong"}


def test_nobody_else_is_believed(tmp_path):  # security
    words = ("--trusted-proxy", "10.0.0.0/8", "--set", "connections.http_at_once=3", "--set", "connections.http_per_second=0.1")
    with start_server(*words, folder=tmp_path) as server:
        with proxied(server.port, ANN) as liar:
            assert liar.until("ERROR")
        codes = []
        for number in range(5):
            with closing(http.client.HTTPConnection("127.0.0.1", server.web_port)) as asking:
                asking.request("GET", "/api/games", headers={"X-Forwarded-For": f"203.0.113.{number}"})
                with asking.getresponse() as answer:
                    codes.append(answer.status)
        assert codes == [200] * 3 + [429] * 2


@pytest.mark.parametrize(
    ("forwarded", "client"),
    [
        ("203.0.113.5", "203.0.113.5"),
        ("1.2.3.4, 203.0.113.5", "203.0.113.5"),
        ("203.0.113.5, 10.1.1.1, 10.0.0.7", "203.0.113.5"),
        ("10.1.1.1, 10.0.0.7", "10.1.1.1"),
        ("[2001:db8::5]:4711", "2001:db8::5"),
        ("2001:db8::5", "2001:db8::5"),
        ("unknown", "10.0.0.7"),
        ("1.2.3.4, <script>", "10.0.0.7"),
        ("", "10.0.0.7"),
    ],
)
def test_the_last_address_that_is_no_proxy_counts(forwarded, client):  # security
    assert TrustedProxies(["10.0.0.0/8", "fd00::/8"]).client(forwarded, "10.0.0.7") == client


@pytest.mark.parametrize(
    ("whole", "address"),
    [
        (b"PROXY TCP4 203.0.113.5 192.0.2.1 56324 8765\r\n", "203.0.113.5"),
        (b"PROXY UNKNOWN\r\n", ""),
        (V2, "203.0.113.5"),
        (V2_SIX, "2001:db8::5"),
        (SECOND + b"\x20\x00\x00\x00", ""),  # the proxy looks whether we are well
    ],
)
def test_a_header_is_read_when_it_is_whole(whole, address):
    assert [read_header(whole[:length]) for length in range(len(whole))] == [None] * len(whole)
    assert read_header(whole + b"GUEST\n") == ProxyHeader(address, len(whole))


def test_what_is_no_header_is_passed_on_and_half_a_header_is_not():
    assert read_header(b"GUEST\n") == ProxyHeader("", 0)
    assert read_header(b'{"type":"guest"}') == ProxyHeader("", 0)
    for wrong in (
        b"PROXY TCP4 x y 1 2\r\n",
        b"PROXY TCP9 1.2.3.4 1.2.3.4 1 2\r\n",
        b"PROXY " + b"x" * 200,
        SECOND + b"\x31\x11\0\0",
    ):
        with pytest.raises(ValueError, match=r"."):
            read_header(wrong)


def test_a_proxy_that_is_no_address_is_refused():
    with pytest.raises(LudusError, match=r"^--trusted-proxy example.org: write the proxy's address or network"):
        TrustedProxies(["example.org"])
