"""What a cluster does now, as whoever uses it tells others: `ludus cluster status` reads it on any machine."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from ludus.rules.errors import LudusError


@dataclass(frozen=True, slots=True)
class MemberStatus:
    """What one machine does for one game."""

    game: str
    name: str
    cores: int
    present: bool
    speed: float
    """Positions a second; 0 if that is not known yet."""
    nodes: int
    task: str = ""
    """What it works on; empty when it is idle."""
    sent: int = 0
    """Entries and marks that it has told others of."""
    received: int = 0
    useful: int = 0
    """How many of those that it received told something new."""


@dataclass(frozen=True, slots=True)
class ClusterStatus:
    """What one user of a cluster, a server or a command, has it do."""

    user: str
    members: list[MemberStatus]
    waiting: int
    """Questions and batches that wait for their turn."""
    ratio: float
    """The median of estimated over actual time; 0 before anything was estimated."""


def write_status(status: ClusterStatus) -> bytes:
    """A status as it is kept where all machines can read it."""
    return msgspec.json.encode(status)


def read_status(data: bytes) -> ClusterStatus:
    """The status that bytes hold; raises `LudusError` for anything else."""
    try:
        return msgspec.json.decode(data, type=ClusterStatus)
    except msgspec.MsgspecError as error:
        raise LudusError(f"the status of a cluster cannot be read: {error}") from None
