"""`ludus play`: people at one keyboard, and the computer if it is asked to join."""

from __future__ import annotations

import math
import random
from typing import Annotated

import typer

from ludus.cli.terminal.arguments import GameName, Options, Position
from ludus.cli.terminal.live_line import LiveLine
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
    if level is not None and seconds is not None:
        raise LudusError("give --level or --seconds, not both")
    if seconds == math.inf:
        raise LudusError("--seconds inf: write a number of seconds, such as 2")
    named = computer or ([] if level is None and seconds is None else ["2"])
    with LiveLine() as line:
        line.show(f"Setting up the board of {game} ...")  # what follows takes a moment
        from ludus.cli.play.keyboard import KeyboardGame
        from ludus.cli.play.opponent import ComputerAtKeyboard
        from ludus.cli.play.saved_game import open_game
        from ludus.cli.terminal.seats import seat_of
        from ludus.search.levels import USUAL
        from ludus.search.limit import Limit

        saved = open_game(game, option, position)
        rules = saved.play.rulebook.game
        opponent = ComputerAtKeyboard(
            saved.play.rulebook,
            frozenset(seat_of(rules, team, "--computer") for team in named),
            USUAL if level is None else level,
            None if seconds is None else Limit(seconds),
        )
    KeyboardGame(saved, random.Random(seed), opponent).run()
