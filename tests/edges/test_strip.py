"""Files of the web client without what only their readers need."""

from __future__ import annotations

import re

import pytest

from ludus.clients.web import FILES
from ludus.edges.strip import strip_module, strip_style

TOKEN = re.compile(
    r"""
    (?P<comment> //[^\n]* | /\*.*?\*/ )
  | (?P<space> \s+ )
  | (?P<text> "(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*' )
  | (?P<pattern> (?:(?<=[(,=:\[!&|?{};]\ )|(?<=[(\[!]))/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/ )
  | (?P<word> \w+ )
  | (?P<sign> . )
    """,
    re.VERBOSE | re.DOTALL,
)


def tokens(source: str) -> list[str]:
    """What a module is made of, read character by character: the slow twin of `strip_module`."""
    found, at = [], 0
    while at < len(source):
        if source[at] == "`":
            end = end_of_template(source, at)
            found.append(source[at:end])
            at = end
            continue
        match = TOKEN.match(source, at)
        assert match is not None
        if match.lastgroup not in ("comment", "space"):
            found.append(match[0])
        at = match.end()
    return found


def end_of_template(source: str, at: int) -> int:
    """Where the template literal that begins here is over; there may be others inside of it."""
    at += 1
    while source[at] != "`":
        if source.startswith("${", at):
            depth, at = 1, at + 2
            while depth:
                if source[at] == "`":
                    at = end_of_template(source, at)
                    continue
                depth += {"{": 1, "}": -1}.get(source[at], 0)
                at += 1
        else:
            at += 2 if source[at] == "\\" else 1
    return at + 1


@pytest.mark.parametrize(
    ("source", "stripped"),
    [
        ("// All of it.\n\nsay(1)\n", "say(1)\n"),
        ("if (one) {\n\t// Why.\n\tsay(1) // and so on\n}\n", "if (one) {\nsay(1)\n}\n"),
        ('say("http://one // two")\n', 'say("http://one // two")\n'),
        ("say('http://one // two')\n", "say('http://one // two')\n"),
        ("say(`${home}//one // ${two}`)\n", "say(`${home}//one // ${two}`)\n"),
        ('say("one") // the "first"\n', 'say("one") // the "first"\n'),  # could be a text: it stays
        ("const slashes = /\\/\\//\n", "const slashes = /\\/\\//\n"),
        ("\tsay(6 / 2)\t// three\n", "say(6 / 2)\n"),
    ],
)
def test_comments_and_indentation_are_left_out_and_texts_stay(source: str, stripped: str):  # B18
    assert strip_module("one.js", source) == stripped
    assert tokens(stripped) == tokens(source)


@pytest.mark.parametrize("source", ["say(`one\n  // two\n`)\n", 'say("one \\\n  // two")\n'])
def test_a_text_that_goes_on_in_the_next_line_is_refused(source: str):
    with pytest.raises(ValueError, match=r"one\.js: a text must end on the line where it begins"):
        strip_module("one.js", source)


@pytest.mark.parametrize("path", sorted(FILES.rglob("*.js")), ids=lambda path: path.relative_to(FILES).as_posix())
def test_no_module_of_the_client_says_anything_else(path):  # B18
    source = path.read_text("utf-8")
    stripped = strip_module(path.name, source)
    assert tokens(stripped) == tokens(source)
    assert len(stripped) < len(source)
    assert not re.search(r"^[ \t]|^//|\n\n", stripped, re.MULTILINE)


def test_a_style_keeps_its_rules():  # B18
    assert strip_style("/* One. */\n\n:root{\n color:red; /* two */\n}\n@media print{\n .a{content:'/* */'}\n}\n") == (
        ":root{\ncolor:red; /* two */\n}\n@media print{\n.a{content:'/* */'}\n}\n"
    )
    assert strip_style(".a{font:a, b} .b > i{left:0}\n") == ".a{font:a,b}.b > i{left:0}\n"
    with pytest.raises(ValueError, match="would lose a space"):
        strip_style(".a{content:'one, two'}\n")
    source = (FILES / "style.css").read_text("utf-8")
    assert re.sub(r"/\*.*?\*/|\s", "", strip_style(source)) == re.sub(r"/\*.*?\*/|\s", "", source)
