"""The clocks of a match, against a model that counts every second."""

from __future__ import annotations

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from ludus.server.matches.clock import Clocks
from ludus.wire.messages import Clock


def test_without_limits_nobody_runs_out_of_time():
    clocks = Clocks(move=0, main=0, increment=0, seats=2)
    clocks.start(0, 100)
    assert clocks.deadline(0) is None
    assert clocks.expired(1e12) == []


def test_a_player_who_makes_no_move_in_time_is_late_from_the_deadline_on():  # T13
    clocks = Clocks(move=180, main=0, increment=0, seats=2)
    clocks.start(0, 1000)
    assert clocks.deadline(0) == 1180
    assert clocks.deadline(1) is None
    assert clocks.expired(1179.9) == []
    assert clocks.expired(1180) == [0]


def test_time_is_shown_to_the_millisecond():  # B13
    clocks = Clocks(move=180, main=60, increment=0, seats=2)
    clocks.start(0, 1000.0)
    assert clocks.left(0, 1000.12345678) == Clock(179.877, 59.877, True)
    clocks.stop(0, 1000.12345678)
    assert clocks.left(0, 2000.0) == Clock(180, 59.877, False)
    assert clocks.all_left(2000.0) == [clocks.left(0, 2000.0), clocks.left(1, 2000.0)]


def test_the_time_for_a_move_begins_anew_with_each_move():  # T13
    clocks = Clocks(move=180, main=0, increment=0, seats=2)
    clocks.start(0, 0)
    clocks.stop(0, 170)
    clocks.start(0, 200)
    assert clocks.deadline(0) == 380


def test_the_time_for_the_game_goes_on_where_it_stopped_and_a_move_earns_the_increment():
    clocks = Clocks(move=0, main=300, increment=5, seats=2)
    clocks.start(0, 0)
    clocks.stop(0, 100)
    assert clocks.left(0, 500) == Clock(move=0, main=205, running=False)
    clocks.start(0, 500)
    assert clocks.left(0, 510) == Clock(move=0, main=195, running=True)


def test_there_is_no_increment_for_who_has_not_moved_or_was_too_late():
    clocks = Clocks(move=0, main=300, increment=5, seats=2)
    clocks.start(0, 0)
    clocks.stop(0, 100, moved=False)
    assert clocks.left(0, 100).main == 200
    clocks.start(1, 100)
    clocks.stop(1, 400)
    assert clocks.left(1, 400).main == 0
    clocks.start(1, 500)
    assert clocks.expired(500) == [1]


@pytest.mark.parametrize(("move", "main", "deadline"), [(60, 300, 60), (300, 60, 60)])
def test_where_both_limits_are_given_both_hold(move, main, deadline):
    clocks = Clocks(move, main, increment=0, seats=2)
    clocks.start(0, 0)
    assert clocks.deadline(0) == deadline


def test_of_several_who_are_late_the_first_to_run_out_comes_first():
    clocks = Clocks(move=60, main=0, increment=0, seats=3)
    for seat, now in ((2, 0), (0, 10), (1, 20)):
        clocks.start(seat, now)
    assert clocks.expired(75) == [2, 0]


def test_starting_a_clock_that_runs_gives_no_new_time():
    clocks = Clocks(move=60, main=0, increment=0, seats=2)
    clocks.start(0, 0)
    clocks.start(0, 50)
    assert clocks.deadline(0) == 60


def test_when_the_time_of_day_is_set_back_only_the_move_that_is_being_thought_about_is_free():
    clocks = Clocks(move=60, main=300, increment=0, seats=2)
    clocks.start(0, 1000)
    assert clocks.left(0, 900) == Clock(move=60, main=300, running=True)
    clocks.stop(0, 900)
    clocks.start(0, 910)
    clocks.stop(0, 930)
    assert clocks.left(0, 930).main == 280


class ClocksAgainstSeconds(RuleBasedStateMachine):
    """Whatever happens, the clocks show what counting every second gives."""

    seats = 3

    @initialize(move=st.integers(0, 20), main=st.integers(0, 60), increment=st.integers(0, 5))
    def set_up(self, move, main, increment):
        """Any time control."""
        self.move, self.main, self.increment, self.now = move, main, increment, 1_700_000_000
        self.clocks = Clocks(move, main, increment, self.seats)
        self.left = [main] * self.seats
        self.elapsed: dict[int, int] = {}

    @rule(seat=st.integers(0, seats - 1))
    def start(self, seat):
        """A seat is to move."""
        self.clocks.start(seat, self.now)
        self.elapsed.setdefault(seat, 0)

    @rule(seat=st.integers(0, seats - 1), moved=st.booleans())
    def stop(self, seat, moved):
        """A seat has moved, or moves no more."""
        self.clocks.stop(seat, self.now, moved=moved)
        if seat in self.elapsed:
            for _ in range(self.elapsed.pop(seat)):
                self.left[seat] -= self.left[seat] > 0
            if moved and self.left[seat] > 0:
                self.left[seat] += self.increment

    @rule(seconds=st.integers(0, 30))
    def wait(self, seconds):
        """Time passes."""
        self.now += seconds
        self.elapsed = {seat: elapsed + seconds for seat, elapsed in self.elapsed.items()}

    @rule(seconds=st.integers(1, 30))
    def set_back(self, seconds):
        """Somebody corrects the time of day."""
        self.now -= seconds
        self.elapsed = {seat: elapsed - seconds for seat, elapsed in self.elapsed.items()}

    @rule(seconds=st.integers(0, 1000))
    def sleep(self, seconds):
        """The server is away for a while."""
        self.now += seconds
        self.clocks.sleep(seconds)

    @invariant()
    def clocks_show_what_is_left(self):
        """What players see is what was counted."""
        for seat in range(self.seats):
            elapsed = max(0, self.elapsed.get(seat, 0))
            shown = Clock(max(0, self.move - elapsed), max(0, self.left[seat] - elapsed), seat in self.elapsed)
            assert self.clocks.left(seat, self.now) == shown

    @invariant()
    def who_is_late_has_nothing_left(self):
        """Deadlines agree with what is left."""
        limits = {
            seat: [left for limit, left in ((self.move, self.move), (self.main, self.left[seat])) if limit]
            for seat in self.elapsed
        }
        late = {seat for seat, elapsed in self.elapsed.items() if limits[seat] and elapsed >= min(limits[seat])}
        assert set(self.clocks.expired(self.now)) == late
        for seat in range(self.seats):
            deadline = self.clocks.deadline(seat)
            assert (deadline is not None) == bool(limits.get(seat))
            assert (deadline is not None and deadline <= self.now) == (seat in late)


TestClocksAgainstSeconds = ClocksAgainstSeconds.TestCase
TestClocksAgainstSeconds.settings = settings(max_examples=60, deadline=None)
