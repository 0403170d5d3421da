"""Hosts: machines that can be asked to take part. Ray knows them in real life (`ray_hosts.py`); tests bring their own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from ludus.cluster.machine import Invitation


@dataclass(frozen=True, slots=True)
class Host:
    """A machine that offers its cores."""

    name: str
    address: str
    """Where other machines reach it."""
    cores: int


class Hosts(Protocol):
    """Knows which machines there are, and starts a member of a cluster on each."""

    address: str
    """The address of this machine, at which all hosts reach it."""

    def all(self) -> list[Host]:
        """The machines that offer cores now."""

    def start(self, host: Host, name: str, invitation: Invitation) -> None:
        """Start a member of a cluster on a machine; it comes back by itself when it dies."""

    def stop(self, name: str) -> None:
        """End a member."""

    def publish(self, user: str, status: bytes) -> None:
        """Let others see what somebody who uses these machines has them do."""

    def close(self) -> None:
        """Let all of them go."""
