"""Hosts behind a process of their own: for a server, which must go on whatever becomes of the cluster.

Ray ends the process that uses it when the head of its cluster is lost. Here that is a child, which is started again until a
cluster answers; in the meantime there are no hosts.

    server ── HostsProcess ──pipe──► child: RayHosts ──► the cluster
"""

from __future__ import annotations

import multiprocessing
import signal
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from queue import Empty, SimpleQueue
from typing import TypeAlias

import structlog

from ludus.cluster.hosts import Host, Hosts
from ludus.cluster.machine import Invitation
from ludus.rules.errors import LudusError

log = structlog.get_logger("ludus")

Wish: TypeAlias = tuple[Host, str, Invitation] | tuple[str, bytes] | str
"""A member to start, a status to publish, or the name of a member to stop."""

LOOK = 0.1
"""Seconds between two looks whether there is an answer."""

CENSUS = 0.5
"""Seconds between two questions which hosts there are."""

AGAIN = 5.0
"""Seconds until a cluster that cannot be reached is tried again."""

ENDS_WITHIN = 5.0
"""Seconds in which the child must let the hosts go."""

ANSWERS_WITHIN = 60.0
"""Seconds in which the child must answer; starting one that uses Ray takes a while on a busy machine."""


class HostsProcess:
    """The hosts that a child process sees; never waits for it."""

    address = "127.0.0.1"

    def __init__(self, make: Callable[[], Hosts], again: float = AGAIN) -> None:
        """`make` is called in the child, so it must be a function that can be sent there."""
        self._make, self._again = make, again
        self._hosts: list[Host] = []
        self._wishes: SimpleQueue[Wish] = SimpleQueue()
        self._closing, self._answered, self._why = threading.Event(), threading.Event(), ""
        self._thread = threading.Thread(target=self._watch, daemon=True, name="ludus-hosts")
        self._thread.start()

    def wait(self, seconds: float) -> None:
        """Wait for the first answer of the child; raises `LudusError` if there is none, or the cluster cannot be reached."""
        if not self._answered.wait(seconds):
            raise LudusError(f"the cluster has not answered within {seconds:g} seconds")
        if self._why:
            raise LudusError(self._why)

    def all(self) -> list[Host]:
        """The machines that offered cores when the child last answered."""
        return self._hosts

    def start(self, host: Host, name: str, invitation: Invitation) -> None:
        """Have a member started, soon."""
        self._wishes.put((host, name, invitation))

    def stop(self, name: str) -> None:
        """Have a member ended, soon."""
        self._wishes.put(name)

    def publish(self, user: str, status: bytes) -> None:
        """Have a status published, soon; while nobody is there to see it, there is nothing to say."""
        if self._hosts:
            self._wishes.put((user, status))

    def close(self) -> None:
        """End the child, which lets all members go."""
        self._closing.set()
        self._thread.join()

    def _watch(self) -> None:
        spawning, told = multiprocessing.get_context("spawn"), ""
        while not self._closing.is_set():
            ours, theirs = spawning.Pipe()
            child = spawning.Process(target=_answer, args=(theirs, self._make), daemon=True, name="ludus-hosts")
            child.start()
            theirs.close()
            try:
                self._converse(ours)
            except (EOFError, OSError):
                why = "the process that watched it has ended"
            except LudusError as error:
                why = str(error)
            else:
                why = ""
            self._hosts, self._why = [], why
            self._answered.set()
            if why and why != told:  # once, not every few seconds
                log.warning("cluster lost", why=why)
            told = why
            ours.close()
            child.join(ENDS_WITHIN)
            child.kill()
            child.join()
            self._closing.wait(self._again)

    def _converse(self, child: Connection) -> None:
        """Ask again and again, until the end or until the child is gone."""
        while not self._closing.is_set():
            wishes: list[Wish] = []
            while True:
                try:
                    wishes.append(self._wishes.get_nowait())
                except Empty:
                    break
            child.send(wishes)
            end = time.monotonic() + ANSWERS_WITHIN
            while not child.poll(LOOK):  # a child that hangs must not keep us from closing
                if self._closing.is_set():
                    return
                if time.monotonic() >= end:
                    raise LudusError("the process that watches it does not answer")
            answer = child.recv()
            if isinstance(answer, str):
                raise LudusError(answer)
            if answer[1] and not self._hosts:
                log.info("cluster found", machines=len(answer[1]), cores=sum(host.cores for host in answer[1]))
            self.address, self._hosts = answer
            self._why = ""
            self._answered.set()
            self._closing.wait(CENSUS)


def _answer(parent: Connection, make: Callable[[], Hosts]) -> None:
    """What the child does: fulfil wishes and tell which hosts there are, until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process at the keyboard, which ends this one
    try:
        hosts = make()
    except LudusError as error:
        parent.recv()
        parent.send(str(error))
        return
    try:
        while True:
            for wish in parent.recv():
                if isinstance(wish, str):
                    hosts.stop(wish)
                elif len(wish) == 2:
                    hosts.publish(*wish)
                else:
                    hosts.start(*wish)
            parent.send((hosts.address, hosts.all()))
    except EOFError:
        hosts.close()
