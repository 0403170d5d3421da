"""A person who has read nothing but HELP, with a real telnet program: the session of docs/protocol.md (B10, B14)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server_process import Serving, start_server
from tests.telnet_program import WITHOUT, Terminal, find_telnet

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text("utf-8")
SESSION = re.search(r"^```telnet\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)[1]
TELNET = find_telnet()

pytestmark = pytest.mark.skipif(TELNET is None, reason=WITHOUT)


@pytest.fixture(scope="module")
def lobby(tmp_path_factory) -> Iterator[Serving]:
    """A server where everybody chooses what to play."""
    with start_server(folder=tmp_path_factory.mktemp("lobby")) as server:
        yield server
    assert "Traceback" not in server.log


def replay(person: Terminal, session: str) -> dict[str, str]:
    """Type what C types, and read what S says; the words in angle brackets are what they were when they first came up."""
    known: dict[str, str] = {}
    left_out = False
    for line in session.splitlines():
        who, said = line[:1], line[2:]
        if line.startswith("$"):
            continue
        if line == "...":
            left_out = True
        elif who == "C":
            person.type(re.sub(r"<(\w+)>", lambda word: known[word[1]], said))
        else:
            pattern = expected(said, known)
            heard = [person.line()]
            while left_out and not pattern.fullmatch(heard[-1]):
                heard.append(person.line())
            found = pattern.fullmatch(heard[-1])
            assert found, f"{heard} instead of {said}"
            known.update(found.groupdict())
            left_out = False
    return known


def expected(said: str, known: dict[str, str]) -> re.Pattern[str]:
    """A line as a pattern; dots at its end stand for the rest of it."""
    pattern = re.escape(said).replace(r"\.\.\.", ".*")
    seen: set[str] = set()

    def word(found: re.Match[str]) -> str:
        name = found[1]
        if name in known or name in seen:
            return re.escape(known[name]) if name in known else f"(?P={name})"
        seen.add(name)
        return rf"(?P<{name}>[^ ,:]+)"

    return re.compile(re.sub(r"<(\w+)>", word, pattern))


def test_a_person_who_has_read_nothing_but_help_plays_by_telnet(lobby):  # B10, B14
    with Terminal(TELNET, lobby.port) as person:
        known = replay(person, SESSION)
    assert len({known["second"], known["third"], "d3"}) == 3


def test_a_telnet_program_that_tells_its_width_is_answered_in_lines_that_fit(lobby):
    with Terminal(TELNET, lobby.port, columns=44, negotiates=True) as person:
        person.type("guest")
        while not person.line().startswith("  RESUME"):
            pass
        person.type("new connect-four computer=1")
        said = [person.line()]
        while not said[-1].endswith("It is your move."):
            said.append(person.line())
    assert any(line.startswith("  ") and "You are team 1." in line for line in said)  # the rest of a sentence
    assert max(map(len, said)) <= 44
