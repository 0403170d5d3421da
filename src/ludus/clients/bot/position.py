"""`BotPosition`: all there is to know when a move is to be chosen."""

from __future__ import annotations

from ludus.wire.messages import Ask, DrawnSquare, LegalMove, MatchBoard


class BotPosition:
    """A question, with what bots mostly want to know of it. The whole of it is `ask`, as the protocol describes it."""

    def __init__(self, ask: Ask, moves: list[LegalMove]) -> None:
        self.ask, self.moves = ask, moves

    @property
    def match(self) -> str:
        """The match it is about."""
        return self.ask.match

    @property
    def board(self) -> MatchBoard:
        """The board, the history, the clocks, who plays."""
        return self.ask.board

    @property
    def game(self) -> str:
        """The game, as commands write it."""
        return self.ask.board.game

    @property
    def team(self) -> int:
        """Our team, counted from 1."""
        return self.ask.team

    @property
    def squares(self) -> dict[tuple[int, int], DrawnSquare]:
        """The board by x and y, from 1 1 at the lower left."""
        return {(square.x, square.y): square for square in self.ask.board.squares}

    @property
    def seconds_left(self) -> float | None:
        """How long we may think before time is up; none where there is no limit."""
        board = self.ask.board
        clock = board.clocks[self.team - 1]
        times = [left for left, limit in ((clock.move, board.times.move), (clock.main, board.times.main)) if limit > 0]
        return min(times) if times else None

    def find(self, text: str) -> LegalMove | None:
        """The legal move that is written so."""
        return next((move for move in self.moves if move.text == text), None)
