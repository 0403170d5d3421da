"""Whole sessions with the real program: by telnet, by programs, and with a browser that watches (B9 to B16, T15, T16)."""

from __future__ import annotations

import ast
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tests.edges.clients import Bot, Browser, Telnet, play_by_json, play_by_line
from tests.server_process import Serving, start_server
from typer.testing import CliRunner

from ludus.cli.main import app
from ludus.games import all_games

ROOT = Path(__file__).parents[2]
SESSIONS = re.findall(r"^```session\n(.*?)^```$", (ROOT / "docs" / "protocol.md").read_text("utf-8"), re.DOTALL | re.MULTILINE)
GAMES = [file.game.slug for file in all_games()]


@pytest.fixture(scope="module")
def lobby(tmp_path_factory) -> Iterator[Serving]:
    """A server where everybody chooses what to play."""
    with start_server("--per-address", "1000", folder=tmp_path_factory.mktemp("lobby")) as server:
        yield server
    assert "Traceback" not in server.log


@pytest.fixture(scope="module")
def conquest(tmp_path_factory) -> Iterator[Serving]:
    """A server that seats whoever comes for Conquest."""
    with start_server("conquest", folder=tmp_path_factory.mktemp("conquest")) as server:
        yield server
    assert "Traceback" not in server.log


def drawing(player: Telnet, end: bytes) -> list[bytes]:
    """The lines of a board, up to one that comes after it."""
    lines = [player.bytes()]
    while lines[-1] != end:
        lines.append(player.bytes())
        assert lines[-1].startswith((b"GAME BOARD ", b"DRAW SQUARE ", b"DRAW PIECE ", b"READY"))
    return lines


def piped(port: int, said: bytes) -> list[str]:
    """What a script is answered that says all this at once, and nothing more."""
    with Telnet(port) as script:
        script.send(said)
        script.socket.shutdown(socket.SHUT_WR)  # as `nc -N` does
        heard = []
        while line := script.bytes():
            heard.append(line.decode().rstrip("\n"))
    return heard


@pytest.mark.parametrize(
    ("said", "last"),
    [
        ("PING", ["PONG"]),
        ("STYLE draw\nGUEST\nGAMES", ["LOGIN guest", "END GAMES"]),  # waits for the disk
        ("STYLE draw\nGUEST\nSEEK tic-tac-toe", ["SEATED"]),  # for the compiler, then for the disk
        (
            "STYLE draw\nLOGIN zoe a long password\nSTATISTICS",
            ["LOGIN zoe", "STATISTICS zoe", "END STATISTICS"],
        ),  # for two threads
        ("GUEST\nSHOW m999999", ["ERROR There is no match m999999"]),
    ],
)
def test_who_pipes_commands_in_and_closes_is_answered_to_the_last(lobby, said, last):  # B10
    heard = piped(lobby.port, f"{said}\n".encode())
    assert all(any(line.startswith(word) for line in heard) for word in last), heard


def test_a_script_that_says_too_much_at_once_is_answered_all_of_it(lobby):  # B10, B15
    heard = piped(lobby.port, b"".join(b"PING id=%d\n" % number for number in range(299)) + b"PING id=299")
    assert [line for line in heard if line.startswith("ANSWER")] == [f"ANSWER {number}" for number in range(300)]
    assert heard.count("PONG") == 300
    assert not any(line.startswith("ERROR") for line in heard)


def test_answers_and_complaints_come_in_the_order_of_what_was_said(lobby):  # B10, B15
    said = b"STYLE draw\nGUEST\nPING id=1\nWHAT\nLOGIN yan a long password\nWHY\nPING id=2\n" + b"OH\n" * 60 + b"PING id=3\n"
    welcome, *heard = piped(lobby.port, said)
    assert welcome.startswith("WELCOME")
    assert [line.split()[0] for line in heard[:8]] == ["OK", "LOGIN", "ANSWER", "PONG", "ERROR", "LOGIN", "ERROR", "ANSWER"]
    assert heard[9:] == ["ERROR Unknown command 'OH'. HELP lists the commands."] * 48 + ["ERROR Too many errors; goodbye"]


