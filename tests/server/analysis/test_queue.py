"""The queue of thoughts: who thinks next, and for how long. Time is an argument, so nothing here waits."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from ludus.server.analysis.queue import ThoughtQueue
from ludus.server.analysis.ticket import Ticket


def thought(owner: str, lane: str, need: float, now: float = 0.0, **more) -> Ticket:
    return Ticket(owner, lane, need, now, **more)


def analysis(lane: str, seconds: float, now: float = 0.0, owner: str = "ann") -> Ticket:
    return Ticket(owner, lane, seconds, now, due=now + seconds, strict=True, serial=True)


def released(queue: ThoughtQueue, now: float) -> list[str]:
    return [f"{ticket.owner} {ticket.lane}" for ticket in queue.release(now)]


def run(queue: ThoughtQueue, arrivals: list[Ticket]) -> dict[Ticket, tuple[float, float]]:
    """Let virtual time pass until everybody has left: when each began, and when it was over. All use whatever they are given."""
    times: dict[Ticket, tuple[float, float]] = {}
    waiting = sorted(arrivals, key=lambda ticket: ticket.arrived)
    now = 0.0
    while waiting or queue.running or len(queue):
        while waiting and waiting[0].arrived <= now:
            queue.enter(waiting.pop(0))
        queue.overdue(now)
        for ticket in [each for each in queue.running if each.until <= now or each.begun + each.likely <= now]:
            times[ticket] = ticket.begun, now
            queue.leave(ticket, now)
        queue.release(now)
        queue.overdue(now)
        assert len([each for each in queue.running if each.until > each.begun]) <= queue.places
        times_to_come = [min(each.until, each.begun + each.likely) for each in queue.running]
        times_to_come += [ticket.arrived for ticket in waiting[:1]] + [time for time in [queue.next_time()] if time is not None]
        now = max(now, min(times_to_come, default=now))
    return times


def test_short_thoughts_come_first_and_nobody_has_two_turns_while_others_wait():
    queue = ThoughtQueue(1)
    for number in range(3):
        queue.enter(thought("bob", f"m{number}", 10.0))
    queue.enter(thought("ann", "m9", 0.3, 0.1))
    queue.enter(thought("cat", "m8", 10.0, 0.2))
    order = []
    while len(queue):
        (ticket,) = queue.release(1.0)
        order.append(ticket.owner)
        queue.leave(ticket, ticket.until)
    assert order == ["ann", "bob", "cat", "bob", "bob"]


def test_the_matches_of_one_player_take_turns():
    queue = ThoughtQueue(1)
    for lane in ("m1", "m1", "m1", "m2"):
        queue.enter(thought("ann", lane, 1.0))
    order = []
    while len(queue):
        (ticket,) = queue.release(0.0)
        order.append(ticket.lane)
        queue.leave(ticket, ticket.until)
    assert order == ["m1", "m2", "m1", "m1"]


def test_a_long_thought_ends_when_somebody_has_waited_long_enough():
    queue = ThoughtQueue(1, patience=0.5)
    queue.enter(long := thought("bob", "m1", 10.0))
    queue.release(0.0)
    queue.enter(thought("ann", "m2", 0.02, 3.0))
    assert queue.release(3.0) == []
    assert queue.overdue(3.0) == []
    assert queue.next_time() == 3.5
    assert queue.overdue(3.5) == [long]
    assert queue.overdue(3.6) == []  # it is told once


def test_under_load_thoughts_get_shorter_before_anybody_waits_long():
    alone = ThoughtQueue(1, patience=0.5)
    alone.enter(thought("ann", "m1", 10.0))
    assert alone.release(0.0)[0].seconds == 10.0
    busy = ThoughtQueue(2, patience=0.5, shortest=0.02)
    for number in range(100):
        busy.enter(thought(f"guest{number}", f"m{number}", 10.0))
    assert [round(ticket.seconds, 2) for ticket in busy.release(0.0)] == [0.1, 0.1]


def test_forty_long_thoughts_of_each_of_two_hundred_guests_do_not_hold_up_a_short_one():  # the computer is never late by our load
    queue = ThoughtQueue(1, patience=0.5, shortest=0.02)
    crowd = [thought(f"guest{guest}", f"m{guest}-{game}", 10.0) for guest in range(200) for game in range(8)]
    late = thought("ann", "mine", 0.3, 5.0, expected=0.02)
    times = run(queue, [*crowd, late])
    assert times[late][1] - 5.0 < 1.0


def test_a_computer_whose_clock_is_about_to_run_out_moves_although_all_places_are_taken():
    queue = ThoughtQueue(1, patience=60.0)
    queue.enter(thought("bob", "m1", 100.0))
    queue.release(0.0)
    queue.enter(timed := thought("ann", "m2", 10.0, 1.0, due=4.5, strict=True))
    assert queue.release(4.4) == []
    assert queue.next_time() == 4.5
    assert queue.release(4.5) == [timed]
    assert timed.seconds == 0.0


def test_one_game_type_is_analysed_in_order_of_arrival_and_another_beside_it():  # E2
    queue = ThoughtQueue(8)
    for owner, lane in (("ann", "checkers"), ("bob", "checkers"), ("cat", "othello"), ("dan", "checkers")):
        queue.enter(analysis(lane, 1.0, owner=owner))
    assert released(queue, 0.0) == ["ann checkers", "cat othello"]
    queue.leave(queue.running[0], 0.1)
    assert released(queue, 0.1) == ["bob checkers"]


def test_what_is_ahead_is_told_without_those_who_have_left():  # E2
    queue = ThoughtQueue(8)
    queue.enter(analysis("othello", 2.0))
    queue.release(0.0)
    queue.enter(analysis("othello", 3.0))
    gone = analysis("othello", 50.0)
    gone.wanted = lambda: False
    queue.enter(gone)
    queue.enter(analysis("checkers", 7.0))
    assert queue.ahead("othello", 0.5) == 1.5 + 3.0
    assert queue.ahead("go", 0.5) == 0.0


def test_ten_requests_with_the_same_time_limit_share_the_time():  # M3, E2
    tickets = [analysis("othello", 1.0, owner=f"guest{number}") for number in range(10)]
    times = run(ThoughtQueue(8), tickets)
    assert max(end for _, end in times.values()) <= 1.0 + 1e-6
    assert all(0.09 <= end - begun <= 0.11 for begun, end in times.values())


def test_a_running_thought_that_nobody_wants_any_more_is_stopped_at_once():
    queue = ThoughtQueue(1)
    queue.enter(ticket := analysis("othello", 5.0))
    queue.release(0.0)
    assert queue.overdue(0.1) == []
    ticket.wanted = lambda: False
    assert queue.overdue(0.2) == [ticket]


def test_those_who_are_absent_get_no_long_thought_while_others_wait():
    queue = ThoughtQueue(1, patience=60.0)
    absent, here = thought("bob", "m1", 5.0, present=lambda: False), thought("ann", "m2", 6.0)
    queue.enter(absent)
    queue.enter(here)
    assert queue.release(0.0) == [absent]
    assert absent.seconds == queue.shortest
    queue.leave(absent, 0.02)
    assert queue.release(0.02)[0].seconds == 6.0


@dataclass(frozen=True)
class Arrival:
    """Somebody comes with a thought."""

    owner: int
    lane: int
    need: float
    at: float
    serial: bool


ARRIVALS = st.lists(
    st.builds(
        Arrival,
        st.integers(0, 3),
        st.integers(0, 2),
        st.floats(0.01, 10.0),
        st.floats(0.0, 5.0),
        st.booleans(),
    ),
    max_size=25,
)


@settings(max_examples=60, deadline=None)
@given(ARRIVALS, st.integers(1, 4))
def test_whatever_comes_everybody_has_a_turn_and_strict_ones_have_it_in_time(arrivals, places):  # M3, E2, E7
    tickets = [
        analysis(f"game{each.lane}", each.need, each.at, f"p{each.owner}")
        if each.serial
        else thought(f"p{each.owner}", f"p{each.owner} m{each.lane}", each.need, each.at)
        for each in arrivals
    ]
    queue = ThoughtQueue(places)
    times = run(queue, tickets)
    assert set(times) == set(tickets)  # nobody is forgotten, nobody has two turns
    for ticket, (begun, end) in times.items():
        assert begun >= ticket.arrived
        assert end - begun <= ticket.need + 1e-6
        assert not ticket.strict or end <= ticket.due + 1e-6
    for lane in {ticket.lane for ticket in tickets if ticket.serial}:
        searched = [times[ticket] for ticket in tickets if ticket.lane == lane and times[ticket][1] > times[ticket][0]]
        searched.sort()
        assert all(end <= later + 1e-6 for (_, end), (later, _) in pairwise(searched))
    assert not queue.running
    assert not len(queue)
    assert queue.next_time() is None


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(1, 5), min_size=2, max_size=6))
def test_between_owners_who_always_want_more_nobody_gets_much_more_than_the_others(demands):
    queue = ThoughtQueue(1, patience=math.inf)
    used = dict.fromkeys(range(len(demands)), 0.0)
    for owner, need in enumerate(demands):
        queue.enter(thought(f"p{owner}", f"m{owner}", float(need)))
    now = 0.0
    for _ in range(200):
        (ticket,) = queue.release(now)
        now = ticket.until
        owner = int(ticket.owner[1:])
        used[owner] += ticket.seconds
        queue.leave(ticket, now)
        queue.enter(thought(ticket.owner, ticket.lane, float(demands[owner]), now))
    assert max(used.values()) - min(used.values()) <= 2 * max(demands)
