"""AnalysisResult a game by what a person calls it.

    connect-four  connect_four  ConnectFour  "Connect Four"     its name, in any case, with any or no separators
    reversi                                                     another name, which the game file gives as an alias
    breakthrough                                                an example, on the command line and in programs only
    ./mygame.py                                                 a file, on the command line only

Games ship with Ludus, come from installed packages, or are given as files. Two games of one name are refused.
"""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from importlib.metadata import entry_points
from pathlib import Path

from ludus.nearest import nearest
from ludus.rules.errors import LudusError
from ludus.rules.gamefile import GameFile, read_game_file

GAMES = ("tic_tac_toe", "connect_four", "checkers", "othello", "santorini", "conquest", "yahtzee")
"""The files of the games that ship, in the order in which they are listed."""

ENTRY_POINTS = "ludus.games"
"""Packages offer games in this group: `my-game = "my_package.my_game"`."""


def find_game(word: str, chosen: Mapping[str, int] | None = None) -> GameFile:
    """The game that a word or a path means, with the options chosen; raises `LudusError` when there is none."""
    if is_path(word):
        return read_game_file(Path(word).resolve(), chosen)
    named = list(dict.fromkeys(path for name, path in _places() if _key(name) == _key(word)))  # mostly one, so one file is read
    if len(named) > 1:
        raise _same_name(word, named[0], named[1])
    example = next((path for path in examples() if _key(path.stem) == _key(word)), None)
    if example and not named:
        return read_game_file(example, chosen)
    return read_game_file(named[0] if named else GameFinder().find(word).path, chosen)


def all_games() -> Iterator[GameFile]:
    """Every game that ships or is installed."""
    return iter(GameFinder().games.values())


def examples() -> list[Path]:
    """The files of the example games, which are found by name but listed apart; in the repository they are not in the package."""
    package = Path(__file__).resolve().parents[1]
    folders = (package / "examples", package.parents[1] / "examples" / "games")
    return sorted(path for folder in folders for path in folder.glob("*.py"))


def names_taken() -> dict[str, str]:
    """The names of the games that ship or are installed, as commands write them, each with its file; no file is read."""
    return {name.replace("_", "-"): str(path) for name, path in _places()}


def is_path(word: str) -> bool:
    """Whether a word means a file rather than the name of a game."""
    return word.endswith(".py") or "/" in word or "\\" in word


class GameFinder:
    """Finds games by name among those that ship, are installed, or are in the given files; never opens another file."""

    def __init__(self, files: Iterable[Path] = ()) -> None:
        paths = dict.fromkeys([*(path.resolve() for path in files), *(path for _, path in _places())])
        self.games: dict[str, GameFile] = {}
        """Every game by its slug: first those in the given files, then those that ship, then those that are installed."""
        self._named: dict[str, GameFile] = {}
        self._aliased: dict[str, list[GameFile]] = {}
        for path in paths:
            self._add(read_game_file(path))

    def find(self, word: str) -> GameFile:
        """The game that a word means; raises `LudusError`, which suggests what may have been meant."""
        found = self._meant(word)
        if len(found) > 1:
            raise LudusError(f"{word!r} may mean {' or '.join(file.game.slug for file in found)}; say which")
        if not found:
            near = self.nearest(word)
            hint = f"did you mean {near}?" if near else f"the games are {', '.join(self.games)}"
            raise LudusError(f"unknown game {word!r}; {hint}")
        return found[0]

    def nearest(self, word: str) -> str:
        """The slug of the game that was probably meant; empty when no name is near."""
        near = nearest(_key(word), [*self._named, *self._aliased])
        return self._meant(near)[0].game.slug if near else ""

    def _meant(self, word: str) -> list[GameFile]:
        """The game of that name, or else those that have it as an alias."""
        named = self._named.get(_key(word))
        return [named] if named else self._aliased.get(_key(word), [])

    def _add(self, file: GameFile) -> None:
        other = self._named.setdefault(_key(file.game.name), file)
        if other is not file:
            raise _same_name(file.game.name, other.path, file.path)
        self.games[file.game.slug] = file
        for alias in dict.fromkeys(_key(alias) for alias in file.game.aliases):
            self._aliased.setdefault(alias, []).append(file)


def _places() -> Iterator[tuple[str, Path]]:
    """The games that ship or are installed, by the names of their files or entry points."""
    folder = Path(__file__).resolve().parent
    for module in GAMES:
        yield module, folder / f"{module}.py"
    for point in entry_points(group=ENTRY_POINTS):
        with suppress(ImportError):  # a package that is half gone must not take the other games with it
            spec = importlib.util.find_spec(point.value)
            if spec and spec.origin:
                yield point.name, Path(spec.origin).resolve()


def _key(word: str) -> str:
    """What all spellings of a name have in common."""
    return re.sub(r"[\s_-]+", "", word.casefold())


def _same_name(name: str, one: Path, other: Path) -> LudusError:
    return LudusError(f"two games are called {name}: {one} and {other}; give one of them another name")
