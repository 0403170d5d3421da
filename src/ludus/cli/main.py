"""The command `ludus`: a table of contents, with a file for each command.

Commands import what they need when they run, so that `--help` answers at once.
"""

from __future__ import annotations

from typing import Annotated

import typer

from ludus import __version__
from ludus.cli import (
    admin,
    analyse,
    arena,
    ask,
    bench,
    bot,
    check,
    cluster,
    games,
    join,
    new,
    perft,
    replay,
    rules,
    serve,
    show,
    worker,
)
from ludus.cli.play import command as play
from ludus.cli.tournament import command as tournament

app = typer.Typer(
    name="ludus",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Write a board game's rules once, in Python; play it everywhere.",
    epilog="GAME is a name from `ludus games`, in any spelling, or a game file such as ./mygame.py.",
)

app.command("games")(games.games)
app.command("rules")(rules.rules)
app.command("serve")(serve.serve)
app.add_typer(admin.app, name="admin")
app.command("play")(play.play)
app.command("show")(show.show)
app.command("perft")(perft.perft)
app.command("analyse")(analyse.analyse)
app.command("ask")(ask.ask)
app.command("worker")(worker.worker)
app.command("bot")(bot.bot)
app.command("arena")(arena.arena)
app.add_typer(cluster.app, name="cluster")
app.add_typer(tournament.app, name="tournament")
app.command("bench")(bench.bench)
app.command("replay")(replay.replay)
app.command("check")(check.check)
app.command("new")(new.new)


@app.command("join", add_help_option=False, context_settings={"ignore_unknown_options": True, "allow_extra_args": True})
def join_server(context: typer.Context) -> None:
    """Play on a server, in this terminal."""
    raise typer.Exit(join.join(context.args))


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"ludus {__version__}")
        raise typer.Exit


@app.callback()
def common(
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Show a traceback for errors; may come anywhere on the line.")
    ] = False,
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Declare the options that every command has."""
