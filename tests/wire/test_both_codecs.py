"""Whatever can be said in one codec can be said in the other. Everything here is derived from the types of the messages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs
from tests.wire.strategies import REPLIES, REQUESTS, UNHURRIED, any_message, changes, sample

from ludus.wire import jsonlines, line, messages
from ludus.wire.error_sentences import Kind
from ludus.wire.limits import LONGEST_LINE
from ludus.wire.manual import explain

SHOW, RECORD, HELP, MOVES = messages.Show, messages.Record, messages.Help, messages.Moves
ANSWERS = {SHOW: messages.Shown, RECORD: messages.Recorded, HELP: messages.Helped, MOVES: messages.MoveList}

_EVENT = {"number": (SHOW, "board.number")}
_MATCH = {"match": (SHOW, "match"), **_EVENT}
_TEAM = {"team": (SHOW, "board.team")}
_CLOCKS = {"clocks": (SHOW, "board.clocks"), "turn": (SHOW, "board.turn")}
_MOVE = dict.fromkeys(("what", "text", "path"), (SHOW, "board.history"))

LEFT_OUT = {
    messages.MatchBoard: _MATCH
    | _TEAM
    | _CLOCKS
    | {
        field: (SHOW, f"board.{field}")
        for field in ("game", "options", "teams", "history", "commitment", "times", "levels", "status", "chances", "scores")
    },
    messages.Changed: _MATCH
    | _TEAM
    | _CLOCKS
    | _MOVE
    | {"player": (SHOW, "board.teams"), "words": (SHOW, "board.chances"), "status": (SHOW, "board.status")},
    messages.Ask: _MATCH
    | _TEAM
    | {field: (SHOW, field) for field in ("ref", "board", "refused", "games", "score", "forfeited", "tournament")}
    | {"moves": (MOVES, "moves")},
    messages.Accepted: _MATCH | {"ref": (SHOW, "ref")},
    messages.Ended: _MATCH
    | {"winner": (RECORD, "lines"), "seed": (RECORD, "lines"), "scores": (SHOW, "board.scores"), "board": (SHOW, "board")},
    messages.Problem: {"code": (HELP, "lines"), "field": (HELP, "lines"), "match": (SHOW, "match")},
    messages.TournamentExported: {"shown.id": (SHOW, "match")},
    messages.Shown: {"board.id": (SHOW, "match"), "board.match": (SHOW, "match")},
    **dict.fromkeys(
        (messages.Seated, messages.Joined, messages.Left, messages.Offered, messages.Declined, messages.Said), _EVENT
    ),
}
"""What the short lines of play leave out, each with the command that tells it, and where in the answer."""


def unseen(kind):
    """The fields of a message that can change without a change of its lines."""
    value = sample(kind)
    return {where[1:] for where, other in changes(kind, value) if other.render() == value.render()}


def within(where, field):
    return where == field or where.startswith(f"{field}.")


def _in_small_letters(request):
    """The request with the name of its match as the server writes it: in a line it may be in either case."""
    return structs.replace(request, match=request.match.lower()) if hasattr(request, "match") else request


@pytest.mark.parametrize("kind", REQUESTS)
@UNHURRIED
@given(st.data())
def test_a_request_is_read_back_equal_from_a_line_and_from_json(kind, data):  # B10, B14, T15
    request = data.draw(any_message(kind))
    read_back_from_json(request)
    if getattr(request, "match", "").isascii():
        request = _in_small_letters(request)
    written = line.write_request(request)
    if len(written.encode()) <= LONGEST_LINE:
        assert line.read(written.encode() + b"\r\n") == request
    else:
        assert line.read(written.encode()).code == Kind.TOO_LONG.code


def read_back_from_json(request):
    written = jsonlines.write_request(request)
    assert written.count(b"\n") == 1
    if len(written) <= LONGEST_LINE:
        assert jsonlines.read(written) == request
    else:
        assert jsonlines.read(written).code == Kind.TOO_LONG.code or len(written) == LONGEST_LINE + 1


@pytest.mark.parametrize("kind", REPLIES)
@UNHURRIED
@given(st.data())
def test_a_reply_is_read_back_equal_from_json_and_its_lines_hold_nothing_but_what_can_be_seen(kind, data):  # B11, B15, T15
    reply = data.draw(any_message(kind))
    written = jsonlines.write(reply)
    assert written.count(b"\n") == 1
    assert jsonlines.read_reply(written) == reply
    for each in line.write(reply).decode().split("\n")[:-1]:
        assert each.isascii() or not {"\x85", "\u2028", "\u202e", "\u200b"} & set(each)
        assert not any(ord(character) < 32 or 127 <= ord(character) < 160 for character in each)
        assert each.strip(" ")


@pytest.mark.parametrize("kind", REPLIES)
def test_a_change_of_any_field_shows_in_the_lines_or_is_told_by_a_command(kind):  # B14, T3
    left_out = LEFT_OUT.get(kind, {})
    assert {where for where in unseen(kind) if not any(within(where, field) for field in left_out)} == set()
    for field in left_out:
        assert any(within(where, field) for where in unseen(kind)), f"{field} is in the lines, and listed as left out"


@pytest.mark.parametrize("kind", LEFT_OUT)
def test_the_command_that_tells_what_is_left_out_does_tell_it(kind):  # B14
    for command, place in LEFT_OUT[kind].values():
        answer = ANSWERS[command]
        told = {where[1:] for where, _ in changes(answer, sample(answer)) if within(where[1:], place)}
        assert told
        assert told & unseen(answer) <= set(LEFT_OUT.get(answer, {}))


def test_help_tells_the_code_of_every_error():
    told = "\n".join(explain("errors").lines)
    assert all(kind.code in told for kind in Kind)


@UNHURRIED
@given(st.sampled_from(REPLIES).flatmap(any_message))
def test_an_answer_as_lines_begins_with_the_id_of_its_request(reply):
    answer = [each for each in reply.render()[:1] if each.startswith("ANSWER ")]
    assert bool(answer) == bool(reply.id)
