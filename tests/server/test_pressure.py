"""Who was slowed, cut or refused, and who costs the most: counted by cause and by network, and never a flood of log lines."""

from __future__ import annotations

from structlog.testing import capture_logs

from ludus.server.pressure import HALF_LIFE, MOST_NETWORKS, Pressure


def test_what_happens_often_is_logged_now_and_then_with_how_often():
    times = [0.0]
    pressure = Pressure(lambda: times[0])
    with capture_logs() as logged:
        for _ in range(1000):
            pressure.note("refused", "too many connections", "192.0.2.7")
        times[0] = 11.0
        pressure.note("refused", "too many connections", "192.0.2.8")
        pressure.note("cut", "does not read", "192.0.2.8")
    assert [(line["event"], line["why"], line["times"]) for line in logged] == [
        ("refused", "too many connections", 1),
        ("refused", "too many connections", 1000),
        ("cut", "does not read", 1),
    ]
    assert pressure.counts["refused", "too many connections"] == 1001


def test_the_most_expensive_networks_come_first_and_what_is_past_counts_less():
    times = [0.0]
    pressure = Pressure(lambda: times[0])
    pressure.spend("2001:db8:1:2::3", 4.0)
    pressure.spend("2001:db8:1:2::4", 4.0)
    times[0] = 3 * HALF_LIFE
    pressure.spend("192.0.2.7", 2.0)
    pressure.note("slowed", "too fast", "192.0.2.8")
    first, second, third = pressure.most_expensive(3)
    assert (first.network, first.seconds, first.requests) == ("192.0.2.7", 2.0, 1)
    assert (second.network, second.seconds) == ("20010db800010002/64".lstrip("0"), 1.0)
    assert (third.network, third.stopped) == ("192.0.2.8", 1)


def test_no_more_than_so_many_networks_are_counted():
    pressure = Pressure(lambda: 0.0)
    pressure.spend("expensive", 9.0)
    for number in range(2 * MOST_NETWORKS):
        pressure.spend(str(number), 0.001)
    assert len(pressure._bills) <= MOST_NETWORKS
    assert pressure.most_expensive(1)[0].network == "expensive"
