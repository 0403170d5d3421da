"""The examples of docs/protocol.md are true (B14, T15): they can be read, are what the codecs write, and none is missing."""

import inspect
import re
import textwrap
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.wire.strategies import REPLIES, REQUESTS, UNHURRIED, any_message

from ludus.wire import jsonlines, line
from ludus.wire.codec import JSON, LINE, spoken
from ludus.wire.error_sentences import Kind
from ludus.wire.limits import LONGEST_LINE
from ludus.wire.messages import TOPICS, Problem, Request
from ludus.wire.words import VERSION

PATH = Path(__file__).parents[2] / "docs" / "protocol.md"
PAGE = PATH.read_text(encoding="utf-8")
REFERENCE = "## What clients say\n"
"""Where the part begins that is written from the classes."""


def blocks(fence):
    """The lines of every block with this word after its fence."""
    return [block.splitlines() for block in re.findall(rf"^```{fence}\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)]


def pattern(shape):
    """A shape of the server's lines as a regular expression."""
    shape = re.sub(r"<\w+\.\.\.>", "\0", shape)  # the rest of the line
    shape = re.sub(r"<\w+>", "\1", shape)  # one word
    shape = re.sub(r" \[([^]]*)\]", r"(?: \1)?", shape)
    shape = re.sub(r"(?<= )[A-Za-z]+(?:\|[A-Za-z]+)+", lambda choices: f"(?:{choices[0]})", shape)
    return re.compile(shape.replace(" \0", "(?: .*)?").replace("\0", ".*").replace("\1", "[^ ]+"))


def reference():
    """The last part of the page: every message with its docstring and its example, topic by topic."""
    said = [REFERENCE]
    for topic in TOPICS:
        said.append(f"### {topic.TITLE}\n")
        for message in (each for each in REQUESTS if each.__module__ == topic.__name__):
            as_json = jsonlines.write_request(LINE.read(message.example.encode())).decode().rstrip()
            said += [described(message), f"```request\nC {message.example}\nC {as_json}\n```\n"]
    said.append("## What the server says\n")
    said.append("A reply to a request with an `id` repeats it; as lines, `ANSWER <id>` comes first.\n")
    for topic in (each for each in TOPICS if each.EXAMPLES):
        said.append(f"### {topic.TITLE}\n")
        for place, reply in enumerate(topic.EXAMPLES):
            lines = "\n".join(f"S {text}" for text in (*reply.render(), jsonlines.write(reply).decode().rstrip()))
            is_new = type(reply) is not type(topic.EXAMPLES[place - 1]) or not place
            said += [*([described(type(reply))] if is_new else []), f"```reply\n{lines}\n```\n"]
    return "\n".join(said)


def described(message):
    """A message's tag and docstring, a paragraph a line of its own."""
    text = f"**`{message.__struct_config__.tag}`** {inspect.cleandoc(message.__doc__)}"
    return "\n".join(f"{textwrap.fill(paragraph, 130, break_on_hyphens=False)}\n" for paragraph in text.split("\n\n"))


SHAPES = [pattern(shape) for shape in blocks("shapes")[0]]


def has_a_shape(text):
    return any(shape.fullmatch(text) for shape in SHAPES)


@pytest.mark.parametrize("session", blocks("session"), ids=lambda session: session[0])
def test_a_session_is_made_of_what_can_be_said(session):  # B13, B14
    for place, spoken_line in enumerate(session):
        if spoken_line == "...":
            continue
        who, _, said = spoken_line.partition(" ")
        codec = spoken(said.encode())
        if who == "S" and codec is JSON:
            assert jsonlines.write(jsonlines.read_reply(said.encode())).decode() == f"{said}\n"
        elif who == "S":
            assert has_a_shape(said)
        else:
            assert who == "C"
            answer = codec.read(said.encode())
            if isinstance(answer, Problem):
                assert f"S {codec.write(answer).decode()}" == f"{session[place + 1]}\n"
            else:
                assert isinstance(answer, Request)


@pytest.mark.parametrize("pair", blocks("request"), ids=lambda pair: pair[0])
def test_a_request_says_the_same_in_both_codecs(pair):
    as_line, as_json = (said.removeprefix("C ").encode() for said in pair)
    request = LINE.read(as_line)
    assert isinstance(request, Request)
    assert request == JSON.read(as_json)
    assert jsonlines.write_request(request) == as_json + b"\n"


@pytest.mark.parametrize("pair", blocks("reply"), ids=lambda pair: pair[-1][:40])
def test_a_reply_says_the_same_in_both_codecs(pair):
    *as_lines, as_json = (said[2:] for said in pair)
    reply = jsonlines.read_reply(as_json.encode())
    assert jsonlines.write(reply).decode() == f"{as_json}\n"
    assert reply.render() == as_lines


def test_every_message_has_an_example():  # T15
    assert [type(line.read(pair[0][2:].encode())) for pair in blocks("request")] == list(REQUESTS)
    assert list(dict.fromkeys(type(jsonlines.read_reply(pair[-1][2:].encode())) for pair in blocks("reply"))) == list(REPLIES)


def test_the_reference_says_what_the_classes_say(rewrite_golden):  # B14, T15
    prose = PAGE[: PAGE.index(REFERENCE)]
    if rewrite_golden:
        PATH.write_text(prose + reference(), encoding="utf-8")
    else:
        assert prose + reference() == PAGE, "make golden writes it anew"


def test_every_error_is_in_the_table():
    table = re.search(r"^## Errors$.*?^\|---\|---\|\n(.*?)\n\n", PAGE, re.DOTALL | re.MULTILINE)[1]
    assert table.splitlines() == [f"| {kind.code} | {kind.says('...')} |" for kind in Kind]


def test_the_page_names_the_version_and_the_longest_line():
    assert f"This is version {VERSION}." in PAGE
    assert f"A message may have {LONGEST_LINE} bytes." in PAGE


@UNHURRIED
@given(st.sampled_from(REPLIES).flatmap(any_message))
def test_every_line_of_the_server_has_a_shape_that_the_page_shows(reply):  # B11, B14
    assert [text for text in reply.render() if not has_a_shape(text)] == []


def test_every_shape_is_one_that_the_page_gives_an_example_of():
    shown = [said.removeprefix("S ") for block in blocks("reply") + blocks("session") for said in block if said.startswith("S ")]
    assert [shape.pattern for shape in SHAPES if not any(shape.fullmatch(said) for said in shown)] == []
