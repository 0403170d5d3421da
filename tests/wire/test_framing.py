"""Framing: bytes in any pieces become the same messages (B10, B15)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.wire.strategies import REQUESTS, UNHURRIED, any_message

from ludus.wire import jsonlines, line
from ludus.wire.codec import JSON, LINE
from ludus.wire.error_sentences import Kind
from ludus.wire.framing import Framing, Mistake, Phase
from ludus.wire.limits import LONGEST_LINE
from ludus.wire.messages import Chat, Ping

PIECES = st.one_of(
    st.sampled_from(
        [b"\n", b"\r\n", b"PING", b"PING\r\n", b'{"type":"ping"}', b"\xff\xfb\x01", b" ", b"MOVE 1", b"\r", b"\0", b"{"]
    ),
    st.sampled_from([b"x" * LONGEST_LINE, b"y" * (LONGEST_LINE + 1)]),
    st.binary(max_size=20),
)


def taken(framing):
    """Whatever can be taken now."""
    while framing.has_message:
        yield from framing.take()


def heard(framing, *pieces, end=False):
    """What comes of pieces that arrive one after another."""
    found = []
    for piece in pieces:
        framing.feed(piece)
        found += taken(framing)
    if end:
        framing.end()
        found += taken(framing)
    return found


def codes(found):
    return [each.problem.code for each in found if isinstance(each, Mistake)]


@st.composite
def cut(draw, whole):
    """Bytes in pieces."""
    cuts = sorted(draw(st.lists(st.integers(0, len(whole)), max_size=12)))
    return [whole[start:end] for start, end in zip([0, *cuts], [*cuts, len(whole)], strict=True)]


@UNHURRIED
@given(st.data())
def test_any_bytes_give_the_same_messages_however_they_are_cut(data):  # B10, B15
    whole = b"".join(data.draw(st.lists(PIECES, max_size=15)))
    pieces = data.draw(cut(whole))
    at_once, piecewise = Framing(most_errors=4), Framing(most_errors=4)
    assert heard(piecewise, *pieces) == heard(at_once, whole)
    assert (piecewise.phase, piecewise.is_midway) == (at_once.phase, at_once.is_midway)
    if at_once.phase is not Phase.UNDECIDED:
        assert piecewise.codec is at_once.codec
    assert heard(piecewise, end=True) == heard(at_once, end=True)
    assert piecewise.phase is at_once.phase is Phase.ANSWERING


@UNHURRIED
@given(st.lists(st.sampled_from(REQUESTS).flatmap(any_message), max_size=6), st.sampled_from([JSON, LINE]), st.data())
def test_what_a_client_writes_is_what_the_server_takes(requests, codec, data):  # B10, T15
    write = jsonlines.write_request if codec is JSON else lambda request: line.write_request(request).encode() + b"\r\n"
    written = [write(request) for request in requests]
    read = [codec.read(each) for each in written]
    found = heard(Framing(codec), *data.draw(cut(b"".join(written))))
    assert [each.problem if isinstance(each, Mistake) else each for each in found] == read


@pytest.mark.parametrize(
    ("first", "codec"),
    [
        (b"{", JSON),
        (b' \r\n{"type"', JSON),
        (b"PING\n", LINE),
        (b"\xff\xfb\x01", LINE),
        (b"\n", LINE),
        (b"", LINE),
    ],
)
def test_the_first_byte_decides_what_is_spoken(first, codec):
    framing = Framing()
    framing.feed(first)
    assert framing.codec is codec


def test_an_empty_line_is_not_a_word_yet():
    framing = Framing()
    assert heard(framing, b"\r\n", b"\xff\xfb\x01\n") == []
    assert framing.phase is Phase.UNDECIDED
    assert heard(framing, b'{"type":"ping"}\n') == [Ping()]
    assert (framing.codec, framing.phase) == (JSON, Phase.TALKING)


def test_once_somebody_has_spoken_a_brace_changes_nothing():
    framing = Framing()
    assert codes(heard(framing, b'PING\n{"type":"ping"}\n')) == [Kind.UNKNOWN_COMMAND.code]
    assert framing.codec is LINE


def test_a_line_that_is_too_long_is_complained_of_once_and_skipped_to_its_end():  # B15
    framing = Framing()
    longest = b"CHAT " + b"x" * (LONGEST_LINE - 5)
    assert codes(heard(framing, longest, longest, longest)) == [Kind.TOO_LONG.code]
    assert framing.is_midway
    assert heard(framing, longest + b"\nPING\n") == [Ping()]
    assert not framing.is_midway


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_the_longest_line_may_end_either_way(end):  # B10, B15
    said = b"PING" + b" " * (LONGEST_LINE - 4)
    assert heard(Framing(), said + end) == heard(Framing(), said, end) == [Ping()]
    assert heard(Framing(), said + end[:-1], end[-1:]) == [Ping()]


def test_a_line_that_never_ends_takes_no_memory():  # B15 security
    framing = Framing()
    for byte in (b"x", b"\r", b"\0"):
        for _ in range(20):
            heard(framing, byte * LONGEST_LINE)
    assert len(framing._buffer) <= 2 * LONGEST_LINE


def test_a_mistake_in_a_move_is_told_from_others():  # B12
    assert [each.is_move for each in heard(Framing(), b"MOVE 1 1 1 1\nmove 2 1 1\nGARBAGE\n")] == [True, True, False]
    assert [each.is_move for each in heard(Framing(), b'{"type":"move","squares":1}\n')] == [False]


def test_a_line_without_a_command_is_handed_on_as_it_was_typed():
    (mistake,) = heard(Framing(), b"d3x\x08\r\n")
    assert mistake.said == "d3"
    assert [each.said for each in heard(Framing(), b'{"type":"d3"}\nJOIN\n')] == ["", ""]


def test_a_move_that_was_taken_for_a_mistake_does_not_count_as_one():  # B15
    framing = Framing(most_errors=2)
    for _ in range(5):
        assert codes(heard(framing, b"d3\n")) == ["unknown command"]
        framing.forgive()
    assert codes(heard(framing, b"WHAT\nWHY\n")) == ["unknown command", "unknown command", "too many errors"]


def test_after_too_many_errors_nothing_more_is_read():  # B15, T15
    framing = Framing(most_errors=2)
    found = heard(framing, b"WHAT\nPING\nWHY\nPING\nPING")
    assert codes(found) == ["unknown command", "unknown command", "too many errors"]
    assert [each for each in found if not isinstance(each, Mistake)] == [Ping()]
    assert (framing.phase, framing.is_reading, framing.is_midway) == (Phase.IGNORED, False, False)
    assert heard(framing, b"PING\n") == []
    framing.end()
    assert framing.phase is Phase.ANSWERING


def test_the_last_message_needs_no_end():  # B10
    framing = Framing()
    framing.feed(b"PING\nCHAT so long")
    framing.end()
    assert framing.phase is Phase.LEAVING
    assert list(taken(framing)) == [Ping(), Chat(text="so long")]
    assert framing.phase is Phase.ANSWERING


def test_the_end_of_a_message_that_was_too_long_is_not_a_message():
    framing = Framing()
    assert len(heard(framing, b"x" * (LONGEST_LINE + 1), b"PING", end=True)) == 1
    assert framing.phase is Phase.ANSWERING


def test_closing_is_final():
    framing = Framing()
    framing.close()
    framing.end()
    assert heard(framing, b"PING\n") == []
    assert framing.phase is Phase.CLOSING


def test_a_frame_is_a_message_whatever_is_in_it():  # T15
    framing = Framing(JSON)
    assert framing.read(b'{"type":"ping"}') == [Ping()]
    assert codes(framing.read(b'{"type":"ping"}\n{"type":"ping"}')) == ["unreadable"]
    assert codes(framing.read(b"x" * (LONGEST_LINE + 1))) == ["too long"]
