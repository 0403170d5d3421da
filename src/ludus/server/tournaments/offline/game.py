"""`TournamentGame`: one game of a tournament, held by the same `Match` as on a server, with the time of this machine."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from ludus.rules.gametext import take
from ludus.rules.movetext import move_text
from ludus.rules.play import Moved, Play
from ludus.rules.rule import ONGOING
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord
from ludus.server.fault import Fault
from ludus.server.matches import commands, events
from ludus.server.matches.commands import Command, Result
from ludus.server.matches.events import NOBODY, Played
from ludus.server.matches.match import Match
from ludus.server.matches.view import MatchView
from ludus.server.policy import MatchPolicy
from ludus.server.records.writer import write_record
from ludus.server.tournaments.offline.replay import Replay, replay_of
from ludus.server.tournaments.series import GameEnd
from ludus.wire.messages import Ask, LegalMove, MatchSoFar, MoveList

MOST_STEPS = 1000
"""A game that has not ended by then is drawn."""


@dataclass(frozen=True)
class GameTask:
    """A game to play: its pairing and number, who plays at which seat, and what has happened in the match before."""

    pairing: int
    game: int
    round: int
    players: tuple[str, str]
    seed: str
    best_of: int
    wins: tuple[int, int]
    """Of each seat's player, as in `score` the points and in `forfeited` the numbers of the games lost by failing."""
    score: tuple[float, float] = (0.0, 0.0)
    forfeited: tuple[int, ...] = ()
    records: tuple[str, ...] = ()
    opening: str = ""
    """What random first moves are drawn from; the same for games that shall begin alike."""
    teams: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    """The members of each seat's player, if it is a team; they take turns making its moves."""

    @property
    def sides(self) -> list[tuple[str, ...]]:
        """Who makes the moves of each seat."""
        return [members or (player,) for members, player in zip(self.teams, self.players, strict=True)]

    @property
    def name(self) -> str:
        """What the game is called, in files too."""
        return f"r{self.round:02}-p{self.pairing:04}-g{self.game}-{self.players[0]}-{self.players[1]}"


@dataclass(frozen=True)
class GameReport:
    """A game that was played: who has won, how, its record, and what the page that replays it needs."""

    task: GameTask
    winner: str
    how: GameEnd
    sentence: str
    record: str
    replay: Replay
    moves: int
    seconds: float
    vanished: str = ""
    """The player whose program has ended before the game did; a team only with the last of its members."""


