"""`ludus tournament`: `run` holds a tournament described in a file, `check` tries one program."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Hold tournaments between programs and computer players, with no server running.",
)


@app.command("run")
def run(
    file: Annotated[Path, typer.Argument(metavar="FILE.toml", help="What to play, and who plays.")],
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FOLDER", help="Where results go; by default beside the file, named like it.")
    ] = None,
    games: Annotated[
        int | None, typer.Option("--games", min=1, help="Games at once; by default as many as this machine has cores.")
    ] = None,
) -> None:
    """Hold a tournament on all cores, and write its table, records, logs and a report to look at in a browser.

    After Ctrl-C the same command goes on where it was left.
    """
    from ludus.cli.tournament.run import run_tournament

    run_tournament(file, out or file.with_suffix(""), games)


@app.command("check")
def check(
    command: Annotated[str, typer.Argument(metavar="COMMAND", help='How the program is started, such as "python bot.py".')],
    game: Annotated[str, typer.Option("--game", metavar="GAME", help="A name from `ludus games`, or a game file.")],
    move: Annotated[float, typer.Option("--move", min=0.01, help="Seconds for each move.")] = 10.0,
    games: Annotated[int, typer.Option("--games", min=1, max=100, help="Games to play against a simple opponent.")] = 2,
    option: Annotated[
        list[str] | None, typer.Option("--option", "-o", metavar="NAME=NUMBER", help="Choose an option of the game.")
    ] = None,
) -> None:
    """Tell in sentences whether a program plays by the protocol."""
    from ludus.cli.tournament.check import check_program

    if not check_program(command, game, move, games, option):
        raise typer.Exit(1)
