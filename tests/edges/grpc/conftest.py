"""Servers that speak gRPC: an open one with every game, and one for one game that leaves the work to helpers and speaks TLS."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.edges.test_tls import make_certificate
from tests.server_process import BY_GRPC, Serving, start_server

from ludus.edges.grpc.channel import Channel


@pytest.fixture(scope="module")
def speaker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server with every game."""
    with start_server(*BY_GRPC, folder=tmp_path_factory.mktemp("speaker")) as serving:
        yield serving
    assert "Traceback" not in serving.log


@pytest.fixture
def channel(speaker: Serving) -> Iterator[Channel]:
    """A client of that server."""
    with Channel(f"127.0.0.1:{speaker.grpc_port}") as channel:
        yield channel


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A certificate and its key."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed here")
    return make_certificate(tmp_path_factory.mktemp("certificate"))


@pytest.fixture(scope="module")
def delegator(tmp_path_factory: pytest.TempPathFactory, certificate: tuple[Path, Path]) -> Iterator[Serving]:
    """A server for tic-tac-toe that computes nothing itself, and speaks TLS."""
    secure = ("--tls-cert", str(certificate[0]), "--tls-key", str(certificate[1]))
    alone = ("--set", "analysis.local=0", "--set", "analysis.lost_seconds=1")
    with start_server("tic-tac-toe", *BY_GRPC, *secure, *alone, folder=tmp_path_factory.mktemp("delegator")) as serving:
        yield serving
    assert "Traceback" not in serving.log
