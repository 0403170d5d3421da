"""`LoadedGame`: a game with its options chosen, ready to be played, counted, searched and tested.

game = load("connect-four", width=8)
match = game.start()
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludus.games import all_games, find_game
from ludus.library.match import LocalMatch
from ludus.library.probe import Probe
from ludus.library.record import play_record
from ludus.library.track_kernel import TrackKernel, rulebook_for
from ludus.library.view import BoardView
from ludus.rules.errors import PositionError
from ludus.rules.gamefile import GameFile, read_game_file
from ludus.rules.movetext import move_text
from ludus.rules.options import Option
from ludus.rules.perft import divide, perft
from ludus.rules.positions import options_in, read_position
from ludus.rules.random_games import RandomGames, random_games
from ludus.rules.rulebook import Rulebook

if TYPE_CHECKING:
    from ludus.library.analyst import Analyst
    from ludus.library.opponent import ComputerOpponent


def load(name: str | PathLike[str], *, compiled: bool = True, **options: int) -> LoadedGame:
    """Load a game by its name (`connect-four`, `Connect Four`) or its file (`./mygame.py`), with its options chosen.

    With `compiled=False` the rules run as plain Python: slow, and open to a debugger.
    """
    written = name if isinstance(name, str) else str(Path(name))
    return LoadedGame(find_game(written, options), compiled=compiled)


def game_names() -> list[str]:
    """The names of all games that ship or are installed, as `load` takes them."""
    return [file.game.slug for file in all_games()]


class LoadedGame:
    """One game with its options chosen."""

    def __init__(self, file: GameFile, *, compiled: bool = True) -> None:
        self.file, self.compiled = file, compiled

    # Facts

    @property
    def name(self) -> str:
        """The game's name as players write it."""
        return self.file.game.name

    @property
    def slug(self) -> str:
        """The name as commands write it."""
        return self.file.game.slug

    @property
    def says(self) -> str:
        """One line about the game."""
        return self.file.game.says

    @property
    def teams(self) -> tuple[str, ...]:
        """What the teams are called, one for each seat."""
        return tuple(self.file.game.team(seat) for seat in range(self.file.game.seats))

    @property
    def board(self) -> tuple[int, int]:
        """Width and height of the board."""
        return self.file.game.board

    @property
    def options(self) -> Mapping[str, int]:
        """Every option with the number it has here."""
        return {option.name: self.file.chosen.get(option.name, option.default) for option in self.choices}

    @property
    def choices(self) -> tuple[Option, ...]:
        """The options there are, with what may be chosen."""
        return self.file.game.options

    @cached_property
    def rulebook(self) -> Rulebook:
        """The rules, ready to be asked."""
        return rulebook_for(self.file, compiled=self.compiled)

    @cached_property
    def track_kernel(self) -> TrackKernel:
        """What all matches of this game share."""
        return TrackKernel(self.rulebook)

    # Playing

    def start(
        self, position: str | None = None, *, record: str | None = None, seed: int | None = None, draw: bool = True
    ) -> LocalMatch:
        """Begin a match: from the start, from a position text, or by making the moves of a record.

        Chance is drawn by the seed; with `draw=False` it waits until `match.happen(...)` says what has happened.
        """
        if position is None and record is None:
            return LocalMatch(self.track_kernel, seed=seed, draw=draw)
        game = self if position is None else self._sized_for(position)
        match = LocalMatch(game.track_kernel, position, seed=seed, draw=draw and record is None)
        if record is not None:
            play_record(match, record)
            match.draw = draw
        return match

    def _sized_for(self, position: str) -> LoadedGame:
        """The game itself, or the one with the options that a position names and nobody chose otherwise."""
        named = {name: value for name, value in options_in(self.file.game, position).items() if self.options.get(name) != value}
        for name, value in named.items():
            if name in self.file.chosen:
                raise PositionError(f"the position has {name}={value}, but the game was loaded with {name}={self.options[name]}")
        if not named:
            return self
        return LoadedGame(read_game_file(self.file.path, {**self.file.chosen, **named}), compiled=self.compiled)

    def state(self, position: str | None = None) -> Any:
        """A state as the rules know it, of the start or of a position."""
        return self.rulebook.start() if position is None else read_position(self.rulebook, position)

    # Counting

    def perft(self, depth: int, position: str | None = None) -> int:
        """How many sequences of exactly `depth` moves there are."""
        return perft(self.rulebook, self.state(position), depth)

    def divide(self, depth: int, position: str | None = None) -> dict[str, int]:
        """How many of these sequences begin with each move."""
        state = self.state(position)
        return {move_text(self.rulebook, state, move): count for move, count in divide(self.rulebook, state, depth).items()}

    def playouts(self, games: int = 1000, position: str | None = None, *, seed: int = 1) -> RandomGames:
        """Play random games to their end, and count who won."""
        return random_games(self.rulebook, self.state(position), games, seed)

    # Computer players

    def engine(self, *, threads: int | None = None, megabytes: int = 128, kind: str | None = None) -> Analyst:
        """A computer player that analyses positions, and remembers from one to the next what it has found."""
        from ludus.library.analyst import Analyst

        return Analyst(self.rulebook, threads=threads, megabytes=megabytes, kind=kind)

    def player(self, level: int = 5, *, seconds: float | None = None, seed: int | None = None) -> ComputerOpponent:
        """A computer player to play against, at a level from 1 to 10, or thinking this many seconds a move."""
        from ludus.library.opponent import ComputerOpponent

        return ComputerOpponent(self.rulebook, level, seconds=seconds, seed=seed)

    # Testing rules

    @cached_property
    def _probe(self) -> Probe:
        return Probe(self.rulebook)

    def ask(self, name: str, position: LocalMatch | str | None = None, *numbers: int, plain: bool = False) -> Any:
        """What one rule of the game file says in a position: compiled, or as plain Python in which `breakpoint()` works."""
        return self._probe.ask(name, position, *numbers, plain=plain)

    def debug(self, name: str, position: LocalMatch | str | None = None, *numbers: int) -> Any:
        """The same in Python's debugger, which stops at the first line of the rule."""
        return self._probe.debug(name, position, *numbers)

    # How it looks

    def __repr__(self) -> str:
        chosen = ", ".join(f"{name}={value}" for name, value in self.options.items())
        return (
            f"<{self.name}{f' with {chosen}' if chosen else ''}: {' and '.join(self.teams)} on {self.board[0]} x {self.board[1]}>"
        )

    def _repr_svg_(self) -> str:
        return BoardView(self.file.game, self.rulebook.board(self.rulebook.start()))._repr_svg_()

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (str(self.file.path), dict(self.file.chosen), self.compiled)


def _again(path: str, chosen: dict[str, int], compiled: bool) -> LoadedGame:
    """The same game in another process."""
    return load(path, compiled=compiled, **chosen)
