"""What most commands begin with: a game, its options, and a position."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludus.games.finder import find_game, names_taken
from ludus.rules.errors import LudusError, PositionError

if TYPE_CHECKING:
    from ludus.rules.rulebook import Rulebook
    from ludus.rules.state import StateRecord


def complete_game(incomplete: str) -> list[str]:
    """The games that a shell suggests for what has been typed so far."""
    return [name for name in names_taken() if name.startswith(incomplete.lower())]


GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME", autocompletion=complete_game, help="A game from `ludus games`, or a game file such as ./mygame.py."
    ),
]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=NUMBER", help="Set an option of the game, such as size=5; may be repeated."),
]
Position = Annotated[
    str | None,
    typer.Option(
        "--position", "-p", metavar="TEXT|@FILE", help="Start from this position, in the game's notation, or from a saved file."
    ),
]


def open_rulebook(name: str, options: list[str] | None, text: str = "", *, compiled: bool = True) -> Rulebook:
    """The rules of a game with the options chosen; a position text may name options, too."""
    from ludus.rules.positions import options_in
    from ludus.rules.rulebook import Rulebook

    chosen = chosen_options(options)
    file = find_game(name, chosen)
    named = {key: value for key, value in options_in(file.game, text).items() if key not in chosen} if text else {}
    return Rulebook(find_game(name, {**chosen, **named}) if named else file, compiled=compiled)


def open_position(
    name: str, options: list[str] | None, position: str | None, *, compiled: bool = True
) -> tuple[Rulebook, StateRecord]:
    """The rules of a game, and the position that was asked for; without one, the starting position."""
    from ludus.rules.positions import read_position
    from ludus.rules.savefile import load

    if position is None:
        rulebook = open_rulebook(name, options, compiled=compiled)
        return rulebook, rulebook.start()
    if not position.startswith("@"):
        rulebook = open_rulebook(name, options, position, compiled=compiled)
        return rulebook, read_position(rulebook, position)
    rulebook = open_rulebook(name, options)
    path = Path(position[1:])
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise LudusError(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    try:
        return rulebook, load(rulebook, text)
    except PositionError as error:
        raise PositionError(f"{path}: {error}") from None


def chosen_options(options: list[str] | None) -> dict[str, int]:
    """The options that were given as NAME=NUMBER."""
    return dict(_chosen(word) for word in options or [])


def _chosen(word: str) -> tuple[str, int]:
    name, equals, value = word.partition("=")
    if not equals or not value.lstrip("-").isdecimal():
        raise LudusError(f"--option {word}: write a name and a whole number, such as size=5")
    return name, int(value)
