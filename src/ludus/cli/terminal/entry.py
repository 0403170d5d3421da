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
        if arguments[:1] != ["play"] or not _play_quickly(arguments[1:]):
            import_module("ludus.cli.main").app(arguments)
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


def _play_quickly(words: list[str]) -> bool:
    """Play, without reading all other commands first; false if the words are not plain enough for that."""
    if {"-h", "--help"} & set(words):
        return False
    if sys.stdout.isatty():
        typer.echo("Setting up the board ...\r", nl=False)  # a sign of life; the first board is written over it
    from ludus.cli.play.command import play
    from ludus.cli.terminal.quick_arguments import read_quickly

    given = read_quickly(play, words)
    if given is None:
        return False
    play(**given)
    return True


def _named(error: OSError) -> str:
    return str(error.filename) if error.filename else "the output cannot be written"


def _let_go_of_output() -> None:
    """Write what is left, or give it up: Python would try at its very end, and complain."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
