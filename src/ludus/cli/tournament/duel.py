"""`duel`: games between two sides of which at least one is a program, as the arena plays them.

    for record in duel(file, read_side("A", "program=python bot.py"), read_side("B", "level=3"), terms): ...

Programs are asked in lines of JSON, as in a tournament, but they are the caller's own: nothing is hidden from them, and they may
use what they like. Games come in pairs with the same opening and the same luck, and each side moves first once.
"""

from __future__ import annotations

import os
import random
import shlex
import shutil
from collections.abc import Mapping
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path

from ludus.cli.tournament.contender import ProgramContender
from ludus.cli.tournament.plan import Entry, missing_file
from ludus.cli.tournament.program import ProgramLog
from ludus.cli.tournament.sandbox import Confinement, known_program
from ludus.rules.errors import LudusError
from ludus.rules.gamefile import GameFile, read_game_file
from ludus.rules.gametext import game_text
from ludus.rules.rulebook import Rulebook
from ludus.search.arena.contest import GameRecord, Games
from ludus.search.arena.process_pool import ProcessPool
from ludus.search.arena.settings import Setting
from ludus.search.player import player_for
from ludus.server.matches.events import NOBODY
from ludus.server.tournaments.offline.computer import ComputerContender
from ludus.server.tournaments.offline.game import Contender, GameTask, TournamentGame

PROGRAM = "program="
REFUSALS = 3
"""Illegal moves with which a program loses the game, as in a tournament."""

OUTPUT = 64
"""Megabytes a program may print in a game; more is a program gone wild."""

FAILED = ("forfeit", "time")
"""The ways to lose by not playing on."""


@dataclass(frozen=True)
class DuelTerms:
    """How a duel is played."""

    games: int
    seed: int
    opening: int
    threads: int
    move: float
    """Seconds for each move."""
    logs: str = ""
    """The folder for what programs were asked and have said; none without one."""


def read_side(name: str, text: str) -> Entry:
    """Who plays for A or B: `program=` and a command, or a setting of the computer player."""
    if not text.startswith(PROGRAM):
        return Entry(name, setting=Setting.read(text))
    try:
        words = tuple(shlex.split(text.removeprefix(PROGRAM)))
    except ValueError as error:
        raise LudusError(f"{text!r} is not a command: {str(error).lower()}") from None
    if not words:
        raise LudusError(f"{text!r} names no program; write a command, such as {PROGRAM}'python bot.py'")
    if missing := missing_file(words, Path.cwd()):
        raise LudusError(f"there is no file {missing} in {Path.cwd()}")
    if not shutil.which(known_program(words[0])):
        raise LudusError(f"there is no program {words[0]} here")
    return Entry(name, command=words)


def duel(file: GameFile, a: Entry, b: Entry, terms: DuelTerms) -> Games:
    """Play pair by pair on all cores; raises `LudusError` for games that two cannot play."""
    rulebook = Rulebook(file)
    if file.game.seats != 2:
        raise LudusError(f"the arena is for games of two; {file.game.name} has {file.game.seats} seats here")
    for entry in (a, b):
        if entry.setting:
            thinks = entry.setting.limit_in(file.game).seconds or 0.0
            if thinks >= terms.move:
                raise LudusError(f"{entry.name} thinks for {thinks:g} seconds, but a move may take {terms.move:g}; see --move")
            player_for(rulebook, threads=1, megabytes=1, kind=entry.setting.player).close()  # compiled now, for all processes
    rulebook.start()
    if terms.logs:
        Path(terms.logs).mkdir(parents=True, exist_ok=True)
    pairs = range((terms.games + 1) // 2)
    threads = max(entry.setting.threads if entry.setting else 1 for entry in (a, b))
    size = max(1, min((terms.threads or os.cpu_count() or 1) // threads, len(pairs)))

    def played() -> Games:
        processes: ProcessPool[int, list[GameRecord]]
        with ProcessPool(size, DuelPlayer, (file.path, dict(file.chosen), (a, b), terms)) as processes:
            for pair in processes.results(pairs):
                yield from pair

    return played()


class DuelPlayer:
    """Plays pairs of games, in a process of its own."""

    def __init__(self, path: Path, chosen: Mapping[str, int], sides: tuple[Entry, Entry], terms: DuelTerms) -> None:
        self.rulebook = Rulebook(read_game_file(path, chosen))
        self.sides, self.terms = sides, terms

    def __call__(self, pair: int) -> list[GameRecord]:
        """Play a pair of games, with the sides swapped in the second."""
        return [self._play(pair, a_seat) for a_seat in (0, 1)]

    def _play(self, pair: int, a_seat: int) -> GameRecord:
        by_seat = self.sides if a_seat == 0 else self.sides[::-1]
        players, seed = (by_seat[0].name, by_seat[1].name), f"{self.terms.seed} {pair}"
        number = 2 * pair + a_seat + 1
        task = GameTask(pair + 1, number, pair + 1, players, seed, self.terms.games, (0, 0))
        game = TournamentGame(self.rulebook, task, self.terms.move, REFUSALS)
        with ExitStack() as stack:
            contenders = [stack.enter_context(closing(self._contender(game, seat, by_seat[seat]))) for seat in (0, 1)]
            game.begin()
            game.open_with(self.terms.opening, random.Random(seed))
            while not game.is_over:
                seat = game.next_seat()
                contenders[seat].answer(game, seat)
        closed = game.match.closed
        if closed is None:
            raise ValueError(f"game {number} has no end")
        winner = None if closed.winner == NOBODY else closed.winner
        moves = game_text(self.rulebook, game.match.play.steps)
        return GameRecord(pair, a_seat, moves, winner, closed.sentence, closed.how in FAILED)

    def _contender(self, game: TournamentGame, seat: int, entry: Entry) -> Contender:
        if not entry.is_program:
            return ComputerContender(game, seat, entry.plays)
        name = f"game-{game.task.game}-{entry.name}.log"
        log = ProgramLog(Path(self.terms.logs) / name if self.terms.logs else None)
        program = ProgramContender(entry.command, Confinement(str(Path.cwd()), trusted=True), OUTPUT, log)
        program.begin(f"game {game.task.game}: {entry.name} as {self.rulebook.game.team(seat)}")
        return program
