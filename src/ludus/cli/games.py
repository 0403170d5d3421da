"""`ludus games`: the games that can be played, and their options."""

from __future__ import annotations

from typing import Annotated

import typer

from ludus.games.finder import all_games, examples


def games(
    compile_all: Annotated[
        bool, typer.Option("--compile", help="Compile all of them now, side by side, so that nobody has to wait for it later.")
    ] = False,
) -> None:
    """List the games you can play, with their options; with --compile, compile them all."""
    found = list(all_games())
    if compile_all:
        from ludus.cli.terminal.compilation import compile_games

        compile_games(found)
        return
    wide = max(len(file.game.slug) for file in found)
    for file in found:
        game = file.game
        typer.echo(f"{game.slug:<{wide}}  {game.says}")
        if game.aliases:
            typer.echo(f"{'':<{wide}}    also called {', '.join(game.aliases)}")
        for option in game.options:
            typer.echo(f"{'':<{wide}}    --option {option.name}={option.default}: {option.says}, {option.described}")
    if short := examples():
        typer.echo(f"  examples of short game files: {', '.join(path.stem.replace('_', '-') for path in short)}")
