"""What a cluster does, as a table: once, or again and again in a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from typing import Protocol

import typer

from ludus.cluster.hosts import Host
from ludus.cluster.status import ClusterStatus, MemberStatus, read_status

AGAIN = 1.0
"""Seconds between two looks."""

HOME = "\x1b[H\x1b[J"
"""Begins a new picture in a terminal."""

HEAD = ("machine", "cores", "game", "positions/s", "searched", "told", "of use", "does")


class PublishedHosts(Protocol):
    """Knows the machines of a cluster and what its users have told about them."""

    def all(self) -> list[Host]:
        """The machines."""

    def published(self) -> list[bytes]:
        """What users have told."""


def show_cluster(hosts: PublishedHosts, *, once: bool, sleep: Callable[[float], None] = time.sleep) -> None:
    """Print the table; in a terminal again every second, until Ctrl-C."""
    live = not once and sys.stdout.isatty()
    while True:
        statuses = [read_status(each) for each in hosts.published()]
        text = "\n".join(cluster_table(hosts.all(), statuses))
        typer.echo(f"{HOME}{text}\n\nCtrl-C ends this." if live else text)
        if not live:
            return
        try:
            sleep(AGAIN)
        except KeyboardInterrupt:
            return


def cluster_table(hosts: Sequence[Host], statuses: Sequence[ClusterStatus]) -> list[str]:
    """The lines: a machine and a game each, then everything together, then what users wait for."""
    rows: list[tuple[str, ...]] = []
    for host in sorted(hosts, key=lambda each: (each.address, each.name)):
        members = [each for status in statuses for each in status.members if each.present and each.name.endswith(f"@{host.name}")]
        name = f"{host.address} {host.name[:6]}"
        rows += [_row(name, host, member) for member in members] or [(name, str(host.cores), "", "", "", "", "", "idle")]
    widths = [max(map(len, column)) for column in zip(HEAD, *rows, strict=True)]
    lines = ["  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip() for row in (HEAD, *rows)]
    lines.append(f"{_count(len(hosts), 'machine')}, {_count(sum(host.cores for host in hosts), 'core')}")
    for status in statuses:
        waiting = f"{_count(status.waiting, 'question')} waiting" if status.waiting else "nothing waits"
        ratio = f"; estimates are {status.ratio:.2f} times what searches take" if status.ratio else ""
        lines.append(f"{status.user}: {waiting}{ratio}")
    return lines


def _row(name: str, host: Host, member: MemberStatus) -> tuple[str, ...]:
    useful = f"{member.useful / member.received:.0%}" if member.received else "-"
    speed = f"{member.speed:,.0f}" if member.speed else "-"
    figures = (speed, f"{member.nodes:,}", f"{member.sent:,}", useful)
    return name, str(host.cores), member.game, *figures, member.task or "idle"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"
