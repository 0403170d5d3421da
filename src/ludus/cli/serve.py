"""`ludus serve`: the server program."""

from __future__ import annotations

import os
import sys

import typer

from ludus.cli.composition.options import ServerOptions
from ludus.cli.terminal.parameters import takes


@takes(ServerOptions)
def serve(options: ServerOptions) -> None:
    """Start the server: the line protocol and JSON on one port, browsers and HTTP on another.

    With a GAME, everybody who connects by telnet is seated for it straight away; without one, players choose in the lobby. Ctrl-C
    lets the matches in progress finish; a second Ctrl-C stops at once. Either way, nothing that was acknowledged is lost.
    """
    from ludus.cli.composition.server import run

    still_working = run(options, say=typer.echo)
    if still_working:
        sys.stdout.flush()
        os._exit(0)  # Python would wait for these threads
