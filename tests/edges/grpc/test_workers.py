"""Helpers by gRPC: they register, get work, bring results, leave, die; and one is written in another language."""

from __future__ import annotations

import os
import shutil
import subprocess
import threading
import time
from pathlib import Path

import grpc
import pytest
from tests.server_process import BY_GRPC, start_server

from ludus.cli.terminal.worker_loop import WorkerLoop
from ludus.edges.grpc.channel import Channel
from ludus.edges.grpc.schema import PROTO
from ludus.games.finder import find_game
from ludus.rules.errors import LudusError

NODE = Path(__file__).parents[3] / "examples" / "node_worker"


def user(server, certificate) -> Channel:
    return Channel(f"localhost:{server.grpc_port}", tls=certificate[0])


def helper(server, certificate, name: str, token: str | None = None, games: str = "tic-tac-toe") -> Channel:
    shown = server.worker_token if token is None else token
    return Channel(f"localhost:{server.worker_port}", token=shown, tls=certificate[0], ludus_worker=name, ludus_games=games)


def wait_until(happens) -> None:
    """Wait for something in another process; the server is asked until it is so."""
    until = time.monotonic() + 20
    while not happens():
        assert time.monotonic() < until
        time.sleep(0.02)


def test_without_a_live_helper_a_game_type_is_a_clear_error_and_with_one_it_is_served(delegator, certificate):  # E3, E4, M7
    with user(delegator, certificate) as asker, helper(delegator, certificate, "ann") as one:
        assert list(asker.call("AnalysisService", "Games", 10).game) == []
        with pytest.raises(LudusError, match="Nobody is here now who can analyse tic-tac-toe"):
            asker.call("UserService", "DoWork", 10, state=b"x.o......")
        assert not one.call("HelperService", "IsRegistered", 10).registered
        one.call("HelperService", "Register", 10, game=["tic-tac-toe"], positions_per_second=5000)
        assert one.call("HelperService", "IsRegistered", 10).registered
        assert list(asker.call("AnalysisService", "Games", 10).game) == ["tic-tac-toe"]
        listed = asker.call("AnalysisService", "Workers", 10).worker
        assert [(each.name, each.positions_per_second) for each in listed] == [("ann", 5000)]
        assert one.call("HelperService", "Unregister", 10).was_registered
        assert not one.call("HelperService", "IsRegistered", 10).registered
        assert list(asker.call("AnalysisService", "Games", 10).game) == []


def test_a_helper_with_another_version_of_a_game_is_refused_with_a_sentence(delegator, certificate):  # the jobs scheme by gRPC
    ours = find_game("tic-tac-toe").version
    with (
        helper(delegator, certificate, "old", games="tic-tac-toe=0123456789ab") as old,
        helper(delegator, certificate, "mixed", games=f"tic-tac-toe={ours},othello=0123456789ab") as mixed,
        user(delegator, certificate) as asker,
    ):
        with pytest.raises(LudusError, match="another version of tic-tac-toe than the server; install the same version"):
            WorkerLoop(old, (), 1).run()
        mixed.call("HelperService", "Register", 10)
        assert [each.name for each in asker.call("AnalysisService", "Workers", 10).worker] == ["mixed"]
        mixed.call("HelperService", "Unregister", 10)


def test_helpers_search_and_the_server_puts_it_together(delegator, certificate):  # E6, E8, M7, M9
    with user(delegator, certificate) as asker:
        loops = [WorkerLoop(helper(delegator, certificate, f"w{number}"), ("tic-tac-toe",), 1) for number in range(2)]
        threads = [threading.Thread(target=loop.run) for loop in loops]
        for thread in threads:
            thread.start()
        try:
            wait_until(lambda: len(asker.call("AnalysisService", "Workers", 10).worker) == 2)
            assert asker.call("UserService", "DoWork", 30, state=b"x.o......", timeLimitMillis=3000).move == b"x.o...x.."
            events = list(asker.stream("AnalysisService", "Analyse", 30, position="x.o......", seconds=3.0))
            decision = events[-1].decision
            assert (decision.value, decision.exact, decision.completed) == (99995, True, 1.0)
            assert decision.workers >= 1
            assert decision.jobs >= 7
        finally:
            for loop in loops:
                loop.leaving.set()
            for thread in threads:
                thread.join()
        assert list(asker.call("AnalysisService", "Workers", 10).worker) == []  # they said goodbye
        assert sum(loop.done for loop in loops) >= 7


