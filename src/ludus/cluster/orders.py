"""What workers tell whoever decides, and what they are ordered to do. All of it is plain values: nothing here knows a network.

worker ──► Found, WorkerProgress, JobDone ──► scheme ──► Begin, BeginJob, Stop ──► worker
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from ludus.cluster.course import Finding

# What workers tell


@dataclass(frozen=True, slots=True)
class Found:
    """A worker has finished a task of the common search."""

    finding: Finding
    nodes: int
    """Positions that it has looked at since it began."""


@dataclass(frozen=True, slots=True)
class WorkerProgress:
    """How far a worker is with its task of the common search, or with its job."""

    nodes: int
    """Positions that it has looked at since it began."""
    depth: int = 0
    """The depth of its task."""
    done: int = 0
    """How many moves of the position it has tried at this depth."""
    move: int = -1
    """The best of these; -1 for none."""
    value: int = 0
    line: tuple[int, ...] = ()
    sent: int = 0
    """Entries and marks that it has told others of since it was started."""
    received: int = 0
    useful: int = 0
    """How many of those that it received told something new."""


@dataclass(frozen=True, slots=True)
class JobDone:
    """A worker has finished a job."""

    number: int
    value: int
    """For the seat to move in the position of the job; wins and losses count from the root."""
    line: tuple[int, ...]
    nodes: int
    seconds: float
    cut_short: bool = False


Told: TypeAlias = Found | WorkerProgress | JobDone

# What workers are ordered to do


@dataclass(frozen=True, slots=True)
class Begin:
    """Take part in the common search of the position."""

    worker: str
    number: int
    """Which of the workers it is: with it, workers in step begin with different moves."""
    last: int
    """The last depth."""
    provable: bool
    findings: tuple[Finding, ...]
    """What is known already, for a worker that comes late."""


@dataclass(frozen=True, slots=True)
class SearchJob:
    """Search a position below the root."""

    number: int
    path: tuple[int, ...]
    """The moves that lead to it."""
    depth: int
    low: int
    high: int
    """The window, for the seat to move in that position."""


@dataclass(frozen=True, slots=True)
class BeginJob:
    """Do a job."""

    worker: str
    job: SearchJob


@dataclass(frozen=True, slots=True)
class Stop:
    """Stop, and forget the search or the job."""

    worker: str


Order: TypeAlias = Begin | BeginJob | Stop
