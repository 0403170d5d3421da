"""Nothing that a client sends can stop the server (B15): whatever comes is read or refused, and quickly."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.wire.strategies import REQUESTS, UNHURRIED, any_message

from ludus.wire import jsonlines, line
from ludus.wire.codec import JSON, LINE, spoken
from ludus.wire.limits import LONGEST_LINE
from ludus.wire.messages import Problem, Request
from ludus.wire.words import UNSEEN

CODECS = [JSON, LINE]
WRITTEN = (
    st.sampled_from(REQUESTS)
    .flatmap(any_message)
    .flatmap(lambda request: st.sampled_from([jsonlines.write_request(request), line.write_request(request).encode()]))
)


@st.composite
def mutated(draw):
    """A message with a part of it lost, doubled or overwritten."""
    written = draw(WRITTEN)
    start, end = sorted(draw(st.lists(st.integers(0, len(written)), min_size=2, max_size=2)))
    return (
        written[:start] + draw(st.sampled_from([b"", written[start:end] * 2, b"\xff", b'"', b"=", b" ", b"\x1b"])) + written[end:]
    )


def answered(codec, said):
    """What comes of it; whatever is said about it can be written, and shown to anybody."""
    answer = codec.read(said)
    if isinstance(answer, Problem):
        assert all(each.isprintable() for each in answer.sentence + answer.field)
        assert not UNSEEN.search(answer.id)
        assert len(answer.sentence) < 500
        assert JSON.write(answer).endswith(b"}\n")
        assert LINE.write(answer).startswith((b"ERROR ", b"ANSWER "))
    else:
        assert answer is None or isinstance(answer, Request)


@pytest.mark.parametrize("codec", CODECS)
@UNHURRIED
@given(st.one_of(st.binary(max_size=200), st.text(max_size=200).map(lambda text: text.encode(errors="surrogatepass"))))
def test_any_bytes_are_read_or_refused(codec, said):  # B15
    answered(codec, said)


@pytest.mark.parametrize("codec", CODECS)
@UNHURRIED
@given(mutated())
def test_a_spoilt_message_is_read_or_refused(codec, said):  # B15, T15
    answered(codec, said)


@pytest.mark.parametrize("codec", CODECS)
@pytest.mark.parametrize(
    "piece",
    [
        b"\xff\xfa",
        b"\xff",
        b"\xff\xfa\xff",
        b"a=1 ",
        b"1 ",
        b" ",
        b": ",
        b"[",
        b'{"a":',
        b'"',
        b"\\u0041",
        b"9",
        b"-",
        b"= ",
        b"\x00",
    ],
)
@pytest.mark.parametrize(
    "start", [b"", b"NEW a ", b"MOVE 64 ", b"CHAT ", b"LOGIN ", b'{"type":"chat","text":"', b'{"type":"new","x":']
)
def test_no_line_sends_a_regular_expression_wild(codec, start, piece):  # B15
    said = (start + piece * LONGEST_LINE)[:LONGEST_LINE]
    began = time.process_time()
    answered(codec, said)
    assert time.process_time() - began < 5.0  # it takes a millisecond, or longer than anybody waits


def test_a_brace_tells_json_from_lines():
    assert spoken(b'{"type":"ping"}') is JSON
    assert [spoken(first) for first in (b"PING", b"", b"\xff\xfb\x01", b" {", b"\n")] == [LINE] * 5
