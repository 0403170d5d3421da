"""`ludus replay`: recorded games, checked and shown again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludus.rules.errors import LudusError

if TYPE_CHECKING:
    from ludus.rules.play import Play


def replay(
    file: Annotated[
        Path,
        typer.Argument(metavar="FILE", help="Records from a server, a whole tournament, or games saved by `ludus arena --save`."),
    ],
    game: Annotated[
        str | None,
        typer.Option("--game", metavar="GAME", help="The game, if the file does not say it or it is a game file of yours."),
    ] = None,
    show: Annotated[bool, typer.Option("--show", help="Draw the board after every move.")] = False,
) -> None:
    """Check every game in FILE: the moves are legal, the dice are those of the seed, and the result is right.

    In a tournament, the table must follow from the games, too.
    """
    from ludus.cli.terminal.verdicts import InvalidGame, ValidTournament, games_in

    try:
        text = file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise LudusError(f"{file} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    if not text.strip():
        raise LudusError(f"{file} is empty")
    wrong = False
    for found in games_in(text, game):
        if isinstance(found, InvalidGame):
            wrong = True
            typer.echo(f"{found.title}: wrong: {found.sentence}")
            continue
        if isinstance(found, ValidTournament):
            typer.echo(f"{found.title}: {found.ending}: ok")
            continue
        if show:
            _show(found.start, found.play)
        moves = _moves(found.play)
        verdict = f"ok, but {found.doubt}" if found.doubt else "ok"
        typer.echo(f"{found.title}: {moves} move{'s' * (moves != 1)}, {found.ending}: {verdict}")
    if wrong:
        raise typer.Exit(1)


def _show(again: Play, play: Play) -> None:
    """Draw the board at the start and after every step."""
    from ludus.rules.diagram import draw
    from ludus.rules.gametext import step_text, take
    from ludus.rules.play import Moved

    rulebook, moves = again.rulebook, 0
    typer.echo(draw(rulebook.board_unhidden(again.state)) + "\n")
    for step in play.steps:
        word = step_text(rulebook, again.state, step)
        if isinstance(step, Moved):
            moves += 1
            word = f"{moves}. {rulebook.game.team(step.seat)}: {word}"
        take(again, step)
        typer.echo(f"{word}\n{draw(rulebook.board_unhidden(again.state))}\n")


def _moves(play: Play) -> int:
    from ludus.rules.play import Moved

    return sum(isinstance(step, Moved) for step in play.steps)
