"""Two players against each other, and what their games prove.

arena(game, "seconds=0.1", "depth=2", games=20)       settings, played on all cores
arena(game, game.player(3), my_player, games=20)      any function of a match that gives a move
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from ludus.library.game import LoadedGame
from ludus.library.match import LocalMatch
from ludus.rules.errors import LudusError
from ludus.search.arena.contest import MOST_STEPS, contest
from ludus.search.arena.elo import ArenaScore
from ludus.search.arena.openings import openings
from ludus.search.arena.settings import Setting

MatchPlayer = Callable[[LocalMatch], Any]
"""Anything that is given a match and answers with a move: its text, its squares or its number."""


@dataclass(frozen=True)
class Contest:
    """How the games of the first player against the second ended."""

    score: ArenaScore
    games: tuple[str, ...]
    """Each game as one line of moves."""

    @property
    def wins(self) -> int:
        """Games that the first player won."""
        return int(self.score.wins)

    @property
    def draws(self) -> int:
        """Games that nobody won."""
        return int(self.score.draws)

    @property
    def losses(self) -> int:
        """Games that the second player won."""
        return int(self.score.losses)

    @property
    def elo(self) -> float:
        """How much better the first player seems to be."""
        return self.score.elo

    @property
    def elo_bounds(self) -> tuple[float, float]:
        """Between which the truth lies 95 times of 100."""
        return self.score.elo_bounds

    def __repr__(self) -> str:
        low, high = self.elo_bounds
        told = f"{self.wins} won, {self.draws} drawn, {self.losses} lost"
        return f"<{told}: {self.elo:+.0f} Elo, between {low:+.0f} and {high:+.0f}>"


def arena(
    game: LoadedGame, a: str | MatchPlayer, b: str | MatchPlayer, *, games: int = 20, seed: int = 1, opening: int = 4
) -> Contest:
    """Let two players play a match of games, in pairs from the same random opening with the sides swapped."""
    if any(isinstance(each, str) and each.startswith("program=") for each in (a, b)):
        raise LudusError("programs play in `ludus arena`, on the command line; here, give a function that is asked for a move")
    if isinstance(a, str) and isinstance(b, str):
        played = _by_settings(game, a, b, games, seed, opening)
    elif callable(a) and callable(b):
        played = _here(game, a, b, games, seed, opening)
    else:
        raise LudusError("give two settings such as 'seconds=0.1', or two players; not one of each")
    score, told = ArenaScore(), []
    for points, moves in played:
        score = score.with_game(points)
        told.append(moves)
    return Contest(score, tuple(told))


def _by_settings(game: LoadedGame, a: str, b: str, games: int, seed: int, opening: int) -> Iterator[tuple[float, str]]:
    """The games of two settings, in processes of their own."""
    for record in contest(game.file, Setting.read(a), Setting.read(b), games=games, seed=seed, opening=opening):
        yield record.points, record.moves


def _here(game: LoadedGame, a: MatchPlayer, b: MatchPlayer, games: int, seed: int, opening: int) -> Iterator[tuple[float, str]]:
    """The games of two players, one after the other."""
    if game.file.game.seats != 2:
        raise LudusError(f"the arena is for games of two; {game.name} has {game.file.game.seats} seats here")
    begins = openings(game.rulebook, (games + 1) // 2, opening, random.Random(seed))
    for number, steps in enumerate(begins):
        for first in (0, 1)[: min(2, games - 2 * number)]:
            match = game.start(seed=seed + number, draw=False)
            for step in steps:
                match.take(step)
            match.draw = True
            by_seat = (a, b) if first == 0 else (b, a)
            while not match.over and len(match) < MOST_STEPS:
                seat = match.turn
                match.push(by_seat[seat](match) if seat is not None else 0)
            winner = match.outcome.winner if match.outcome else None
            yield 0.5 if winner is None else float(winner == first), " ".join("_".join(text.split()) for text in match.history)
