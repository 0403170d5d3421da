"""HELP answers in-band (B14)."""

import pytest
from tests.wire.strategies import REQUESTS

from ludus.wire import line
from ludus.wire.error_sentences import Kind
from ludus.wire.grammar import COMMANDS, FORMS
from ludus.wire.manual import ABOUT, explain
from ludus.wire.messages import TOPICS, Problem
from ludus.wire.mistakes import MEANT


def test_every_command_is_under_the_title_of_its_topic_in_the_order_of_the_types():
    titles = {topic.TITLE: [] for topic in TOPICS}
    for text in explain("all").lines[1:]:
        if text in titles:
            title = text
        elif text.startswith("  ") and text[2] != " ":
            titles[title].append(text[2:].partition("  ")[0])
    assert [word for words in titles.values() for word in words] == [FORMS[message].word for message in REQUESTS]
    for topic in TOPICS:
        assert titles[topic.TITLE] == [FORMS[message].word for message in REQUESTS if message.__module__ == topic.__name__]


@pytest.mark.parametrize("message", REQUESTS)
def test_every_command_has_an_example_and_an_explanation(message):  # B14
    example = message.example
    assert type(line.read(example.encode())) is message
    lines = explain(message.__struct_config__.tag).lines
    assert f"Example: {example}" in lines
    assert lines[0].startswith(FORMS[message].word)
    assert all(any(text.startswith(f"  {field} ") for text in lines) for field in message.__struct_fields__)


def test_help_lists_every_command():
    words = {text[2:].partition("  ")[0] for text in explain("all").lines if text.startswith("  ")}
    assert {form.word for form in FORMS.values()} <= words


@pytest.mark.parametrize(
    "about", ["", "all", "topics", "errors", *ABOUT, *(message.__struct_config__.tag for message in REQUESTS)]
)
def test_help_fits_a_terminal_of_80_columns(about):
    assert all(len(text) <= 80 for text in line.write(explain(about)).decode().splitlines())


def test_the_first_help_has_ten_lines_and_every_topic_is_found_from_there():  # B14
    assert len(explain().lines) == 10
    assert "HELP TOPICS" in explain().lines[-1]
    assert list(ABOUT.values()) == list(TOPICS)
    topics = {text.split()[0] for text in explain("topics").lines if text.startswith("  ") and text[2:13].split()[0].isupper()}
    for word, topic in ABOUT.items():
        assert word.upper() in topics
        assert explain(word).lines[0] == topic.TITLE


def test_every_command_of_the_first_help_is_one():
    for text in explain().lines[1:-1]:
        for said in text[2:26].strip().split(", "):
            read = line.read(said.encode())
            assert said == "d3" or not isinstance(read, Problem) or read.code == Kind.WRONG_FIELD.code


def test_commands_are_found_in_either_case():
    assert explain("MOVE") == explain("move")
    assert explain("game") == explain("leave")


def test_help_about_the_first_word_of_several_commands_shows_them_all():
    shown = explain("tournament").lines
    families = {form.word for form in FORMS.values() if form.word.startswith("TOURNAMENT ")}
    assert {text[2:].partition("  ")[0] for text in shown[1:] if text[2] != " "} == families
    assert (
        line.read(b"TOURNAMENT").sentence
        == "Unknown command 'TOURNAMENT'. HELP TOURNAMENT lists the commands that begin with it."
    )


def test_no_line_of_help_is_a_full_stop_alone():
    assert not [text for message in REQUESTS for text in explain(message.__struct_config__.tag).lines if len(text.strip()) == 1]


def test_help_about_nothing_known_is_a_problem():
    problem = explain("\x1b[2J")
    assert isinstance(problem, Problem)
    assert problem.code == Kind.UNKNOWN_COMMAND.code
    assert "\x1b" not in problem.sentence


def test_a_word_that_is_no_command_is_explained_by_the_one_that_is_meant():
    assert explain("undo") == explain("draw") == explain("offer")
    assert "Did you mean JOIN?" in explain("jion").sentence
    assert all(line.read(meant.encode()) for meant in MEANT.values())
    assert not MEANT.keys() & (COMMANDS.keys() - {"game"})


def test_help_tells_what_numbers_mean():
    said = {about: " ".join(" ".join(explain(about).lines).split()) for about in ("new", "join", "computer", "login", "chat")}
    assert "a team, counted from 1; 0 for any with a free seat (a whole number from 0 to 100); 1 by default" in said["new"]
    for words in (
        "0 for one per team",
        "seconds for each move; 0 for no limit",
        "from 1 to 10; 0 for no computer",
        "joined by semicolons",
    ):
        assert words in said["new"]
    assert "0 for any with a free seat" in said["join"]
    assert "how well the computer plays, from 1 to 10" in said["computer"]
    assert "at least 8 characters, if it is new" in said["login"]
    assert "it goes before the password" in said["login"]
    assert "it goes before the text" in said["chat"]
