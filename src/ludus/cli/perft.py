"""`ludus perft`: how many sequences of moves there are."""

from __future__ import annotations

from typing import Annotated

import typer

from ludus.cli.terminal.arguments import GameName, Options, Position, open_position


def perft(
    game: GameName,
    depth: Annotated[int, typer.Argument(metavar="DEPTH", min=0, max=60, help="How many moves to look ahead.")],
    position: Position = None,
    option: Options = None,
    divide: Annotated[bool, typer.Option("--divide", help="Also show the count for each first move.")] = False,
) -> None:
    """Count the sequences of DEPTH moves; the last line is the total.

    Sequences end early where the game does. Chance, such as a roll of dice, does not count as a move; every outcome is followed.
    """
    from ludus.rules import perft as counting
    from ludus.rules.movetext import move_text

    rulebook, state = open_position(game, option, position)
    if divide and depth > 0 and not rulebook.chances(state):
        counts = counting.divide(rulebook, state, depth)
        for move, count in counts.items():
            typer.echo(f"{move_text(rulebook, state, move)}: {count}")
        typer.echo(sum(counts.values()))
        return
    typer.echo(counting.perft(rulebook, state, depth))
