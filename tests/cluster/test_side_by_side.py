"""Several requests at once: those of one game in their order, another game beside them, and everybody gets the right answer."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

from tests.cluster.thread_hosts import ThreadHosts

from ludus.cluster.cluster import Cluster
from ludus.search.engine import Engine
from ludus.search.limit import Limit

MOST_LATE = 0.5
"""Seconds after the limit by which there must be an answer (M3)."""


def value_of(rules, state, depth: int) -> int:
    engine = Engine(rules, threads=1, megabytes=4)
    try:
        return engine.search(state, Limit(depth=depth)).value
    finally:
        engine.close()


def test_two_requests_of_one_game_and_one_of_another_at_once(rulebook):  # M2, E2
    long, short = rulebook("connect-four"), rulebook("tic-tac-toe")
    after = long.play(long.start(), 3)
    cluster = Cluster(ThreadHosts(1), megabytes=4)
    try:
        for rules in (long, short):
            assert cluster.prepare(rules) == 1
        begun, endless = threading.Event(), Limit()
        with ThreadPoolExecutor(3) as callers:
            first = callers.submit(cluster.search, long, long.start(), endless, progress=lambda _: begun.set())
            assert begun.wait(60)
            second = callers.submit(cluster.search, long, after, Limit(depth=8))
            beside = callers.submit(cluster.search, short, short.start(), Limit(depth=9))
            assert beside.result(60).value == 0
            assert not first.done()
            assert not second.done()  # it waits for its turn, and nobody else waits for it
            cluster.stop(long)
            assert first.result(60).move in long.moves(long.start())
            assert second.result(60).value == value_of(long, after, 8)
    finally:
        cluster.close()


def test_a_request_that_waits_behind_another_is_answered_in_time(rulebook):  # M3
    rules, begun = rulebook("connect-four"), threading.Event()
    cluster = Cluster(ThreadHosts(1), megabytes=4)
    try:
        assert cluster.prepare(rules) == 1
        with ThreadPoolExecutor(2) as callers:
            endless = callers.submit(cluster.search, rules, rules.start(), Limit(), progress=lambda _: begun.set())
            assert begun.wait(60)
            report = callers.submit(cluster.search, rules, rules.start(), Limit(seconds=0.2)).result(60)
            assert report.move in rules.moves(rules.start())
            assert 0.2 <= report.seconds < 0.2 + MOST_LATE
            assert not endless.done()
            cluster.stop(rules)
            assert endless.result(60).depth > 0
    finally:
        cluster.close()
