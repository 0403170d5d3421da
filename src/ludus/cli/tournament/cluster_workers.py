"""The games of a tournament on a cluster: one for each core of its machines.

    both players are the computer's ──► cluster ── gone? ──┐
    one is a program ─────────────────► this machine ◄─────┘

A program stays on the machine that it was brought to: others have neither its files nor the means to confine it.
"""

from __future__ import annotations

import time
from collections import deque
from contextlib import ExitStack
from dataclasses import replace
from queue import Empty

from ludus.cli.tournament.game_processes import GameProcesses
from ludus.cli.tournament.local_workers import LocalWorkers
from ludus.cli.tournament.places import Places
from ludus.cli.tournament.plan import Plan
from ludus.cli.tournament.worker import AnalysisResult, Task
from ludus.cluster.batch import AHEAD
from ludus.cluster.cluster import Cluster
from ludus.cluster.messages import GamePlayed, PlayGame
from ludus.cluster.requests import BatchRequest
from ludus.games import find_game
from ludus.rules.errors import LudusError
from ludus.rules.rulebook import Rulebook
from ludus.server.tournaments.offline.computer import ComputerGame
from ludus.server.tournaments.offline.game import GameTask

LOOK = 0.02
"""Seconds between two looks at who of the cluster and of this machine is done."""


class ClusterWorkers:
    """Plays games between computers on a cluster, and all others here."""

    def __init__(self, cluster: Cluster, size: int, plan: Plan, places: Places) -> None:
        self._cluster, self._size, self._plan, self._places = cluster, size, plan, places
        self._rulebook = Rulebook(find_game(plan.terms.game, plan.options))
        self._settings = {entry.name: entry.plays for entry in plan.players if entry.is_computer}
        self._here: LocalWorkers | None = None
        self._processes = ExitStack()
        self._batch: BatchRequest | None = None
        self._given: dict[int, GameTask] = {}
        """The games that the cluster plays, by their number in the batch."""
        self._count = 0
        self._orphans: deque[GameTask] = deque()
        """Games that the cluster has left behind."""

    def __enter__(self) -> ClusterWorkers:
        return self

    def __exit__(self, *_: object) -> None:
        self._processes.close()
        self._cluster.close()

    def prepare(self) -> None:
        """Have everything compiled on all machines, and here if there is a program; raises `LudusError` if nobody can play."""
        if len(self._settings) < len(self._plan.players):
            self._local().prepare()
        if not self._cluster.prepare(self._rulebook):
            raise LudusError("no machine of the cluster offers cores; lend some with `ludus worker --join`")

    @property
    def cores(self) -> int:
        """How many games are played at the same time, here and there."""
        return self._size + self._cluster.cores(self._rulebook)

    @property
    def free(self) -> int:
        """How many tasks could be begun now."""
        return self._local_room() + self._room()

    def can_take(self, *players: str) -> bool:
        """Whether there is room for a task of these players where it would be done."""
        if self._is_for_cluster(players):
            return self._room() > 0
        return not self._orphans and self._local_room() > 0

    def give(self, task: Task) -> None:
        """Have a task done, here or elsewhere."""
        if isinstance(task, GameTask) and self._is_for_cluster(task.players):
            self._send(task)
        elif isinstance(task, GameTask) and not self._local_room():  # the last machine has left this very moment
            self._orphans.append(task)
        else:
            self._local().give(task)

    def findings(self, seconds: float | None) -> list[AnalysisResult]:
        """What has been found since, waiting for at most some seconds; raises `LudusError` when something went wrong."""
        end = None if seconds is None else time.monotonic() + seconds
        while True:
            while self._orphans and self._local_room():
                self._local().give(self._orphans.popleft())
            time.sleep(0.0 if self._batch else LOOK)
            found = [*self._heard(LOOK), *(self._here.findings(0.0) if self._here is not None else [])]
            if found or (end is not None and time.monotonic() >= end):
                return found

    def _is_for_cluster(self, players: tuple[str, ...]) -> bool:
        """Whether these are all computers, and some machine is there for them."""
        return all(player in self._settings for player in players) and self._cluster.cores(self._rulebook) > 0

    def _room(self) -> int:
        """How many games the cluster could begin, or keep ready for cores that will soon be free."""
        return max(0, (1 + AHEAD) * self._cluster.cores(self._rulebook) - len(self._given))

    def _local_room(self) -> int:
        return self._size if self._here is None else self._here.free

    def _local(self) -> LocalWorkers:
        if self._here is None:
            processes = self._processes.enter_context(GameProcesses(self._size))
            self._here = LocalWorkers(processes, self._size, self._plan, self._places)
        return self._here

    def _send(self, task: GameTask) -> None:
        if self._batch is None:
            self._batch, self._count = self._cluster.batch(self._rulebook), 0
        settings = self._settings[task.players[0]], self._settings[task.players[1]]
        self._batch.add(PlayGame(0, ComputerGame(task, settings, self._plan.move, self._plan.opening)))
        self._given[self._count] = task
        self._count += 1

    def _heard(self, seconds: float) -> list[AnalysisResult]:
        """What the cluster has to tell."""
        found: list[AnalysisResult] = []
        while self._batch is not None:
            try:
                played = self._batch.results.get(timeout=0.0 if found else seconds)
            except Empty:
                break
            if played is None:  # all machines are gone
                self._orphans.extend(self._given.values())
                self._given, self._batch = {}, None
            elif isinstance(played, GamePlayed):
                task = self._given.pop(played.number)
                if played.report is None:
                    raise LudusError(f"{task.name}: {played.wrong}")
                found.append(replace(played.report, task=task))
        return found
