"""Machines that are processes of this one: what Ray's hosts are to a cluster, without Ray."""

from __future__ import annotations

import multiprocessing
from multiprocessing.process import BaseProcess

from ludus.cluster.hosts import Host
from ludus.cluster.machine import Invitation, Machine


def run_machine(name: str, invitation: Invitation) -> None:
    Machine(name, invitation).run()


class LocalHosts:
    """As many hosts of one core as one likes; a member that dies stays dead until it is started again."""

    address = "127.0.0.1"

    def __init__(self, count: int) -> None:
        self.hosts = [Host(f"host{n}", "127.0.0.1", 1) for n in range(count)]
        self.told: dict[str, bytes] = {}
        self.processes: dict[str, BaseProcess] = {}

    def all(self) -> list[Host]:
        """All of them."""
        return list(self.hosts)

    def start(self, host: Host, name: str, invitation: Invitation) -> None:  # noqa: ARG002  all are here
        """Start a process."""
        spawning = multiprocessing.get_context("spawn")
        self.processes[name] = spawning.Process(target=run_machine, args=(name, invitation), daemon=True)
        self.processes[name].start()

    def lose(self, number: int) -> None:
        """Kill one of them."""
        self.processes[sorted(self.processes)[number]].kill()

    def stop(self, name: str) -> None:
        """Kill a process."""
        self.processes[name].kill()
        self.processes[name].join()

    def publish(self, user: str, status: bytes) -> None:
        """Keep it."""
        self.told[user] = status

    def close(self) -> None:
        """Wait for the end of all, which were told to quit."""
        for name in self.processes:
            self.processes[name].join(5)
            self.stop(name)
