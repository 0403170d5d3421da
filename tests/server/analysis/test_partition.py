"""A position taken apart into jobs: whoever comes, goes, dies or dawdles, the value is right and the answer in time."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.server.playhouse import catalogue

from ludus.rules.positions import read_position
from ludus.search.constants import WIN
from ludus.search.engine import Engine
from ludus.search.limit import Limit
from ludus.server.analysis.partition import Partition

RULEBOOK = catalogue().prepare("tic-tac-toe", {})
ENGINE = Engine(RULEBOOK, threads=1, megabytes=1)
MIDGAMES = ["x.o......", "xo..x....", "x........", ".........", "xoxo.....", "xo.ox....", "xxoo.x..."]


def value(text: str) -> int:
    """What a position is worth for whoever is to move."""
    return ENGINE.search(read_position(RULEBOOK, text), Limit(depth=9)).value


class Virtual:
    """A helper in virtual time: slow or fast, and perhaps dead from some moment on."""

    def __init__(self, name: str, luck: random.Random, dies: float) -> None:
        self.name, self.luck, self.dies = name, luck, dies
        self.busy_until, self.work = 0.0, None

    def step(self, partition: Partition, now: float) -> None:
        """Do what is to be done by now."""
        if now >= self.dies:
            if self.work:
                partition.lose(self.name)
                self.work = None
            return
        if self.work and now >= self.busy_until:
            partition.note(self.name, self.work.text, value(self.work.text), 10)
            self.work = None
        if self.work is None and (work := partition.assign(self.name, now, 0.0)):
            self.work, self.busy_until = work, now + work.seconds * self.luck.choice([0.1, 1.0, 1.4])


def run(text: str, seed: int, helpers: int, mortal: int, seconds: float = 2.0) -> tuple[Partition, float]:
    """A search with helpers of which some die; the time when it was over."""
    luck = random.Random(seed)
    crew = [Virtual(f"h{n}", luck, luck.uniform(0, seconds) if n < mortal else 1e9) for n in range(helpers)]
    partition = Partition(RULEBOOK, read_position(RULEBOOK, text), helpers, 0.0, seconds)
    now = 0.0
    while now < partition.until and not partition.is_over:
        for helper in crew:
            helper.step(partition, now)
        now += 0.005
    return partition, now


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(MIDGAMES), st.integers(0, 999), st.integers(1, 12), st.data())
def test_with_helpers_that_die_and_dawdle_the_value_is_that_of_one_machine(text, seed, helpers, data):  # E6, E7, E8, M2
    mortal = data.draw(st.integers(0, helpers - 1))
    partition, _ = run(text, seed, helpers, mortal)
    report = partition.report(2.0)
    assert partition.complete >= 1
    assert report.value == value(text)
    assert report.move in RULEBOOK.moves(read_position(RULEBOOK, text))


def test_there_are_at_least_as_many_jobs_as_helpers():  # M8
    few = Partition(RULEBOOK, read_position(RULEBOOK, "x.o......"), 3, 0.0, 1.0)
    assert len(few.leaves) == 7
    many = Partition(RULEBOOK, read_position(RULEBOOK, "x.o......"), 30, 0.0, 1.0)
    assert 30 <= len([leaf for leaf in many.leaves if leaf.proven is None]) < 40
    crowd = Partition(RULEBOOK, read_position(RULEBOOK, "........."), 10_000, 0.0, 1.0)
    assert len(crowd.leaves) < 100  # whoever says that they are many does not keep the server busy


def test_no_job_takes_longer_than_the_time_that_is_left_and_none_begins_too_late():  # E6
    partition = Partition(RULEBOOK, read_position(RULEBOOK, "x.o......"), 2, 0.0, 1.0)
    assert partition.assign("a", 0.95, overhead=0.01).seconds <= 0.04 + 1e-9
    assert partition.assign("a", 0.95, overhead=0.2) is None
    assert partition.assign("a", 1.1) is None


def test_the_work_of_a_helper_that_is_late_goes_to_another_and_counts_once():  # E7
    partition = Partition(RULEBOOK, read_position(RULEBOOK, "x.o......"), 1, 0.0, 100.0)
    first = partition.assign("slow", 0.0)
    later = {partition.assign("quick", 90.0).text for _ in range(7)}
    assert first.text in later
    assert partition.note("quick", first.text, 5, 10)
    assert not partition.note("slow", first.text, 7, 10)  # somebody else was faster
    assert not partition.note("forger", first.text, 9, 10)
    assert partition._by_text[first.text].values == {0: 5}


def test_when_nothing_else_is_left_the_slowest_job_is_given_out_twice():  # E7
    partition = Partition(RULEBOOK, read_position(RULEBOOK, "xoxo....."), 1, 0.0, 10.0)
    given_out = [partition.assign(f"h{n}", 0.0).text for n in range(5)]
    assert len(set(given_out)) == 5
    assert partition.assign("idle", 0.0).text in given_out
    assert all(len(leaf.issued) <= 2 for leaf in partition.leaves)


def test_what_promised_most_in_the_last_round_comes_first_in_the_next():  # M8
    partition = Partition(RULEBOOK, read_position(RULEBOOK, "x.o......"), 1, 0.0, 10.0)
    works = []
    for number in range(7):
        works.append(partition.assign("h", 0.0))
        partition.note("h", works[-1].text, -50 if number == 3 else number, 1)
    assert partition.complete == 1
    assert partition.assign("h", 1.0).text == works[3].text


def test_the_share_completed_is_averaged_over_children_and_whole_at_the_end():  # E3, E8
    partition = Partition(RULEBOOK, read_position(RULEBOOK, "x.o......"), 1, 0.0, 10.0)
    assert partition.report(0.0).completed == 0.0
    assert partition.report(0.0).move in RULEBOOK.moves(read_position(RULEBOOK, "x.o......"))
    work = partition.assign("h", 0.0)
    partition.note("h", work.text, -WIN + 4, 1)  # one child is decided: a seventh of the whole
    assert partition.completed == pytest.approx(1 / 7, abs=0.01)
    done, _ = run("x.o......", 1, 3, 0)
    assert done.report(2.0).completed == 1.0


def test_the_last_complete_round_counts():  # E8, M8
    partition = Partition(RULEBOOK, read_position(RULEBOOK, "x.o......"), 1, 0.0, 10.0)
    worths = [3, -7, 5, 0, 2, 9, -1]  # for the other side: the second move is the best
    moves = []
    for worth in worths:
        work = partition.assign("h", 0.0)
        moves.append(partition._by_text[work.text].move)
        partition.note("h", work.text, worth, 10)
    assert (partition.report(1.0).move, partition.report(1.0).value) == (moves[1], 7)
    assert partition.report(1.0).nodes == 70
    work = partition.assign("h", 1.0)  # the first of the next round, and no more
    partition.note("h", work.text, 50, 10)
    assert (partition.report(2.0).move, partition.report(2.0).value) == (moves[1], 7)
