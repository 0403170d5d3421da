"""`ludus join`: play on a server, in a window of characters or in plain lines.

It has a parser of its own: the client should be there at once, and what the other commands load takes longer than all of it.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from ludus.clients.connection import ServerConnection
    from ludus.wire.messages import Guest, Login

DEBUG_LOG = "debug-join.log"
THEMES = ("dark", "light", "colour-blind", "mono")


def parser() -> argparse.ArgumentParser:
    """What can be said after `ludus join`."""
    found = argparse.ArgumentParser(
        prog="ludus join",
        description="Play on a server, in this terminal: any game it has, against people or the computer.",
        epilog="Without a name you are a guest. The password is asked for, or taken from $LUDUS_PASSWORD.",
    )
    found.add_argument("host", nargs="?", default="localhost", metavar="HOST[:PORT]", help="the server; usually localhost:8765")
    found.add_argument("--name", default="", help="your name on the server; a new name is registered with its first password")
    found.add_argument("--guest", action="store_true", help="be a guest under --name, without a password")
    found.add_argument("--theme", choices=THEMES, default="", help="how it looks; T changes it")
    found.add_argument("--plain", action="store_true", help="plain lines, for pipes and screen readers")
    found.add_argument("--tls", action="store_true", help="the server speaks TLS")
    found.add_argument("--tls-ca", metavar="FILE", type=Path, help="certificate to trust (PEM); turns on TLS")
    found.add_argument("-d", "--debug", action="store_true", help=f"write everything that is said to {DEBUG_LOG}")
    return found


def join(arguments: Sequence[str]) -> int:
    """Run the client; gives the exit status."""
    chosen = parser().parse_args(arguments)
    plain = chosen.plain or not (sys.stdin.isatty() and sys.stdout.isatty())
    if plain:
        return _run(chosen, plain=True)
    from ludus.clients.terminal.guard import run_guarded

    return run_guarded(lambda: _run(chosen, plain=False))


def _run(chosen: argparse.Namespace, *, plain: bool) -> int:
    from ludus.clients.connection import ServerConnection, ServerUnreachable, read_address, tls_context
    from ludus.wire.messages import Hello

    with ExitStack() as stack:
        log: IO[str] | None = stack.enter_context(Path(DEBUG_LOG).open("w", encoding="utf-8")) if chosen.debug else None
        try:
            tls = tls_context(chosen.tls_ca) if chosen.tls or chosen.tls_ca else None
            greeting = Hello(client="ludus-join", kind="person", moves="yes")
            connection = ServerConnection(read_address(chosen.host, tls), greeting, _entrance(chosen), log)
            return asyncio.run(_play(connection, chosen.theme, plain))
        except ServerUnreachable as error:
            print(f"ludus: {error}", file=sys.stderr)
            return 1
        except KeyboardInterrupt:
            return 130


async def _play(connection: ServerConnection, theme: str, plain: bool) -> int:
    if plain:
        from ludus.clients.terminal.plain import PlainClient

        return await PlainClient(connection, sys.stdin, sys.stdout).run()
    from ludus.clients.terminal.app import App
    from ludus.clients.terminal.theme import theme_for

    return await App(connection, theme_for(theme, os.environ)).run()


def _entrance(chosen: argparse.Namespace) -> Guest | Login:
    from ludus.wire.messages import Guest, Login

    if not chosen.name or chosen.guest:
        return Guest(name=chosen.name)
    password = os.environ.get("LUDUS_PASSWORD", "")
    if not password:
        from getpass import getpass

        password = getpass(f"Password of {chosen.name} (a new name: choose one): ")
    return Login(name=chosen.name, password=password)
