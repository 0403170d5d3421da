"""Machines that are threads of this process: with real sockets, and without the seconds that a process takes to start."""

from __future__ import annotations

import threading

from ludus.cluster.cluster import Cluster
from ludus.cluster.hosts import Host
from ludus.cluster.machine import Invitation, Machine
from ludus.rules.rulebook import Rulebook


class ThreadHosts:
    """As many hosts of one core as one likes; one that is lost says nothing more, as if it had been killed."""

    address = "127.0.0.1"

    def __init__(self, count: int) -> None:
        self.hosts = [Host(f"host{n}", "127.0.0.1", 1) for n in range(count)]
        self.machines: dict[str, Machine] = {}
        self.threads: list[threading.Thread] = []

    def all(self) -> list[Host]:
        """All of them."""
        return list(self.hosts)

    def start(self, host: Host, name: str, invitation: Invitation) -> None:  # noqa: ARG002  all are here
        """Start a thread."""
        self.machines[name] = Machine(name, invitation)
        self.threads.append(threading.Thread(target=self.machines[name].run, daemon=True))
        self.threads[-1].start()

    def lose(self, number: int) -> None:
        """Let a machine fall silent."""
        self.machines[sorted(self.machines)[number]]._quitting = True

    def stop(self, name: str) -> None:
        """Let a machine fall silent."""
        self.machines[name]._quitting = True

    def publish(self, user: str, status: bytes) -> None:
        """Nobody looks."""

    def close(self) -> None:
        """Wait for the end of all, which were told to quit."""
        for thread in self.threads:
            thread.join(5)


def compile_once(rulebook: Rulebook) -> None:
    """Compile a game as clusters search it, so that several machines on this computer do not all do so at the same time."""
    cluster = Cluster(ThreadHosts(1), megabytes=4)
    cluster.prepare(rulebook)
    cluster.close()
