"""`ludus show`: a position drawn as text."""

from __future__ import annotations

from typing import Annotated

import typer

from ludus.cli.terminal.arguments import GameName, Options, Position, open_position


def show(
    game: GameName,
    position: Position = None,
    option: Options = None,
    moves: Annotated[bool, typer.Option("--moves", help="Also list the legal moves.")] = False,
    saved: Annotated[bool, typer.Option("--save", help="Print the position as a saved file instead.")] = False,
) -> None:
    """Draw a position as text, and say who moves or how the game ended."""
    from ludus.cli.terminal.status import status_of
    from ludus.rules.diagram import draw
    from ludus.rules.movetext import move_text
    from ludus.rules.play import Play
    from ludus.rules.positions import write_position
    from ludus.rules.savefile import save

    rulebook, state = open_position(game, option, position)
    if saved:
        typer.echo(save(rulebook, state), nl=False)
        return
    play = Play(rulebook, state)
    acting = play.acting
    typer.echo(draw(rulebook.board(state, acting[0] if acting else -1)))
    typer.echo()
    typer.echo(write_position(rulebook, state))
    typer.echo(status_of(play))
    if moves:
        for seat in acting:
            listed = (move_text(rulebook, state, move, seat) for move in rulebook.moves(state, seat))
            typer.echo(f"{rulebook.game.team(seat)}: {', '.join(listed)}")
