"""Real machines, that is processes, with real sockets: they find what one engine finds, in time, whatever becomes of them."""

from __future__ import annotations

import os
import signal
import threading
import time

import pytest
import zmq
from tests.cluster.local_hosts import LocalHosts
from tests.cluster.thread_hosts import compile_once

from ludus.cli.terminal.cluster_table import cluster_table
from ludus.cluster.cluster import Cluster
from ludus.cluster.messages import MachineHello, encode
from ludus.cluster.sockets import KeyPair, connect, opened
from ludus.cluster.status import read_status
from ludus.search.arena.contest import contest
from ludus.search.arena.settings import Setting
from ludus.search.engine import Engine
from ludus.search.limit import Limit

MOST_LATE = 0.5
"""Seconds after the limit by which there must be an answer (M3)."""


@pytest.fixture(scope="module")
def hosts():
    return LocalHosts(2)


@pytest.fixture(scope="module")
def cluster(hosts, rulebook):
    compile_once(rulebook("connect-four"))
    made = Cluster(hosts, megabytes=8)
    assert made.prepare(rulebook("connect-four")) == 2
    yield made
    made.close()


def seconds_late(cluster: Cluster, rules, seconds: float) -> float:
    begun = time.monotonic()
    report = cluster.search(rules, rules.start(), Limit(seconds=seconds))
    assert report.move in rules.moves(rules.start())
    return time.monotonic() - begun - seconds


def until(happens) -> None:
    """Wait for something that another process does."""
    end = time.monotonic() + 30
    while not happens():
        assert time.monotonic() < end
        threading.Event().wait(0.01)


def test_two_machines_find_the_value_of_one_engine_and_tell_of_every_depth(cluster, rulebook):  # M2, M9
    rules, told = rulebook("connect-four"), []
    engine = Engine(rules, threads=1, megabytes=8)
    expected = engine.search(rules.start(), Limit(depth=12))
    engine.close()
    report = cluster.search(rules, rules.start(), Limit(depth=12), progress=told.append)
    assert (report.value, report.depth, report.completed) == (expected.value, 12, 1.0)
    assert [each.depth for each in told] == sorted(each.depth for each in told)
    assert len({each.depth for each in told}) > 5


def test_many_positions_come_back_in_their_order(cluster, rulebook):
    rules = rulebook("connect-four")
    states = [rules.play(rules.start(), move) for move in rules.moves(rules.start())] * 3
    found = list(cluster.solve(rules, states, Limit(depth=5)))
    assert [each.number for each in found] == list(range(len(states)))
    assert [each.value for each in found[:7]] == [each.value for each in found[7:14]]


def test_a_match_is_played_on_machines_as_on_one(cluster, rulebook):  # the arena on a cluster
    rules = rulebook("connect-four")
    a, b = Setting(depth=3, megabytes=1), Setting(depth=1, megabytes=1)
    expected = list(contest(rules.file, a, b, games=6, seed=4, opening=2, threads=1))
    pairs = list(cluster.play(rules, a, b, games=6, seed=4, opening=2))
    assert [record for pair in pairs for record in pair.games] == expected


def test_what_the_cluster_does_is_published(cluster, hosts, rulebook):  # E9
    rules, seen = rulebook("connect-four"), []
    for _ in range(2):  # the second is estimated by the first
        cluster.search(rules, rules.start(), Limit(depth=12), progress=lambda _: seen.append(cluster.told()))
    assert {"a position", ""} >= {member.task.partition(",")[0] for status in seen for member in status.members}
    until(lambda: any(read_status(told).ratio > 0 for told in hosts.told.values()))
    (status,) = map(read_status, hosts.told.values())
    lines = cluster_table(hosts.all(), [status])
    assert [line.split()[:2] for line in lines[1:3]] == [["127.0.0.1", "host0"], ["127.0.0.1", "host1"]]
    assert lines[3] == "2 machines, 2 cores"
    assert lines[4].startswith(f"{status.user}: nothing waits; estimates are ")
    assert all(member.sent > 0 and member.received >= member.useful > 0 and member.speed > 0 for member in status.members)


def test_whoever_lacks_the_key_is_not_heard_and_nonsense_is_ignored(cluster, rulebook):
    rules = rulebook("connect-four")
    conductor = cluster._conductor(rules)
    server = conductor.invitation("127.0.0.1", 1).server_key
    with opened(KeyPair.fresh()) as forgers:
        socket = forgers.connecting(zmq.DEALER, "forger")
        connect(socket, conductor.endpoint, server)
        socket.send(encode(MachineHello("tcp://127.0.0.1:1", "x" * 40, 1, 1)))
        assert not socket.poll(300)
    with opened(conductor.client) as members:
        socket = members.connecting(zmq.DEALER, "babbler")
        connect(socket, conductor.endpoint, server)
        for nonsense in (b"", b"Zzz", b"H\xff\xff", b"N" + b"\x81" * 100, os.urandom(5000)):
            socket.send(nonsense)
        assert cluster.search(rules, rules.start(), Limit(depth=6)).depth == 6
    assert set(conductor.present) == {name for name in conductor.members if "@host" in name}


def test_a_hung_machine_holds_nobody_up_and_is_welcome_again(cluster, hosts, rulebook):  # M3, E7
    rules = rulebook("connect-four")
    conductor = cluster._conductor(rules)
    hung = next(process for name, process in hosts.processes.items() if name.endswith("host1"))
    os.kill(hung.pid, signal.SIGSTOP)
    try:
        assert seconds_late(cluster, rules, 0.5) < MOST_LATE
        until(lambda: len(conductor.present) == 1)
    finally:
        os.kill(hung.pid, signal.SIGCONT)
    until(lambda: len(conductor.present) == 2)
    assert cluster.search(rules, rules.start(), Limit(depth=9)).depth == 9


def test_machines_that_die_in_mid_search_cost_no_time_and_the_last_answer_is_legal(cluster, hosts, rulebook):  # M3, E7
    rules = rulebook("connect-four")
    first, last = sorted(hosts.processes)
    states = [rules.start()] * 8
    results = cluster.solve(rules, states, Limit(depth=9))
    next(results)
    hosts.processes[first].kill()
    assert len(list(results)) == 7  # what the dead machine had was done by the other
    timer = threading.Timer(0.1, hosts.processes[last].kill)
    timer.start()
    assert seconds_late(cluster, rules, 0.4) < MOST_LATE
    timer.join()
