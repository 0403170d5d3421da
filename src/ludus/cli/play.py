"""`ludus play`: people at one keyboard, and the computer if it is asked to join."""

from __future__ import annotations

import math
import random
from typing import Annotated

import typer

from ludus.cli.terminal.arguments import GameName, Options, Position, open_position
from ludus.rules.errors import LudusError


def play(
    game: GameName,
    position: Position = None,
    option: Options = None,
    seed: Annotated[int | None, typer.Option("--seed", metavar="N", help="Roll the same dice every time.")] = None,
    computer: Annotated[
        list[str] | None,
        typer.Option(
            "--computer", "-c", metavar="TEAM", help="Let the computer play this team, by number or name; may be repeated."
        ),
    ] = None,
    level: Annotated[
        int | None,
        typer.Option("--level", "-l", metavar="N", min=1, max=10, help="How well the computer plays, from 1 to 10."),
    ] = None,
    seconds: Annotated[
        float | None, typer.Option("--seconds", "-s", metavar="N", min=0, help="How long the computer thinks about each move.")
    ] = None,
) -> None:
    """Play a game at this keyboard, with friends or against the computer; type `help` to see what you can say.

    With --level or --seconds but without --computer, the computer plays the second team.
    """
    from ludus.cli.terminal.keyboard import KeyboardGame
    from ludus.cli.terminal.opponent import ComputerAtKeyboard
    from ludus.cli.terminal.seats import seat_of
    from ludus.rules.play import Play
    from ludus.search.levels import limit_of_level
    from ludus.search.limit import Limit
    from ludus.search.player import kind_for

    if level is not None and seconds is not None:
        raise LudusError("give --level or --seconds, not both")
    if seconds == math.inf:
        raise LudusError("--seconds inf: write a number of seconds, such as 2")
    rulebook, state = open_position(game, option, position)
    named = computer or ([] if level is None and seconds is None else ["2"])
    limit = None if seconds is None else Limit(seconds)
    if level is not None:
        limit = limit_of_level(level, kind_for(rulebook.game))
    opponent = ComputerAtKeyboard(rulebook, frozenset(seat_of(rulebook.game, team, "--computer") for team in named), limit)
    KeyboardGame(Play(rulebook, state), random.Random(seed), opponent).run()
