"""The computer as a player of a tournament without a server."""

from __future__ import annotations

import random
from contextlib import ExitStack, closing
from dataclasses import dataclass

from ludus.rules.rulebook import Rulebook
from ludus.search.arena.settings import Setting
from ludus.search.player import player_for
from ludus.server.policy import MatchPolicy
from ludus.server.tournaments.offline.game import GameReport, GameTask, TournamentGame, play_out


class ComputerContender:
    """A setting of the computer player; begins every game with an empty table."""

    def __init__(self, game: TournamentGame, seat: int, setting: Setting) -> None:
        luck, rulebook = random.Random(f"{game.task.seed} {seat}"), game.rulebook
        self._limit = setting.limit_in(rulebook.game)
        self._player = player_for(rulebook, threads=setting.threads, megabytes=setting.megabytes, kind=setting.player, luck=luck)

    def answer(self, game: TournamentGame, seat: int) -> None:
        """Think, and move."""
        seen = game.rulebook.seen_by(game.match.play.state, seat)
        report = self._player.choose(seen, seat, self._limit, past=game.past())
        move = game.rulebook.moves(game.match.play.state, seat)[0] if report.move is None else report.move
        game.play(seat, move)

    def close(self) -> None:
        """Let the threads go."""
        self._player.close()


@dataclass(frozen=True, slots=True)
class ComputerGame:
    """A game in which the computer plays both sides; all that is needed to play it anywhere."""

    task: GameTask
    settings: tuple[Setting, Setting]
    """Of each seat's player."""
    move: float
    """Seconds for each move."""
    opening: int
    """Random moves at the beginning."""


def play_computers(rulebook: Rulebook, played: ComputerGame) -> GameReport:
    """Play a game that needs nobody else."""
    game = TournamentGame(rulebook, played.task, played.move, MatchPolicy().illegal_moves)
    with ExitStack() as stack:
        contenders = [
            stack.enter_context(closing(ComputerContender(game, seat, setting))) for seat, setting in enumerate(played.settings)
        ]
        play_out(game, contenders, played.opening)
    return game.report()