def test_the_session_of_the_requirements_works_byte_for_byte(conquest):  # B11, B13
    with Telnet(conquest.port) as first, Telnet(conquest.port) as second:
        board = drawing(first, b"READY\n")
        assert board[:4] == [
            b"GAME TYPE Conquest\n",
            b"GAME BOARD ConquestBoard 9 8\n",
            b"DRAW SQUARE white 1 1\n",
            b"DRAW PIECE die536 1\n",
        ]
        assert sum(line.startswith(b"DRAW SQUARE") for line in board) == 72
        assert [second.bytes() for _ in board[:-1]] == board[:-1]  # the same, but it is not asked

        first.send(b"MOVE 2 1 1 1 5\r\n")
        assert first.bytes() == b"ERROR The range does not match the value shown\n"
        assert first.bytes() == b"READY\n"
        first.send(b"mo")
        first.send(b"ve 2 1 1 1 6\n")
        moved = [b"DRAW SQUARE white 1 1\n", b"DRAW SQUARE black 1 6\n", b"DRAW PIECE die326 1\n"]
        assert [first.bytes() for _ in moved] == moved
        assert [second.bytes() for _ in (*moved, "READY")] == [*moved, b"READY\n"]

        second.send(b"MOVE 2 5 8 5 7\n")
        answered = [b"DRAW SQUARE key 5 8\n", b"DRAW SQUARE white 5 7\n", b"DRAW PIECE key111 2\n"]
        assert [second.bytes() for _ in answered] == answered
        assert [first.bytes() for _ in (*answered, "READY")] == [*answered, b"READY\n"]

        first.send(b"GAME QUIT\n")
        assert first.bytes() == b"RESULT LOSE Your team has resigned\n"
        assert second.bytes().startswith(b"RESULT WIN ")


def test_moves_from_anybody_else_are_refused_and_change_nothing(conquest):  # B6
    with Telnet(conquest.port) as first, Telnet(conquest.port) as second:
        first.until("READY")
        second.say("MOVE 2 5 8 5 7")
        assert second.until("ERROR")[-1] == "ERROR It is not your turn"
        first.say("MOVE 2 1 1 1 6")
        assert second.until("READY")[-2] == "DRAW PIECE die326 1"
        first.say("MOVE 2 1 6 1 1")
        assert first.until("ERROR")[-1] == "ERROR It is not your turn"


def test_after_a_game_the_same_connections_and_new_ones_can_play_another(conquest):  # B9, B16
    with Telnet(conquest.port) as first, Telnet(conquest.port) as second:
        for player in (first, second):
            player.until("GAME TYPE")
        first.say("GAME QUIT")
        first.until("RESULT LOSE")
        second.until("RESULT WIN")
        first.say("SEEK conquest")  # the other one has not left, and is seated already
        assert "GAME TYPE Conquest" in second.until("READY")
        second.say("MOVE 2 1 1 1 6")
        first.until("READY")
        with Telnet(conquest.port) as third, Telnet(conquest.port) as fourth:
            third.until("READY")
            fourth.until("GAME TYPE Conquest")


def test_who_hangs_up_has_resigned(conquest):  # B12
    with Telnet(conquest.port) as first:
        with Telnet(conquest.port) as second:
            first.until("READY")
            second.until("GAME TYPE")
        assert first.until("RESULT")[-1].startswith("RESULT WIN")


