"""Matches in files: written by one program, read by another, with the game and the options they are of."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from ludus.games import find_game
from ludus.library.game import LoadedGame, load
from ludus.library.match import LocalMatch
from ludus.library.record import tags_of, write_record
from ludus.rules.errors import LudusError, PositionError


def save_match(match: LocalMatch, path: str | PathLike[str]) -> None:
    """Write a match into a file that people can read."""
    Path(path).write_text(match_text(match), "utf-8", newline="\n")


def match_text(match: LocalMatch) -> str:
    """A match as text that people can read."""
    try:
        shipped = find_game(match.game.slug).path == match.rulebook.file.path
    except LudusError:
        shipped = False
    return write_record(match, match.game.slug if shipped else str(match.rulebook.file.path))


def load_match(source: str | PathLike[str], game: LoadedGame | None = None) -> LocalMatch:
    """The match in a file, or in the text itself; the game it names is loaded unless another is given."""
    text = source if isinstance(source, str) and "\n" in source else _contents(Path(source))
    tags = tags_of(text)
    if game is None:
        if "Game" not in tags:
            raise PositionError('the record does not say its game; it should begin with [Game "connect-four"]')
        options = (word.partition("=") for word in tags.get("Options", "").split())
        game = load(tags["Game"], compiled=True, **{name: int(value) for name, _, value in options})
    seed = tags.get("Seed", "")
    return game.start(tags.get("Position"), record=text, seed=int(seed) if seed.isdecimal() else None)


def _contents(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise PositionError(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from None
