"""Turns: whoever has used the least time comes next, and nobody waits while there is time."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus.edges.fair_share import LATELY, FairShare
from ludus.server.policy import ConnectionPolicy
from ludus.server.pressure import HALF_LIFE, Pressure

TURN = ConnectionPolicy().turn_seconds


class Loop:
    """An event loop, and a clock that only work and waiting move on."""

    def __init__(self, *, working: float = 1.0, **policy: float) -> None:
        """`working` is the part of the time in which the machine works for this loop."""
        self.now, self.soon, self.later, self.done = 0.0, [], [], []
        self.pressure = Pressure(lambda: self.now)
        self.share = FairShare(ConnectionPolicy(**policy), self.pressure, self, lambda: self.now, lambda: self.now * working)

    def call_soon(self, call: Callable[[], None]) -> None:
        """Call something in the next turn."""
        self.soon.append(call)

    def call_later(self, seconds: float, call: Callable[[], None]) -> None:
        """Call something when it is due."""
        self.later.append((self.now + seconds, call))

    def work(self, network: str, messages: int, seconds: float) -> Callable[[], bool]:
        """Messages of one network, each of which takes this long."""
        left = [messages]

        def handle() -> bool:
            self.now += seconds
            self.done.append(network)
            left[0] -= 1
            return left[0] > 0

        return handle

    def turn(self) -> None:
        """One turn of the loop; where nothing is to be done, it waits for what is due."""
        if not self.soon and self.later:
            self.now = max(self.now, min(due for due, _ in self.later))
        due, self.soon[:] = list(self.soon), []
        due += [call for at, call in self.later if at <= self.now]
        self.later = [(at, call) for at, call in self.later if at > self.now]
        for call in due:
            call()


def test_what_there_is_time_for_is_done_at_once():
    loop = Loop()
    assert loop.share.submit("a", loop.work("a", 3, TURN / 10))
    assert loop.done == ["a"] * 3


def test_a_turn_ends_in_time_and_the_rest_is_done_in_the_next():  # B15
    loop = Loop()
    assert not loop.share.submit("a", loop.work("a", 5, TURN / 2))
    assert len(loop.done) == 2
    loop.turn()
    assert len(loop.done) == 4
    loop.turn()
    assert len(loop.done) == 5
    assert not loop.soon


def test_one_message_from_elsewhere_comes_before_the_rest_of_a_flood():  # B15 security
    loop = Loop()
    for _ in range(190):
        loop.share.submit("flood", loop.work("flood", 100, TURN / 10))
    before = len(loop.done)
    loop.share.submit("honest", loop.work("honest", 1, TURN / 10))
    loop.turn()
    assert "honest" in loop.done[before : before + 2]


def flooded(seconds: float, between: float, *, working: float = 1.0) -> Loop:
    """A flood for so long, while somebody else says a word now and then."""
    loop, comes = Loop(working=working), 0.0
    loop.share.submit("flood", loop.work("flood", 100_000, TURN / 10))
    while loop.now < seconds:
        if loop.now >= comes:
            comes += between
            loop.share.submit("honest", loop.work("honest", 1, TURN / 10))
        loop.turn()
    return loop


def test_whoever_wants_too_much_rests_most_of_the_time_while_others_are_there():  # B15 security
    loop = flooded(1.0, 0.01)
    flood, honest = (loop.done.count(each) * TURN / 10 for each in ("flood", "honest"))
    assert 0.12 < flood < 0.2
    assert loop.now - flood - honest > 0.6  # in which the server had nothing to do
    assert loop.pressure.counts["slowed", "more than a fair share"] > 30


def test_nobody_pays_for_what_else_the_machine_has_to_do():  # B15
    loop = flooded(1.0, 0.01, working=0.5)
    assert 0.24 < loop.done.count("flood") * TURN / 10 < 0.4


def test_nobody_else_waits_for_the_end_of_a_rest():  # B15 security
    loop = flooded(0.1, 0.01)
    while loop.soon:
        loop.turn()
    before = loop.done.count("flood")
    assert loop.share.submit("honest", loop.work("honest", 3, TURN / 10))
    assert not loop.share.submit("flood", loop.work("flood", 1, TURN / 10))
    assert loop.done.count("flood") == before
    loop.turn()
    loop.turn()
    assert loop.done.count("flood") > before


def test_a_class_that_speaks_all_at_once_does_not_rest():
    loop = Loop()
    loop.share.submit("honest", loop.work("honest", 1, TURN / 10))
    loop.share.submit("class", loop.work("class", 90, TURN / 10))
    while loop.soon:
        loop.turn()
    assert loop.done.count("class") == 90
    assert not loop.pressure.counts


def test_whoever_is_alone_never_rests():
    loop = Loop()
    loop.share.submit("class", loop.work("class", 1000, TURN / 10))
    while loop.soon:
        loop.turn()
    assert len(loop.done) == 1000
    assert loop.now < 1001 * TURN / 10


def test_time_counts_and_not_the_number_of_messages():
    loop = Loop(busy_share=1.0)  # nobody rests
    loop.share.submit("slow", loop.work("slow", 1000, TURN / 2))
    loop.share.submit("quick", loop.work("quick", 1000, TURN / 20))
    for _ in range(100):
        loop.turn()
    assert 8 <= loop.done.count("quick") / loop.done.count("slow") <= 12


def test_what_each_network_costs_is_known_at_once():  # security
    loop = Loop()
    loop.share.submit("slow", loop.work("slow", 3, TURN / 2))
    loop.share.submit("quick", loop.work("quick", 3, TURN / 10))
    while len(loop.done) < 6:
        loop.turn()
    slow, quick = loop.pressure.most_expensive()
    assert (slow.network, slow.requests, slow.seconds) == ("slow", 3, pytest.approx(3 * TURN / 2, rel=0.001))
    assert (quick.network, quick.requests, quick.seconds) == ("quick", 3, pytest.approx(3 * TURN / 10, rel=0.001))


@pytest.mark.parametrize("between", [LATELY / 4, 5 * LATELY])
def test_what_a_network_has_cost_counts_less_and_less_whether_it_goes_on_or_is_silent(between):  # security
    loop = Loop()
    loop.share.submit("first", loop.work("first", 4, TURN / 2))
    comes, cost = 0.0, 0.0
    while loop.now < HALF_LIFE:
        if loop.now >= comes:
            comes += between
            cost += TURN / 10 * 0.5 ** ((HALF_LIFE - loop.now) / HALF_LIFE)
            loop.share.submit("then", loop.work("then", 1, TURN / 10))
        loop.turn()
        loop.now += 0 if loop.soon else LATELY / 8
    first, then = sorted(loop.pressure.most_expensive())
    assert first.seconds == pytest.approx(TURN, rel=0.05)
    assert then.seconds == pytest.approx(cost, rel=0.05)


@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(1, 5), st.sampled_from([0.0001, 0.001, 0.004])), max_size=20))
def test_everything_is_done_once_and_in_order(works):
    loop = Loop()
    for network, messages, seconds in works:
        loop.share.submit(network, loop.work(network, messages, seconds))
    while loop.soon or loop.later:
        loop.turn()
    for network in "abc":
        assert loop.done.count(network) == sum(messages for each, messages, _ in works if each == network)
    assert not loop.share._shares  # nothing is remembered of those who have gone


def test_a_message_that_goes_wrong_holds_up_nobody_else():
    loop = Loop()

    def go_wrong() -> bool:
        raise RuntimeError("a mistake of ours")

    assert not loop.share.submit("a", loop.work("a", 2, 2 * TURN))  # no time is left after the first
    assert not loop.share.submit("b", go_wrong)
    assert not loop.share.submit("c", loop.work("c", 1, TURN / 10))
    for _ in range(5):
        with suppress(RuntimeError):
            loop.turn()
    assert loop.done == ["a", "c", "a"]
