"""`ludus replay`: check the records of games, and show them again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludus.cli.opening import open_rulebook
from ludus.rules.errors import LudusError

if TYPE_CHECKING:
    from ludus.rules.play import Play
    from ludus.rules.rulebook import Rulebook


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Records of a server, or games that `ludus arena --save` wrote.")],
    game: Annotated[
        str | None, typer.Option("--game", metavar="GAME", help="The rules, such as a game file of your own.")
    ] = None,
    show: Annotated[bool, typer.Option("--show", help="Draw the board after every move.")] = False,
) -> None:
    """Check that every game in FILE was played by the rules, that chance did what its seed says, and that its result is right."""
    try:
        text = file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise LudusError(f"{file} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    text = _as_saved(text)
    if not text.strip():
        raise LudusError(f"{file} is empty")
    is_record = any(line.startswith("[") for line in text.splitlines())
    wrong = False
    for told in _records(text, game) if is_record else _lines(text, game):
        if isinstance(told, Wrong):
            wrong = True
            typer.echo(f"{told.title}: wrong: {told.sentence}")
            continue
        if show:
            _show(told.start, told.play)
        moves = _moves(told.play)
        verdict = f"ok, but {told.doubt}" if told.doubt else "ok"
        typer.echo(f"{told.title}: {moves} move{'s' * (moves != 1)}, {told.ending}: {verdict}")
    if wrong:
        raise typer.Exit(1)


@dataclass(frozen=True)
class Right:
    """A game that was played by the rules; `doubt` is what its record leaves open."""

    title: str
    start: Play
    play: Play
    ending: str
    doubt: str = ""


@dataclass(frozen=True)
class Wrong:
    """A game that was not, and why."""

    title: str
    sentence: str


def _as_saved(text: str) -> str:
    """The text without what a terminal shows around it: `RECORD` before each line, and `END RECORD` after the last."""
    lines = text.splitlines()
    if not any(line.startswith("RECORD [") for line in lines):
        return text
    return "\n".join(line.removeprefix("RECORD").removeprefix(" ") for line in lines if line.split(" ")[0] == "RECORD")


def _records(text: str, game: str | None) -> Iterator[Right | Wrong]:
    from ludus.server.records.check import check_record, doubt
    from ludus.server.records.reader import read_records
    from ludus.server.records.record import begin

    rulebooks: dict[str, Rulebook] = {}
    for record in read_records(text):
        title = f"{record.match} {record.game}".strip()
        try:
            options = [f"{name}={value}" for name, value in record.options.items()]
            same = f"{record.game} {options} {record.position}"
            if same not in rulebooks:
                rulebooks[same] = open_rulebook(game or record.game, options, record.position)
            rulebook = rulebooks[same]
            play = check_record(rulebook, record)
        except LudusError as error:
            yield Wrong(title, str(error))
        else:
            ending = play.result.sentence if play.result else record.ending or "not over yet"
            yield Right(title, begin(rulebook, record.position), play, ending, doubt(record))


def _lines(text: str, game: str | None) -> Iterator[Right | Wrong]:
    """Games of the arena: a line each, and the name of the game in the title."""
    from ludus.cli.showing import said_of
    from ludus.rules.gametext import COMMENT
    from ludus.rules.gametext import replay as replayed
    from ludus.rules.play import Play

    lines = text.splitlines()
    title = lines[0] if lines else ""
    if game is None and not (title.startswith(COMMENT) and ": A " in title):
        raise LudusError("the file does not say its game; name it with --game")
    rulebook = open_rulebook(game or title.removeprefix(COMMENT).partition(":")[0].strip(), None)
    for number, play in enumerate(replayed(rulebook, lines), 1):
        yield Right(f"{number} {rulebook.game.slug}", Play(rulebook), play, said_of(play))


def _show(again: Play, play: Play) -> None:
    """The board at first, and after every step."""
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
