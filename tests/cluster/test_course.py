"""Every worker follows the course by itself; findings may be lost, come twice, in any order, or late."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ludus.cluster.course import Course, Finding, SearchTask
from ludus.search.constants import DECIDED, WIN
from ludus.search.deepening_search import FIRST_LOOK, NARROW


def searched(task: SearchTask, truth: int) -> Finding:
    """What a search within a window says about a position of this value: the value, or a bound."""
    return Finding(task, max(min(truth, task.high), task.low), 0)


def follow(course: Course, truth: list[int]) -> list[Finding]:
    told = []
    while not course.over:
        told.append(searched(course.task, truth[course.task.depth]))
        assert course.note(told[-1])
    return told


def test_deeper_windows_lie_about_the_value_two_depths_before():
    course = Course(6)
    follow(course, [0, 10, 500, 20, 510, 25, 520])
    assert course.values == {1: 10, 2: 500, 3: 20, 4: 510, 5: 25, 6: 520}
    course = Course(6)
    for depth in (1, 2, 3):
        course.note(searched(course.task, [0, 10, 500, 20][depth]))
    assert course.task == SearchTask(4, 500 - NARROW, 500 + NARROW)


def test_a_win_is_searched_with_the_whole_window():
    course = Course(9)
    follow_values = [0, *[DECIDED + 5] * 9]
    follow(course, follow_values)
    assert course.values[9] == DECIDED + 5


def test_a_proof_comes_after_the_first_look_and_can_be_given_up():
    course = Course(provable=True)
    while not course.task.proves:
        course.note(searched(course.task, 3))
    assert course.task.depth == FIRST_LOOK
    assert course.give_up_proof()
    assert course.task.depth == FIRST_LOOK + 1
    assert not course.note(Finding(SearchTask(FIRST_LOOK), 3, 0))  # too late
    done = Course(provable=True)
    while not done.task.proves:
        done.note(searched(done.task, 3))
    assert done.note(Finding(done.task, WIN - 21, 4))
    assert done.over


@given(
    st.lists(st.integers(-2000, 2000), min_size=9, max_size=9),
    st.lists(st.integers(0, 40), max_size=60),
)
def test_whatever_comes_of_the_messages_both_arrive_at_the_same_values(truth, delivered):
    one, other, last = Course(8), Course(8), 8
    told = follow(one, truth)
    for index in delivered:  # any of them, in any order, some never and some twice
        before = other.task.stage
        other.note(told[index % len(told)])
        assert other.over or other.task.stage >= before
    follow(other, truth)
    assert other.over
    assert all(other.values[depth] == truth[depth] for depth in other.values)
    assert other.values[last] == one.values[last] == truth[last]
