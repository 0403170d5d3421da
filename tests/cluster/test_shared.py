"""The scheme *shared*, without a network, a clock or a search."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludus.cluster.course import Course, Finding
from ludus.cluster.orders import Begin, Found, Stop, WorkerProgress
from ludus.cluster.performance import Performance
from ludus.cluster.question import Question
from ludus.cluster.shared import SharedScheme
from ludus.search.limit import Limit

TRUTH = [0, 4, -8, 12, 3, 40, 6, 7, 55]


@pytest.fixture
def scheme(rulebook):
    def make(limit: Limit) -> SharedScheme:
        rules = rulebook("connect-four")
        return SharedScheme(Question(rules, rules.start(), limit), Performance(), 0.0)

    return make


def finding(course: Course) -> Finding:
    task = course.task
    return Finding(task, max(min(TRUTH[task.depth], task.high), task.low), 3, (3, 3))


def test_everybody_begins_with_a_number_of_their_own(scheme):  # M2
    asked = scheme(Limit(depth=8))
    orders = [*asked.joined("a", 0.0), *asked.joined("b", 0.1), *asked.joined("a", 0.2)]
    assert [(order.worker, order.number) for order in orders if isinstance(order, Begin)] == [("a", 0), ("b", 1), ("a", 0)]


def test_a_worker_that_comes_late_learns_what_is_known(scheme):  # M2
    asked, course = scheme(Limit(depth=8)), Course(8)
    asked.joined("a", 0.0)
    while course.task.depth < 6:
        told = finding(course)
        course.note(told)
        asked.heard("a", Found(told, 100), 0.5)
    (begin,) = asked.joined("late", 0.6)
    late = Course(8)
    for known in begin.findings:
        late.note(known)
    assert late.task == course.task


def test_the_answer_comes_at_the_limit_even_if_nobody_works(scheme):  # M3
    asked = scheme(Limit(seconds=0.5))
    assert asked.tick(0.49) == []
    assert not asked.over
    asked.tick(0.5)
    assert asked.over
    assert asked.report.move in asked.answer.moves


def test_at_the_limit_the_depth_that_is_not_finished_counts_from_its_first_move_on(scheme):  # E8
    asked, course = scheme(Limit(seconds=1.0)), Course()
    asked.joined("a", 0.0)
    for _ in range(3):
        told = finding(course)
        course.note(told)
        asked.heard("a", Found(told, 50), 0.2)
    asked.heard("a", WorkerProgress(200, depth=4, done=2, move=5, value=77), 0.9)
    orders = asked.tick(1.0)
    assert orders == [Stop("a")]
    assert (asked.report.move, asked.report.value, asked.report.depth) == (5, 77, 3)
    assert 0.0 < asked.report.completed < 1.0


def test_performance_is_learned_from_progress(scheme):  # E9
    asked = scheme(Limit(depth=8))
    asked.joined("fast", 0.0)
    asked.joined("slow", 0.0)
    for step in range(1, 5):
        asked.heard("fast", WorkerProgress(2_000_000 * step), float(step))
        asked.heard("slow", WorkerProgress(500_000 * step), float(step))
    assert asked.performance.speed("fast") == pytest.approx(2e6)
    assert asked.performance.share("slow", ["fast", "slow"]) == pytest.approx(0.2)


EVENTS = st.lists(
    st.tuples(
        st.sampled_from(["found", "again", "late", "join", "leave", "progress", "tick"]), st.integers(0, 3), st.integers(0, 30)
    ),
    max_size=80,
)


@given(EVENTS)
@settings(max_examples=60, deadline=None)
def test_lost_doubled_and_late_messages_and_deaths_change_nothing_but_the_time(rulebook, events):
    rules = rulebook("connect-four")
    asked = SharedScheme(Question(rules, rules.start(), Limit(depth=8)), Performance(), 0.0)
    workers = {name: Course(8) for name in "abcd"}
    told: list[tuple[str, Found]] = []
    now = 0.0
    for kind, who, which in events:
        now += 0.01
        name = "abcd"[who]
        if kind == "found" and not workers[name].over:
            found = Found(finding(workers[name]), which)
            workers[name].note(found.finding)
            told.append((name, found))
            if which % 3:  # every third is lost
                asked.heard(name, found, now)
        elif kind in ("again", "late") and told:
            asked.heard(*told[which % len(told)], now)
        elif kind == "join":
            asked.joined(name, now)
        elif kind == "leave":
            asked.left(name, now)
        elif kind == "progress":
            asked.heard(name, WorkerProgress(which), now)
        else:
            asked.tick(now)
        assert asked.report.move in asked.answer.moves
    asked.joined("e", now)
    last = Course(8)
    while not asked.over:
        found = Found(finding(last), 1)
        last.note(found.finding)
        asked.heard("e", found, now + 1.0)
    assert (asked.report.value, asked.report.depth, asked.report.completed) == (TRUTH[8], 8, 1.0)