def test_four_players_make_two_teams_and_take_turns(tmp_path):  # B5, B12, B16
    with start_server("conquest", "-p", "4", folder=tmp_path) as server:
        players = [Telnet(server.port) for _ in range(4)]
        for player in players[:3]:  # one after the other
            player.say("PING")
            player.until("PONG")
        with players[0] as ann, players[1] as bob, players[2] as cat, players[3] as dan:
            order, board = [ann, bob, cat, dan, ann], [player.until("GAME BOARD")[-1] for player in players]
            assert board == ["GAME BOARD ConquestBoard 9 8"] * 4
            for turn, player in enumerate(order):
                player.until("READY")
                other = order[turn - 2] if turn else cat  # in the same team
                other.say("MOVE 2 1 1 1 6")
                assert other.until("ERROR")[-1] == "ERROR It is not your turn"
                player.say("MOVES")
                count, *squares = next(line for line in player.until("END LEGAL") if line.startswith("LEGAL")).split()[1:]
                player.say(f"MOVE {count} {' '.join(squares[: 2 * int(count)])}")
            bob.until("READY")
            bob.say("GAME QUIT")
            dan.until("READY")  # the rest of the team plays on
            dan.say("GAME QUIT")
            assert dan.until("RESULT")[-1] == "RESULT LOSE Your team has resigned"
            for winner in (ann, cat):
                assert winner.until("RESULT")[-1].startswith("RESULT WIN")


def test_a_game_between_telnet_and_a_program_watched_by_a_browser(lobby):  # T15, B11
    with Telnet(lobby.port) as person, Bot(lobby.port) as program, Browser(lobby.web_port) as watcher:
        person.say("STYLE draw", "GUEST", "NEW tic-tac-toe")
        match = person.until("SEATED")[-1].split()[1]
        assert watcher.ask("watch", match=match)["type"] == "done"
        program.come_in().ask("join", match=match)
        person.until("READY")
        assert watcher.told("board")["team"] == 0
        for x in (1, 2):
            person.say(f"MOVE 1 {x} 1")
            assert person.hear().endswith(f" {x} 1")
            assert watcher.told("changed")["path"] == [(x, 1)]
            ref = program.told("ask")["ref"]
            assert program.ask("move", match=match, ref=ref, squares=[[x, 3]])["type"] == "accepted"
            assert watcher.told("changed")["path"] == [(x, 3)]
            person.until("READY")
        person.say("MOVE 1 3 1")
        assert person.until("RESULT")[-1].startswith("RESULT WIN")
        assert program.told("ended")["result"] == "lose"
        assert watcher.told("ended")["result"] == "over"


@pytest.mark.parametrize("protocol", ["line", "json", "websocket"])
@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_played_to_its_end(game, protocol, lobby):  # B2, B12, T15
    client, port, play = {
        "line": (Telnet, lobby.port, play_by_line),
        "json": (Bot, lobby.port, play_by_json),
        "websocket": (Browser, lobby.web_port, play_by_json),
    }[protocol]
    with client(port) as first, client(port) as second, ThreadPoolExecutor(2) as pool:
        results = list(pool.map(play, (first, second), (game, game), (1, 2)))
    assert len(results) == 2
    assert {result.split()[1] if protocol == "line" else result.upper() for result in results} in ({"WIN", "LOSE"}, {"DRAW"})


def test_a_bot_of_thirty_lines_plays_another(lobby):  # T16
    file = ROOT / "examples" / "random_bot.py"
    text = file.read_text("utf-8")
    assert len(text.splitlines()) <= 30
    modules = [name.name for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Import) for name in node.names]
    assert set(modules) <= sys.stdlib_module_names
    assert not any(isinstance(node, ast.ImportFrom) for node in ast.walk(ast.parse(text)))
    command = [sys.executable, str(file), "connect-four", "127.0.0.1", str(lobby.port)]
    bots = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) for _ in range(2)]
    said = [bot.communicate(timeout=60)[0] for bot in bots]
    assert [bot.returncode for bot in bots] == [0, 0], said
    assert sorted(text.splitlines()[-1].split()[0] for text in said) in (["lose", "win"], ["draw", "draw"])
    assert [text.startswith("waiting for another player\n") for text in said].count(True) == 1


# The sessions of docs/protocol.md


