"""Bots on a real server: classes, programs and the engine, through broken connections and in many matches at once."""

from __future__ import annotations

import asyncio
import gc
import json
import shutil
import socket
import ssl
import subprocess
import sys
import threading
import time
from contextlib import aclosing
from pathlib import Path
from urllib.request import urlopen

import pytest
from tests.bots.playing import First, play_all, runner
from tests.clients.proxy import Wire
from tests.commands import run
from tests.edges.test_tls import make_certificate
from tests.server_process import start_server

from ludus.cli.terminal.local_server import running_server
from ludus.clients.bot import Bot, BotRunner, Engagement
from ludus.clients.connection import ServerConnection, ServerUnreachable, read_address, tls_context
from ludus.wire.jsonlines import write
from ludus.wire.messages import Guest, Hello, Pong, TournamentNew

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_two_bots_meet_in_the_queue_again_and_again(server):  # T16
    bots = First(), First()
    play_all(*(runner(server.port, bot, Engagement("tic-tac-toe", games=2)) for bot in bots))
    assert [len(bot.results) for bot in bots] == [2, 2]
    assert sorted(bots[0].results + bots[1].results) == ["lose", "lose", "win", "win"]
    with urlopen(f"http://127.0.0.1:{server.web_port}/health") as health:
        assert json.load(health)["matches"] == 0  # nobody waits there for bots that have left
    position = bots[0].asked[0]
    assert position.game == "tic-tac-toe"
    assert position.seconds_left > 100
    assert position.squares[2, 2].type
    assert position.find(position.moves[3].text) == position.moves[3]


def test_a_bot_plays_many_matches_at_once(server):
    async def meet():
        host = First()
        running = runner(server.port, host, Engagement("tic-tac-toe", queue=False, tables=4, games=4))
        task = asyncio.ensure_future(running.run())
        while len(running._tables) < 4:
            await asyncio.sleep(0.01)
        guest = First()
        joins = Engagement("tic-tac-toe", queue=False, matches=sorted(running._tables), games=4)
        await asyncio.wait_for(asyncio.gather(task, runner(server.port, guest, joins).run()), 60)
        return host, guest

    host, guest = asyncio.run(meet())
    assert len(host.results) == len(guest.results) == 4
    order = [position.match for position in host.asked]
    assert len(set(order)) == 4
    assert order != sorted(order)  # they were played side by side, not one after the other


def test_a_bot_goes_on_after_a_broken_connection(server):
    wire, said = Wire(server.port), []

    class Cutting(First):
        async def choose(self, position):
            if len(self.asked) == 1:
                wire.cut()
                await asyncio.sleep(0)
                wire.mend()
            return await super().choose(position)

    bot, other = Cutting(), First()
    engagement = Engagement("tic-tac-toe", games=1)
    try:
        play_all(runner(wire.port, bot, engagement, said), runner(server.port, other, engagement))
    finally:
        wire.close()
    assert sorted(bot.results + other.results) == ["lose", "win"]
    assert "connected again" in said
    asked = [position.ask.ref for position in bot.asked]
    assert len(asked) == len(set(asked))  # nothing was thought about twice


def test_a_bot_that_fails_plays_a_legal_move_and_says_so(server):
    said = []

    class Failing(Bot):
        async def choose(self, _):
            return "nonsense" if len(said) % 2 else 1 / 0

    play_all(*(runner(server.port, bot, Engagement("tic-tac-toe", games=1), said) for bot in (Failing(), First())))
    assert any("ZeroDivisionError" in line for line in said)


def test_nobody_there_is_one_sentence():
    from tests.edges.programs import free_port

    with pytest.raises(ServerUnreachable, match="nobody listens there"):
        play_all(runner(free_port(), First(), Engagement("tic-tac-toe")))


@pytest.mark.skipif(not shutil.which("node"), reason="Node is not here")
def test_the_example_in_node_plays_by_itself_and_for_ludus_bot(server):
    node = EXAMPLES / "node_bot" / "bot.js"
    arguments = ("--host", f"127.0.0.1:{server.port}", "--games", "1")
    done = []
    other = threading.Thread(
        target=lambda: done.append(run("bot", "tic-tac-toe", *arguments, "--program", f"node {node}", timeout=60))
    )
    other.start()
    first = First()
    play_all(runner(server.port, first, Engagement("tic-tac-toe", games=1)))
    other.join()
    assert done[0].returncode == 0, done[0].stderr
    assert any(f": {result}, " in done[0].stdout for result in ("win", "lose"))


