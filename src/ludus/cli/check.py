"""`ludus check`: the conformance checks on a game file."""

from __future__ import annotations

from typing import Annotated

import typer

from ludus.cli.terminal.arguments import complete_game
from ludus.cli.terminal.live_line import LiveLine
from ludus.games.finder import all_games, find_game, names_taken
from ludus.rules.errors import LudusError
from ludus.rules.gamefile import GameFile


def check(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", autocompletion=complete_game, help="A game file, or a game from `ludus games`."),
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="Check every game from `ludus games`.")] = False,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Seed for the random games.")] = 1,
    positions: Annotated[int, typer.Option("--positions", metavar="N", min=50, help="About how many positions to check.")] = 400,
) -> None:
    """Check that a game keeps every promise of the contract, and explain what is wrong.

    The checks play random games, and run the rules both compiled and as plain Python.
    """
    if every == (game is not None):
        raise LudusError("name one game or game file to check, or give --all")
    files = list(all_games()) if every else [find_game(game or "")]
    broken = sum(not _check_one(file, seed, positions) for file in files)
    if broken:
        raise typer.Exit(1)


def _check_one(file: GameFile, seed: int, positions: int) -> bool:
    from ludus.rules.kit import Figures, Progress, Sample, examine

    typer.echo(f"{file.game.name} ({file.path.name}, seed {seed})")
    failed, complete = 0, False
    with LiveLine() as live:
        for event in examine(Sample(file, seed, positions, taken=names_taken())):
            if isinstance(event, Progress):
                live.show(f"         {event.name}: {event.doing or '...'}")
                continue
            live.clear()
            if isinstance(event, Figures):
                complete = True
                for line in event.lines():
                    typer.echo(f"         {line}")
                continue
            failed += bool(event.problems)
            typer.echo(f"  {'WRONG' if event.problems else 'look' if event.remarks else 'ok':<5}  {event.name}")
            for sentence in (*event.problems, *event.remarks):
                typer.echo(f"         - {sentence}")
    waiting = "" if complete else "; the other checks wait until that is right"
    typer.echo(f"{failed} broken promise{'s' * (failed != 1)}{waiting}" if failed else "All promises kept.")
    return not failed