@dataclass
class TournamentGame:
    """A game while it is played."""

    rulebook: Rulebook
    task: GameTask
    move_seconds: float
    refusals: int
    vanished: str = ""
    _past: list[StateRecord] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._wall, self._began = time.time(), time.monotonic()
        self.gone: set[str] = set()  # those whose programs have ended before the game did
        game, task, sizes = self.rulebook.game, self.task, [len(side) for side in self.task.sides]
        terms = events.Terms(game.slug, dict(self.rulebook.file.chosen), sum(sizes), self.move_seconds, 0.0, 0.0, 0.0, "")
        made = events.Made(
            number=1,
            at=self.now,
            match=task.name,
            terms=terms,
            seed=task.seed,
            by="tournament",
            games=task.game,
            score=list(task.score),
            forfeited=list(task.forfeited),
            sizes=sizes if max(sizes) > 1 else [],
        )
        self.match = Match(self.rulebook, made)
        self._follow = Play(self.rulebook)

    def begin(self) -> None:
        """Everybody is there: the clocks run."""
        for seat, side in enumerate(self.task.sides):
            for player in side:
                run(commands.sit(self.match, player, seat, self.now))

    @property
    def now(self) -> float:
        """The time, which nobody sets back while the game is on."""
        return self._wall + time.monotonic() - self._began

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.match.closed is not None

    @property
    def seconds_left(self) -> float:
        """How long the first who is to move still has."""
        due = self.match.deadline
        return 60.0 if due is None else max(0.0, due - self.now) + 0.001

    def awaits(self, seat: int, player: str) -> bool:
        """Whether a player at a seat is to move."""
        return not self.is_over and seat in self.match.asked and self.mover(seat) == player

    def mover(self, seat: int) -> str:
        """Who makes the next move of a seat."""
        return self.match.next_player(seat) or self.task.players[seat]

    def next_seat(self) -> int:
        """A seat that is to move; where several are, the one that was asked first."""
        return min(self.match.asked, key=lambda seat: (self.match.asked[seat], seat))

    def open_with(self, moves: int, luck: random.Random) -> None:
        """Begin with moves that nobody has chosen, as far as they do not end the game."""
        for _ in range(moves):
            seat = self.next_seat()
            choices = self.rulebook.moves(self.match.play.state, seat)
            luck.shuffle(choices)
            state = self.rulebook.asked(self.match.play.state, seat)
            calm = (move for move in choices if self.rulebook.outcome(self.rulebook.play(state, move)) == ONGOING)
            move = next(calm, None)
            if move is None:
                return
            self.play(seat, move)

    def ask(self, seat: int) -> Ask:
        """The question for a seat."""
        task = self.task
        view = MatchView(self.match)
        view.series = MatchSoFar(task.round, task.best_of, list(task.wins), list(task.records), pairing=task.pairing)
        return view.ask(seat, self.now)

    def legal(self, seat: int) -> MoveList:
        """The legal moves of a seat."""
        rulebook, state = self.rulebook, self.rulebook.asked(self.match.play.state, seat)
        moves = [
            LegalMove(move_text(rulebook, state, move, seat), [rulebook.xy(square) for square in rulebook.squares(state, move)])
            for move in rulebook.moves(state, seat)
        ]
        return MoveList(match=self.match.id, moves=moves)

    def move(self, seat: int, squares: list[tuple[int, int]], ref: str) -> Played | Fault:
        """Answer a question with a move."""
        policy = MatchPolicy(illegal_moves=self.refusals)
        return self._limited(commands.move(self.match, self.mover(seat), squares, ref, self.now, policy, program=True))

    def play(self, seat: int, move: int) -> Played | Fault:
        """Make a move by its number, as built-in players do."""
        return self._limited(commands.move(self.match, self.mover(seat), move, "", self.now, MatchPolicy()))

    def tick(self) -> None:
        """See whose time is up."""
        run(commands.tick(self.match, self.now))

    def resign(self, seat: int) -> None:
        """Give up."""
        run(commands.resign(self.match, self.mover(seat), self.now))

    def vanish(self, seat: int, why: str) -> None:
        """The program of whoever is to move has ended: another of the team moves, and if there is none, the game is lost."""
        self.gone.add(self.mover(seat))
        if not self.pass_on(seat):
            self.vanished = self.task.players[seat]
            self.forfeit(seat, why)

    def pass_on(self, seat: int) -> bool:
        """Have the next of the team make the move who is still there; whether somebody is."""
        side = self.task.sides[seat]
        place = side.index(self.mover(seat))
        mate = next((other for other in (*side[place + 1 :], *side[:place]) if other not in self.gone), "")
        if mate:
            run(commands.stand_in(self.match, seat, mate, self.now))
        return bool(mate)

    def forfeit(self, seat: int, why: str) -> None:
        """A player loses the game by failing; in a team, that is whoever is to move."""
        player, mover = self.task.players[seat], self.mover(seat)
        who = player if mover == player else f"{mover} of {player}"
        run(commands.close(self.match, self.now, 1 - seat, "forfeit", f"{who} {why}", loser=seat))

    def past(self) -> list[StateRecord]:
        """The earlier positions, where it matters that they come up again."""
        if self.rulebook.game.repeats:
            for step in self.match.play.steps[len(self._follow.steps) :]:
                self._past.append(self._follow.state)
                take(self._follow, step)
        return self._past

    def report(self) -> GameReport:
        """How it ended."""
        closed = self.match.closed
        if closed is None:
            raise ValueError(f"{self.task.name} is not over")
        winner = "" if closed.winner == NOBODY else self.task.players[closed.winner]
        record = "\n".join(write_record(self.rulebook, self.match.id, self.match.log)) + "\n"
        how: GameEnd = "vanished" if self.vanished else closed.how
        steps = self.match.play.steps
        return GameReport(
            task=self.task,
            winner=winner,
            how=how,
            sentence=closed.sentence,
            record=record,
            replay=replay_of(self.rulebook, steps),
            moves=sum(isinstance(step, Moved) for step in steps),
            seconds=time.monotonic() - self._began,
            vanished=self.vanished,
        )

    def _limited(self, moving: Command[Played | Fault]) -> Played | Fault:
        """Make a move; but no game goes on for ever."""
        done = run(moving)
        if not self.is_over and len(self.match.play.steps) >= MOST_STEPS:
            sentence = f"The game is drawn: nobody has won after {MOST_STEPS} moves"
            run(commands.close(self.match, self.now, NOBODY, "agreed", sentence))
        return done


class Contender(Protocol):
    """Plays at one seat, in one game."""

    def answer(self, game: TournamentGame, seat: int) -> None:
        """Make the move that is awaited, or fail to."""

    def close(self) -> None:
        """The game is over."""


def play_out(game: TournamentGame, contenders: Sequence[Contender], opening: int) -> None:
    """Let contenders play a game from its random first moves to its end."""
    game.begin()
    if game.task.opening:
        game.open_with(opening, random.Random(game.task.opening))
    while not game.is_over:
        seat = game.next_seat()
        contenders[seat].answer(game, seat)


def run(command: Command[Result]) -> Result:
    """Do a command of a match; the match keeps its events itself."""
    while True:
        try:
            next(command)
        except StopIteration as done:
            answer: Result = done.value
            return answer
