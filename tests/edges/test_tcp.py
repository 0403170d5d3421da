"""One connection, from its bytes to messages and back, with a transport and a clock that the test holds (B15)."""

from __future__ import annotations

import socket

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.edges.doubles import House, Transport

from ludus.edges.tcp import TcpTransport
from ludus.server.policy import ConnectionPolicy
from ludus.wire.codec import JSON, LINE
from ludus.wire.limits import LONGEST_LINE
from ludus.wire.messages import Chat, Ping, Pong
from ludus.wire.telnet import without_telnet

POLICY = ConnectionPolicy()
SILENCE, CLOSING = POLICY.greeting_seconds, POLICY.closing_seconds


@given(st.data())
def test_messages_are_the_same_however_their_bytes_are_cut_into_pieces(data):  # B10
    house = House()
    connection, _ = house.open()
    whole = b"PING\r\nCHAT Good luck!\n\n\xff\xfb\x01PING id=7\n" + "CHAT Grüße aus 東京\n".encode() + b"PIN"
    cuts = sorted(data.draw(st.lists(st.integers(1, len(whole)), max_size=20)))
    for start, end in zip([0, *cuts], [*cuts, len(whole)], strict=True):
        connection.data_received(whole[start:end])
    assert house.said == [Ping(), Chat(text="Good luck!"), Ping(id="7"), Chat(text="Grüße aus 東京")]


@pytest.mark.parametrize(
    ("first", "codec"), [(b"{", JSON), (b' \r\n{"type"', JSON), (b"PING\n", LINE), (b"\xff\xfb\x01", LINE), (b"\n", LINE)]
)
def test_the_first_byte_decides_what_is_spoken(first, codec):
    house = House()
    connection, _ = house.open()
    connection.data_received(first)
    assert (connection.codec, house.came[0].program) == (codec, codec is JSON)
    house.pass_time(SILENCE)
    assert len(house.came) == 1


def test_who_says_nothing_is_somebody_who_waits_to_be_spoken_to():  # B16
    house = House()
    connection, transport = house.open()
    assert house.came == []
    house.pass_time(SILENCE)
    assert (house.came[0].front.codec, house.came[0].silent) == (LINE, True)
    connection.data_received(b'{"type":"ping"}\n')  # a program that was slow to speak
    assert (connection.codec, house.said, house.came[0].program) == (JSON, [Ping()], True)
    connection.send(connection.codec.write(Pong()))
    assert transport.sent == b'{"type":"pong"}\n'


def test_after_a_move_that_cannot_be_read_the_move_is_asked_for_again():  # B12
    house = House()
    connection, transport = house.open()
    connection.data_received(b"PING\nMOVE 1 1 1 1\nGARBAGE\n")
    assert house.said == [Ping(), "ask 1 again"]
    assert transport.sent.count(b"ERROR") == 2


def test_a_person_who_types_a_brace_does_not_become_a_program():
    house = House()
    connection, transport = house.open()
    connection.data_received(b'\nPING\n{"type":"ping"}\nPING\n')
    assert (connection.codec, house.said) == (LINE, [Ping(), Ping()])
    assert transport.sent.startswith(b"ERROR Unknown command '{")


def test_a_line_that_is_too_long_is_skipped_to_its_end_and_complained_of_once():  # B15
    house = House()
    connection, transport = house.open()
    longest = b"CHAT " + b"x" * (LONGEST_LINE - 5)
    connection.data_received(longest + b"y\nPING\n")
    for _ in range(40):
        connection.data_received(longest)
    connection.data_received(b"\nPING\n")
    assert transport.sent == b"ERROR A message may have at most 4096 bytes\n" * 2
    assert house.said == [Ping(), Ping()]
    connection.data_received(b" " * LONGEST_LINE + b"\n")
    assert len(transport.sent.splitlines()) == 2


@pytest.mark.parametrize("piece", [b"x", b"x" * LONGEST_LINE])
def test_a_line_that_never_ends_is_cut(piece):  # B15
    house = House(message_seconds=30.0)
    connection, transport = house.open()
    connection.data_received(b"PING\n")
    for _ in range(30):
        connection.data_received(piece)
        house.pass_time(1.0)
        assert not transport.cut
    connection.data_received(piece)
    house.pass_time(1.0)
    assert transport.cut


def test_slow_typing_is_nobodys_fault():
    house = House(message_seconds=30.0)
    connection, transport = house.open()
    for _ in range(10):
        for letter in b"PING\n":
            connection.data_received(bytes([letter]))
            house.pass_time(5.0)
    assert len(house.said) == 10
    assert not transport.closing


