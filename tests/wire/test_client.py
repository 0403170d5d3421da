"""The client's end of a connection: answers find their requests, and nothing is missed or done twice after a break (T1, T15)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.wire.strategies import REPLIES, UNHURRIED, any_message

from ludus.wire import jsonlines, messages
from ludus.wire.client import Client, Heard
from ludus.wire.error_sentences import Kind
from ludus.wire.messages import (
    Accepted,
    Done,
    Ended,
    Leave,
    LoggedIn,
    LoggedOut,
    Move,
    Ping,
    Pong,
    Problem,
    Seated,
    Unwatch,
    Watch,
)

BOARD = next(each for each in messages.REPLY_EXAMPLES if isinstance(each, messages.MatchBoard))
ASK = next(each for each in messages.REPLY_EXAMPLES if isinstance(each, messages.Ask))
ANN = LoggedIn(name="ann", token="secret", role="player", guest=False, matches=[])  # noqa: S106


def tell(client, *replies):
    """Let the server say something."""
    return client.feed(b"".join(map(jsonlines.write, replies)))


def said(data):
    """What the server reads."""
    return [jsonlines.read(line) for line in data.splitlines()]


def test_an_answer_finds_its_request_among_whatever_else_is_said():  # T15
    client = Client("c")
    first, data = client.ask(Ping())
    second, _ = client.ask(Move(squares=[(1, 1)]))
    assert (first, second, said(data)) == ("c1", "c2", [Ping(id="c1")])
    heard = tell(client, Pong(id="c1"), messages.Notice(text="tea"), Problem.of(Kind.NOT_YOUR_TURN, id="c2"))
    assert [each.request for each in heard] == [Ping(id="c1"), None, Move(squares=[(1, 1)], id="c2")]
    assert client.unanswered == {}


@UNHURRIED
@given(st.lists(st.sampled_from(REPLIES).flatmap(any_message), max_size=5), st.data())
def test_whatever_the_server_says_is_heard_however_its_bytes_are_cut(replies, data):  # T15
    whole = b"".join(map(jsonlines.write, replies))
    cuts = sorted(data.draw(st.lists(st.integers(0, len(whole)), max_size=8)))
    client, heard = Client(), []
    for start, end in zip([0, *cuts], [*cuts, len(whole)], strict=True):
        heard += client.feed(whole[start:end])
    assert [each.reply for each in heard] == replies


def test_a_message_of_a_newer_server_is_passed_over():
    client = Client()
    assert client.feed(b'{"type":"fanfare","tune":7}\n{"type":"pong","loud":true}\n') == [Heard(Pong(), None)]


def test_what_was_not_answered_is_asked_again_under_the_same_id():  # T1
    client = Client()
    tell(client, ANN)
    _, asked = client.ask(Ping())
    client.feed(b'{"type":"po')  # and here it breaks
    assert said(client.resume()) == [messages.Resume(token="secret")]  # noqa: S106
    assert [each.reply for each in tell(client, ANN)] == [ANN]
    assert client.catch_up() == asked


def test_a_match_that_ended_while_the_client_was_away_is_followed_to_its_end():  # T1
    client = Client()
    tell(client, ANN, Seated(match="m7", number=2, game="conquest", team=1, free=1), BOARD)
    assert client.playing == {"m7"}
    client.resume()
    tell(client, ANN)  # who plays in nothing any more
    (watch,) = said(client.catch_up())
    assert (watch.match, watch.after) == ("m7", BOARD.number)
    tell(client, Ended(match="m7", number=9, result="win", sentence="", winner=1, seed="", board=BOARD), Done(id=watch.id))
    tell(client, messages.Left(match="m7", number=10, player="bob", team=2))
    assert (client.numbers, client.watching, client.catch_up()) == ({}, set(), b"")


def test_a_match_that_goes_on_is_shown_by_the_server_and_not_asked_for():  # T1
    client = Client()
    tell(client, ANN, BOARD)
    client.resume()
    tell(client, messages.LoggedIn("ann", "secret", "player", guest=False, matches=["m7"]))
    assert client.catch_up() == b""


def test_who_watches_goes_on_watching_from_the_last_event():  # T1
    client = Client()
    number, _ = client.ask(Watch(match="m7"))
    tell(client, BOARD, Done(id=number))
    assert client.watching == {"m7"}
    client.resume()
    tell(client, ANN)
    (watch,) = said(client.catch_up())
    assert (watch.match, watch.after) == ("m7", 4)
    tell(client, Problem.of(Kind.NO_MATCH, "m7", id=watch.id))
    assert (client.watching, client.catch_up()) == (set(), b"")


def test_who_leaves_a_match_hears_no_more_of_it():
    client = Client()
    tell(client, ANN, BOARD)
    number, _ = client.ask(Leave(match="m7"))
    tell(client, Done(id=number))
    assert (client.playing, client.numbers) == (set(), {})


def test_who_stops_watching_hears_no_more_of_it_but_keeps_a_seat():
    player, watcher = Client(), Client()
    tell(player, ANN, BOARD)
    tell(watcher, ANN, replace(BOARD, team=0))
    for client in (player, watcher):
        number, _ = client.ask(Watch(match="m7"))
        tell(client, Done(id=number))
        number, _ = client.ask(Unwatch(match="m7"))
        tell(client, Done(id=number))
    assert (player.playing, player.watching, player.numbers) == ({"m7"}, set(), {"m7": 4})
    assert (watcher.watching, watcher.numbers) == (set(), {})


@pytest.mark.parametrize("by", [Accepted(match="m7", number=5, ref=ASK.ref), ANN])
def test_a_question_is_open_until_it_is_answered_or_asked_again(by):
    client = Client()
    tell(client, ASK, Accepted(match="m7", number=4, ref="another"))
    assert client.questions == {"m7": ASK}
    _, move = client.move(ASK, [(1, 1), (1, 6)])
    assert said(move)[0].ref == ASK.ref
    tell(client, by)
    assert client.questions == {}


def test_who_logs_out_is_nobody():
    client = Client()
    tell(client, ANN, LoggedOut())
    assert (client.name, client.token) == ("", "")
