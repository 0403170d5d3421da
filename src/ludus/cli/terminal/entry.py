"""Where every command begins and ends: an error is one sentence and a non-zero exit status."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from importlib import import_module

import typer

from ludus.rules.errors import LudusError


def main() -> None:
    """Run a command."""
    verbose = any(word in ("--verbose", "-v") for word in sys.argv[1:])
    arguments = [word for word in sys.argv[1:] if word not in ("--verbose", "-v")]
    try:
        _app_for(arguments)(arguments)
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


def _app_for(arguments: list[str]) -> typer.Typer:
    """All commands; but somebody who wants to play should not wait until the others are read."""
    if arguments[:1] != ["play"]:
        return import_module("ludus.cli.main").app  # type: ignore[no-any-return]
    if sys.stdout.isatty() and not {"-h", "--help"} & set(arguments):
        typer.echo("Setting up the board ...\r", nl=False)  # a sign of life; the first board is written over it
    from ludus.cli.play.command import play

    only = typer.Typer(
        name="ludus",
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    only.callback()(lambda: None)
    only.command("play")(play)
    return only


def _named(error: OSError) -> str:
    return str(error.filename) if error.filename else "the output cannot be written"


def _let_go_of_output() -> None:
    """Write what is left, or give it up: Python would try at its very end, and complain."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
