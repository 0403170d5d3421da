"""The head of a cluster goes away in mid-use, with all machines, and comes back: nobody waits, and it is used again."""

from __future__ import annotations

import threading
import time

import pytest
from tests.cluster.local_hosts import LocalHosts

from ludus.cluster.cluster import Cluster
from ludus.cluster.hosts import Host
from ludus.search.limit import Limit

MOST_LATE = 0.5


class HeadHosts(LocalHosts):
    """What Ray does when its head is lost: every member dies, and there are no machines until it is back, under new names."""

    def fall(self) -> None:
        """The head dies."""
        self.hosts = []
        for process in self.processes.values():
            process.kill()

    def rise(self) -> None:
        """Another head is started."""
        self.hosts = [Host("again", "127.0.0.1", 1)]


@pytest.mark.slow  # two machines start one after the other
def test_the_head_is_restarted_in_mid_use(rulebook):  # M2, M3, E7
    rules, hosts = rulebook("connect-four"), HeadHosts(1)
    cluster = Cluster(hosts, megabytes=4)
    try:
        assert cluster.prepare(rules) == 1
        for fall in (hosts.fall, lambda: None):  # in mid-search, then while there is no head
            timer = threading.Timer(0.1, fall)
            timer.start()
            begun = time.monotonic()
            report = cluster.search(rules, rules.start(), Limit(seconds=0.3))
            assert time.monotonic() - begun < 0.3 + MOST_LATE
            assert report.move in rules.moves(rules.start())
            timer.join()
        assert cluster.machines == 0
        hosts.rise()
        end = time.monotonic() + 60
        while not any(each.present and each.name.endswith("@again") for each in cluster.status()):
            assert time.monotonic() < end
            time.sleep(0.01)
        found = cluster.search(rules, rules.start(), Limit(depth=9))
        assert (found.depth, found.completed) == (9, 1.0)
    finally:
        cluster.close()