def test_the_engine_enters_a_tournament_and_wins(server):  # T16
    with running_server(f"sqlite:///{server.store}") as operator:
        made = operator.ask(TournamentNew(game="tic-tac-toe", kind="round-robin", start="full", slots=2))
        first = First()

        engagement = Engagement("tic-tac-toe", queue=False, tournaments=[made.tournament], games=1)
        done = []
        words = ("bot", "tic-tac-toe", "--host", f"127.0.0.1:{server.port}", "--seconds", "0.3", "--no-queue", "--threads", "1")
        other = threading.Thread(
            target=lambda: done.append(
                run(*words, "--tournament", made.tournament, "--name", "engine", "--games", "1", timeout=90)
            )
        )
        other.start()
        play_all(runner(server.port, first, engagement))
        other.join()
    assert done[0].returncode == 0, done[0].stderr
    assert first.results in (["lose"], ["draw"])


@pytest.mark.skipif(not shutil.which("openssl"), reason="openssl is not installed here")
def test_a_bot_and_a_person_at_a_terminal_come_in_by_tls(tmp_path):  # T16, security
    certificate, key = make_certificate(tmp_path)
    with start_server("--tls-cert", str(certificate), "--tls-key", str(key), folder=tmp_path) as secure:
        address = f"localhost:{secure.port}"
        bot = ("bot", "tic-tac-toe", "--host", address, "--program", "true", "--games", "1")
        refused = run(*bot, "--tls")
        assert refused.returncode == 1
        assert "cannot be trusted" in refused.stderr
        join = [sys.executable, "-m", "ludus", "join", address, "--plain", "--tls-ca", str(certificate)]
        said = subprocess.run(join, input="play tic-tac-toe 1\nresign\n", capture_output=True, text=True, timeout=60, check=True)
        assert "You have lost" in said.stdout
        tls = tls_context(certificate)
        entrances = [ServerConnection(read_address(address, tls), Hello(kind="program", moves="yes"), Guest()) for _ in "ab"]
        bots = First(), First()
        engagement = Engagement("tic-tac-toe", games=1)
        play_all(*(BotRunner(each, entrance, engagement) for each, entrance in zip(bots, entrances, strict=True)))
        assert sorted(bots[0].results + bots[1].results) == ["lose", "win"]


@pytest.mark.skipif(not shutil.which("node"), reason="Node is not here")
def test_the_example_in_node_comes_by_itself_over_tcp(server):  # T16
    words = ["node", str(EXAMPLES / "node_bot" / "bot.js"), "tic-tac-toe", "127.0.0.1", str(server.port)]
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as node:
        first = First()
        play_all(runner(server.port, first, Engagement("tic-tac-toe", queue=False, matches=[open_match(server)], games=1)))
        _, said = node.communicate(timeout=20)
    assert len(first.results) == 1
    assert said.startswith(("win: ", "lose: ", "draw: "))


def open_match(server) -> str:
    """The first match that waits for somebody."""
    for _ in range(200):
        with urlopen(f"http://127.0.0.1:{server.web_port}/api/matches") as reply:
            found = [each["match"] for each in json.load(reply)["matches"] if each["standing"] == "open"]
        if found:
            return found[0]
        time.sleep(0.05)
    raise AssertionError("nobody waits")


def test_the_server_sees_the_end_when_whoever_listens_is_cancelled():
    async def listen_and_be_cancelled() -> bytes:
        left = asyncio.get_running_loop().create_future()

        async def serve(reader, writer):
            await reader.readline()
            listener.cancel()
            left.set_result(await reader.read())
            writer.close()

        async def listen(port):
            connection = ServerConnection(read_address(f"127.0.0.1:{port}"), Hello(kind="program", moves="yes"), Guest())
            kept.append(connection)  # it is not the garbage collector that ends the connection
            async with aclosing(connection.news()) as news:
                async for _ in news:
                    pass

        kept: list[ServerConnection] = []
        async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
            listener = asyncio.create_task(listen(server.sockets[0].getsockname()[1]))
            return await asyncio.wait_for(left, 30)

    assert b"guest" in asyncio.run(listen_and_be_cancelled())


@pytest.mark.skipif(not shutil.which("openssl"), reason="openssl is not installed here")
def test_no_socket_stays_open_when_a_server_does_not_say_goodbye(tmp_path, monkeypatch):  # by TLS, both sides say so
    certificate, key = make_certificate(tmp_path)
    monkeypatch.setattr("ludus.clients.connection.FAREWELL", 0.1)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    done = threading.Event()

    def serve_rudely():
        with context.wrap_socket(door.accept()[0], server_side=True) as talk:
            talk.recv(1000)
            talk.sendall(write(Pong()))
            done.wait(30)

    async def listen_once():
        connection = ServerConnection(address, Hello(kind="program", moves="yes"), Guest())
        async with aclosing(connection.news()) as news:
            async for _ in news:
                break

    with socket.create_server(("127.0.0.1", 0)) as door:
        address = read_address(f"localhost:{door.getsockname()[1]}", tls_context(certificate))
        server = threading.Thread(target=serve_rudely)
        server.start()
        asyncio.run(listen_once())
        gc.collect()  # a socket that is still open would be told of now
        done.set()
        server.join()
