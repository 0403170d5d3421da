"""A tournament whose games are played on a cluster, of which machines are lost."""

from __future__ import annotations

import shlex
from contextlib import closing

import pytest
from tests.cluster.local_hosts import LocalHosts
from tests.cluster.thread_hosts import ThreadHosts
from tests.tournaments.bots import write_bot

from ludus.cli.tournament.cluster_workers import ClusterWorkers
from ludus.cli.tournament.director import Director
from ludus.cli.tournament.local_workers import LocalWorkers
from ludus.cli.tournament.places import Places, bring_along
from ludus.cli.tournament.plan import Entry, Plan
from ludus.cli.tournament.results import results
from ludus.cli.tournament.worker import GamePlayer
from ludus.cluster.cluster import Cluster
from ludus.rules.errors import LudusError
from ludus.search.arena.settings import Setting
from ludus.server.records.check import check_record
from ludus.server.records.reader import read_record
from ludus.server.tournaments.offline.game import GameTask
from ludus.server.tournaments.terms import TournamentTerms

COMPUTERS = (
    Entry("deep", setting=Setting(depth=4, megabytes=1)),
    Entry("flat", setting=Setting(depth=1, megabytes=1)),
    Entry("wide", setting=Setting(depth=2, megabytes=1)),
)
SECONDS = 30.0
"""For a move; the machine may be busy."""


def plan_in(folder, *entries):
    terms = TournamentTerms(game="tic-tac-toe", kind="round-robin", double=True, at_once=4)
    return Plan(folder / "t.toml", terms, entries, move=SECONDS, opening=2)


@pytest.fixture(params=[ThreadHosts, pytest.param(LocalHosts, marks=pytest.mark.slow)])
def hosts(request):
    return request.param(2)


@pytest.fixture
def held(tmp_path, hosts):
    """`held(plan, after)`: the tournament, held on two machines; `after` is called whenever the table is shown."""

    def hold(plan, after=lambda _: None):
        places = Places(tmp_path / "out")
        places.make()
        for entry in plan.players:
            if entry.is_program:
                bring_along(plan, entry, places)
        with (
            closing(Director(plan, places)) as director,
            ClusterWorkers(Cluster(hosts, megabytes=2), 1, plan, places) as workers,
        ):
            director.run(workers, after)
        return director.tournament, places

    return hold


def moves_of(record: str) -> list[str]:
    """The moves of a record, without the times, which are never the same."""
    return [word.text for word in read_record(record).words]


def test_games_between_computers_go_to_the_cluster_and_those_with_a_program_stay_here(
    tmp_path, held, hosts, rulebook, monkeypatch
):  # T12, E7
    here: list[GameTask] = []
    give = LocalWorkers.give
    monkeypatch.setattr(LocalWorkers, "give", lambda workers, task: (here.append(task), give(workers, task)))
    plan = plan_in(tmp_path, *COMPUTERS, Entry("bot", tuple(shlex.split(write_bot(tmp_path, "good")))))

    tournament, places = held(plan, lambda tournament: tournament.state.games_ended >= 2 and hosts.lose(0))
    assert results(plan, tournament)["games"] == 12
    for path in sorted((places.folder / "records").iterdir()):
        check_record(rulebook("tic-tac-toe"), read_record(path.read_text("utf-8")))
    games = [task for task in here if isinstance(task, GameTask)]
    assert len(games) == 6
    assert all("bot" in task.players for task in games)


def test_games_of_a_cluster_that_is_lost_are_played_here_and_are_the_same(tmp_path, held, hosts, monkeypatch):  # E7
    monkeypatch.setattr("ludus.cluster.conductor.LONG_PATIENCE", 0.1)
    given: list[GameTask] = []
    give, prepare = ClusterWorkers.give, ClusterWorkers.prepare

    def prepare_and_lose(workers):
        prepare(workers)
        hosts.lose(0)

    monkeypatch.setattr(ClusterWorkers, "give", lambda workers, task: (given.append(task), give(workers, task)))
    monkeypatch.setattr(ClusterWorkers, "prepare", prepare_and_lose)
    hosts.hosts.pop()
    plan = plan_in(tmp_path, *COMPUTERS[:2])
    _, places = held(plan)
    played, alone = GamePlayer(plan, places), {task.name: task for task in given}
    assert len(alone) == 2
    for name, task in alone.items():
        assert moves_of(places.record(name).read_text("utf-8")) == moves_of(played.play(task).record)


def test_a_cluster_without_cores_is_said(tmp_path, held, hosts, monkeypatch):
    monkeypatch.setattr("ludus.cluster.cluster.READY", 0.01)
    hosts.hosts.clear()
    with pytest.raises(LudusError, match="no machine of the cluster offers cores"):
        held(plan_in(tmp_path, *COMPUTERS))
