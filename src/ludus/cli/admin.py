"""`ludus admin`: commands for the operator of a server, on the machine where it runs."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludus.cli.composition.options import DEFAULT_STORE, WHERE
from ludus.cli.terminal.local_server import ask_server
from ludus.rules.errors import LudusError
from ludus.wire import messages
from ludus.wire.messages.base import counted

if TYPE_CHECKING:
    from ludus.server.store.backup import Contents

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Look after a server: ban players, set roles and passwords, make announcements, compute ratings, back up and restore.",
)

Store = Annotated[
    str, typer.Option("--store", metavar="URL", show_default=WHERE, help="The --store of the running server ($LUDUS_STORE).")
]
Name = Annotated[str, typer.Argument(metavar="NAME", help="The player's name.")]


@app.command()
def ban(
    name: Name, reason: Annotated[str, typer.Argument(help="The reason; the player sees it.")] = "", store: Store = DEFAULT_STORE
) -> None:
    """Ban a player; matches they are playing count as lost."""
    ask_server(store, messages.Ban(player=name, reason=reason))
    typer.echo(f"{name} is banned.")


@app.command()
def unban(name: Name, store: Store = DEFAULT_STORE) -> None:
    """Lift a player's ban."""
    ask_server(store, messages.Unban(player=name))
    typer.echo(f"{name} is no longer banned.")


@app.command()
def appoint(
    name: Name, role: Annotated[str, typer.Argument(help="player, organiser or admin.")], store: Store = DEFAULT_STORE
) -> None:
    """Give a player a role."""
    ask_server(store, messages.Appoint(player=name, role=role))  # type: ignore[arg-type]  # the server says which roles there are
    typer.echo(f"{name} is now {role}.")


@app.command()
def password(name: Name, store: Store = DEFAULT_STORE) -> None:
    """Set a player's password: type it unseen, or pipe it in."""
    if sys.stdin.isatty():
        chosen = typer.prompt(f"New password for {name}", hide_input=True, confirmation_prompt=True)
    else:
        chosen = sys.stdin.readline().rstrip("\r\n")
    ask_server(store, messages.Reset(player=name, password=chosen))
    typer.echo(f"{name} has a new password and must log in with it.")


@app.command()
def announce(text: Annotated[str, typer.Argument(help="The text, on one line.")], store: Store = DEFAULT_STORE) -> None:
    """Send a line of text to everybody who is connected."""
    ask_server(store, messages.Announce(text=text))
    typer.echo("Announced to everybody.")


@app.command()
def players(store: Store = DEFAULT_STORE) -> None:
    """List the players who are logged in, in the order they came."""
    reply = ask_server(store, messages.Players())
    if not isinstance(reply, messages.PlayerList):
        return
    for player in reply.players:
        role = "guest" if player.guest else player.role
        typer.echo(f"{player.name:<24} {role:<9} {', '.join(player.matches)}".rstrip())
    _say_more(len(reply.players), reply.more, "Nobody is logged in.")


@app.command()
def matches(store: Store = DEFAULT_STORE) -> None:
    """List the matches that are open or in progress."""
    reply = ask_server(store, messages.Matches())
    if not isinstance(reply, messages.MatchList):
        return
    for match in reply.matches:
        teams = " against ".join(", ".join(team) or "a free seat" for team in match.teams)
        typer.echo(f"{match.match:<8} {match.game:<14} {match.standing:<8} {counted(match.moves, 'move'):>10}  {teams}")
    _say_more(len(reply.matches), reply.more, "No match is open or in progress.")


@app.command()
def ratings(store: Store = DEFAULT_STORE) -> None:
    """Compute all ratings again from the matches that were played, and say whether any was different."""
    reply = ask_server(store, messages.Recount())
    if isinstance(reply, messages.Recounted):
        different = f"{reply.changed} were different" if reply.changed else "all as they were"
        typer.echo(f"{reply.ratings} ratings from {reply.matches} matches, {different}.")


@app.command()
def limits(store: Store = DEFAULT_STORE) -> None:
    """List the ten networks that cost the server the most right now, and who was slowed, cut or refused."""
    reply = ask_server(store, messages.Limits())
    if not isinstance(reply, messages.LimitList):
        return
    typer.echo(f"{'network':<40} {'work':>9} {'requests':>9} {'connections':>12} {'stopped':>8}")
    for each in reply.networks:
        typer.echo(f"{each.network:<40} {each.seconds:>7.2f} s {each.requests:>9} {each.connections:>12} {each.stopped:>8}")
    for cause in reply.causes:
        typer.echo(f"{cause.action} {cause.times} times: {cause.cause}")
    if not reply.causes:
        typer.echo("Nobody was slowed, cut or refused.")


@app.command()
def backup(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="The new file; in a folder, which may end with /, it is named after the time.")
    ],
    store: Store = DEFAULT_STORE,
) -> None:
    """Copy everything that is kept into one file, while the server runs or not."""
    from ludus.edges.store_location import store_or_usual
    from ludus.server.store.backup import back_up

    target = Path(file).expanduser()
    if file.endswith("/") or target.is_dir():
        target.mkdir(mode=0o700, parents=True, exist_ok=True)
        target /= f"ludus-{datetime.now(UTC):%Y-%m-%dT%H%M%S}.db"
    contents = back_up(store_or_usual(store), target)
    typer.echo(f"{target} holds {_in_words(contents)}.")


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file that `ludus admin backup` has written.")],
    replace: Annotated[
        bool, typer.Option("--replace", help="Take the place of what is there; a file is kept as FILE.replaced.")
    ] = False,
    store: Store = DEFAULT_STORE,
) -> None:
    """Make a store from a backup; the server must not be running. The backup may be of another kind of store."""
    from ludus.edges.store_location import store_or_usual
    from ludus.server.store.backup import restore as restore_store
    from ludus.server.store.url import without_password

    target = store_or_usual(store)
    contents = restore_store(file, target, replace=replace)
    typer.echo(f"{without_password(target)} holds {_in_words(contents)}.")


def _in_words(contents: Contents) -> str:
    counted = [(contents.accounts, "account"), (contents.matches, "match"), (contents.events, "event")]
    plural = {"account": "accounts", "match": "matches", "event": "events"}
    return ", ".join(f"{count:,} {word if count == 1 else plural[word]}" for count, word in counted)


@app.command()
def log(file: Annotated[Path, typer.Argument(metavar="FILE", help="The debug.log that `ludus serve -d` has written.")]) -> None:
    """Read a debug log: which connections, matches and questions were never closed."""
    from ludus.cli.terminal.debug_log import DebugLog

    try:
        with file.open(encoding="utf-8", errors="replace") as lines:
            found = DebugLog().read(lines)
    except OSError as error:
        raise LudusError(f"{file} cannot be read: {error.strerror}") from None
    for line in found.report():
        typer.echo(line)


def _say_more(listed: int, more: int, none: str) -> None:
    """What a list does not say: how many it leaves out, or that it is empty."""
    if more:
        typer.echo(f"and {more} more")
    elif not listed:
        typer.echo(none)
