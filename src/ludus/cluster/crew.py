"""The crew of a search: of the machines on one computer, no more than it has processors for.

    8 machines of 1 core on a computer with 2          2 search, 6 stand by
    1 machine of 16 cores on a computer with 8         it searches: nobody else does there

Two that share a processor find less together than one of them would alone: they look at positions twice. Whoever stands by takes
the place of one that dies. Where every processor has a position of its own, in a batch, nothing is done twice, and all take part.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ludus.cluster.requests import Member

STANDS_BY = "stands by: other workers use these cores"
"""What a machine does that has no part in a search."""


def crew_of(members: Mapping[str, Member]) -> dict[str, Member]:
    """Those who take part if a search begins now."""
    crew: dict[str, Member] = {}
    for name, member in members.items():
        if has_room(member, crew.values()):
            crew[name] = member
    return crew


def has_room(member: Member, crew: Iterable[Member]) -> bool:
    """Whether the computer of a machine has processors left, beside those that its machines in a crew use."""
    used = sum(each.cores for each in crew if each.computer == member.computer)
    return not used or used + member.cores <= member.processors
