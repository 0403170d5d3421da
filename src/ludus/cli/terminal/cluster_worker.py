"""`ludus worker --join`: lend cores of this machine to a cluster."""

from __future__ import annotations

import os
import signal
import time
from contextlib import suppress

import typer

from ludus.cluster.ray_hosts import join
from ludus.rules.errors import LudusError


def lend(address: str, cores: int | None, seconds: float | None) -> None:
    """Lend cores to a cluster for some time, or until Ctrl-C."""
    lent = cores or os.cpu_count() or 1
    process = join(address, lent)
    typer.echo(f"Lending {lent} core{'s' * (lent != 1)} to the cluster at {address}. Press Ctrl-C to take them back.")
    signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))  # what it started must not outlive it
    try:
        begun = time.monotonic()
        while process.poll() is None and (seconds is None or time.monotonic() - begun < seconds):
            time.sleep(0.2)
        if process.returncode:
            raise LudusError(f"the cluster at {address} did not let this machine in; are the address and the token right?")
    except KeyboardInterrupt:
        typer.echo("")
    finally:
        with suppress(ProcessLookupError):
            process.send_signal(signal.SIGTERM)
        process.wait(30)
    typer.echo("The cores are yours again.")