def test_after_too_many_errors_the_connection_is_closed():  # B15, T15
    house = House(errors=3)
    connection, transport = house.open()
    connection.data_received(b"WHAT\n\xc3\nPING\n" + b"WHY\nPING\n" * 100)
    assert house.said == [Ping(), "1 has finished"]
    assert transport.sent.splitlines()[-2:] == [
        b"ERROR Unknown command 'WHY'. HELP lists the commands.",
        b"ERROR Too many errors; goodbye",
    ]
    assert not transport.half_closed  # what was asked before may still be answered
    connection.close()
    assert transport.half_closed
    assert not transport.closing  # they may still be talking, and would miss the last words
    connection.data_received(b"PING\n")
    assert not connection.eof_received()  # now they have hung up, too
    assert house.said == [Ping(), "1 has finished"]
    house.pass_time(CLOSING + 1)
    assert transport.cut  # who does not even read the goodbye


def test_who_says_too_much_is_made_to_wait_and_nothing_is_lost():  # B15
    house = House(messages_at_once=5, messages_per_second=1.0, message_seconds=1.5, idle_seconds=3.0)
    connection, transport = house.open()
    connection.data_received(b"".join(b"PING id=%d\n" % number for number in range(12)) + b"\nPING id=l")
    assert [ping.id for ping in house.said] == ["0", "1", "2", "3", "4"]
    assert not transport.reading  # the client cannot send more than what is on its way
    connection.data_received(b"ast\n")
    assert len(house.said) == 5
    for _ in range(8):
        house.pass_time(1.0)  # who waits is neither slow nor idle
    assert [ping.id for ping in house.said] == [str(number) for number in range(12)]  # saying nothing counts, too
    assert not transport.reading
    house.pass_time(1.0)
    assert house.said[-1] == Ping(id="last")
    assert transport.reading
    assert (transport.sent, transport.closing) == (b"", False)


def test_who_says_too_much_and_then_nothing_more_is_answered_all_of_it():  # B10, B15
    house = House(messages_at_once=5, messages_per_second=1.0)
    connection, transport = house.open()
    connection.data_received(b"PING\n" * 20 + b"PING id=last")
    assert connection.eof_received()
    house.pass_time(CLOSING + 2)
    assert len(house.said) == 10
    house.pass_time(5.0)
    house.pass_time(5.0)
    assert house.said[-2:] == [Ping(id="last"), "1 has finished"]
    assert not transport.closing
    connection.close()
    assert transport.closing
    assert not transport.cut


def test_who_goes_while_waiting_is_gone():
    house = House(messages_at_once=1, messages_per_second=1.0)
    connection, transport = house.open()
    connection.data_received(b"PING\n" * 3)
    connection.close()  # seen off
    assert (transport.half_closed, transport.reading) == (True, True)
    house.pass_time(1.0)
    connection.connection_lost(None)
    house.pass_time(1.0)
    assert house.said == [Ping()]


def test_who_does_not_read_is_cut():  # B15
    house = House(unread_bytes=1000)
    connection, transport = house.open()
    transport.stuck = 1000
    connection.send(b"DRAW SQUARE white 1 1\n")
    assert not transport.cut
    transport.stuck = 1001
    connection.send(b"DRAW SQUARE white 1 1\n")
    assert transport.cut
    connection.send(b"to nobody")


def test_who_is_silent_for_too_long_is_told_goodbye():  # B15
    house = House(idle_seconds=3600.0)
    connection, transport = house.open()
    connection.data_received(b"PING\n")
    house.pass_time(3600.0)
    assert not transport.closing
    house.pass_time(1.0)
    assert transport.closing
    assert transport.sent == b"GOODBYE You have been silent for too long\n"


def test_an_address_has_so_many_connections_and_no_more():  # B15
    house = House(per_address=2)
    open_ones = [house.open() for _ in range(2)]
    refused, transport = house.open()
    house.pass_time(SILENCE)
    assert transport.half_closed
    assert transport.sent == b"ERROR Too many connections, from your address or in all; try again later\n"
    refused.data_received(b"PING\n")
    refused.connection_lost(None)
    assert [came.address for came in house.came] == ["10.0.0.1"] * 2  # the silent ones; the other was never let in
    assert is_let_in(house, "10.0.0.2")
    open_ones[0][0].connection_lost(None)
    assert house.gone == [1]
    assert is_let_in(house)
    assert not is_let_in(house)


def is_let_in(house, address="10.0.0.1"):
    """Whether somebody who comes is listened to."""
    said = len(house.said)
    house.open(address)[0].data_received(b"PING\n")
    return len(house.said) > said


