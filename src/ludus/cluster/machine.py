"""A machine of a cluster: listens to its coordinator and to the other machines, and lets its searcher work.

        coordinator                        other machines
             │ orders, questions                │ entries, marks, findings
             ▼                                  ▼
        ┌─ dealer ────────── Machine ─────── subscriber ─┐
        │                      │                          │     one thread for the sockets, which sends every few milliseconds
        └────────────────── Searcher ─── publisher ───────┘     and hears at once (relay.py); all cores for the search

A machine that hears nothing goes on with what it has: it never waits for anybody.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import zmq

from ludus.cluster.batch import PositionSolver
from ludus.cluster.bell import Bell
from ludus.cluster.messages import (
    BatchTask,
    Introduce,
    MachineHello,
    MachineQuestion,
    MachineQuit,
    Numbered,
    Refused,
    decode,
    encode,
    numbered,
)
from ludus.cluster.orders import Begin, BeginJob, Found, Stop
from ludus.cluster.parcel import Parcel, unpack
from ludus.cluster.relay import FOUND, HEAD, Relay
from ludus.cluster.searcher import Searcher
from ludus.cluster.sockets import KeyPair, Sockets, connect
from ludus.cluster.thresholds import smallest_entry
from ludus.rules.errors import LudusError

BETWEEN_NEWS = 0.004
"""Seconds between two messages with what was found: each takes some microseconds from the search, on both sides."""

HEARTBEAT, IDLE_HEARTBEAT = 0.05, 1.0
"""Seconds between two reports to the coordinator, at work and otherwise: every game has its own machine on the same cores."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """What a machine needs to join: where its coordinator listens, the keys, and the game."""

    endpoint: str
    server_key: str
    client: KeyPair
    parcel: Parcel
    cores: int
    megabytes: int
    host: str
    """The address at which others reach this machine."""

    @property
    def secret(self) -> bytes:
        """What games are signed with."""
        return self.client.secret.encode()


class Machine:
    """One member of a cluster, for one game."""

    def __init__(self, name: str, invitation: Invitation) -> None:
        self.name, self.invitation = name, invitation
        self.cores = invitation.cores or os.cpu_count() or 1
        self._sockets = Sockets(invitation.client)
        self._dealer = self._sockets.connecting(zmq.DEALER, name)
        connect(self._dealer, invitation.endpoint, invitation.server_key)
        self._bell = Bell(self._dealer)
        self._publisher, self._endpoint = self._sockets.listening(zmq.PUB, invitation.host)
        self._subscriber = self._sockets.connecting(zmq.SUB)
        self._subscriber.setsockopt(zmq.SUBSCRIBE, b"")
        self._known: set[str] = set()
        self._question, self._marks, self._threads = -1, 1000, self.cores
        self._beat = 0.0
        self._quitting = False

    def run(self) -> None:
        """Take part until told to quit."""
        try:
            rulebook = unpack(self.invitation.parcel, self.invitation.secret)
            self._searcher = Searcher(rulebook, self.cores, self.invitation.megabytes)
            self._relay = Relay(self._searcher, self._publisher, self._subscriber, self._dealer)
            self._solver = PositionSolver(rulebook, self.cores, self.invitation.megabytes, self._bell.ring)
        except LudusError as error:
            self._dealer.setsockopt(zmq.LINGER, 1000)
            self._dealer.send(encode(Refused(f"{self.name}: {error}")))
            self._publisher.close()
            self._subscriber.close()
            self._dealer.close()
            self._bell.close()
            return
        self._warm_up(rulebook.start())
        self._dealer.send(encode(MachineHello(self._endpoint, self._sockets.server.public, self.cores, os.cpu_count() or 1)))
        try:
            while not self._quitting:
                self._look()
        finally:
            self._searcher.close()
            self._solver.close()
            self._sockets.close()
            self._bell.close()

    def _warm_up(self, state: Any) -> None:
        """Compile or load the kernel before the first question, so that no question pays for it."""
        rulebook = self._searcher.rulebook
        while rulebook.chances(state):
            state = rulebook.happen(state, 0)
        worker = self._searcher.pool.first
        worker.prepare(state, 0)
        worker.search(1, -1, 1, 1)
        worker.line(rulebook.moves(state)[0])
        worker.repetition_key(state)
        self._relay.run(BETWEEN_NEWS, BETWEEN_NEWS)
        if rulebook.game.remaining is not None:
            worker.prove(1)
        self._searcher.pool.forget()

    def _look(self) -> None:
        """Do what is to be done, and then carry news until there is something else."""
        for message in waiting(self._dealer):
            self._obey(decode(message))
        self._tell()
        if self._searcher.busy:
            found = self._relay.run(HEARTBEAT, BETWEEN_NEWS)
            if found:
                self._hear(found)
        else:
            self._bell.wait(HEARTBEAT if self._busy else IDLE_HEARTBEAT)

    @property
    def _busy(self) -> bool:
        return self._searcher.busy or self._solver.busy > 0

    def _obey(self, message: Any) -> None:
        if isinstance(message, Introduce):
            for name, (endpoint, key) in message.others.items():
                if name != self.name and endpoint not in self._known:
                    self._known.add(endpoint)
                    connect(self._subscriber, endpoint, key)
            self._threads = message.threads
        elif isinstance(message, MachineQuestion):
            self._ask(message)
        elif isinstance(message, BatchTask):
            self._solver.add(message)
        elif isinstance(message, MachineQuit):
            self._quitting = True
        elif isinstance(message, Numbered) and message.question == self._question:
            order = message.content
            if isinstance(order, Begin):
                self._searcher.begin(order, smallest_entry(self._threads), self._marks)
            elif isinstance(order, BeginJob):
                self._searcher.begin_job(order.job)
            elif isinstance(order, Stop):
                self._searcher.stop()

    def _ask(self, ask: MachineQuestion) -> None:
        read = self._searcher.rulebook.game.state.from_bytes
        self._searcher.ask(read(ask.state), [read(each) for each in ask.past], ask.proof_seconds)
        while not self._searcher.told.empty():
            self._searcher.told.get()
        self._question, self._marks = ask.number, ask.marks
        self._relay.ask(ask.number)

    def _hear(self, message: bytes) -> None:
        found = decode(message).content
        if isinstance(found, Found):
            self._searcher.hear(found.finding)

    def _tell(self) -> None:
        while not self._searcher.told.empty():
            message = encode(numbered(self._question, self._searcher.told.get()))
            self._dealer.send(message)
            self._publisher.send(HEAD.pack(FOUND, self._question) + message)
        for solved in self._solver.results():
            self._dealer.send(encode(solved))
        now = time.monotonic()
        if now - self._beat >= (HEARTBEAT if self._busy else IDLE_HEARTBEAT):
            self._beat = now
            self._dealer.send(encode(numbered(self._question, self._searcher.progress(self._relay.counts))))


def waiting(socket: zmq.Socket[bytes]) -> Iterator[bytes]:
    """The messages that have come."""
    while True:
        try:
            yield socket.recv(zmq.NOBLOCK)
        except zmq.Again:
            return
