"""`ludus worker --join`: lend cores of this machine to a cluster."""

from __future__ import annotations

import math
import os
import signal
import time

import typer

from ludus.cluster.ray_hosts import RayNode, is_up, offer
from ludus.rules.errors import LudusError
from ludus.wire.messages.base import counted

AGAIN = 5.0
"""Seconds until a cluster that is gone is looked for again."""

LOOK = 1.0
"""Seconds between two looks whether a cluster answers that has not answered yet."""

APPEARS_WITHIN = 12.0
"""Seconds that a cluster may be started after its workers."""


def lend(address: str, cores: int | None, seconds: float | None) -> None:
    """Lend cores to a cluster for some time, or until Ctrl-C; when the cluster is gone, lend them again as soon as it is back."""
    lent = cores or os.cpu_count() or 1
    end = math.inf if seconds is None else time.monotonic() + seconds
    signal.signal(signal.SIGTERM, _interrupt)  # what it started must not outlive it
    known, lending = False, False
    node: RayNode | None = None
    try:
        typer.echo(f"Looking for a cluster at {address} ...")
        _find(address)
        node = offer(address, lent)
        while time.monotonic() < end:
            time.sleep(0.2)
            if node.has_begun and not lending:
                known = lending = True
                typer.echo(f"Lending {counted(lent, 'core')} to the cluster at {address}. Press Ctrl-C to take them back.")
            if node.process.poll() is None:
                continue
            if lending:
                typer.echo(f"The cluster at {address} is gone. Its cores are lent again when it is back.")
            elif not known:
                raise LudusError(f"the cluster at {address} did not let this machine in; are the address and the token right?")
            lending = False
            node.leave()
            time.sleep(AGAIN)
            node = offer(address, lent)
    except KeyboardInterrupt:
        typer.echo("")
    finally:
        if node is not None:
            node.leave()
    if known:
        typer.echo("The cores are yours again.")


def _find(address: str) -> None:
    """Wait a moment for a cluster that is not there yet."""
    end, silent = time.monotonic() + APPEARS_WITHIN, False
    while not is_up(address):
        if time.monotonic() >= end:
            raise LudusError(f"no cluster answers at {address}; start one there with: ludus cluster up")
        if not silent:
            typer.echo(f"No cluster answers at {address} yet. Looking for {APPEARS_WITHIN:g} more seconds ...")
        silent = True
        time.sleep(LOOK)


def _interrupt(*_: object) -> None:
    """Do as after Ctrl-C, which is ignored where a script has started us in the background."""
    raise KeyboardInterrupt
