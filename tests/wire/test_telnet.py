"""What telnet programs say of themselves is understood, however the bytes come (RFC 854, 860, 1073)."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus.wire.framing import Framing
from ludus.wire.messages import Ping
from ludus.wire.telnet import AYT, IP, LONGEST_OPTION, Telnet

DO_NAWS = b"\xff\xfd\x1f"


def answers(*said: bytes) -> bytes:
    telnet = Telnet()
    for data in said:
        telnet.feed(data)
    return telnet.answers.removeprefix(DO_NAWS)


def test_nothing_is_said_to_who_does_not_speak_telnet():  # B13
    telnet = Telnet()
    assert telnet.feed(b"MOVE 2 1 1 1 6\r\n") == b"MOVE 2 1 1 1 6\r\n"
    assert telnet.answers == b""


def test_ctrl_c_drops_what_was_typed_and_its_mark_is_answered():  # B10
    telnet = Telnet()
    typed = telnet.feed(b"RESI\xff\xf4\xff\xfd\x06PING\r\n")
    assert typed == b"RESI\x03PING\r\n"
    assert (telnet.signals, telnet.answers) == ([IP], DO_NAWS + b"\xff\xfb\x06")
    telnet.feed(b"\xff\xf4\xff\xfd\x06")
    assert telnet.answers.count(b"\xff\xfb\x06") == 2  # each mark is answered


def test_the_window_is_asked_for_once_and_its_width_is_known_even_if_it_holds_a_line_feed():
    telnet = Telnet()
    assert telnet.feed(b"\xff\xfb\x1fPI\xff\xfa\x1f\x00\x0a\x00\x0a\xff\xf0NG\n") == b"PING\n"
    assert (telnet.width, telnet.answers) == (10, DO_NAWS)
    telnet.feed(b"\xff\xfa\x1f\x00\xff\xff\x00\x18\xff\xf0")
    assert telnet.width == 255
    telnet.feed(b"\xff\xfa\x1f\x00\xff\xf0\xff\xfa\x18\x00xterm\xff\xf0")  # too short, and something else
    assert telnet.width == 255


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        (b"\xff\xfd\x01", b"\xff\xfc\x01"),  # DO ECHO: WONT
        (b"\xff\xfb\x18", b"\xff\xfe\x18"),  # WILL TERMINAL-TYPE: DONT
        (b"\xff\xfc\x01\xff\xfe\x01", b""),  # WONT and DONT need no answer
        (b"\xff\xf5", b"\xff\xf2"),  # abort output: there is none left
        (b"\xff\xf1\xff\xff", b""),
    ],
)
def test_what_is_offered_is_answered_once(said, answer):
    assert answers(said) == answer
    if answer[1:2] in (b"\xfc", b"\xfe"):
        assert answers(said, said) == answer


def test_are_you_there_and_the_keys_that_erase():
    telnet = Telnet()
    assert telnet.feed(b"ab\xff\xf7c\xff\xf8") == b"ab\x08c\x15"
    telnet.feed(b"\xff\xf6")
    assert telnet.signals == [AYT]


def test_a_negotiation_without_end_is_not_kept():  # B15
    telnet = Telnet()
    telnet.feed(b"\xff\xfa" + b"x" * 2 * LONGEST_OPTION)
    assert telnet.feed(b"PING\n") == b"PING\n"


@given(st.lists(st.integers(0, 40), max_size=6))
def test_it_does_not_matter_where_the_bytes_are_cut(cuts):
    whole = b"PI\xff\xfa\x1f\x00\x0a\x00\x18\xff\xf0N\xff\xf4\xff\xfd\x06PI\xff\xfb\x01NG\xff\xf7G\r\n"
    framing, heard = Framing(), []
    places = [0, *sorted(min(cut, len(whole)) for cut in cuts), len(whole)]
    for start, end in itertools.pairwise(places):
        framing.feed(whole[start:end])
        while framing.has_message:
            heard += framing.take()
    assert heard == [Ping()]
    assert (framing.telnet.width, framing.telnet.signals) == (10, [IP])
