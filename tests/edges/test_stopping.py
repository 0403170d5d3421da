"""Starting, stopping and starting again, as the program does it (B17, T4)."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest
from tests.edges.clients import Bot, Telnet
from tests.server_process import start_server

from ludus.games import tic_tac_toe

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no signals that could be sent to another process")


def begin(port: int, **terms: object) -> tuple[Bot, Bot, str]:
    """Two programs and the match they play; the first is to move."""
    first, second = Bot(port).come_in(), Bot(port).come_in()
    match = first.ask("new", game="tic-tac-toe", **terms)["match"]
    second.ask("join", match=match)
    return first, second, match


def play_out(first: Bot, second: Bot, match: str) -> dict:
    """The first one wins: the message that said so."""
    for bot, squares in [(first, [1, 1]), (second, [1, 2]), (first, [2, 1]), (second, [2, 2]), (first, [3, 1])]:
        ref = bot.told("ask")["ref"]
        assert bot.ask("move", match=match, ref=ref, squares=[squares])["type"] == "accepted"
    second.told("ended")
    return first.told("ended")


def slow_game() -> str:
    """A game that takes minutes to compile."""
    slowly = "import time\nif not isinstance(bits(1), int):\n    time.sleep(300)  # only when it is compiled\n"
    source = Path(tic_tac_toe.__file__).read_text("utf-8").replace("ONGOING, Game", "ONGOING, bits, Game")
    return source.replace('name="Tic-tac-toe"', 'name="Slow"').replace("\nGAME =", f"\n{slowly}\nGAME =")


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_ctrl_c_lets_the_games_that_are_on_finish_and_begins_no_other(name, tmp_path):  # B17
    with start_server(folder=tmp_path) as server:
        first, second, match = begin(server.port)
        with first, second, Bot(server.port) as third, Bot(server.port) as fourth:
            waiting = third.come_in().ask("new", game="tic-tac-toe")["match"]
            fourth.come_in()
            server.process.send_signal(getattr(signal, name))
            server.wait_for("Stopping when 1 game is over")
            third.told("notice")
            for kind, about in (
                ("new", {"game": "tic-tac-toe"}),
                ("seek", {"game": "tic-tac-toe"}),
                ("join", {"match": waiting}),
            ):
                assert fourth.ask(kind, **about)["code"] == "stopping"
            assert third.ask("computer")["code"] == "stopping"
            assert play_out(first, second, match)["result"] == "win"
            assert server.process.wait(20) == 0
        assert server.said[-1] == "Goodbye."
    assert server.warnings == []


def test_nobody_waits_for_a_game_whose_players_are_gone_and_it_goes_on_after_a_restart(tmp_path):  # B17, T10
    with start_server(folder=tmp_path) as server:
        first, second, match = begin(server.port)
        with first, second:
            first.told("ask")
        with Bot(server.port) as visitor:
            while visitor.ask("players")["players"]:
                pass
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(20) == 0
    with start_server(folder=tmp_path) as server, Bot(server.port) as again:
        assert again.ask("resume", token=first.token)["matches"] == [match]


def test_a_second_ctrl_c_ends_at_once_and_the_game_goes_on_after_a_restart(tmp_path):  # B17, T10
    with start_server(folder=tmp_path) as server:
        first, second, match = begin(server.port)
        with first, second:
            question = first.told("ask")
            server.process.send_signal(signal.SIGINT)
            server.wait_for("Stopping when")
            server.process.send_signal(signal.SIGINT)
            assert server.process.wait(20) == 0
            assert first.told("goodbye")["text"] == second.told("goodbye")["text"] == "The server stops"
            assert first.bytes() == b""
    assert server.warnings == []
    with start_server(folder=tmp_path) as server, Bot(server.port) as again, Bot(server.port) as other:
        assert again.ask("resume", token=first.token)["matches"] == [match]
        assert again.told("ask")["ref"] == question["ref"]
        assert other.ask("resume", token=second.token)["matches"] == [match]
        assert again.ask("move", match=match, ref=question["ref"], squares=[[2, 2]])["type"] == "accepted"
        assert other.told("ask")["board"]["history"] == ["b2"]


def test_a_second_ctrl_c_does_not_wait_for_players_who_were_seated_or_computers_that_think(tmp_path):  # B16, B17
    with (
        start_server("connect-four", folder=tmp_path) as server,
        Telnet(server.port) as first,
        Telnet(server.port) as second,
        Bot(server.port) as third,
    ):
        first.until("GAME TYPE")
        second.until("GAME TYPE")
        third.come_in().ask("new", game="connect-four", computer=10, team=2, move=0)
        server.process.send_signal(signal.SIGINT)
        server.wait_for("Stopping when 2 games")
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(10) == 0
    assert server.warnings == []


def test_the_end_does_not_wait_for_a_game_that_is_being_compiled(tmp_path):  # B17
    game = tmp_path / "slow.py"
    game.write_text(slow_game(), "utf-8")
    with start_server("--game", str(game), folder=tmp_path) as server, Bot(server.port) as visitor:
        visitor.come_in().tell("seek", game="slow")
        assert visitor.ask("ping")["type"] == "pong"
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(20) == 0
    assert server.warnings == []


def test_after_a_crash_clocks_have_not_run_and_the_answer_to_the_last_move_is_the_same(tmp_path):  # T4, B17
    with start_server(folder=tmp_path) as server:
        first, second, match = begin(server.port, main=1000, increment=0, move=0)
        other_first, other_second, other = begin(server.port)
        with first, second, other_first, other_second:
            won = play_out(other_first, other_second, other)
            last = other_first.ask("show", match=other)
            kept = other_first.ask("record", match=other)["lines"]
            before = first.ask("show", match=match)["board"]["clocks"]
            seen = time.monotonic()
            server.kill()
    killed = time.monotonic()
    time.sleep(2.0)  # away for longer than a clock may be wrong
    with start_server(folder=tmp_path) as server, Bot(server.port) as again, Bot(server.port) as winner:
        back = time.monotonic()
        again.ask("resume", token=first.token)
        after = again.ask("show", match=match)["board"]["clocks"]
        known = time.monotonic()
        ran = before[0]["main"] - after[0]["main"]
        away, alive = back - killed, killed - seen + known - back
        assert away > 2.0
        assert -1.5 < ran < alive + 1.5 < alive + away
        assert [clock["running"] for clock in after] == [True, False]
        assert after[1]["main"] == before[1]["main"] == 1000

        winner.ask("resume", token=other_first.token)
        shown = winner.ask("show", match=other)
        assert (shown["standing"], shown["board"]["history"]) == ("over", last["board"]["history"])
        assert winner.ask("record", match=other)["lines"] == kept
        assert won["result"] == "win"


def test_the_move_that_ended_a_game_is_accepted_again_after_a_crash(tmp_path):  # T4
    with start_server(folder=tmp_path) as server:
        first, second, match = begin(server.port)
        with first, second:
            refs = []
            for bot, squares in [(first, [1, 1]), (second, [1, 2]), (first, [2, 1]), (second, [2, 2]), (first, [3, 1])]:
                refs.append(bot.told("ask")["ref"])
                answer = bot.ask("move", match=match, ref=refs[-1], squares=[squares])
            server.kill()
    with start_server(folder=tmp_path) as server, Bot(server.port) as again:
        again.ask("resume", token=first.token)
        repeated = again.ask("move", match=match, ref=refs[-1], squares=[[3, 1]])
        assert {**repeated, "id": ""} == {**answer, "id": ""}
        assert again.ask("move", match=match, ref=refs[-1], squares=[[3, 3]])["code"] == "stale"
        assert again.ask("move", match=match, ref="9-0", squares=[[3, 3]])["code"] == "game over"
        assert again.ask("move", match="m999", ref=refs[-1], squares=[[3, 1]])["code"] == "no match"


def test_a_request_that_waits_is_answered_when_the_server_stops(tmp_path):  # B17
    game = tmp_path / "slow.py"
    game.write_text(slow_game(), "utf-8")
    with start_server("--game", str(game), folder=tmp_path) as server, Bot(server.port) as ann, Telnet(server.port) as bob:
        ann.come_in().tell("new", game="slow", id="17")
        bob.say("GUEST bob")
        bob.until("  RESUME")
        bob.say("NEW slow")
        bob.say("PING")  # it waits for its turn
        assert ann.ask("ping")["type"] == "pong"
        server.process.send_signal(signal.SIGINT)
        answer = ann.told("problem")
        assert (answer["code"], answer["id"]) == ("stopping", "17")
        assert ann.told("goodbye")["text"] == "The server stops"
        heard = bob.until("GOODBYE")
        assert sum("stopping" in line for line in heard) == 2
        assert server.process.wait(20) == 0
