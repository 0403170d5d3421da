"""What a connection hears while its messages wait for their turn."""

from __future__ import annotations

from tests.edges.doubles import House

from ludus.wire.messages import Ping


class BusyHouse(House):
    """A house in which every message takes so long that the next has to wait for its turn."""

    def receive(self, number, request):
        """Somebody says something, and time passes."""
        super().receive(number, request)
        self.now += self.policy.turn_seconds


def test_who_waits_for_a_turn_may_say_a_little_more_and_is_then_not_heard_until_it_has_come():  # B15
    house = BusyHouse()
    connection, transport = house.open()
    connection.data_received(b"PING id=1\nPING id=2\n")
    assert (house.said, transport.reading) == ([Ping(id="1")], True)  # it costs nothing to go on listening
    connection.data_received(b"PING id=3\n")
    assert (house.said, transport.reading) == ([Ping(id="1")], False)
    for _ in range(3):
        house.pass_time(0.0)
    assert house.said == [Ping(id="1"), Ping(id="2"), Ping(id="3")]
    assert transport.reading


def test_what_was_said_before_the_end_of_a_tls_connection_is_handled_first():  # B10
    house = BusyHouse()
    connection, transport = house.open()
    transport.sslcontext = "TLS"
    connection.data_received(b"PING id=1\nPING id=2\n")
    assert not transport.reading  # the end, which would close the connection, is not seen yet
    house.pass_time(0.0)
    house.pass_time(0.0)
    assert house.said == [Ping(id="1"), Ping(id="2")]
    assert transport.reading
