"""Hosts behind a process of their own: whoever uses them never waits, and lives on when that process dies."""

from __future__ import annotations

import os
import signal
import time
from functools import partial
from pathlib import Path

import pytest

from ludus.cluster.hosts import Host
from ludus.cluster.hosts_process import HostsProcess
from ludus.rules.errors import LudusError


class NotedHosts:
    """Writes down in a folder what it is asked to do."""

    address = "10.0.0.9"

    def __init__(self, folder: Path) -> None:
        if (folder / "down").exists():
            raise LudusError("the cluster cannot be reached")
        self.folder = folder
        (folder / "process").write_text(str(os.getpid()), "utf-8")

    def all(self) -> list[Host]:
        """One; never, if it hangs."""
        while (self.folder / "hung").exists():
            time.sleep(0.01)
        return [Host("one", "10.0.0.1", 4)]

    def start(self, host: Host, name: str, invitation: object) -> None:  # noqa: ARG002  as `Hosts` has it
        """Note it."""
        (self.folder / f"{name}.started").touch()

    def stop(self, name: str) -> None:
        """Note it."""
        (self.folder / f"{name}.stopped").touch()

    def publish(self, user: str, status: bytes) -> None:
        """Note it."""
        (self.folder / f"{user}.status").write_bytes(status)

    def close(self) -> None:
        """Note it."""
        (self.folder / "closed").touch()


@pytest.fixture
def hosts(tmp_path):
    made = HostsProcess(partial(NotedHosts, tmp_path), again=0.05)
    yield made
    made.close()


def seen(condition, seconds: float = 20.0) -> bool:
    """Whether something comes true in time."""
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.01)
    return bool(condition())


def test_the_child_tells_what_hosts_there_are_and_starts_members(hosts, tmp_path):  # M2
    assert hosts.all() == []  # at once: nobody waits
    assert seen(hosts.all)
    assert (hosts.address, hosts.all()) == ("10.0.0.9", [Host("one", "10.0.0.1", 4)])
    hosts.start(hosts.all()[0], "member", None)
    hosts.stop("member")
    assert seen(lambda: (tmp_path / "member.started").exists() and (tmp_path / "member.stopped").exists())
    hosts.close()
    assert (tmp_path / "closed").exists()


def test_a_child_that_dies_is_started_again_as_soon_as_the_cluster_is_back(hosts, tmp_path):  # E7
    assert seen(hosts.all)
    (tmp_path / "down").touch()
    os.kill(int((tmp_path / "process").read_text("utf-8")), signal.SIGKILL)
    assert seen(lambda: not hosts.all())
    (tmp_path / "down").unlink()
    assert seen(hosts.all)


def test_a_child_that_hangs_keeps_nobody_from_closing(hosts, tmp_path, monkeypatch):  # E7
    monkeypatch.setattr("ludus.cluster.hosts_process.ENDS_WITHIN", 0.1)
    assert seen(hosts.all)
    (tmp_path / "hung").touch()
    begun = time.monotonic()
    hosts.close()
    assert time.monotonic() - begun < 10.0


def test_whoever_waits_for_the_first_answer_is_told_why_there_is_none(tmp_path):
    (tmp_path / "down").touch()
    hosts = HostsProcess(partial(NotedHosts, tmp_path), again=0.05)
    with pytest.raises(LudusError, match="the cluster cannot be reached"):
        hosts.wait(60.0)
    hosts.close()
