"""`ludus check` and `ludus new`: the author's path."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from ludus.cli.live import LiveLine
from ludus.games import all_games, find_game, names_taken
from ludus.rules.errors import LudusError
from ludus.rules.gamefile import GameFile

STARTER = Path(__file__).parent.parent / "rules" / "starter.py"


def check(
    game: Annotated[str | None, typer.Argument(metavar="FILE_OR_GAME", help="A game file, or a name from `ludus games`.")] = None,
    every: Annotated[bool, typer.Option("--all", help="Check every game that ships or is installed.")] = False,
    seed: Annotated[int, typer.Option("--seed", help="Take another sample of random games.")] = 1,
    positions: Annotated[int, typer.Option("--positions", min=50, help="About how many positions to look at.")] = 400,
) -> None:
    """Check that a game keeps the promises of the contract; says what is wrong in sentences.

    The checks play random games, run the rules compiled and as plain Python side by side, and look at every promise in turn.
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
    failed = 0
    with LiveLine() as live:
        for event in examine(Sample(file, seed, positions, taken=names_taken())):
            if isinstance(event, Progress):
                live.show(f"         {event.name}: {event.doing or '...'}")
                continue
            live.clear()
            if isinstance(event, Figures):
                for line in event.lines():
                    typer.echo(f"         {line}")
                continue
            failed += bool(event.problems)
            typer.echo(f"  {'WRONG' if event.problems else 'look' if event.remarks else 'ok':<5}  {event.name}")
            for sentence in (*event.problems, *event.remarks):
                typer.echo(f"         - {sentence}")
    typer.echo(f"{failed} broken promise{'s' * (failed != 1)}" if failed else "All promises kept.")
    return not failed


def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the game is called, such as 'Fox and Geese'.")],
    folder: Annotated[Path, typer.Option("--in", help="The folder to write into.")] = Path(),
) -> None:
    """Write a commented game file to start from; it already passes `ludus check`."""
    words = re.findall(r"[A-Za-z0-9]+", name)
    if not words or not words[0][0].isalpha():
        raise LudusError(f"{name!r} is not a name for a game; begin with a letter")
    path = folder / f"{'_'.join(words).lower()}.py"
    title = name if " " in name or name[0].isupper() else " ".join(word.capitalize() for word in words)
    text = STARTER.read_text("utf-8").replace("Hexapawn", title)
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        raise LudusError(f"{path} is there already; choose another name or folder") from None
    except OSError as error:
        raise LudusError(f"{path} cannot be written: {error.strerror}") from None
    typer.echo(f"Wrote {path}. It is a whole small game: change it step by step, and ask")
    typer.echo(f"  ludus check {_as_file(path)}    what is wrong with it")
    typer.echo(f"  ludus play {_as_file(path)}     to play it")


def _as_file(path: Path) -> str:
    return str(path) if path.parent != Path() else f"./{path}"
