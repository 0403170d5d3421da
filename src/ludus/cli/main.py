"""The command `ludus`: a table of contents, with a file for each command.

Commands import what they need when they run, so that `--help` answers at once.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
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
    play,
    replay,
    rules,
    serve,
    show,
    worker,
)
from ludus.cli.tournament import command as tournament
from ludus.rules.errors import LudusError

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


def main() -> None:
    """Run a command; an error is one sentence and a non-zero exit status."""
    verbose = any(word in ("--verbose", "-v") for word in sys.argv[1:])
    arguments = [word for word in sys.argv[1:] if word not in ("--verbose", "-v")]
    try:
        app(arguments)
    except LudusError as error:
        if verbose:
            raise
        typer.echo(f"ludus: {error}", err=True)
        sys.exit(1)
    except BrokenPipeError:  # the reader of our output, such as `head`, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:  # a full disk, a file that may not be written
        if verbose:
            raise
        with suppress(OSError):
            typer.echo(f"ludus: {_named(error)}: {error.strerror or error}", err=True)
        sys.exit(1)
    except KeyboardInterrupt:
        typer.echo("", err=True)
        sys.exit(130)
    finally:
        _let_go_of_output()


def _named(error: OSError) -> str:
    return str(error.filename) if error.filename else "the output cannot be written"


def _let_go_of_output() -> None:
    """Write what is left, or give it up: Python would try at its very end, and complain."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


if __name__ == "__main__":
    main()
