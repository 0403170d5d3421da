"""Whatever moment the server is killed at, no move that was acknowledged is lost, and none is made twice (B17, T4, T10)."""

from __future__ import annotations

import random
import time
from contextlib import closing
from pathlib import Path

import pytest
from tests.commands import start
from tests.edges.programs import Crowd, free_port
from tests.server_process import start_server
from typer.testing import CliRunner

from ludus.cli.main import app
from ludus.server.matches.events import AnyEvent, Closed, Made, Played
from ludus.server.records.check import check_record
from ludus.server.records.reader import read_record
from ludus.server.records.writer import write_record
from ludus.server.store.address import open_store
from ludus.server.store.changes import Store

PAIRS = 50
GONE_AGAIN = 10
"""One kill in this many is followed by another while the server is still starting."""


def crash(address: str, folder: Path, kills: int, seed: int) -> Crowd:
    """Let programs play on a server that is killed so often, then to the end of all games."""
    print(f"seed {seed}")
    chance, port = random.Random(seed), free_port()
    arguments = ("--port", str(port), "--store", address, "--per-address", "100000")
    with Crowd(PAIRS, seed) as crowd:
        for kill in range(kills):
            with start_server(*arguments, folder=folder) as server:
                crowd.go_on(port)
                crowd.wait_for_moves(chance.randrange(400))
                time.sleep(chance.random() * 0.03)  # at no moment that a program knows of
                server.kill()
            if kill % GONE_AGAIN == 0:
                kill_while_starting(server.process.words, chance.random() * 2.0)
        with start_server(*arguments, folder=folder) as server:
            crowd.finish()
            assert server.stop() == 0
        assert "Traceback" not in server.log, server.log[-3000:]
    return crowd


def kill_while_starting(arguments, seconds: float) -> None:
    """Start a server, and kill it before it is ready, or just when it is."""
    with start(*arguments) as process:
        time.sleep(seconds)
        process.kill()


def check(address: str, crowd: Crowd, folder: Path, rulebook, all_records: bool) -> None:
    """What is kept is what the programs were told, and every game can be played again to its result."""
    told: dict[str, dict[str, object]] = {}
    for (match, ref), move in crowd.accepted.items():
        told.setdefault(match, {})[ref] = move
    with closing(open_store(address)) as store:
        records = [check_match(store, match, moves, rulebook) for match, moves in told.items()]
        assert set(store.load().matches) == set(), "every match that was begun is over"
    file = folder / "records.txt"
    file.write_text("\n\n".join(records if all_records else records[-20:]), "utf-8")
    replay(file)


def check_match(store: Store, match: str, moves: dict[str, object], rulebook) -> str:
    """One match: the record of it."""
    happened: list[AnyEvent] = store.events(match)
    assert [event.number for event in happened] == list(range(1, len(happened) + 1))
    made, played = happened[0], [event for event in happened if isinstance(event, Played)]
    assert isinstance(made, Made)
    assert isinstance(happened[-1], Closed)
    assert len({event.ref for event in played}) == len(played), "no question was answered twice"
    kept = {event.ref: (event.player, event.number, [tuple(square) for square in event.path]) for event in played}
    for ref, move in moves.items():
        assert kept.get(ref) == (move.player, move.number, move.squares), f"{ref} of {match} was accepted as {move}"
    rules = rulebook(made.terms.game, **made.terms.options)
    lines = "\n".join(write_record(rules, match, happened))
    play = check_record(rules, read_record(lines))
    assert len(play.steps) == len(played)
    assert play.result is not None
    assert play.result.sentence == happened[-1].sentence
    return lines


def replay(file: Path) -> None:
    """`ludus replay` finds nothing wrong in the records of all matches."""
    done = CliRunner().invoke(app, ["replay", str(file)])
    assert done.exit_code == 0, done.output[-2000:]


@pytest.fixture
def address(request, tmp_path, monkeypatch) -> str:
    """Where everything is kept; a server on PostgreSQL leaves the operator's key in the folder it is started from."""
    monkeypatch.chdir(tmp_path)
    return str(tmp_path / "x.db") if request.param == "sqlite" else request.getfixturevalue("postgres")()


def lose_nothing(address: str, folder: Path, kills: int, rulebook, all_records: bool) -> None:
    """Kill the server so often, and look at what is left."""
    crowd = crash(address, folder, kills, seed=random.randrange(1 << 30))
    assert crowd.returned >= PAIRS * kills, "everybody came back every time"
    assert crowd.repeated > 0
    check(address, crowd, folder, rulebook, all_records)


@pytest.mark.parametrize(("address", "kills"), [("sqlite", 4), ("postgresql", 2)], indirect=["address"])
def test_no_acknowledged_move_is_lost_when_the_server_is_killed(address, kills, tmp_path, rulebook):  # T4, T10, B17
    lose_nothing(address, tmp_path, kills, rulebook, all_records=False)


@pytest.mark.slow
@pytest.mark.parametrize("address", ["sqlite"] * 20 + ["postgresql"] * 5, indirect=True)
def test_no_acknowledged_move_is_lost_in_500_kills(address, tmp_path, rulebook):  # T4, T10, B17
    lose_nothing(address, tmp_path, 20, rulebook, all_records=True)
