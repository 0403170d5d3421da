"""`ludus worker`: lend this machine's cores to a server or to a cluster."""

from __future__ import annotations

import os
import socket
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludus.rules.errors import LudusError
from ludus.wire.messages.base import counted

if TYPE_CHECKING:
    from ludus.cli.terminal.worker_loop import WorkerLoop

Address = Annotated[
    str | None, typer.Option("--connect", metavar="HOST:PORT", help="Help the server there by gRPC; the usual port is 14782.")
]
Join = Annotated[
    str | None, typer.Option("--join", metavar="HOST:PORT", help="Join the cluster there, started with `ludus cluster up`.")
]
TokenFile = Annotated[
    Path | None, typer.Option(metavar="FILE", help="File with the server's token; else $LUDUS_WORKER_TOKEN counts.")
]
Certificate = Annotated[Path | None, typer.Option("--tls-ca", metavar="FILE", help="Certificate to trust (PEM); turns on TLS.")]
Games = Annotated[list[str] | None, typer.Option("--game", metavar="GAME", help="Offer only this game; may be repeated.")]
Cores = Annotated[int | None, typer.Option(metavar="N", min=1, max=1024, help="Cores to lend; by default all of them.")]
Nice = Annotated[bool, typer.Option("--nice", help="Let everything else on this machine go first.")]
Until = Annotated[str | None, typer.Option(metavar="HH:MM", help="Leave at this time of day.")]
Name = Annotated[str | None, typer.Option(metavar="NAME", help="How the server lists you; by default this machine's name.")]


def worker(
    connect: Address = None,
    join: Join = None,
    token_file: TokenFile = None,
    tls_ca: Certificate = None,
    game: Games = None,
    cores: Cores = None,
    nice: Nice = False,
    until: Until = None,
    name: Name = None,
) -> None:
    """Lend this machine's cores to a server or a cluster, until you press Ctrl-C.

    The server gives out positions, and this machine searches them. When it leaves, the server gives its work to others. In a
    cluster, machines search together; its token must be in ~/.ray/auth_token or in RAY_AUTH_TOKEN.
    """
    if (connect is None) == (join is None):
        raise LudusError("say where: ludus worker --connect localhost:14782 for a server, --join localhost:6379 for a cluster")
    if nice and hasattr(os, "nice"):
        os.nice(10)
    if join is not None:
        from ludus.cli.terminal.cluster_worker import lend

        lend(join, cores, _seconds_until(until))
        return
    if connect is None:
        return
    loop = _loop(connect, token_file, tls_ca, game, cores, name or f"{socket.gethostname()}-{os.getpid()}")
    loop.run(_seconds_until(until))
    typer.echo(f"{counted(loop.done, 'position')} searched. Goodbye.")


def _loop(
    address: str, token_file: Path | None, tls_ca: Path | None, games: list[str] | None, cores: int | None, name: str
) -> WorkerLoop:
    from ludus.cli.terminal.worker_loop import WorkerLoop
    from ludus.edges.grpc.channel import Channel
    from ludus.games.finder import all_games, find_game

    files = [find_game(each) for each in games] if games else list(all_games())
    offered = tuple(file.game.slug for file in files) if games else ()
    versions = ",".join(f"{file.game.slug}={file.version}" for file in files)
    host = address if ":" in address else f"{address}:14782"
    channel = Channel(host, token=_token(token_file), tls=tls_ca, ludus_worker=name, ludus_games=versions)
    return WorkerLoop(channel, offered, cores)


def _token(file: Path | None) -> str:
    if file is None:
        return os.environ.get("LUDUS_WORKER_TOKEN", "")
    try:
        return file.read_text("utf-8").strip()
    except OSError as error:
        raise LudusError(f"--token-file {file} cannot be read: {error.strerror}") from None


def _seconds_until(clock: str | None) -> float | None:
    """The seconds until a time of day comes next."""
    from datetime import datetime, timedelta

    if clock is None:
        return None
    try:
        wanted = datetime.strptime(clock, "%H:%M")  # the time on this machine's clock
    except ValueError:
        raise LudusError(f"--until {clock}: write a time of day, such as 08:00") from None
    now = datetime.now()
    then = now.replace(hour=wanted.hour, minute=wanted.minute, second=0)
    return ((then if then > now else then + timedelta(days=1)) - now).total_seconds()
