"""The terminal client in a real pseudo-terminal."""

from __future__ import annotations

import os
import signal

import pytest
from tests.clients.proxy import Wire
from tests.edges.clients import Bot
from tests.edges.programs import free_port
from tests.terminal.window import Window

LOBBY = ("Games", "Conquest", "(Q)uit")


@pytest.fixture
def opponent(server):
    """A program that plays against the window."""
    with Bot(server.port, seconds=90.0) as bot:  # the first game of its kind on a machine is compiled
        yield bot.come_in()


def begin(window, opponent, game="conquest"):
    """A match that the opponent has opened, and the window joins from the list of matches, as team 1."""
    made = opponent.ask("new", game=game, team=2)
    window.wait_for(*LOBBY).press("tab").wait_for(f" {made['match']} ").click(f" {made['match']} ")
    window.press("j").wait_for("Your move")
    return made["match"]


def test_a_whole_game_of_conquest_is_played_in_80_by_24(window, opponent):  # B2, B18
    person = window()
    match = begin(person, opponent)
    rows = person.text.splitlines()  # dice show their type over their faces
    above = next(y for y, row in enumerate(rows) if "536" in row) - 1
    assert rows[above][rows[above + 1].index("536") :].startswith("die")
    person.press("m").wait_for("Enter move:").press("1 1 1 5", "enter").wait_for("The range does not match the value shown")
    person.click("632").wait_for("4,1 ...")  # by clicks on squares: the piece, then where it goes
    person.press("up", "up", "up", "up", "up", "enter").wait_for("4,1 4,6 ...")  # by keys
    person.press("right", "enter").wait_for("1. 4,1-4,6-5,6", "to move")
    asked = opponent.told("ask")
    opponent.tell("move", match=match, ref=asked["ref"], squares=[(7, 8), (7, 7), (8, 7)])
    person.wait_for("2. 7,8-7,7-8,7", "Your move")
    person.press("m", "5 6 5 8", "enter").wait_for("You have won: Team 1 wins: the key of Team 2 is captured")  # typed
    person.press("q").wait_for("Tournaments", "(Q)uit").press("q")
    assert person.wait_until_gone() == 0
    assert person.is_as_before  # B19


def test_the_window_may_shrink_and_grow_in_mid_game(window, opponent):  # B18
    person = window()
    begin(person, opponent)
    person.resize(60, 20).wait_for("Conquest", "536", "(M)ove", "Your move")
    assert all(label in person.screen.display[17] for label in "123456789")
    person.resize(30, 10).wait_for("The window is too small.", "needs 40 x 12", "30 x 10")
    person.resize(45, 15).wait_for("Conquest needs 40 x 20", "45 x 15")
    person.resize(80, 24).wait_for("536", "Your move", "(M)ove")
    person.resize(130, 45).wait_until(lambda: "536" in person.text and person.text.splitlines()[38].strip().startswith("1 "))
    person.press("m", "1 1 1 6", "enter").wait_for("1. 1,1-1,6")


@pytest.mark.parametrize(
    ("ending", "status"),
    [
        (lambda person: person.press("\x03"), 130),
        (lambda person: os.kill(person.pid, signal.SIGTERM), 130),
        (lambda person: os.kill(person.pid, signal.SIGHUP), 130),
        (lambda person: os.kill(person.client, signal.SIGKILL), 137),
        (lambda person: os.kill(person.client, signal.SIGSEGV), 139),
    ],
    ids=["Ctrl-C", "kill", "hang up", "kill -9", "crash"],
)
def test_the_terminal_is_left_as_it_was(window, ending, status):  # B19
    person = window()
    person.wait_for(*LOBBY)
    assert not person.is_as_before
    ending(person)
    assert person.wait_until_gone() == status
    assert person.is_as_before


def test_a_server_that_is_not_there_is_one_sentence(window):
    with Window(f"127.0.0.1:{free_port()}") as person:
        assert person.wait_until_gone() == 1
        assert "nobody listens there" in person.text
        assert person.is_as_before


