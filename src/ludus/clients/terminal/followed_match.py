"""`FollowedMatch`: what we know of a match, from the messages about it. It draws nothing and sends nothing."""

from __future__ import annotations

from dataclasses import dataclass, field

from ludus.clients.terminal.entry import MoveEntry, Point
from ludus.wire.messages import (
    AnyReply,
    Ask,
    Changed,
    Clock,
    Declined,
    DrawnSquare,
    Ended,
    Joined,
    Left,
    LegalMove,
    MatchBoard,
    MoveList,
    Offered,
    Said,
    Seated,
    Shown,
    Times,
)

OFFERS = {"draw": "offers a draw", "undo": "asks to take back a move", "rematch": "wants to play again"}
DECLINES = {"draw": "declines the draw", "undo": "does not want to take it back", "rematch": "does not want to play again"}

MOST_CHAT = 500
"""Lines of chat that are kept."""


@dataclass
class FollowedMatch:
    """A match that we play in or watch."""

    match: str
    game: str = ""
    name: str = ""
    team: int = 0
    teams: list[list[str]] = field(default_factory=list)
    levels: dict[str, int] = field(default_factory=dict)
    options: dict[str, int] = field(default_factory=dict)
    width: int = 0
    height: int = 0
    squares: dict[Point, DrawnSquare] = field(default_factory=dict)
    history: list[str] = field(default_factory=list)
    times: Times = field(default_factory=Times)
    clocks: list[Clock] = field(default_factory=list)
    clocks_at: float = 0.0
    turn: list[int] = field(default_factory=list)
    status: str = ""
    scores: list[int] = field(default_factory=list)
    last: list[Point] = field(default_factory=list)
    chat: list[tuple[str, str]] = field(default_factory=list)
    """Who said what; nobody for what is only told."""
    offers: dict[str, int] = field(default_factory=dict)
    """What is offered, and by which team."""
    question: Ask | None = None
    entry: MoveEntry | None = None
    result: Ended | None = None
    free: int = 0
    number: int = 0
    _said: set[int] = field(default_factory=set)

    @property
    def has_begun(self) -> bool:
        """Whether there is a board."""
        return bool(self.squares)

    @property
    def is_my_turn(self) -> bool:
        """Whether a move of ours is awaited."""
        return self.question is not None and self.result is None

    def hear(self, reply: AnyReply, now: float) -> None:
        """Take in a message about this match."""
        if isinstance(reply, MatchBoard):
            self._set_board(reply, now)
        elif isinstance(reply, Changed):
            self._change(reply, now)
        elif isinstance(reply, Ask):
            self._ask(reply, now)
        elif isinstance(reply, Shown):
            self._set_board(reply.board, now)
        elif isinstance(reply, MoveList):
            self._set_moves(reply.moves)
        elif isinstance(reply, Seated):
            self.game, self.team, self.free = reply.game, reply.team, reply.free
        elif isinstance(reply, Ended):
            self._end(reply)
        elif isinstance(reply, (Joined, Left, Said, Offered, Declined)) and reply.number not in self._said:
            self._said.add(reply.number)
            self._tell(reply)

    def seconds_left(self, team: int, now: float) -> float | None:
        """The time on a team's clock: for this move or for the game, whichever ends first; none where there is no limit."""
        if not 0 < team <= len(self.clocks):
            return None
        clock = self.clocks[team - 1]
        spent = now - self.clocks_at if clock.running else 0.0
        left = [time for time, limit in ((clock.move, self.times.move), (clock.main, self.times.main)) if limit > 0]
        return max(0.0, min(left) - spent) if left else None

    def team_of(self, player: str) -> int:
        """The team that somebody plays in; 0 for none."""
        return next((number for number, team in enumerate(self.teams, 1) if player in team), 0)

    # Messages

    def _set_board(self, board: MatchBoard, now: float) -> None:
        if board.number < self.number:
            return
        self.number, self.game, self.name, self.team = board.number, board.game, board.name, board.team
        self.teams, self.levels, self.options = [list(team) for team in board.teams], board.levels, board.options
        self.width, self.height = board.width, board.height
        self.squares = {(square.x, square.y): square for square in board.squares}
        self.history = [board.chances.get(at, text) for at, text in enumerate(board.history)]
        self.status, self.scores, self.times = board.status, board.scores, board.times
        self._set_time(board.clocks, board.turn, now)
        self.free = 0

    def _change(self, change: Changed, now: float) -> None:
        if change.number <= self.number or not self.squares:
            return
        self.number = change.number
        self.squares.update({(square.x, square.y): square for square in change.squares})
        if change.what == "undo":
            del self.history[-1:]
            self.last = []
        else:
            self.history.append(change.words or change.text)
            self.last = [(x, y) for x, y in change.path] if change.path else self.last
        self.status = change.status
        self.question = self.entry = None
        self.offers = {}
        self._set_time(change.clocks, change.turn, now)

    def _ask(self, ask: Ask, now: float) -> None:
        self._set_board(ask.board, now)
        if ask.moves:
            self._set_moves(ask.moves)
        elif self.question is None or self.question.ref != ask.ref:
            self.entry = None
        self.question = ask

    def _set_moves(self, moves: list[LegalMove]) -> None:
        """Go on with a move that is half entered, if the question is only asked once more: after an illegal move, say."""
        offered = MoveEntry(moves)
        if self.entry is None or self.entry.moves != offered.moves:
            self.entry = offered

    def _end(self, ended: Ended) -> None:
        self.squares = {(square.x, square.y): square for square in ended.board.squares} or self.squares
        self.result, self.question, self.entry, self.turn, self.offers = ended, None, None, [], {}
        self.scores = ended.scores or self.scores
        self.clocks = [Clock(clock.move, clock.main, False) for clock in self.clocks]

    def _set_time(self, clocks: list[Clock], turn: list[int], now: float) -> None:
        self.clocks, self.turn, self.clocks_at = clocks, turn, now

    def _tell(self, reply: Joined | Left | Said | Offered | Declined) -> None:
        if isinstance(reply, Said):
            self.chat.append((reply.player, reply.text))
        elif isinstance(reply, Joined):
            self._seat(reply)
            self.chat.append(("", f"{reply.player} has sat down"))
        elif isinstance(reply, Left):
            self.chat.append(("", f"{reply.player} has left"))
        elif isinstance(reply, Offered):
            self.offers[reply.what] = reply.team
            self.chat.append(("", f"{reply.player} {OFFERS[reply.what]}"))
        else:
            self.offers.pop(reply.what, None)
            self.chat.append(("", f"{reply.player} {DECLINES[reply.what]}"))
        del self.chat[:-MOST_CHAT]

    def _seat(self, joined: Joined) -> None:
        while len(self.teams) < joined.team:
            self.teams.append([])
        if joined.player not in self.teams[joined.team - 1]:
            self.teams[joined.team - 1].append(joined.player)
        self.free = joined.free
