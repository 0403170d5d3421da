"""The scheme *jobs*, with plain minimax in place of workers."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.naive import naive_value

from ludus.cluster.course import SearchTask
from ludus.cluster.jobs import MOST_JOBS, JobsScheme
from ludus.cluster.orders import BeginJob, JobDone, SearchJob, Stop
from ludus.cluster.performance import Performance
from ludus.cluster.question import Question
from ludus.rules.rulebook import Rulebook
from ludus.search.limit import Limit


def done(rules: Rulebook, root, job: SearchJob, seconds: float = 0.001) -> JobDone:
    """What a worker finds: the value, or a bound where it lies outside the window."""
    state = root
    for move in job.path:
        state = rules.play(state, move)
    value = naive_value(rules, state, job.depth, len(job.path))
    return JobDone(job.number, max(min(value, job.high), job.low), (), 100 * job.depth, seconds)


@pytest.fixture
def midgame(rulebook):
    rules = rulebook("tic-tac-toe")
    state = rules.start()
    for move in (4, 0, 8):
        state = rules.play(state, move)
    return rules, state


def run(scheme: JobsScheme, rules: Rulebook, luck: random.Random, workers: str, fates: list[int]) -> list[SearchJob]:
    """Let workers do their jobs in any order; some die, some answer twice. Returns all jobs."""
    now, running, fate, jobs = 0.0, {}, iter(fates), []

    def follow(orders):
        for order in orders:
            if isinstance(order, BeginJob):
                running[order.worker] = order.job
                jobs.append(order.job)
            elif isinstance(order, Stop):
                running.pop(order.worker, None)

    for name in workers:
        follow(scheme.joined(name, now))
    for _ in range(3000):
        if scheme.over:
            return jobs
        now += 0.001
        name = luck.choice(sorted(running) or [workers[0]])
        what = next(fate, 0)
        if what == 1 and len(running) > 1:
            running.pop(name)
            follow(scheme.left(name, now))
            follow(scheme.joined(name, now + 0.0005))
        elif name in running:
            job = running.pop(name)
            told = done(rules, scheme.question.state, job)
            follow(scheme.heard(name, told, now))
            if what == 2:
                follow(scheme.heard(name, told, now))
        else:
            follow(scheme.joined(name, now))
    raise AssertionError("the question is never answered")


@given(st.integers(0, 10_000), st.sampled_from(["a", "ab", "abc", "abcdefg"]), st.lists(st.integers(0, 2), max_size=40))
@settings(max_examples=25, deadline=None)
def test_the_value_is_that_of_plain_minimax_whoever_dies(rulebook, seed, workers, fates):  # E7, E8, M8
    rules = rulebook("tic-tac-toe")
    luck = random.Random(seed)
    state = rules.start()
    for _ in range(4):
        state = rules.play(state, luck.choice(rules.moves(state)))
    if rules.outcome(state) >= 0 or not rules.moves(state):
        return
    scheme = JobsScheme(Question(rules, state, Limit(depth=4)), Performance(), 0.0)
    run(scheme, rules, luck, workers, fates)
    assert scheme.report.value == naive_value(rules, state, 4)
    assert scheme.report.completed == 1.0


def test_a_job_that_fits_nowhere_is_split(midgame):  # E6
    rules, state = midgame
    scheme = JobsScheme(Question(rules, state, Limit(seconds=0.000_001, depth=5)), Performance(), 0.0)
    orders = scheme.joined("a", 0.0)
    orders += scheme.joined("b", 0.0)
    paths = [order.job.path for order in orders if isinstance(order, BeginJob)]
    assert paths  # depth 1 cannot be split
    whole = JobsScheme(Question(rules, state, Limit(depth=5)), Performance(), 0.0)
    assert all(len(order.job.path) == 1 for order in whole.joined("a", 0.0) if isinstance(order, BeginJob))


def test_where_no_job_fits_the_time_left_splitting_has_an_end(rulebook):  # M3, E6
    rules = rulebook("othello")
    scheme = JobsScheme(Question(rules, rules.start(), Limit(seconds=1e-6)), Performance(), 0.0)
    for depth in range(1, 30):  # jobs are known to take long
        scheme._sizes.note(depth, 10**9)
    scheme.course.task = SearchTask(8)
    scheme._plant()
    for name in "abc":
        scheme.joined(name, 0.0)
    jobs = sum(len(helper.queue) + (helper.node is not None) for helper in scheme._helpers.values())
    assert 3 <= jobs <= 3 * MOST_JOBS + 20  # one position more may have been split, with all its moves


def test_the_root_is_split_until_there_is_a_job_for_everybody(rulebook):  # M8
    rules = rulebook("tic-tac-toe")
    state = rules.start()
    scheme = JobsScheme(Question(rules, state, Limit(depth=5)), Performance(), 0.0)
    assert {len(job.path) for job in run(scheme, rules, random.Random(1), "abcdefghijklmnop", [])} == {1, 2}
    alone = JobsScheme(Question(rules, state, Limit(depth=5)), Performance(), 0.0)
    assert {len(job.path) for job in run(alone, rules, random.Random(1), "a", [])} == {1}


def test_what_a_dead_worker_had_goes_to_others_and_nothing_is_answered_twice(midgame):  # E7
    rules, state = midgame
    scheme = JobsScheme(Question(rules, state, Limit(depth=1)), Performance(), 0.0)
    (first,) = scheme.joined("a", 0.0)
    again = scheme.joined("b", 0.0)
    lost = scheme.left("a", 0.1)
    jobs = {order.job.number for order in [*again, *lost] if isinstance(order, BeginJob)}
    told = done(rules, state, first.job)
    scheme.heard("a", told, 0.2)  # it was not dead after all
    before = scheme.report
    scheme.heard("a", told, 0.3)
    assert jobs
    assert scheme.report == before


def test_at_the_deadline_the_last_complete_depth_counts_and_the_share_is_told(midgame):  # E3, E8
    rules, state = midgame
    scheme = JobsScheme(Question(rules, state, Limit(seconds=1.0, depth=6)), Performance(), 0.0)
    orders = list(scheme.joined("a", 0.0))
    for _ in range(9):
        job = next(order.job for order in orders if isinstance(order, BeginJob))
        orders = scheme.heard("a", done(rules, state, job), 0.5)
    scheme.tick(1.0)
    assert scheme.over
    assert scheme.report.move in rules.moves(state)
    assert 0.0 < scheme.report.completed < 1.0


def test_an_idle_worker_repeats_what_a_slow_one_has_not_finished(midgame):
    rules, state = midgame
    scheme = JobsScheme(Question(rules, state, Limit(depth=1)), Performance(), 0.0)
    (slow,) = scheme.joined("slow", 0.0)
    orders = list(scheme.joined("quick", 0.0))
    while True:
        job = next(order.job for order in orders if isinstance(order, BeginJob))
        if job.number == slow.job.number:
            break
        orders = scheme.heard("quick", done(rules, state, job), 0.1)
    scheme.heard("quick", done(rules, state, job), 0.2)
    assert scheme.over
