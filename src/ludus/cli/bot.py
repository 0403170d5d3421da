"""`ludus bot`: the computer player, or any program, as a player on a server."""

from __future__ import annotations

import os
import shlex
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludus.cli.terminal.arguments import GameName, Options
from ludus.rules.errors import LudusError

if TYPE_CHECKING:
    from ludus.clients.bot import Bot
    from ludus.rules.rulebook import Rulebook

Host = Annotated[str, typer.Option("--host", metavar="HOST[:PORT]", help="The server; the usual port is 8765.")]
Seconds = Annotated[float | None, typer.Option("--seconds", "-s", metavar="S", min=0.001, help="The engine thinks this long.")]
Level = Annotated[int | None, typer.Option("--level", metavar="N", min=1, max=10, help="The engine plays at this level.")]
Program = Annotated[str | None, typer.Option("--program", metavar="COMMAND", help='A program plays, such as "node bot.js".')]
Name = Annotated[str, typer.Option("--name", help="Your name; with $LUDUS_PASSWORD an account, without a guest.")]
Move = Annotated[float, typer.Option("--move", metavar="S", min=0, help="Seconds for each move.")]
Tables = Annotated[int, typer.Option("--tables", metavar="N", min=0, max=100, help="Keep this many matches open for anybody.")]
Waits = Annotated[
    bool | None,
    typer.Option(
        "--queue/--no-queue", help="Wait in the queue, again and again; as usual unless a tournament or match is named."
    ),
]
Tournaments = Annotated[list[str] | None, typer.Option("--tournament", metavar="T", help="Enter this tournament; repeatable.")]
Matches = Annotated[list[str] | None, typer.Option("--join", metavar="M", help="Join this match; repeatable.")]
Games = Annotated[int, typer.Option("--games", metavar="N", min=0, help="Leave after so many games; 0 is never.")]
Threads = Annotated[int | None, typer.Option("--threads", metavar="N", min=1, max=1024, help="Threads of the engine.")]

Tls = Annotated[bool, typer.Option("--tls", help="The server speaks TLS.")]
TlsCa = Annotated[Path | None, typer.Option("--tls-ca", metavar="FILE", help="Certificate to trust (PEM); turns on TLS.")]


def bot(
    game: GameName,
    host: Host = "localhost",
    seconds: Seconds = None,
    level: Level = None,
    program: Program = None,
    name: Name = "",
    move: Move = 180.0,
    tables: Tables = 0,
    queue: Waits = None,
    tournament: Tournaments = None,
    join: Matches = None,
    games: Games = 0,
    threads: Threads = None,
    option: Options = None,
    tls: Tls = False,
    tls_ca: TlsCa = None,
) -> None:
    """Let the computer player or a program play on a server, in any number of matches at once, until Ctrl-C.

    It comes back after a lost connection and goes on where it was. A program reads and writes lines, as in a tournament.
    """
    from ludus.cli.terminal.arguments import chosen_options, open_rulebook
    from ludus.clients.bot import Engagement, play
    from ludus.clients.connection import ServerUnreachable, tls_context

    if sum(choice is not None for choice in (seconds, level, program)) > 1:
        raise LudusError("give one of --seconds, --level and --program")
    if program is not None:  # the rules need not be here
        from ludus.clients.bot.program import ProgramBot

        _require_program(program)
        player: Bot = ProgramBot(program, typer.echo)
        slug, options = game, chosen_options(option)
    else:
        rulebook = open_rulebook(game, option)
        player = _engine(rulebook, seconds, level, threads)
        usual = {each.name: each.default for each in rulebook.game.options}
        slug = rulebook.game.slug
        options = {each: value for each, value in rulebook.file.chosen.items() if usual.get(each) != value}
    waits = not (tournament or join) if queue is None else queue
    if not (waits or tables or tournament or join):
        raise LudusError("--no-queue leaves nothing to play: give --tables, --tournament or --join as well")
    password = os.environ.get("LUDUS_PASSWORD", "")
    if name and not password:
        typer.echo(f"ludus: $LUDUS_PASSWORD is not set, so {name} comes as a guest", err=True)
    engagement = Engagement(slug, options, move, waits, tables, tournament or (), join or (), games)
    try:
        play(
            player,
            host,
            engagement,
            name=name,
            password=password if name else "",
            say=typer.echo,
            tls=tls_context(tls_ca) if tls or tls_ca else None,
        )
    except ServerUnreachable as error:
        raise LudusError(str(error)) from None


def _require_program(command: str) -> None:
    """Raise `LudusError` if a command cannot be run, rather than at every move."""
    from ludus.cli.tournament.plan import missing_file

    try:
        words = tuple(shlex.split(command))
    except ValueError as error:
        raise LudusError(f"--program {command!r} is not a command: {str(error).lower()}") from None
    if not words:
        raise LudusError('--program names no program; write a command, such as "python bot.py"')
    if missing := missing_file(words, Path.cwd()):
        raise LudusError(f"--program {command!r}: there is no file {missing} in {Path.cwd()}")
    if not shutil.which(words[0]):
        raise LudusError(f"--program {command!r}: there is no program {words[0]} here")


def _engine(rulebook: Rulebook, seconds: float | None, level: int | None, threads: int | None) -> Bot:
    from ludus.cli.terminal.engine_bot import EngineBot
    from ludus.search.levels import USUAL, limit_of_level
    from ludus.search.limit import Limit
    from ludus.search.player import kind_for

    limit = limit_of_level(level or USUAL, kind_for(rulebook.game)) if seconds is None else Limit(seconds=seconds)
    return EngineBot(rulebook, limit, threads)
