"""A cluster as the server's analysis knows it: real machines, which are processes of this one."""

from __future__ import annotations

import time

import pytest
from tests.cluster.local_hosts import LocalHosts
from tests.cluster.thread_hosts import compile_once

from ludus.cluster.analyst import ClusterAnalyst
from ludus.cluster.cluster import Cluster
from ludus.search.limit import Limit
from ludus.server.analysis.analyst import AnalystBusy, AnalystGone, Assignment, Succession
from ludus.server.analysis.local import LocalAnalyst


@pytest.fixture(scope="module")
def hosts():
    return LocalHosts(2)


@pytest.fixture(scope="module")
def analyst(hosts, rulebook):
    compile_once(rulebook("tic-tac-toe"))
    made = ClusterAnalyst(Cluster(hosts, megabytes=4))
    yield made
    made.cluster.close()


@pytest.fixture
def position(rulebook):
    rules = rulebook("tic-tac-toe")

    def at(**limit) -> Assignment:
        return Assignment(rules, rules.start(), 0, Limit(**limit))

    return at


def nobody(_):
    return None


def never():
    return False


def test_the_first_position_of_a_game_does_not_wait_for_machines(analyst, position):  # E7
    with pytest.raises(AnalystBusy):
        analyst.search(position(depth=5), nobody, never)


def test_machines_that_are_ready_search_together(analyst, position):  # M2
    analyst.cluster.prepare(position().rulebook)
    found = analyst.search(position(depth=7), nobody, never)
    assert (found.report.value, found.report.depth, found.workers) == (0, 7, 2)
    assert {worker.games for worker in analyst.workers()} == {("Tic-tac-toe",)}
    assert analyst.estimate(position().rulebook, None, Limit(depth=7)) > 0
    assert analyst.estimate(position().rulebook, None, Limit(seconds=3)) == 3


@pytest.mark.parametrize("limit", [{"nodes": 100}, {"seconds": 0.01}])
def test_short_thoughts_are_left_to_others(analyst, position, limit):
    with pytest.raises(AnalystBusy):
        analyst.search(position(**limit), nobody, never)


def test_a_game_that_is_not_searched_is_left_to_others(analyst, rulebook):
    rules = rulebook("yahtzee")
    analyst.prepare(rules)
    with pytest.raises(AnalystBusy):
        analyst.search(Assignment(rules, rules.start(), 0, Limit(seconds=1)), nobody, never)


def test_a_search_can_be_stopped(analyst, position):  # E3
    analyst.cluster.prepare(position().rulebook)
    begun = time.monotonic()
    found = analyst.search(position(seconds=60, patient=True), nobody, lambda: time.monotonic() > begun + 0.2)
    assert found.report.move is not None
    assert time.monotonic() - begun < 30


def test_when_all_machines_are_dead_this_one_takes_over(analyst, hosts, position):  # E7
    analyst.cluster.prepare(position().rulebook)
    for name in hosts.processes:
        hosts.processes[name].kill()
    with pytest.raises(AnalystGone):
        analyst.search(position(seconds=0.5), nobody, never)
    found = Succession(analyst, LocalAnalyst()).search(position(depth=6), nobody, never)
    assert (found.report.value, found.workers) == (0, 1)
