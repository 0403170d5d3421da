"""`ludus bench`: the node-count signature of the search."""

from __future__ import annotations

from typing import Annotated

import typer

from ludus.cli.terminal.arguments import complete_game


def bench(
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GAME",
            autocompletion=complete_game,
            help="Games to search; by default every game for two players who take turns.",
        ),
    ] = None,
) -> None:
    """Print the search's signature for each game: the number of positions a fixed task takes, and the speed.

    The number of positions is the same on every machine. If it changes, the search has changed.
    """
    from ludus.games.finder import all_games, find_game
    from ludus.rules.rulebook import Rulebook
    from ludus.search.engine import is_searchable
    from ludus.search.signature import signature

    files = [find_game(name) for name in games] if games else [file for file in all_games() if is_searchable(file.game)]
    wide = max(len(file.game.slug) for file in files)
    for file in files:
        made = signature(Rulebook(file))
        speed = made.nodes / made.seconds / 1e6
        typer.echo(f"{file.game.slug:<{wide}}  depth {made.depth:>2}  {made.nodes:>9,} positions  {speed:5.1f} million a second")
