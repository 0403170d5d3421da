"""`ludus worker --join`: lend cores of this machine to a cluster."""

from __future__ import annotations

import math
import os
import signal
import time

import typer

from ludus.cluster.ray_hosts import offer
from ludus.rules.errors import LudusError

AGAIN = 5.0
"""Seconds until a cluster that is gone is looked for again."""


def lend(address: str, cores: int | None, seconds: float | None) -> None:
    """Lend cores to a cluster for some time, or until Ctrl-C; when the cluster is gone, lend them again as soon as it is back."""
    lent = cores or os.cpu_count() or 1
    end = math.inf if seconds is None else time.monotonic() + seconds
    signal.signal(signal.SIGTERM, _interrupt)  # what it started must not outlive it
    known = False
    try:
        node = offer(address, lent)
        typer.echo(f"Lending {lent} core{'s' * (lent != 1)} to the cluster at {address}. Press Ctrl-C to take them back.")
        while time.monotonic() < end:
            time.sleep(0.2)
            if node.process.poll() is None:
                continue
            if node.has_begun:
                typer.echo(f"The cluster at {address} is gone. Its cores are lent again when it is back.")
            elif not known:
                raise LudusError(f"the cluster at {address} did not let this machine in; are the address and the token right?")
            known = True
            node.leave()
            time.sleep(AGAIN)
            node = offer(address, lent)
    except KeyboardInterrupt:
        typer.echo("")
    finally:
        node.leave()
    typer.echo("The cores are yours again.")


def _interrupt(*_: object) -> None:
    """Do as after Ctrl-C, which is ignored where a script has started us in the background."""
    raise KeyboardInterrupt
