"""`ludus admin`: commands for the operator of a server, on the machine where it runs.

A running server leaves a key beside its store, in a file that only its owner can read; anyone who can read it is the operator.
"""

from __future__ import annotations

import socket
import ssl
import sys
from pathlib import Path
from typing import Annotated

import typer

from ludus.cli.composition.options import DEFAULT_STORE
from ludus.rules.errors import LudusError
from ludus.wire import messages
from ludus.wire.client import Client
from ludus.wire.messages import AnyReply, AnyRequest, Problem

LONGEST_WAIT = 20.0
"""Seconds to wait for an answer before giving up on a server."""

EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}  # noqa: S104
"""How to reach a server that listens on every address from its own machine."""

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Look after a running server: ban players, set roles and passwords, make announcements.",
)

Store = Annotated[str, typer.Option("--store", metavar="URL", help="The --store of the running server.")]
Name = Annotated[str, typer.Argument(metavar="NAME", help="The player's name.")]


@app.command()
def ban(
    name: Name, reason: Annotated[str, typer.Argument(help="The reason; the player sees it.")] = "", store: Store = DEFAULT_STORE
) -> None:
    """Ban a player; matches they are playing count as lost."""
    _do(store, messages.Ban(player=name, reason=reason))
    typer.echo(f"{name} is banned.")


@app.command()
def unban(name: Name, store: Store = DEFAULT_STORE) -> None:
    """Lift a player's ban."""
    _do(store, messages.Unban(player=name))
    typer.echo(f"{name} is no longer banned.")


@app.command()
def appoint(
    name: Name, role: Annotated[str, typer.Argument(help="player, organiser or admin.")], store: Store = DEFAULT_STORE
) -> None:
    """Give a player a role."""
    _do(store, messages.Appoint(player=name, role=role))  # type: ignore[arg-type]  # the server says which roles there are
    typer.echo(f"{name} is now {role}.")


@app.command()
def password(name: Name, store: Store = DEFAULT_STORE) -> None:
    """Set a player's password: type it unseen, or pipe it in."""
    if sys.stdin.isatty():
        chosen = typer.prompt(f"New password for {name}", hide_input=True, confirmation_prompt=True)
    else:
        chosen = sys.stdin.readline().rstrip("\r\n")
    _do(store, messages.Reset(player=name, password=chosen))
    typer.echo(f"{name} has a new password and must log in with it.")


@app.command()
def announce(text: Annotated[str, typer.Argument(help="The text, on one line.")], store: Store = DEFAULT_STORE) -> None:
    """Send a line of text to everybody who is connected."""
    _do(store, messages.Announce(text=text))
    typer.echo("Announced to everybody.")


@app.command()
def players(store: Store = DEFAULT_STORE) -> None:
    """List the players who are logged in, in the order they came."""
    reply = _do(store, messages.Players())
    if not isinstance(reply, messages.PlayerList):
        return
    for player in reply.players:
        role = "guest" if player.guest else player.role
        typer.echo(f"{player.name:<24} {role:<9} {', '.join(player.matches)}".rstrip())
    _say_more(len(reply.players), reply.more, "Nobody is logged in.")


@app.command()
def matches(store: Store = DEFAULT_STORE) -> None:
    """List the matches that are open or in progress."""
    reply = _do(store, messages.Matches())
    if not isinstance(reply, messages.MatchList):
        return
    for match in reply.matches:
        teams = " against ".join(", ".join(team) or "a free seat" for team in match.teams)
        typer.echo(f"{match.match:<8} {match.game:<14} {match.standing:<8} {match.moves:>4} moves  {teams}")
    _say_more(len(reply.matches), reply.more, "No match is open or in progress.")


def _say_more(listed: int, more: int, none: str) -> None:
    """What a list does not say: how many it leaves out, or that it is empty."""
    if more:
        typer.echo(f"and {more} more")
    elif not listed:
        typer.echo(none)


def _do(store: str, request: AnyRequest) -> AnyReply:
    """Ask the server that runs there to do something; raises `LudusError` when it does not."""
    from ludus.edges.operator import operator_file

    path = operator_file(store)
    if path is None:
        raise LudusError(f"--store {store}: a server without a file cannot be found; give the store it was started with")
    scheme, host, port, token = _key(path, store)
    try:
        with _connect(scheme, host, port) as connection:
            client = Client()
            _ask(connection, client, messages.Operator(token=token))
            return _ask(connection, client, request)
    except OSError as error:
        raise LudusError(f"the server for {store} on port {port} does not answer: {error}") from None


def _key(path: Path, store: str) -> tuple[str, str, int, str]:
    try:
        scheme, host, port, token = path.read_text("utf-8").split()
        return scheme, EVERYWHERE.get(host, host), int(port), token
    except FileNotFoundError:
        raise LudusError(f"no server is running that keeps its games in {store}") from None
    except (OSError, ValueError) as error:
        raise LudusError(f"{path} cannot be read: {error}") from None


def _connect(scheme: str, host: str, port: int) -> socket.socket:
    connection = socket.create_connection((host, port), LONGEST_WAIT)
    if scheme != "tls":
        return connection
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    # The certificate is for the name players use; we come from the same machine, to the port in a file that only we can write.
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context.wrap_socket(connection)


def _ask(connection: socket.socket, client: Client, request: AnyRequest) -> AnyReply:
    """Ask one thing, and wait for its answer among whatever else the server says."""
    number, asked = client.ask(request)
    connection.sendall(asked)
    while data := connection.recv(65536):
        for reply, _ in client.feed(data):
            if reply.id == number and isinstance(reply, Problem):
                raise LudusError(reply.sentence)
            if reply.id == number:
                return reply
    raise OSError("it has closed the connection")
