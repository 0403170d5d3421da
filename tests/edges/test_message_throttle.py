"""A connection that sends too fast: what it may send at once and for long, and how long it waits (B15)."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ludus.edges.fair_share import PAUSE, MessageThrottle
from ludus.server.policy import ConnectionPolicy
from ludus.server.rate_limit import Bucket, Rate

BURSTS, RATES = st.integers(1, 10), st.sampled_from([0.125, 1.0, 8.0])
STEPS = st.lists(st.integers(-200, 200).map(lambda quarters: quarters / 64), max_size=60)
COUNTS = st.lists(st.tuples(st.integers(0, 200).map(lambda quarters: quarters / 64), st.integers(1, 12)), max_size=60)


def throttle(burst: int, rate: float) -> MessageThrottle:
    """One that begins at 1000 seconds."""
    return MessageThrottle(ConnectionPolicy(messages_at_once=burst, messages_per_second=rate), 1000.0)


@given(BURSTS, RATES, STEPS)
def test_messages_are_counted_as_a_bucket_counts_even_if_the_clock_is_set_back(burst, rate, steps):  # B15
    now, quick, slow = 1000.0, throttle(burst, rate), Bucket(Rate(burst, 1 / rate), 1000.0)
    for step in steps:
        now += step
        assert quick.wait(now) == (0.0 if slow.take(now) else max(slow.wait(now), PAUSE))


@given(BURSTS, RATES, COUNTS)
def test_what_was_read_already_is_waited_for_until_a_bucket_would_have_allowed_it(burst, rate, counts):  # B15
    now, quick, slow = 1000.0, throttle(burst, rate), Bucket(Rate(burst, 1 / rate), 1000.0)
    for step, count in counts:
        now += step
        paid = now  # until when it takes to allow them all
        for _ in range(count):
            paid += slow.wait(paid)
            assert slow.take(paid)
        wait = quick.pay(count, now)
        assert wait == (max(paid - now, PAUSE) if paid > now else 0.0)
        now += wait


def test_so_many_come_at_once_and_then_so_many_a_second_whatever_the_rate():  # B15
    quick = throttle(3, 10.0)
    assert [quick.wait(1000.0) for _ in range(4)] == [0.0, 0.0, 0.0, PAUSE]
    assert [quick.wait(1000.1), quick.wait(1000.1) > 0] == [0.0, True]
