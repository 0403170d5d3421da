"""`ludus show`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ludus.cli.opening import GameName, Options, Position, open_position

if TYPE_CHECKING:
    from ludus.rules.play import Play


def show(
    game: GameName,
    position: Position = None,
    option: Options = None,
    moves: Annotated[bool, typer.Option("--moves", help="List the legal moves too.")] = False,
    saved: Annotated[bool, typer.Option("--save", help="Print the saved file instead of a drawing.")] = False,
) -> None:
    """Draw a position as text, with who moves or how the game ended."""
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
    typer.echo(said_of(play))
    if moves:
        for seat in acting:
            listed = (move_text(rulebook, state, move, seat) for move in rulebook.moves(state, seat))
            typer.echo(f"{rulebook.game.team(seat)}: {', '.join(listed)}")


def said_of(play: Play) -> str:
    """How the game stands, in a sentence."""
    if play.result:
        return play.result.sentence
    if play.chances:
        return f"{play.chances:,} things may happen by chance"
    names = [play.rulebook.game.team(seat) for seat in play.acting]
    return f"{' and '.join(names)} to move"
