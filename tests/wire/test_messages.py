"""Every message is complete in its topic: an example, a rendering, and what is true of it (T15)."""

import inspect
import pkgutil

import pytest
from tests.wire.strategies import REPLIES, REQUESTS, sample

from ludus.wire import jsonlines, line, messages
from ludus.wire.messages import TOPICS, Reply, Request

BEFORE_LOGIN = {
    *("hello", "style", "diagram", "login", "guest", "resume", "logout", "help", "ping", "quit"),
    *("games", "matches", "players", "statistics", "watch", "unwatch", "leave", "show", "record", "describe", "picture"),
    *("archive", "analysis", "analyse", "workers"),
    *("leaderboard", "tournaments", "tournament show", "tournament table", "tournament bracket", "tournament games"),
    *("tournament record", "tournament export", "tournament watch", "tournament leave"),
    *("tournament new", "tournament join", "tournament start", "tournament stop", "tournament announce"),
    *("operator", "ban", "unban", "appoint", "reset", "announce", "recount", "limits"),
}
"""Reading is open to everybody, and so is leaving what one watches; what organisers and admins may do has
a check of its own."""

BEGINS_GAME = {"new", "challenge", "seek", "join", "computer", "queue", "tournament new", "tournament start"}


def of_topics(base):
    """Every message class that a topic defines, in the order of its lines."""
    for topic in TOPICS:
        classes = {each for each in vars(topic).values() if isinstance(each, type) and issubclass(each, base)}
        yield from sorted(
            (each for each in classes if each.__module__ == topic.__name__), key=lambda each: inspect.findsource(each)[1]
        )


def tags(flag):
    return {each.__struct_config__.tag for each in REQUESTS if getattr(each, flag)}


def test_every_message_of_a_topic_is_in_the_unions():  # T15
    assert tuple(of_topics(Request)) == REQUESTS
    assert tuple(of_topics(Reply)) == REPLIES
    assert {each.name for each in pkgutil.iter_modules(messages.__path__)} == {
        *(topic.__name__.rpartition(".")[2] for topic in TOPICS),
        "base",
        "tournament_entries",
    }


def test_every_message_can_be_imported_from_the_package():
    assert all(getattr(messages, each.__name__) is each for each in (*REQUESTS, *REPLIES))


@pytest.mark.parametrize("message", REQUESTS)
def test_every_request_has_an_example_that_both_codecs_read(message):  # B14, T15
    request = line.read(message.example.encode())
    assert type(request) is message
    assert jsonlines.read(jsonlines.write_request(request)) == request


@pytest.mark.parametrize("message", REPLIES)
def test_every_reply_has_one_example_and_a_rendering(message):  # B11, T15
    example = next(each for each in messages.REPLY_EXAMPLES if type(each) is message)
    assert jsonlines.read_reply(jsonlines.write(example)) == example
    assert "_lines" in vars(message)
    assert example.render() or message is messages.Accepted  # which the drawing says
    assert sample(message).render()[0] == "ANSWER some"


@pytest.mark.parametrize("message", [*REQUESTS, *REPLIES])
def test_every_message_says_what_it_is_for_in_a_sentence(message):
    first = message.__doc__.partition("\n")[0]
    assert first[0].isupper()
    assert first.endswith(".")


def test_what_may_be_said_before_logging_in_is_said_at_the_class():  # B15
    assert tags("before_login") == BEFORE_LOGIN


def test_what_begins_a_game_is_said_at_the_class():
    assert tags("begins_game") == BEGINS_GAME


def test_only_leave_has_a_word_that_is_not_its_tag():  # B12
    assert {each: each.command for each in REQUESTS if each.command} == {messages.Leave: "GAME QUIT"}
