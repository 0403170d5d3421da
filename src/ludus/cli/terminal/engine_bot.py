"""`EngineBot`: the computer player of this machine as a bot on any server."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from ludus.clients.bot import Bot, BotPosition
from ludus.rules.movetext import move_text
from ludus.rules.play import Play
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord
from ludus.search.limit import Limit
from ludus.search.player import player_for

CLOCK_SHARE = 0.15
"""The share of the time left that it takes at most for a move."""


class EngineBot(Bot):
    """Thinks about one position at a time, whichever match it is from.

    It rebuilds each position from the moves that were played, and checks that it has the moves it is offered. Where some moves
    are secret, or the match began elsewhere, that fails; the bot then plays the first legal move.
    """

    def __init__(self, rulebook: Rulebook, limit: Limit, threads: int | None = None) -> None:
        self.rulebook, self._limit = rulebook, limit
        self._player = player_for(rulebook, threads=threads)
        self._turn = asyncio.Lock()

    async def choose(self, position: BotPosition) -> str:
        """Think in a thread, so that other matches are heard meanwhile."""
        async with self._turn:
            return await asyncio.to_thread(self._choose, position)

    def _choose(self, position: BotPosition) -> str:
        past: list[StateRecord] = []
        play, seat = self._replayed(position.board.history, past), position.team - 1
        offered = {move.text for move in position.moves}
        if play is None or {self._text(play, move, seat) for move in self._moves(play, seat)} != offered:
            raise LookupError("this position cannot be rebuilt from its moves")
        left = position.seconds_left
        seconds = self._limit.seconds
        if left is not None:
            seconds = min(left * CLOCK_SHARE, seconds if seconds is not None else left)
        report = self._player.choose(play.state, seat, replace(self._limit, seconds=seconds), past=past)
        move = self._moves(play, seat)[0] if report.move is None else report.move
        return self._text(play, move, seat)

    async def close(self) -> None:
        """Let the threads go."""
        self._player.stop()
        self._player.close()

    def _replayed(self, history: list[str], past: list[StateRecord]) -> Play | None:
        """The match so far, its earlier positions put into `past`; none if its moves do not follow from the usual start."""
        play = Play(self.rulebook)
        for text in history:
            past.append(play.state)
            if play.chances:
                chance = text.removeprefix("*")
                if not chance.isdecimal() or int(chance) >= play.chances:
                    return None
                play.happen(int(chance))
                continue
            found = [
                (seat, move) for seat in play.acting for move in self._moves(play, seat) if self._text(play, move, seat) == text
            ]
            if not found:
                return None
            play.play(*found[0])
        return play

    def _moves(self, play: Play, seat: int) -> list[int]:
        return self.rulebook.moves(play.state, seat) if seat in play.acting else []

    def _text(self, play: Play, move: int, seat: int) -> str:
        return move_text(self.rulebook, play.state, move, seat)
