"""Ray's head is killed in mid-search and started again: nobody waits, and the same machines search together again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.cluster.ray_commands import LUDUS, free_port, ludus

pytestmark = pytest.mark.slow  # Ray is started twice

SEARCH = """
import sys, threading, time
from ludus.cli.terminal.cluster_hosts import watched_hosts
from ludus.cluster.cluster import Cluster
from ludus.games import find_game
from ludus.rules.rulebook import Rulebook
from ludus.search.limit import Limit

def seconds_of(search):
    begun = time.monotonic()
    report = search()
    assert report.move in rules.moves(rules.start())
    return time.monotonic() - begun

def members(count):
    end = time.monotonic() + 500
    while cluster.cores(rules) != count and time.monotonic() < end:
        time.sleep(0.05)
    assert cluster.cores(rules) == count, (hosts.all(), cluster.status())

hosts = watched_hosts(sys.argv[1])
hosts.wait(120)
cluster = Cluster(hosts, megabytes=4)
rules = Rulebook(find_game("connect-four"))
cluster.invite(rules)
members(2)
print("ready", flush=True)
late = seconds_of(lambda: cluster.search(rules, rules.start(), Limit(seconds=4.0))) - 4.0
print("searched", flush=True)
later = sorted(seconds_of(lambda: cluster.search(rules, rules.start(), Limit(seconds=0.5))) - 0.5 for _ in range(3))
assert late < 0.5 and later[1] < 0.5, (late, later)
assert sys.stdin.readline() == "up again\\n"
members(2)
assert cluster.search(rules, rules.start(), Limit(depth=9)).depth == 9
print("found", flush=True)
cluster.close()
"""


@pytest.fixture
def environment(tmp_path):
    return {
        **os.environ,
        "RAY_AUTH_TOKEN_PATH": str(tmp_path / "token"),
        "XDG_STATE_HOME": str(tmp_path / "state"),
        "RAY_gcs_rpc_server_reconnect_timeout_s": "30",  # after which the other machine gives the head up; usually a minute
    }


def children_of(process: int) -> list[int]:
    """All processes below one, whatever sessions they are in."""
    below = [int(each) for each in Path(f"/proc/{process}/task/{process}/children").read_text().split()]
    return below + [deeper for each in below for deeper in children_of(each)]


def start_again(environment: dict[str, str], *up: str) -> None:
    """Start a head on the same port. Ray refuses while something of the old cluster runs on the same machine."""
    end = time.monotonic() + 200
    while subprocess.run([*LUDUS, *up], env=environment, capture_output=True, check=False).returncode:
        assert time.monotonic() < end
        time.sleep(1.0)


def heard(user: subprocess.Popen[str]) -> str:
    """The next word of the one who uses the cluster; lines of its log are longer."""
    return next((line.strip() for line in user.stdout if " " not in line), "")


def test_the_head_is_killed_in_mid_search_and_started_again(environment, tmp_path):  # M2, M3, E7
    port = free_port()
    up = ("cluster", "up", "--port", str(port), "--cores", "1")
    ludus(environment, *up)
    head = int((tmp_path / "state" / "ludus" / "cluster.pid").read_text())
    words = [*LUDUS, "worker", "--join", f"127.0.0.1:{port}", "--cores", "1"]
    with subprocess.Popen(words, env=environment) as joined:
        try:
            with subprocess.Popen(
                [sys.executable, "-c", SEARCH, f"127.0.0.1:{port}"],
                env=environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            ) as user:
                assert heard(user) == "ready"
                time.sleep(1.0)
                for process in [head, *children_of(head)]:
                    os.kill(process, signal.SIGKILL)
                assert heard(user) == "searched"
                start_again(environment, *up)
                user.stdin.write("up again\n")
                user.stdin.flush()
                assert heard(user) == "found"
        finally:
            joined.terminate()
            joined.wait(60)
            subprocess.run([*LUDUS, "cluster", "down"], env=environment, check=False)
