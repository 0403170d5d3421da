"""Tournaments of a real server, played by real programs over TCP that fail in every way, with the server killed in between.

The final table must be the one that the stored records give, and nobody loses a point to the crash of the server.
"""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.edges.entrants import Entrants
from tests.edges.frames import get, get_json
from tests.edges.programs import free_port
from tests.server_process import start_server
from typer.testing import CliRunner

from ludus.cli.main import app
from ludus.server.records.reader import read_records
from ludus.server.store.address import open_store
from ludus.server.tournaments.check import check_tournament
from ludus.server.tournaments.record import read_tournament
from ludus.server.tournaments.state import TournamentState
from ludus.server.tournaments.tournament import Tournament


def ludus(*words: str) -> str:
    """A command of `ludus`, which must succeed."""
    done = CliRunner().invoke(app, list(words))
    assert done.exit_code == 0, done.output
    return done.output


def follow(entrants: Entrants, web_port: int) -> dict[str, Any]:
    """How the tournament stands; programs that are to be late hear when they are."""
    shown: dict[str, Any] = get_json(web_port, "/api/tournaments/t1")
    entrants.out = {player["name"] for player in shown["players"] if player["out"]}
    return shown


def hold(folder: Path, kinds: dict[str, str], rules: tuple[str, ...], kills: int, between: int) -> Entrants:
    """Hold a tournament on a server that is killed so often, each time after some more games."""
    port, store = free_port(), str(folder / "x.db")
    with Entrants(kinds) as entrants:
        for round_ in range(kills + 1):
            with start_server("--port", str(port), folder=folder) as server:
                entrants.go_on(port)
                if round_ == 0:
                    named = [word for name in kinds for word in ("--player", name)]
                    ludus("tournament", "new", *rules, *named, "--store", store)
                    ludus("tournament", "start", "t1", "--store", store)
                if round_ < kills:
                    before = follow(entrants, server.web_port)["games"]
                    entrants.wait_until(
                        lambda before=before, web=server.web_port: follow(entrants, web)["games"] >= before + between
                    )
                    server.kill()
                else:
                    entrants.wait_until(lambda web=server.web_port: follow(entrants, web)["standing"] == "over")
                    look(folder, store, server.web_port)
                    entrants.wait_until(lambda: len(entrants.overs.get("t1", ())) == len(kinds))
                    assert server.stop() == 0
            assert "Traceback" not in server.log, server.log[-3000:]
    return entrants


def look(folder: Path, store: str, web: int) -> None:
    """Everything can be seen: by command, over HTTP, and as a record that proves itself."""
    text, exported = folder / "t1.txt", folder / "t1.json"
    assert "won by" in ludus("tournament", "list", "--store", store)
    assert "won" in ludus("tournament", "show", "t1", "--store", store)
    for file in (text, exported):
        ludus("tournament", "export", "t1", str(file), "--store", store)
    _, _, body = get(web, "/api/tournaments/t1/record")
    assert body == text.read_text("utf-8")
    assert get_json(web, "/api/tournaments/t1/export") == json.loads(exported.read_bytes())
    assert get_json(web, "/api/tournaments/t1/games")["pairings"] == get_json(web, "/api/tournaments/t1")["pairings"]
    assert "all as they were" in ludus("admin", "ratings", "--store", store)


def final(folder: Path) -> TournamentState:
    """How it ended; its table is the one that the stored records give."""
    shown, rest = read_tournament((folder / "t1.txt").read_text("utf-8"))
    check_tournament(shown, {record.match: record for record in read_records(rest)})
    ludus("replay", str(folder / "t1.json"))
    with closing(open_store(str(folder / "x.db"))) as store:
        assert store.load().matches == {}
        state = Tournament.restored(store.tournament_events("t1")).state
    assert [row.points for row in shown.table] == sorted((row.points for row in shown.table), reverse=True)
    assert state.winners == shown.winners
    return state


def lost_by(state: TournamentState, how: str) -> set[str]:
    """Who has lost a game in this way."""
    found = set()
    for pairing in state.pairings:
        found |= {pairing.opponent(game.winner) for game in pairing.games if game.how == how and game.winner}
    return found


def test_a_round_robin_of_programs_that_fail_on_a_server_that_is_killed(tmp_path):  # T4, T7, T8, T10, T12
    kinds = {"p0": "good", "p1": "crash", "p2": "illegal", "p3": "stale"}
    entrants = hold(tmp_path, kinds, ("tic-tac-toe", "kind=round-robin", "double=yes", "grace=20"), kills=1, between=3)
    state = final(tmp_path)
    assert len(state.pairings) == 12
    assert lost_by(state, "vanished") <= {"p1"}  # unless the server was killed just when it hung up
    assert lost_by(state, "forfeit") == {"p2"}
    assert entrants.programs[1].gone
    assert state.withdrawn == {}
    assert entrants.refused["stale"] > 0


CLASS = ("crash",) * 5 + ("late",) * 2 + ("illegal", "stale")


def class_of(count: int) -> dict[str, str]:
    """Five that crash and return in time, two that return too late, one that cheats, one with stale references."""
    return {f"p{number}": (CLASS[number] if number < len(CLASS) else "good") for number in range(count)}


@pytest.mark.slow
def test_a_yahtzee_knockout_of_sixteen_best_of_three(tmp_path):  # T5 to T10
    rules = ("yahtzee", "kind=knockout", "best_of=3", "slots=16", "grace=10", "move=60")
    hold(tmp_path, class_of(16), rules, kills=3, between=4)
    state = final(tmp_path)
    assert len(state.pairings) == 15
    assert set(state.withdrawn) <= {"p5", "p6"}
    assert lost_by(state, "vanished") <= {f"p{number}" for number in range(7)}
    assert lost_by(state, "forfeit") <= {"p5", "p6", "p7"}


@pytest.mark.slow
def test_a_santorini_double_round_robin_of_ten(tmp_path):  # T7 to T12
    rules = ("santorini", "kind=round-robin", "double=yes", "grace=10", "move=60")
    hold(tmp_path, class_of(10), rules, kills=3, between=10)
    state = final(tmp_path)
    assert len(state.pairings) == 90
    assert set(state.withdrawn) == {"p5", "p6"}
    assert lost_by(state, "vanished") <= {f"p{number}" for number in range(7)}
