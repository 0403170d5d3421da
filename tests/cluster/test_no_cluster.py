"""Commands for a cluster that is not there say so soon, in our own words."""

from __future__ import annotations

import os

import pytest
from tests.cluster.ray_commands import free_port

from ludus.cli.terminal import cluster_worker
from ludus.cluster import ray_hosts
from ludus.rules.errors import LudusError


@pytest.fixture(autouse=True)
def _no_other_cluster(monkeypatch, tmp_path):
    pytest.importorskip("ray")
    monkeypatch.setenv("RAY_TMPDIR", str(tmp_path))
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    monkeypatch.setitem(os.environ, "RAY_AUTH_TOKEN_PATH", str(ray_token(tmp_path)))


def ray_token(folder):
    (folder / "token").write_text("0" * 64, "utf-8")
    return folder / "token"


@pytest.mark.parametrize(
    ("address", "told"),
    [("auto", "there is no cluster on this machine"), ("127.0.0.1:1", "no cluster answers at 127.0.0.1:1")],
)
def test_whoever_wants_to_use_it_is_told_how_to_start_one(address, told):
    with pytest.raises(
        LudusError, match=rf"{told}.*; start one with: ludus cluster up, or name another with --cluster HOST:PORT"
    ):
        ray_hosts.RayHosts(address)


def test_a_worker_says_that_it_looks_and_that_it_has_not_found_one_yet(monkeypatch, capsys):
    monkeypatch.setattr(cluster_worker, "APPEARS_WITHIN", 0.02)
    monkeypatch.setattr(cluster_worker, "LOOK", 0.02)
    address = f"127.0.0.1:{free_port()}"
    with pytest.raises(LudusError, match=f"no cluster answers at {address}; start one there with: ludus cluster up"):
        cluster_worker.lend(address, 1, None)
    assert capsys.readouterr().out.splitlines() == [
        f"Looking for a cluster at {address} ...",
        f"No cluster answers at {address} yet. Looking for 0.02 more seconds ...",
    ]
