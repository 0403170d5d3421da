"""`ludus serve`: the server program."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

import typer

from ludus.cli.composition.options import ServerOptions
from ludus.cli.terminal.parameters import takes


@takes(ServerOptions)
def serve(options: ServerOptions) -> None:
    """Start the server: the line protocol and JSON on one port, browsers and HTTP on another.

    With a GAME, everybody who connects by telnet is seated for it straight away; without one, players choose in the lobby. Ctrl-C
    lets the matches in progress finish; a second Ctrl-C stops at once. Either way, nothing that was acknowledged is lost.
    """
    if options.supervise:
        from ludus.cli.composition.keeper import supervise

        raise typer.Exit(supervise(options, say=_say))
    from ludus.cli.composition.server import run

    still_working = run(options, say=_say)
    if still_working:
        with suppress(OSError):
            sys.stdout.flush()
        os._exit(0)  # Python would wait for these threads


def _say(line: str) -> None:
    """Say something to whoever has started the server; no game ends because the disk for it is full."""
    with suppress(OSError):
        typer.echo(line)