def test_what_the_document_shows_of_games_and_moves_is_what_is_said(lobby):  # B14
    page = (ROOT / "docs" / "protocol.md").read_text("utf-8")
    with Telnet(lobby.port) as player, Telnet(lobby.port) as other:
        player.say("STYLE draw", "GUEST", "GAMES", "NEW conquest move=17")
        said = player.until("SEATED")
        other.say("STYLE draw", "GUEST", f"JOIN {said[-1].split()[1]}")
        player.until("READY")
        player.say("MOVES", "MOVE 2 1 1 1 6")
        said += player.until("END LEGAL")
        other.until("READY")
        other.say("MOVE 2 5 8 5 7", "RESIGN", f"RECORD {said[-1].split()[2]}", "STATISTICS")
        said += other.until("END STATISTICS")
        result = next(line for line in said if line.startswith("MATCH")).partition(" moves=")[2]
    assert re.fullmatch(r"2 ended=\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ Team 2 has resigned", result)
    for shown in re.findall(r"^S ((?:GAMES santorini |OPTION santorini |LEGAL |RECORD 1\. 1,1-).*)$", page, re.MULTILINE):
        assert shown in said


def replay(player: Telnet, session: str, known: dict[str, str]) -> None:
    """Say what C says, and hear what S says; dots leave out any lines, a word in angle brackets is any word."""
    left_out = False
    for line in session.splitlines():
        who, said = line[0], line[2:]
        if line == "...":
            left_out = True
        elif who == "C":
            player.say(re.sub(r"<(\w+)>", lambda word: known[word[1]], said))
        else:
            pattern = re.compile(re.sub(r"<\w+>", r"\\S+", re.escape(said)))
            heard = [player.hear()]
            if heard[0].startswith("WELCOME"):  # said when the client has been silent, or has spoken first
                heard = [player.hear()]
            while left_out and not pattern.fullmatch(heard[-1]):
                heard.append(player.hear())
            assert pattern.fullmatch(heard[-1]), f"{heard} instead of {said}"
            left_out = False


def test_the_first_session_of_the_document_is_what_happens(conquest):  # B13, B14
    with Telnet(conquest.port) as first, Telnet(conquest.port) as second:
        first.say("PING")  # who speaks is seated at once
        first.until("PONG")
        with ThreadPoolExecutor(1) as pool:
            playing = pool.submit(replay, first, SESSIONS[0], {})
            second.until("READY")
            second.say("MOVE 2 5 8 5 7")
            playing.result()


@pytest.mark.parametrize("session", SESSIONS[1:], ids=lambda session: session.splitlines()[0])
def test_a_session_of_the_document_is_what_happens(session, lobby):  # B14, T15
    known = {}
    if "<token>" in session.splitlines()[0]:
        with Telnet(lobby.port) as before:
            before.say("STYLE draw", "LOGIN ann correct horse battery staple")
            known["token"] = before.until("LOGIN")[-1].split()[3]
            before.say("NEW tic-tac-toe computer=1")
            before.until("READY")
    with Telnet(lobby.port) as player, Telnet(lobby.port) as cat, Telnet(lobby.port) as dee:
        if session.startswith("C LOGIN olga"):
            prepare_tournament(lobby, cat, dee)
        if not session.startswith("C {"):
            player.say("STYLE draw")
            player.until("OK")
        replay(player, session, known)


def prepare_tournament(lobby: Serving, cat: Telnet, dee: Telnet) -> None:
    """Olga becomes an organiser, and there are two players."""
    for each in (cat, dee):
        each.say("STYLE draw")
    cat.say("LOGIN olga correct horse battery staple", "GUEST cat")
    dee.say("GUEST dee")
    for each in (cat, dee):
        while "guest=yes" not in each.until("LOGIN")[-1]:
            pass
    done = CliRunner().invoke(app, ["admin", "appoint", "olga", "organiser", "--store", str(lobby.store)])
    assert done.exit_code == 0, done.output
