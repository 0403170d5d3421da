"""`Cluster`: all machines of a cluster, for searching one position together, or many positions one for each core.

    cluster = Cluster(RayHosts("auto"))
    report = cluster.search(rulebook, state, Limit(seconds=2.0))

Each game has members of its own on every machine, so questions about different games are answered side by side, and those about
one game in the order in which they come. Machines may come and go at any time.
"""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Iterator, Sequence
from statistics import median

from ludus.cluster.conductor import Conductor
from ludus.cluster.hosts import Hosts
from ludus.cluster.messages import PairPlayed, PlayPair, Solve, Solved
from ludus.cluster.parcel import pack
from ludus.cluster.requests import BatchRequest
from ludus.cluster.status import ClusterStatus, MemberStatus, write_status
from ludus.rules.errors import LudusError
from ludus.rules.gametext import game_text
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord
from ludus.search.arena.contest import pairs
from ludus.search.arena.settings import Setting
from ludus.search.limit import Limit
from ludus.search.report import Progress, Report

CENSUS = 1.0
"""Seconds between two looks at which machines there are."""

READY = 60.0
"""Seconds that the first question about a game waits for the first machine; compiling a game takes a while."""


class Cluster:
    """Answers questions about any game with all machines there are."""

    def __init__(self, hosts: Hosts, *, scheme: str = "shared", megabytes: int = 128) -> None:
        self._hosts, self._scheme, self._megabytes = hosts, scheme, megabytes
        self._user = f"{socket.gethostname()}-{os.getpid()}"
        self._conductors: dict[str, Conductor] = {}
        self._started: dict[str, set[str]] = {}
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True, name="ludus-cluster")
        self._thread.start()

    def search(
        self,
        rulebook: Rulebook,
        state: StateRecord,
        limit: Limit,
        *,
        past: Sequence[StateRecord] = (),
        progress: Progress | None = None,
    ) -> Report:
        """The best move of a position. With a time limit there is an answer in time, whatever becomes of the machines."""
        return self._ready(rulebook, limit.seconds).search(state, limit, past, progress)

    def solve(self, rulebook: Rulebook, states: Sequence[StateRecord], limit: Limit) -> Iterator[Solved]:
        """What each of many positions is worth, in their order; one position for each core of the cluster."""
        tasks = [Solve(n, state.tobytes(), limit.seconds, limit.depth, limit.nodes) for n, state in enumerate(states)]
        return self._ready(rulebook, None).in_order(tasks)

    def play(self, rulebook: Rulebook, a: Setting, b: Setting, *, games: int, seed: int, opening: int) -> Iterator[PairPlayed]:
        """Pairs of games between two settings, in their order; one pair for each core of the cluster."""
        openings = pairs(rulebook, games, seed, opening)
        tasks = [PlayPair(number, number, game_text(rulebook, steps), a, b, seed) for number, steps in openings]
        return self._ready(rulebook, None).in_order(tasks)

    def batch(self, rulebook: Rulebook) -> BatchRequest:
        """An empty batch, for tasks that are not all known at the beginning; results come as they are ready."""
        return self._conductor(rulebook).batch()

    def cores(self, rulebook: Rulebook) -> int:
        """How many cores are ready for a game now."""
        return sum(member.cores for member in self._conductor(rulebook).present.values())

    def prepare(self, rulebook: Rulebook) -> int:
        """Wait until all machines that are there now know a game; returns how many do."""
        conductor, end = self._ready(rulebook, None), time.monotonic() + READY
        while len(conductor.present) + len(conductor.refusals) < len(self._hosts.all()) and time.monotonic() < end:
            time.sleep(0.02)
        if not conductor.present and conductor.refusals:
            raise LudusError(conductor.refusals[-1])
        return len(conductor.present)

    def invite(self, rulebook: Rulebook) -> bool:
        """Have machines get ready for a game, without waiting for them; whether one is ready now."""
        return bool(self._conductor(rulebook).present)

    @property
    def machines(self) -> int:
        """How many machines there are."""
        return len(self._hosts.all())

    def seconds_for(self, rulebook: Rulebook, depth: int) -> float:
        """How long a search of a depth is expected to take, by those that were completed; 0 if there were none."""
        return self._conductor(rulebook).durations.expected(depth)

    def stop(self, rulebook: Rulebook) -> None:
        """End the search of a game's position that is going on; it answers with what is known."""
        self._conductor(rulebook).stop()

    def status(self) -> list[MemberStatus]:
        """What every machine does."""
        return [
            MemberStatus(
                conductor.rulebook.game.name,
                name,
                member.cores,
                not member.gone,
                conductor.performance.of(name).speed or 0.0,
                conductor.performance.of(name).nodes,
                conductor.task_of(name),
                member.progress.sent,
                member.progress.received,
                member.progress.useful,
            )
            for conductor in list(self._conductors.values())
            for name, member in dict(conductor.members).items()
        ]

    def told(self) -> ClusterStatus:
        """What it does, for whoever looks at the cluster."""
        conductors = list(self._conductors.values())
        ratios = [ratio for conductor in conductors for ratio in list(conductor.durations.ratios)]
        waiting = sum(conductor.waiting for conductor in conductors)
        return ClusterStatus(self._user, self.status(), waiting, median(ratios) if ratios else 0.0)

    def close(self) -> None:
        """Let all machines go."""
        self._closing.set()
        self._thread.join()
        for conductor in self._conductors.values():
            conductor.close()
        self._hosts.close()

    def _ready(self, rulebook: Rulebook, seconds: float | None) -> Conductor:
        """The conductor for a game, with at least one machine if one comes in time."""
        conductor = self._conductor(rulebook)
        end = time.monotonic() + (READY if seconds is None else min(READY, seconds / 2))
        while not conductor.present and time.monotonic() < end and not conductor.refusals:
            time.sleep(0.005)
        return conductor

    def _conductor(self, rulebook: Rulebook) -> Conductor:
        key = pack(rulebook.file, b"").key
        with self._lock:
            if key not in self._conductors:
                self._conductors[key] = Conductor(
                    rulebook, scheme=self._scheme, host=self._hosts.address, megabytes=self._megabytes
                )
                self._started[key] = set()
                self._invite()
            return self._conductors[key]

    def _watch(self) -> None:
        while not self._closing.wait(CENSUS):
            with self._lock:
                self._invite()
            self._hosts.publish(self._user, write_status(self.told()))

    def _invite(self) -> None:
        """Start a member for each game on each machine that has none."""
        hosts = self._hosts.all() if self._conductors else []
        for key, conductor in self._conductors.items():
            names = {f"{key}@{host.name}": host for host in hosts}
            for name in self._started[key] - set(names):
                conductor.lose(name)
                self._started[key].discard(name)
            for name, host in names.items():
                if name not in self._started[key]:
                    self._started[key].add(name)
                    self._hosts.start(host, name, conductor.invitation(host.address, host.cores))