def test_a_helper_that_takes_work_and_dies_is_replaced_or_the_request_fails_clearly(delegator, certificate):  # E7, M3
    with user(delegator, certificate) as asker, helper(delegator, certificate, "mortal") as mortal:
        mortal.call("HelperService", "Register", 10)
        answers: list[object] = []

        def ask() -> None:
            try:
                answers.append(asker.call("UserService", "DoWork", 30, state=b"x.o......", timeLimitMillis=4000))
            except LudusError as error:
                answers.append(str(error))

        asking = threading.Thread(target=ask)
        began = time.monotonic()
        asking.start()
        work = mortal.call("SlaveService", "GetWork", 10)
        assert work.state[0].startswith(b"tic-tac-toe\n")
        assert work.timeLimitMillis > 0
        asking.join()  # it is never heard of again
        assert time.monotonic() - began < 4.5
        assert "helpers are dead" in answers[0] or "nobody" in answers[0].lower()
        assert list(asker.call("AnalysisService", "Workers", 10).worker) == []


@pytest.mark.parametrize("token", ["", "guessed"])
def test_without_the_token_nobody_gets_work(delegator, certificate, token):
    with helper(delegator, certificate, "stranger", token) as stranger:
        for service, method in (("SlaveService", "GetWork"), ("HelperService", "Register")):
            with pytest.raises(LudusError, match="authorization: Bearer"):
                stranger.call(service, method, 10)
    assert (delegator.store.with_suffix(".db.workers").stat().st_mode & 0o077) == 0


def test_results_that_nobody_asked_for_change_nothing(delegator, certificate):
    with helper(delegator, certificate, "forger") as forger:
        forged = [{"state": b"tic-tac-toe\nx.o......", "value": 99999, "numStatesAnalyzed": 1}, {"state": b"\xff", "value": -1}]
        assert list(forger.call("SlaveService", "GetWork", 10, result=forged).state) == []
        forger.call("HelperService", "Unregister", 10)


def test_tls_is_spoken_and_nothing_else(delegator):
    with grpc.insecure_channel(f"localhost:{delegator.grpc_port}") as plain, pytest.raises(grpc.RpcError) as refused:
        plain.unary_unary("/UserService/DoWork")(b"", timeout=5)
    assert refused.value.code() in (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED)


@pytest.mark.slow
def test_a_worker_in_node_made_from_the_proto_alone_plays_its_part(tmp_path):  # M4, M7
    if shutil.which("node") is None or shutil.which("npm") is None:
        pytest.skip("node and npm are not installed here, and this worker is written for them")
    place = shutil.copytree(NODE, tmp_path / "node_worker", ignore=shutil.ignore_patterns("node_modules"))
    shutil.copy(PROTO / "minimax.proto", place)
    installed = subprocess.run(
        [shutil.which("npm"), "install", "--no-audit", "--no-fund"], cwd=place, capture_output=True, text=True, check=False
    )
    if installed.returncode:
        pytest.skip(f"npm cannot install the gRPC library here: {installed.stderr.strip().splitlines()[-1:]}")
    with start_server("tic-tac-toe", *BY_GRPC, "--set", "analysis.local=0", folder=tmp_path) as server:
        environment = {**os.environ, "LUDUS_WORKER_TOKEN": server.worker_token}
        command = [shutil.which("node"), "worker.js", f"localhost:{server.worker_port}", "minimax.proto"]
        worker = subprocess.Popen(command, cwd=place, env=environment)
        here = Channel(f"localhost:{server.worker_port}", token=server.worker_token, ludus_worker="python")
        loop = WorkerLoop(here, (), 1)
        helping = threading.Thread(target=loop.run)
        try:
            with Channel(f"127.0.0.1:{server.grpc_port}") as asker:
                assert _decided_by(asker, {"node"}) == {1}
                helping.start()
                assert 2 in _decided_by(asker, {"node", "python"})
                speeds = {each.name: each.positions_per_second for each in asker.call("AnalysisService", "Workers", 10).worker}
                assert speeds["node"] > 0
        finally:
            worker.terminate()
            worker.wait()
            loop.leaving.set()
            helping.join()


def _decided_by(asker: Channel, names: set[str]) -> set[int]:
    """How many took part in each of some requests, once these are registered; all are decided rightly."""
    wait_until(lambda: {each.name for each in asker.call("AnalysisService", "Workers", 10).worker} == names)
    counts = set()
    for _ in range(5):
        events = list(asker.stream("AnalysisService", "Analyse", 30, position="x........", seconds=3.0))
        decision = events[-1].decision
        assert (decision.move, decision.value) == ("b2", 0)
        counts.add(decision.workers)
    return counts