def test_what_players_write_does_no_harm(window, opponent):
    person = window()
    match = begin(person, opponent, "tic-tac-toe")
    nasty = "<script>alert(1)</script> &amp; \\x1b[2J %s 日本語 e\u0301 👍"
    opponent.ask("chat", text=nasty, match=match)
    person.wait_for("<script>", "日本語")
    before = len(person.raw)
    person.press("c").wait_for("Say:").press("\x1b[200~<b>\x1b[31mred\u202e\x07\n\x1b[201~", "enter").wait_for("<b>")
    heard = opponent.told("said")
    assert not set(heard["text"]) & {"\x1b", "\u202e", "\x07"}
    assert b"\x1b[31m" not in person.raw[before:]
    assert b"\x07" not in person.raw
    assert "\u202e".encode() not in person.raw


def test_offers_chat_and_a_rematch(window, opponent):
    person = window()
    match = begin(person, opponent, "tic-tac-toe")
    opponent.tell("offer", what="draw", match=match)
    person.wait_for("offers a draw", "(A)ccept draw").press("d").wait_for("declines the draw")
    opponent.told("offered")  # its own
    person.press("o").wait_for("Offer:").press("d")
    opponent.told("offered")
    opponent.tell("accept", what="draw", match=match)
    person.wait_for("A draw").press("o").wait_for("wants to play again")
    opponent.tell("accept", what="rematch", match=match)
    person.wait_until(lambda: match not in person.screen.display[0] and "Tic-tac-toe" in person.screen.display[0])


def test_leaving_a_game_asks_first(window, opponent):
    person = window()
    begin(person, opponent, "tic-tac-toe")
    person.press("q").wait_for("(K)eep the game").press("k").wait_for("Tournaments", "your move in 1 match")
    person.press("b").wait_for("Your move", "(M)ove").press("r").wait_for("Resign the game?").press("y").wait_for("You have lost")


def test_a_challenge_is_accepted_and_a_hint_asked_for(window, opponent):
    person = window().wait_for(*LOBBY)
    name = person.screen.display[0].split()[-3]
    opponent.tell("tell", player=name, text="Shall we play?")
    person.wait_for("tells you: Shall we play?")
    opponent.tell("challenge", player=name, game="tic-tac-toe", team=2)
    person.wait_for(f"challenges {name} to tic-tac-toe", "(A)ccept: ", "challenges you to tic-tac-toe")
    person.press("a").wait_for("Your move", "(M)ove")
    person.press("?").wait_until(lambda: "hint" in person.screen.display[22].lower())  # not in this match, and it says so
    person.press("r", "y").wait_for("You have lost")


def test_a_match_is_watched(window, server):
    with Bot(server.port) as ann, Bot(server.port) as bob:
        made = ann.come_in().ask("new", game="tic-tac-toe")
        bob.come_in().ask("join", match=made["match"])
        person = window()
        person.wait_for(*LOBBY).press("tab").wait_for(made["match"]).click(made["match"])
        person.press("w").wait_for("(watching)", "to move")
        ann.tell("move", match=made["match"], ref=ann.told("ask")["ref"], squares=[(2, 2)])
        person.wait_for("1. b2")
        assert "(M)ove" not in person.text
        bob.ask("resign", match=made["match"])
        person.wait_for("The game is over")


def test_after_a_lost_connection_the_game_goes_on(server, opponent):
    wire = Wire(server.port)
    try:
        with Window(f"127.0.0.1:{wire.port}") as person:
            match = begin(person, opponent, "tic-tac-toe")
            wire.cut()
            person.wait_for("Trying again ...")
            person.press("m", "b2", "enter")  # meanwhile: it is sent when there is somebody to send it to
            wire.mend()
            person.wait_for("1. b2", "(O) to move")
            opponent.tell("move", match=match, ref=opponent.told("ask")["ref"], squares=[(1, 1)])
            person.wait_for("2. a1", "Your move")
    finally:
        wire.close()


def test_themes_change_and_nothing_is_told_by_colour_alone(window, opponent):
    person = window("--theme", "light")
    begin(person, opponent, "conquest")
    grounds = []
    for _ in range(4):
        grounds.append(person.screen.buffer[1][0].bg)
        drawn = person.raw.count(b"\x1b[2J")
        person.press("t").wait_until(lambda drawn=drawn: person.raw.count(b"\x1b[2J") > drawn)
        person.wait_for("•", "DIE", "die", "(Q)uit")
    assert len(set(grounds)) > 1
