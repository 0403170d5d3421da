"""`ludus rules`: a game's rules, as people read them."""

from __future__ import annotations

import typer

from ludus.cli.terminal.arguments import GameName, Options, chosen_options
from ludus.games.finder import find_game


def rules(game: GameName, option: Options = None) -> None:
    """Print the rules of a game, how moves are written, and the options it has."""
    from ludus.rules.rules_text import rules_text

    typer.echo("\n".join(rules_text(find_game(game, chosen_options(option)))))
