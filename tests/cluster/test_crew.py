"""Who takes part in a search, where several machines share the processors of a computer."""

from __future__ import annotations

import os

from hypothesis import given
from hypothesis import strategies as st
from tests.cluster.thread_hosts import ThreadHosts

from ludus.cluster.cluster import Cluster
from ludus.cluster.crew import STANDS_BY, crew_of, has_room
from ludus.cluster.requests import Member
from ludus.search.limit import Limit


def member(computer, cores=1, processors=2, port=1):
    return Member(f"tcp://{computer}:{port}", "key", cores, processors, heard=0.0)


def test_of_eight_machines_on_two_processors_two_search():
    machines = {f"machine{n}": member("10.0.0.1", port=n) for n in range(8)}
    assert list(crew_of(machines)) == ["machine0", "machine1"]


def test_a_machine_with_more_cores_than_processors_searches_alone():
    machines = {"large": member("10.0.0.1", cores=16, processors=8), "small": member("10.0.0.1", processors=8)}
    assert list(crew_of(machines)) == ["large"]


def test_who_stands_by_takes_the_place_of_one_that_is_gone():  # M3
    first, second, third = (member("10.0.0.1", port=n) for n in range(3))
    assert not has_room(third, [first, second])
    assert has_room(third, [second])


machines = st.tuples(st.sampled_from("abc"), st.integers(1, 4), st.integers(1, 8))


@given(st.lists(machines, max_size=12))
def test_no_computer_is_crowded_and_none_is_left_out(given_machines):
    everybody = {str(n): member(where, cores, processors, n) for n, (where, cores, processors) in enumerate(given_machines)}
    crew = crew_of(everybody)
    for computer in {each.computer for each in everybody.values()}:
        here = [each for each in crew.values() if each.computer == computer]
        assert here
        if len(here) > 1:
            assert sum(each.cores for each in here) <= here[-1].processors
        for name, other in everybody.items():
            assert name in crew or other.computer != computer or not has_room(other, here)


def test_one_machine_more_than_processors_stands_by_until_another_falls_silent(rulebook):  # M3, E7
    rules, processors = rulebook("connect-four"), os.cpu_count() or 1
    hosts = ThreadHosts(processors + 1)
    cluster = Cluster(hosts, megabytes=4)
    try:
        assert cluster.prepare(rules) == processors + 1
        tasks = []
        cluster.search(
            rules, rules.start(), Limit(depth=12), progress=lambda _: tasks.append([each.task for each in cluster.status()])
        )
        assert sum(task.startswith("a position") for task in tasks[0]) == processors
        assert tasks[0].count(STANDS_BY) == 1
        [spare] = [each.name for each in cluster.status() if not each.nodes]
        hosts.stop(next(each.name for each in cluster.status() if each.nodes))
        cluster.search(rules, rules.start(), Limit(seconds=2.0))
        assert next(each.nodes for each in cluster.status() if each.name == spare) > 0
    finally:
        cluster.close()
