"""What a server says when it is ready: where people and programs find it."""

from __future__ import annotations

import re
from collections.abc import Callable

from ludus.cli.composition.options import ServerOptions

THIS_MACHINE = ("127.0.0.1", "0.0.0.0", "::")  # noqa: S104
"""Addresses under which a person at this machine finds the server as localhost."""


def announce(options: ServerOptions, port: int, web_port: int, say: Callable[[str], None]) -> None:
    """Say how a browser, a terminal and a program reach the server, and where it keeps everything."""
    host = "localhost" if options.host in THIS_MACHINE else options.host
    secure = "s" if options.tls else ""
    say("Ludus is ready.")
    say(f"  browser   http{secure}://{host}:{web_port}/")
    say(f"  telnet    telnet {host} {port}" if not options.tls else f"  terminal  openssl s_client -quiet -connect {host}:{port}")
    say(f"  programs  JSON lines on {host}:{port}, or ws{secure}://{host}:{web_port}/ws")
    say(f"  kept in   {_without_password(options.store)}")


def _without_password(store: str) -> str:
    return re.sub(r"(://[^:/@]+):[^@]*@", r"\1:***@", store)
