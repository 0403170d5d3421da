"""What telnet programs signal, and lines without a command, as the port hands them on (B10)."""

from __future__ import annotations

from tests.edges.doubles import House

from ludus.wire.messages import Ping


def test_ctrl_c_is_answered_and_a_window_told_of_is_passed_on():  # B10
    house = House()
    connection, transport = house.open()
    connection.data_received(b"\xff\xfb\x1f\xff\xfa\x1f\x00\x28\x00\x18\xff\xf0RESI\xff\xf4\xff\xfd\x06PING\n")
    assert transport.sent.startswith(b"\xff\xfd\x1f\xff\xfb\x06NOTICE What you were typing is dropped.")
    assert house.said == ["1 is 40 wide", Ping()]
    connection.data_received(b"\xff\xf6")
    assert transport.sent.endswith(b"NOTICE Ludus is here.\n")


def test_moves_without_a_command_are_not_counted_as_errors():  # B15
    house = House(errors=3)
    house.moves = {"d3"}
    connection, transport = house.open()
    for _ in range(10):
        connection.data_received(b"d3\n")
    assert b"Too many errors" not in transport.sent
    connection.data_received(b"WHAT\nWHAT\nWHAT\n")
    assert b"Too many errors" in transport.sent
