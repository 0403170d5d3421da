"""`ludus play`: people at one keyboard."""

from __future__ import annotations

import random
from typing import Annotated

import typer

from ludus.cli.opening import GameName, Options, Position, open_position


def play(
    game: GameName,
    position: Position = None,
    option: Options = None,
    seed: Annotated[int | None, typer.Option("--seed", help="Let dice and lots fall the same way again.")] = None,
) -> None:
    """Play a game at this keyboard, the players taking turns; `help` lists what can be said."""
    from ludus.cli.table import Table
    from ludus.rules.play import Play

    rulebook, state = open_position(game, option, position)
    Table(Play(rulebook, state), random.Random(seed)).run()
