"""A contest: two settings of the computer player against each other, on all cores.

    for record in contest(file, Setting.read("seconds=0.2"), Setting.read("depth=2"), games=100, seed=1): ...

Games come in pairs from the same short random opening, and each setting plays each side once. Every game begins with empty
tables, so with limits of depth or nodes and one thread the same seed gives the same games.
"""

from __future__ import annotations

import os
import random
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from ludus.rules.errors import LudusError
from ludus.rules.gamefile import GameFile, read_game_file
from ludus.rules.gametext import game_text, take
from ludus.rules.play import Moved, Play, Step
from ludus.rules.rulebook import Rulebook
from ludus.search.arena.openings import draw_chance, openings
from ludus.search.arena.process_pool import ProcessPool
from ludus.search.arena.settings import Setting
from ludus.search.player import ComputerPlayer, player_for

MOST_STEPS = 1000
"""A game that has not ended after this many steps counts as drawn."""

Games: TypeAlias = "Generator[GameRecord, None, None]"
"""The games of a contest as they are played; closing it ends the contest."""

Task: TypeAlias = "tuple[int, tuple[Step, ...]]"
"""The number of a pair, counted from 0, and its opening."""


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game that was played, from the point of view of setting A."""

    pair: int
    a_seat: int
    moves: str
    """The whole game, as `ludus.rules.gametext` writes it."""
    winner: int | None
    sentence: str
    failed: bool = False
    """Whether it ended because a program failed, so that the sentence says how."""

    @property
    def points(self) -> float:
        """What A scored: 1, 1/2 or 0."""
        return 0.5 if self.winner is None else float(self.winner == self.a_seat)


def contest(file: GameFile, a: Setting, b: Setting, *, games: int, seed: int, opening: int = 4, threads: int = 0) -> Games:
    """Play a match pair by pair, with this many threads or on all cores; raises `LudusError` for games nobody here can play."""
    rulebook = Rulebook(file)
    tasks = pairs(rulebook, games, seed, opening)
    for kind in {a.player, b.player}:
        player_for(rulebook, threads=1, megabytes=1, kind=kind).close()  # compiled now; the processes find it in the cache
    size = max(1, min((threads or os.cpu_count() or 1) // max(a.threads, b.threads), len(tasks)))

    def played() -> Games:
        processes: ProcessPool[Task, list[GameRecord]]
        with ProcessPool(size, _pair_player, (file.path, dict(file.chosen), a, b, seed)) as processes:
            for pair in processes.results(tasks):
                yield from pair

    return played()


def pairs(rulebook: Rulebook, games: int, seed: int, opening: int) -> list[Task]:
    """The pairs that a contest consists of; raises `LudusError` for games that are not for two."""
    game = rulebook.game
    if game.seats != 2:
        raise LudusError(f"the arena is for games of two; {game.name} has {game.seats} seats here")
    return list(enumerate(openings(rulebook, (games + 1) // 2, opening, random.Random(seed))))


def _pair_player(path: Path, chosen: Mapping[str, int], a: Setting, b: Setting, seed: int) -> PairPlayer:
    """Somebody who plays pairs, in a process of its own."""
    return PairPlayer(Rulebook(read_game_file(path, chosen)), a, b, seed)


class PairPlayer:
    """Plays pairs of games."""

    def __init__(self, rulebook: Rulebook, a: Setting, b: Setting, seed: int) -> None:
        self.rulebook, self.settings, self.seed = rulebook, (a, b), seed

    def __call__(self, task: Task) -> list[GameRecord]:
        """Play a pair of games, with the sides swapped in the second."""
        pair, opening = task
        return [self._play(pair, opening, a_seat) for a_seat in (0, 1)]

    def _play(self, pair: int, opening: tuple[Step, ...], a_seat: int) -> GameRecord:
        by_seat = self.settings if a_seat == 0 else self.settings[::-1]
        play = play_game(self.rulebook, by_seat, opening, random.Random(f"{self.seed} {pair}"))
        moves, result = game_text(self.rulebook, play.steps), play.result
        if result is None:
            return GameRecord(pair, a_seat, moves, None, f"Nobody has won after {len(play.steps)} moves")
        return GameRecord(pair, a_seat, moves, result.winner, result.sentence)


def play_game(rulebook: Rulebook, by_seat: Sequence[Setting], opening: Sequence[Step], luck: random.Random) -> Play:
    """Play one game from an opening to its end, or until it has lasted too long."""
    players = [_player(rulebook, setting, luck) for setting in by_seat]
    play, past, waiting = Play(rulebook), [], list(opening)[::-1]
    try:
        while not play.result and len(play.steps) < MOST_STEPS:
            past.append(play.state)
            if waiting:
                take(play, waiting.pop())
            elif play.chances:
                take(play, draw_chance(play, luck))
            else:
                seat = play.acting[0]
                report = players[seat].choose(play.state, seat, by_seat[seat].limit_in(rulebook.game), past=past[:-1])
                take(play, Moved(seat, -1 if report.move is None else report.move))
    finally:
        for player in players:
            player.close()
    return play


def _player(rulebook: Rulebook, setting: Setting, luck: random.Random) -> ComputerPlayer:
    own = random.Random(luck.getrandbits(64))
    return player_for(rulebook, threads=setting.threads, megabytes=setting.megabytes, kind=setting.player, luck=own)
