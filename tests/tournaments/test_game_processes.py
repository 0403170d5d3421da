"""The processes that play games: there before anything is known, ended when they are not needed, missed when they die."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from ludus.cli.tournament.game_processes import GameProcesses
from ludus.cli.tournament.local_workers import LocalWorkers
from ludus.cli.tournament.places import Places
from ludus.cli.tournament.plan import Entry, Plan
from ludus.cli.tournament.worker import PrepareReport, PrepareTask
from ludus.rules.errors import LudusError
from ludus.server.tournaments.terms import TournamentTerms

PATIENCE = 120.0


@pytest.fixture
def plan(tmp_path):
    terms = TournamentTerms(game="tic-tac-toe", kind="round-robin")
    return Plan(tmp_path / "t.toml", terms, (Entry("ann", level=1), Entry("bob", level=1)))


def test_starting_them_imports_nothing_that_takes_time():
    words = "import sys, ludus.cli.tournament.game_processes; print(*{'numpy', 'msgspec', 'rich'} & {*sys.modules})"
    done = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=True)
    assert done.stdout == "\n"


def test_those_that_are_not_needed_end_and_the_others_do_tasks(tmp_path, plan):
    with GameProcesses(3) as processes, LocalWorkers(processes, 1, plan, Places(tmp_path)) as workers:
        kept, *surplus = processes.processes
        assert workers.cores == 1
        for process in surplus:
            process.join(PATIENCE)
        assert [process.exitcode is None for process in surplus] == [False, False]
        workers.give(PrepareTask())
        assert workers.findings(PATIENCE) == [PrepareReport()]
        assert kept.exitcode is None
    assert kept.exitcode is not None


def test_one_that_dies_is_told(tmp_path, plan):
    with GameProcesses(1) as processes:
        (process,) = processes.processes
        os.kill(process.pid, signal.SIGKILL)
        process.join(PATIENCE)
        with LocalWorkers(processes, 1, plan, Places(tmp_path)) as workers, pytest.raises(LudusError, match="has died"):
            workers.findings(PATIENCE)
