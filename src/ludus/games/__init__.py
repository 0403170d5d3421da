"""The games that ship, one file each, and how any game is found: by name, by file, or from an installed package."""

from __future__ import annotations

import difflib
import importlib.util
from collections.abc import Iterator, Mapping
from importlib.metadata import entry_points
from pathlib import Path

from ludus.rules.errors import LudusError
from ludus.rules.gamefile import GameFile, read_game_file

GAMES = ("tic_tac_toe", "connect_four", "checkers", "othello", "santorini", "conquest", "yahtzee")
"""The files of the games that ship, in the order in which they are listed."""

ENTRY_POINTS = "ludus.games"
"""Packages offer games in this group: `my-game = "my_package.my_game"`."""


def find_game(name: str, chosen: Mapping[str, int] | None = None) -> GameFile:
    """The game with this name (`connect-four`), or in this file (`./mygame.py`), with the options chosen."""
    if name.endswith(".py") or "/" in name or "\\" in name:
        return read_game_file(Path(name).resolve(), chosen)
    places = dict(_places())
    wanted = name.lower().replace("_", "-").replace(" ", "-")
    if wanted not in places:
        close = difflib.get_close_matches(wanted, places, n=1)
        hint = f"did you mean {close[0]}?" if close else f"the games are {', '.join(places)}"
        raise LudusError(f"there is no game {name!r}; {hint}")
    return read_game_file(places[wanted], chosen)


def all_games() -> Iterator[GameFile]:
    """Every game that ships or is installed."""
    return (read_game_file(path) for _, path in _places())


def names_taken() -> dict[str, str]:
    """The names of the games that ship or are installed, as commands write them, each with its file."""
    return {name: str(path) for name, path in _places()}


def _places() -> Iterator[tuple[str, Path]]:
    folder = Path(__file__).parent
    for module in GAMES:
        yield module.replace("_", "-"), folder / f"{module}.py"
    for point in entry_points(group=ENTRY_POINTS):
        spec = importlib.util.find_spec(point.value)
        if spec and spec.origin:
            yield point.name, Path(spec.origin)