@pytest.mark.parametrize(
    ("first", "said"),
    [
        (b'{"type":"ping"}\n', b'{"type":"problem","code":"too many connections","sentence":"Too many connections, '),
        (b"PING\n", b"ERROR Too many connections, "),
    ],
)
def test_who_cannot_be_let_in_is_told_so_in_the_words_they_speak(first, said):  # B15
    house = House(per_address=0)
    connection, transport = house.open()
    assert not transport.sent
    connection.data_received(first * 2)
    connection.data_received(first)
    assert transport.sent.startswith(said)
    assert transport.sent.count(b"\n") == 1
    assert (transport.half_closed, transport.closing) == (True, False)  # closed with words unread, it would break
    assert not connection.eof_received()
    house.pass_time(CLOSING + 1)
    assert transport.cut
    connection.connection_lost(None)
    assert house.refused == set()


def test_only_so_many_are_told_that_they_cannot_be_let_in():  # B15 security
    house = House(per_address=0)
    assert not any(house.open()[1].cut for _ in range(POLICY.refused_at_once))
    one_too_many, transport = house.open()
    assert transport.cut
    one_too_many.connection_lost(None)
    house.pass_time(SILENCE)
    assert transport.sent == b""


def test_a_household_with_its_own_ipv6_network_counts_as_one_address():  # B15 security
    house = House(per_address=2)
    first, _ = house.open("2001:db8:1:2::1")
    assert is_let_in(house, "2001:db8:1:2:ffff::2")
    assert not is_let_in(house, "2001:db8:1:2:3:4:5:6")
    assert is_let_in(house, "2001:db8:1:3::1")  # the neighbours
    first.connection_lost(None)
    assert is_let_in(house, "2001:db8:1:2::7")


def test_some_connections_are_kept_free_for_the_operator():  # B15
    house = House(total=3, reserved=1)
    assert [is_let_in(house, address) for address in ("10.0.0.1", "10.0.0.2", "10.0.0.3", "127.0.0.1", "::1")] == [
        *(True, True, False),
        *(True, False),
    ]


def test_there_are_so_many_connections_altogether_and_no_more():  # B15
    house = House(total=3, reserved=0)
    first, *_ = [house.open(f"10.0.0.{number}")[0] for number in range(3)]
    refused, transport = house.open("10.0.0.9")
    refused.data_received(b"PING\n")
    assert transport.sent.startswith(b"ERROR Too many connections, ")
    refused.connection_lost(None)
    assert not is_let_in(house, "10.0.0.9")  # who was not let in does not count
    first.connection_lost(None)
    assert is_let_in(house, "10.0.0.9")


def test_a_machine_that_is_gone_without_a_word_is_noticed():  # B15
    with socket.socket() as plain:
        TcpTransport(House(), "10.0.0.1", counted=True).connection_made(Transport(socket=plain))
        assert plain.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
        if hasattr(socket, "TCP_KEEPIDLE"):
            assert plain.getsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE) == POLICY.keepalive_seconds


def test_who_says_nothing_more_is_still_answered_but_not_for_ever():  # B10
    house = House()
    connection, transport = house.open()
    connection.data_received(b"PING\nPING id=2")
    assert connection.eof_received()
    assert house.said == [Ping(), Ping(id="2"), "1 has finished"]  # the last line needs no end
    connection.send(b"PONG\n")
    assert transport.sent == b"PONG\n"
    house.pass_time(CLOSING)
    assert not transport.closing
    house.pass_time(1.0)
    assert transport.closing
    assert not transport.cut
    house.pass_time(CLOSING + 1)
    assert transport.cut


def test_who_says_nothing_at_all_and_goes_is_gone():
    house = House()
    connection, _ = house.open()
    assert not connection.eof_received()
    connection.connection_lost(None)
    house.pass_time(SILENCE)
    assert house.came == []


def test_bytes_that_come_after_the_end_are_not_looked_at():
    house = House(errors=1)
    connection, transport = house.open()
    connection.data_received(b"WHAT\n")
    connection.close()
    assert transport.half_closed
    connection.data_received(b"PING\n")
    connection.connection_lost(None)
    house.pass_time(SILENCE)
    assert (house.said, house.gone, house.connections) == (["1 has finished"], [1], set())


@given(st.lists(st.binary(max_size=300), max_size=30))
def test_whatever_comes_nothing_is_raised_and_every_answer_is_whole_lines(pieces):  # B15
    house = House()
    connection, transport = house.open()
    for piece in pieces:
        connection.data_received(piece)
        house.pass_time(0.1)
    said = without_telnet(transport.sent)
    assert said == b"" or said.endswith(b"\n")
    assert not any(byte < 32 and byte != 10 for byte in said)
