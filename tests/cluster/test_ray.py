"""The commands with Ray for real: a cluster of two machines, both this one. Ray is started once for all tests here."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.cluster.ray_commands import LUDUS, free_port, ludus

OUTSIDE = Path(__file__).parents[2] / "examples" / "games" / "breakthrough.py"

RESTART = """
import os, signal, sys, time
from ludus.cluster.cluster import Cluster
from ludus.cluster.ray_hosts import RayHosts
from ludus.games import find_game
from ludus.rules.rulebook import Rulebook
from ludus.search.limit import Limit

hosts = RayHosts(sys.argv[1])
cluster = Cluster(hosts, megabytes=4)
rules = Rulebook(find_game("tic-tac-toe"))
assert cluster.prepare(rules) == 2
assert cluster.search(rules, rules.start(), Limit(depth=7)).value == 0
processes = [hosts._ray.get(actor.process.remote()) for actor in hosts._actors.values()]
conductor = cluster._conductor(rules)
before = {name: member.public_key for name, member in conductor.members.items()}
os.kill(processes[0], signal.SIGKILL)
begun = time.monotonic()
assert cluster.search(rules, rules.start(), Limit(depth=7)).value == 0
while len(conductor.present) != 2 or all(conductor.members[name].public_key == before[name] for name in before):
    assert time.monotonic() - begun < 60
    time.sleep(0.05)
print(len(conductor.present), [each.present for each in cluster.status()])
cluster.close()
"""


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    return tmp_path_factory.mktemp("cluster")


@pytest.fixture(scope="module")
def environment(place):
    return {
        **os.environ,
        "RAY_AUTH_TOKEN_PATH": str(place / "token"),
        "XDG_STATE_HOME": str(place / "state"),
        "RAY_TMPDIR": os.environ.get("RAY_TMPDIR", "/tmp/ray"),  # noqa: S108  the paths of its sockets must be short
    }


@pytest.fixture(scope="module")
def address(environment):
    port = free_port()
    ludus(environment, "cluster", "up", "--port", str(port), "--cores", "1")
    joined = subprocess.Popen([*LUDUS, "worker", "--join", f"127.0.0.1:{port}", "--cores", "1"], env=environment)
    try:
        yield f"127.0.0.1:{port}"
    finally:
        joined.send_signal(signal.SIGINT)
        joined.wait(40)
        ludus(environment, "cluster", "down")


def test_a_cluster_is_made_of_commands(address, environment):  # M2
    end = time.monotonic() + 60
    while "2 machines, 2 cores" not in (said := ludus(environment, "cluster", "status", "--address", address)):
        assert time.monotonic() < end, said
    found = json.loads(ludus(environment, "analyse", "tic-tac-toe", "--cluster", address, "--depth", "8", "--json"))
    assert found["value"] == 0
    assert found["depth"] == 8


def test_a_dead_member_is_started_again(address, environment):  # M2, E7
    done = subprocess.run(
        [sys.executable, "-c", RESTART, address], env=environment, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.stdout.strip().endswith("2 [True, True]"), done.stderr


@pytest.mark.slow  # a server and two machines start side by side; test_analyst.py and test_hosts_process.py try the parts
def test_a_server_lets_the_cluster_think(address, environment, place):  # M2, E2
    command = [*LUDUS, "serve", "--cluster", address, "--port", "0", "--web-port", "0", "--store", "memory:"]
    with (
        (place / "serve.log").open("w") as log,
        subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=log, text=True) as server,
    ):
        port = next(found for line in server.stdout if (found := re.search(r"JSON lines on \S+?:(\d+)", line)))[1]
        end, workers = time.monotonic() + 90, 0
        with socket.create_connection(("127.0.0.1", int(port))) as line, line.makefile("rw", encoding="utf-8") as words:
            while workers < 2 and time.monotonic() < end:  # this machine answers until the others are ready
                words.write("ANALYSE tic-tac-toe seconds=1\n")
                words.flush()
                effort = next(each for each in words if each.startswith("EFFORT"))
                workers = int(effort.split("workers=")[1].split()[0])
        server.terminate()
        assert server.wait(60) == 0
    assert workers == 2


@pytest.mark.slow
def test_many_positions_of_a_game_that_does_not_ship_are_spread(address, environment, place):
    listed = place / "positions.txt"
    shown = ludus(environment, "show", str(OUTSIDE)).splitlines()
    positions = [next(line for line in shown if "turn 1" in line).replace("turn 1", f"turn {turn}") for turn in (1, 2)]
    listed.write_text("\n".join(positions), "utf-8")
    said = ludus(environment, "analyse", str(OUTSIDE), "--cluster", address, "--batch", str(listed), "--depth", "3")
    assert [line.split("\t")[0] for line in said.splitlines()] == positions


@pytest.mark.slow
def test_nobody_is_let_in_without_the_token(address, environment, place):
    (place / "wrong").write_text("0" * 64, "utf-8")
    wrong = {**environment, "RAY_AUTH_TOKEN_PATH": str(place / "wrong")}
    done = subprocess.run(
        [*LUDUS, "cluster", "status", "--address", address], env=wrong, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 1
    assert "cannot be reached" in done.stderr


@pytest.mark.slow
def test_a_tournament_is_held_on_the_cluster(address, environment, place):  # T12
    players = "".join(f'[[player]]\nname = "p{depth}"\nengine = "depth={depth}"\n' for depth in (1, 2, 4))
    (place / "t.toml").write_text(f'game = "tic-tac-toe"\ndouble = true\nat_once = 2\nmove = 60\n{players}', "utf-8")
    said = ludus(environment, "tournament", "run", str(place / "t.toml"), "--cluster", address)
    assert "6 of 6 games" in said
    assert len(list((place / "t" / "records").iterdir())) == 6
    words = [*LUDUS, "tournament", "run", str(place / "t.toml"), "--out", str(place / "u"), "--cluster", "127.0.0.1:1"]
    done = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 1
    assert re.search("no cluster answers at 127.0.0.1:1|the cluster has not answered", done.stderr), done.stderr
