"""`ludus perft`."""

from __future__ import annotations

from typing import Annotated

import typer

from ludus.cli.opening import GameName, Options, Position, open_position


def perft(
    game: GameName,
    depth: Annotated[int, typer.Argument(metavar="DEPTH", min=0, max=60, help="How many moves to look ahead.")],
    position: Position = None,
    option: Options = None,
    divide: Annotated[bool, typer.Option("--divide", help="Count for each first move, too.")] = False,
) -> None:
    """Count the sequences of DEPTH moves; the last line is the count.

    A finished game is not continued. What happens by chance is no move: all its outcomes are followed.
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
