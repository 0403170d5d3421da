"""What a server says when it is ready: where people and programs find it."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

from ludus.cli.composition.options import ServerOptions
from ludus.cli.composition.ports import Ports
from ludus.clients.connection import PORT
from ludus.server.store.url import without_password

THIS_MACHINE = ("127.0.0.1", "0.0.0.0", "::")  # noqa: S104
"""Addresses under which a person at this machine finds the server as localhost."""


def program() -> str:
    """How `ludus` is called where it was started: by its name, or by its path if its environment is not active."""
    if shutil.which("ludus"):
        return "ludus"
    beside = Path(sys.executable).with_name("ludus.exe" if os.name == "nt" else "ludus")
    if not beside.exists():
        return f"{sys.executable} -m ludus"
    return str(beside.relative_to(Path.cwd()) if beside.is_relative_to(Path.cwd()) else beside)


def announce(options: ServerOptions, ports: Ports, token_file: Path | None, say: Callable[[str], None]) -> None:
    """Say how a browser, a terminal and a program reach the server, and where it keeps everything."""
    port, web_port = ports.line_number, ports.web_number
    host = "localhost" if options.host in THIS_MACHINE else options.host
    secure = "s" if options.tls else ""
    say("Ludus is ready.")
    say(f"  browser   http{secure}://{host}:{web_port}/")
    say(f"  telnet    telnet {host} {port}" if not options.tls else f"  telnet    openssl s_client -quiet -connect {host}:{port}")
    say(f"  terminal  {program()} join {host}{f':{port}' if port != PORT else ''}{' --tls' if options.tls else ''}")
    say(f"  programs  JSON lines on {host}:{port}, or ws{secure}://{host}:{web_port}/ws")
    if options.grpc:
        shown = f" --token-file {token_file}" if token_file else ", with LUDUS_WORKER_TOKEN set as here"
        say(f"  gRPC      {host}:{ports.grpc_number}")
        say(f"  helpers   {program()} worker --connect {host}:{ports.worker_number}{shown}")
    say(f"  kept in   {without_password(options.store)}")
