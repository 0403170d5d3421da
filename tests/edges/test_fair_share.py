"""Turns: whoever has used the least time comes next, and nobody waits while there is time."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from ludus.edges.fair_share import TURN, FairShare


class Loop:
    """An event loop, and a clock that only work moves on."""

    def __init__(self) -> None:
        self.now, self.soon, self.done = 0.0, [], []
        self.share = FairShare(self.soon.append, lambda: self.now)

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
        """One turn of the loop."""
        due, self.soon[:] = list(self.soon), []
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


def test_time_counts_and_not_the_number_of_messages():
    loop = Loop()
    loop.share.submit("slow", loop.work("slow", 1000, TURN / 2))
    loop.share.submit("quick", loop.work("quick", 1000, TURN / 20))
    for _ in range(100):
        loop.turn()
    assert 8 <= loop.done.count("quick") / loop.done.count("slow") <= 12


@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(1, 5), st.sampled_from([0.0001, 0.001, 0.004])), max_size=20))
def test_everything_is_done_once_and_in_order(works):
    loop = Loop()
    for network, messages, seconds in works:
        loop.share.submit(network, loop.work(network, messages, seconds))
    while loop.soon:
        loop.turn()
    for network in "abc":
        assert loop.done.count(network) == sum(messages for each, messages, _ in works if each == network)
    assert not loop.share.networks
