"""Messages as JSON, and what is said of those that are none (T15)."""

import pytest

from ludus.wire import jsonlines, messages
from ludus.wire.error_sentences import Kind
from ludus.wire.limits import LONGEST_LINE
from ludus.wire.messages import Pong, Problem


def test_a_message_is_one_object_a_line():
    assert jsonlines.read(b'{"type":"move","squares":[[1,1],[1,6]],"id":"a"}\r\n') == messages.Move(
        squares=[(1, 1), (1, 6)], id="a"
    )
    assert jsonlines.write(Pong(id="a")) == b'{"type":"pong","id":"a"}\n'


@pytest.mark.parametrize(
    ("said", "field", "sentence"),
    [
        (b'{"type":"login","name":"4nn","password":"x"}', "name", "up to 24 letters, digits, - or _, beginning with a letter"),
        (b'{"type":"login","name":"ann\\n","password":"x"}', "name", "up to 24 letters, digits, - or _, beginning with a letter"),
        (b'{"type":"login","name":"ann"}', "password", "password is missing"),
        (b'{"type":"login","name":"ann","password":"x\\u0007"}', "password", "without control characters"),
        (b'{"type":"login","name":"ann","password":null}', "password", "1 to 1000 characters"),
        (b'{"type":"ping","x":1}', "x", "ping has no field 'x'; its fields are id"),
        (b'{"type":"join","match":"m7","team":-1}', "team", "a whole number from 0 to 100"),
        (b'{"type":"join","match":"m7","team":' + b"9" * 4000 + b"}", "team", "a whole number from 0 to 100"),
        (b'{"type":"offer","what":"peace"}', "what", "draw, undo or rematch, not 'peace'"),
        (b'{"type":"move","squares":[[1,1],[1,"6"]]}', "squares", "at most 64 squares, each an x and a y"),
        (b'{"type":"new","game":"go","options":{"a b":1}}', "options", "at most 16 options"),
        (b'{"type":"new","game":"go","move":1e999}', "move", "a number from -1 to 1000000"),
        (b'{"type":"ping","id":"a b"}', "id", "a word of at most 64 characters"),
        (b'{"type":"fly"}', "type", "Unknown command 'fly'. HELP lists the commands."),
        (b'{"type":7}', "type", "type must be the name of a message, such as ping"),
        (b"{}", "type", "type is missing"),
    ],
)
def test_a_wrong_message_is_told_which_field_is_wrong(said, field, sentence):  # T15
    problem = jsonlines.read(said)
    assert isinstance(problem, Problem)
    assert problem.field == field
    assert sentence in problem.sentence
    assert "^" not in problem.sentence


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"\n",
        b"{",
        b"[]",
        b"7",
        b"[" * 4000,
        b'{"a":' * 800,
        b'{"type":"chat","text":"\xff"}',
        b'{"type":"\xff"}',
        b'{"type":"chat","text":"\\ud800"}',
        b'{"type":"chat","text":"\\udc00 and more"}',
        b'{"type":"new","game":"go","move":NaN}',
        b'{"type":"new","game":"go","move":-Infinity}',
        b'\xef\xbb\xbf{"type":"ping"}',
        b'{"type":"ping"}{"type":"ping"}',
        b'{"type":"ping","x":' + b"[" * 3000 + b"]" * 1000 + b"}",
    ],
)
def test_what_is_no_json_cannot_be_read(said):  # T15
    assert jsonlines.read(said).code == Kind.UNREADABLE.code


def test_a_message_may_have_4096_bytes():  # B15
    ping = b'{"type":"ping"}'
    assert jsonlines.read(ping.ljust(LONGEST_LINE) + b"\r\n") == messages.Ping()
    assert jsonlines.read(ping.ljust(LONGEST_LINE + 1) + b"\r\n").code == Kind.TOO_LONG.code


def test_the_id_of_a_mistake_is_repeated_if_it_is_one():
    assert jsonlines.read(b'{"type":"fly","id":"a1"}').id == "a1"
    assert jsonlines.read(b'{"id":"a1","type":"join"}').id == "a1"
    assert jsonlines.read(b'{"type":"fly","id":"a\\u001b"}').id == ""
    assert jsonlines.read(b'{"type":"fly","id":7}').id == ""


def test_a_mistake_never_echoes_control_characters():  # B15
    for said in (b'{"type":"\\u001b[2J"}', b'{"type":"ping","\\u001b[2J":1}', b'{"type":"join","match":"\\u202e"}'):
        problem = jsonlines.read(said)
        assert all(each.isprintable() for each in problem.sentence + problem.field)


def test_a_password_is_never_quoted():
    assert "secret" not in jsonlines.read(b'{"type":"login","name":"ann","password":" secret"}').sentence


def test_a_client_reads_what_it_can_of_a_newer_server():
    assert jsonlines.read_reply(b'{"type":"pong","mood":"good"}') == Pong()
    assert jsonlines.read_reply(b'{"type":"sung"}').code == Kind.UNREADABLE.code
    assert jsonlines.read_reply(b'{"type":"pong","mood":' + b"[" * 100_000).code == Kind.UNREADABLE.code
    assert jsonlines.read_reply(b"\xff").code == Kind.UNREADABLE.code
