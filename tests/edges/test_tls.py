"""TLS on both ports, with a certificate made for the test: lines, JSON, HTTPS, WebSocket and `ludus admin` through it."""

from __future__ import annotations

import http.client
import json
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from tests import commands
from tests.edges.frames import SOON, Frames
from tests.server_process import Serving, start_server
from websockets.sync.client import connect

from ludus.edges.tls import tls_context
from ludus.rules.errors import LudusError

pytestmark = pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not installed here")

CERTIFICATE = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost"
NAMES = "subjectAltName=DNS:localhost,IP:127.0.0.1"


def make_certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate that vouches for itself, and its key."""
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    command = [*CERTIFICATE.split(), "-addext", NAMES, "-out", str(certificate), "-keyout", str(key)]
    subprocess.run(command, check=True, capture_output=True)
    return certificate, key


@pytest.fixture(scope="module")
def files(tmp_path_factory) -> tuple[Path, Path]:
    """The certificate of the server, and its key."""
    return make_certificate(tmp_path_factory.mktemp("certificate"))


@pytest.fixture(scope="module")
def secure(files, tmp_path_factory) -> Iterator[Serving]:
    """A server that speaks TLS on both ports."""
    with start_server(
        "--tls-cert", str(files[0]), "--tls-key", str(files[1]), folder=tmp_path_factory.mktemp("secure")
    ) as server:
        yield server
    assert "Traceback" not in server.log


@pytest.fixture(scope="module")
def trusting(files) -> ssl.SSLContext:
    """A client that trusts this certificate and no other."""
    return ssl.create_default_context(cafile=str(files[0]))


def hear(secured: ssl.SSLSocket, words: bytes) -> bytes:
    """Everything up to these words."""
    heard = b""
    while words not in heard:
        more = secured.recv(65536)
        assert more, f"the server has hung up after {heard!r}"
        heard += more
    return heard


def test_lines_and_json_are_spoken_through_tls(secure, trusting):  # B10 T15 security
    with (
        socket.create_connection(("127.0.0.1", secure.port), SOON) as plain,
        trusting.wrap_socket(plain, server_hostname="localhost") as secured,
    ):
        assert secured.version() in ("TLSv1.2", "TLSv1.3")
        secured.sendall(b"STYLE draw\nGUEST ann\nNEW tic-tac-toe computer=1\n")
        hear(secured, b"READY\n")
        secured.sendall(b"MOVE 1 2 2\n")
        assert b"DRAW PIECE cross 1" in hear(secured, b"READY\n")
    with (
        socket.create_connection(("127.0.0.1", secure.port), SOON) as plain,
        trusting.wrap_socket(plain, server_hostname="127.0.0.1") as secured,
    ):
        secured.sendall(b'{"type":"ping","id":"1"}\n')
        hear(secured, b'{"type":"pong","id":"1"}\n')


def test_pages_and_the_interface_are_served_through_https(secure, trusting):  # security
    connection = http.client.HTTPSConnection("localhost", secure.web_port, timeout=SOON, context=trusting)
    try:
        for path in ("/", "/api/games", "/health"):
            connection.request("GET", path)
            response = connection.getresponse()
            body = response.read()
            assert (response.status, bool(body)) == (200, True), path
        connection.request("GET", "/api/games")
        assert len(json.loads(connection.getresponse().read())["games"]) >= 7
    finally:
        connection.close()


def test_the_websocket_of_our_own_page_is_secure_and_no_plain_page_may_use_it(secure, trusting):  # T15 security
    address = f"wss://localhost:{secure.web_port}/ws"
    with connect(address, ssl=trusting, origin=f"https://localhost:{secure.web_port}") as connection:
        assert Frames(connection).ask("guest", name="ben")["name"] == "ben"
    with pytest.raises(Exception, match="403"), connect(address, ssl=trusting, origin=f"http://localhost:{secure.web_port}"):
        pass


def test_the_operator_is_let_in_through_tls(secure):
    done = commands.run("admin", "announce", "tea is ready", "--store", secure.store)
    assert (done.returncode, done.stdout) == (0, "Announced to everybody.\n"), done.stderr


@pytest.mark.parametrize(
    ("port", "question"), [("port", b"PING\n"), ("web_port", b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")]
)
def test_a_handshake_counts_from_its_first_moment_and_has_a_deadline(files, trusting, tmp_path, port, question):  # B15 security
    settings = {"per_address": 3, "handshake_seconds": 1.0, "refused_at_once": 0}
    options = [word for name, number in settings.items() for word in ("--set", f"connections.{name}={number}")]
    with (
        start_server("--tls-cert", str(files[0]), "--tls-key", str(files[1]), *options, folder=tmp_path) as server,
        ExitStack() as stack,
    ):
        address = ("127.0.0.1", getattr(server, port))
        silent = [stack.enter_context(socket.create_connection(address, SOON)) for _ in range(3)]
        with (
            suppress(ConnectionError, ssl.SSLError),  # it may be cut off sooner or later
            socket.create_connection(address, SOON) as fourth,
            trusting.wrap_socket(fourth, server_hostname="localhost") as secured,
        ):
            assert secured.recv(1) == b""
        with (
            socket.create_connection(address, SOON, ("127.0.0.2", 0)) as elsewhere,
            trusting.wrap_socket(elsewhere, server_hostname="localhost") as secured,
        ):
            secured.sendall(question)
            assert secured.recv(1)
        for each in silent:
            assert each.recv(1) == b""  # after the deadline
        with (
            socket.create_connection(address, SOON) as again,
            trusting.wrap_socket(again, server_hostname="localhost") as secured,
        ):
            assert secured.version()
        assert "the handshake failed" in server.log


def test_who_does_not_speak_tls_hears_nothing_and_disturbs_nobody(secure, trusting):  # B15 security
    for port in (secure.port, secure.web_port):
        with socket.create_connection(("127.0.0.1", port), SOON) as plain:
            plain.sendall(b"GUEST\nGAMES\n" * 20)
            assert b"GAMES" not in _rest(plain)
        with (
            socket.create_connection(("127.0.0.1", port), SOON) as silent,
            socket.create_connection(("127.0.0.1", secure.port), SOON) as other,
            trusting.wrap_socket(other, server_hostname="localhost") as secured,
        ):
            silent.sendall(b"\x16\x03\x01")  # the beginning of a handshake that never goes on
            secured.sendall(b"PING\n")
            hear(secured, b"PONG\n")


def test_nobody_is_taken_in_by_another_certificate(secure, tmp_path):  # security
    other = ssl.create_default_context(cafile=str(make_certificate(tmp_path)[0]))
    with (
        socket.create_connection(("127.0.0.1", secure.port), SOON) as plain,
        pytest.raises(ssl.SSLCertVerificationError),
    ):
        other.wrap_socket(plain, server_hostname="localhost")


def test_what_is_wrong_with_the_files_is_one_sentence_at_the_start(files, tmp_path):  # B17
    certificate, key = files
    other, poem, locked, damaged = make_certificate(tmp_path)[1], *(tmp_path / name for name in ("poem", "locked", "damaged"))
    poem.write_text("Roses are red")
    locked.write_text(key.read_text().replace("BEGIN PRIVATE", "BEGIN ENCRYPTED PRIVATE"))
    damaged.write_text(key.read_text().replace("M", "N"))
    for used, sentence in {
        (
            certificate,
            other,
        ): f"--tls-key {other} cannot be used with --tls-cert {certificate}: it belongs to another certificate",
        (certificate, damaged): f"--tls-key {damaged} cannot be used with --tls-cert {certificate}: one of them is damaged",
        (tmp_path / "none", key): f"--tls-cert {tmp_path}/none cannot be read: No such file or directory",
        (certificate, tmp_path): f"--tls-key {tmp_path} cannot be read: Is a directory",
        (poem, key): f"--tls-cert {poem}: this file holds no certificate; a PEM file with BEGIN CERTIFICATE is expected",
        (certificate, poem): f"--tls-key {poem}: this file holds no private key; a PEM file with BEGIN PRIVATE KEY is expected",
        (certificate, locked): f"--tls-key {locked}: the key is protected by a password; use one without",
    }.items():
        with pytest.raises(LudusError) as refused:
            tls_context(used)
        assert str(refused.value) == sentence
    places = ["--port", "0", "--web-port", "0", "--store", "memory:"]
    done = commands.run("serve", *places, "--tls-cert", files[0], "--tls-key", other)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert "it belongs to another certificate" in done.stderr


def _rest(plain: socket.socket) -> bytes:
    """What comes until the other side hangs up."""
    heard = b""
    try:
        while more := plain.recv(65536):
            heard += more
    except ConnectionError:
        pass
    return heard
