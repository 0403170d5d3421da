"""`ludus show`: a position drawn as text, or as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludus.cli.terminal.arguments import GameName, Options, Position, open_position
from ludus.rules.errors import LudusError


def show(
    game: GameName,
    position: Position = None,
    option: Options = None,
    moves: Annotated[bool, typer.Option("--moves", help="Also list the legal moves.")] = False,
    saved: Annotated[bool, typer.Option("--save", help="Print the position as a saved file instead.")] = False,
    svg: Annotated[
        Path | None, typer.Option("--svg", metavar="FILE", help="Write the picture of the board to a file; - prints it.")
    ] = None,
) -> None:
    """Draw a position as text, and say who moves or how the game ended."""
    from ludus.cli.terminal.status import drawing_of, status_of
    from ludus.library.picture import board_svg
    from ludus.rules.movetext import move_text
    from ludus.rules.play import Play
    from ludus.rules.positions import write_position
    from ludus.rules.rulebook import WATCHER
    from ludus.rules.savefile import save

    rulebook, state = open_position(game, option, position)
    if saved:
        typer.echo(save(rulebook, state), nl=False)
        return
    play = Play(rulebook, state)
    acting = play.acting
    seat = acting[0] if acting else WATCHER
    if svg is not None:
        below = "\n".join(filter(None, (status_of(play).partition("\n")[0], rulebook.status(state, seat))))
        _write(svg, board_svg(rulebook.game, rulebook.board(state, seat), status=below))
        return
    typer.echo(drawing_of(play, seat))
    typer.echo()
    typer.echo(write_position(rulebook, state))
    typer.echo(status_of(play))
    if moves:
        for seat in acting:
            listed = (move_text(rulebook, state, move, seat) for move in rulebook.moves(state, seat))
            typer.echo(f"{rulebook.game.team(seat)}: {', '.join(listed)}")


def _write(path: Path, picture: str) -> None:
    if str(path) == "-":
        typer.echo(picture)
        return
    try:
        path.write_text(picture, "utf-8")
    except OSError as error:
        raise LudusError(f"{path} cannot be written: {error.strerror}") from None
