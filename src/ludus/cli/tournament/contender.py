"""Who plays a game: a program that is spoken to in lines, or the computer."""

from __future__ import annotations

from contextlib import ExitStack

from msgspec.structs import replace

from ludus.cli.tournament.places import Places, confinement_for
from ludus.cli.tournament.plan import Entry, Plan
from ludus.cli.tournament.program import Gone, Line, Program, ProgramLog
from ludus.cli.tournament.sandbox import MEGABYTE, Confinement
from ludus.server.fault import Fault
from ludus.server.tournaments.offline.computer import ComputerContender
from ludus.server.tournaments.offline.game import Contender, TournamentGame
from ludus.wire import jsonlines, messages
from ludus.wire.error_sentences import Kind
from ludus.wire.limits import LONGEST_LINE
from ludus.wire.messages import AnyReply, Problem
from ludus.wire.mistakes import quoted
from ludus.wire.words import VERSION

MOST_ERRORS = 50
"""Lines in a game that are no answer: unreadable, stale, or about something else. With one more a program loses."""


class ProgramContender:
    """A program; it is started for the game, and ended with it."""

    def __init__(self, command: tuple[str, ...], confinement: Confinement, output: int, log: ProgramLog) -> None:
        self._log = log
        self._command, self._confinement, self._output = command, confinement, output
        self._program: Program | None = None
        self._errors = 0

    def begin(self, title: str) -> None:
        """Start the program."""
        self._log.title(title)
        self._program = Program(self._command, self._confinement, self._output * MEGABYTE, self._log)

    def answer(self, game: TournamentGame, seat: int) -> None:
        """Ask the program until it has moved, or has lost."""
        ref, player, left = "", game.mover(seat), ""
        while game.awaits(seat, player):
            if game.match.ref(seat) != ref:  # also after a move that was refused
                question = game.ask(seat)
                ref, told = question.ref, question.board.history[-2:]
                self._log.note("asked", f"{ref}, move {len(question.board.history) + 1}, after {', '.join(told) or 'nothing'}")
                self._send(jsonlines.write(question))
            heard = self._program.listen(game.seconds_left) if self._program else Gone("was not started")
            if isinstance(heard, Line):
                self._take(heard.text, game, seat)
            elif isinstance(heard, Gone):
                left = heard.why
                game.vanish(seat, left)
            else:
                game.tick()
        closed = game.match.closed
        failed = closed.sentence if closed and closed.loser == seat and closed.how != "played" else left
        if failed:
            self._log.note("failed", failed)
            self._log.note("asked", jsonlines.write(question).decode().rstrip())

    def close(self) -> None:
        """End the program."""
        if self._program:
            self._program.close()
        self._log.close()

    def _take(self, line: bytes, game: TournamentGame, seat: int) -> None:
        """Do what the program says, and answer where it expects an answer."""
        self._log.note("said", line.decode("utf-8", "replace")[:LONGEST_LINE])
        request = jsonlines.read(line)
        reply: AnyReply | None = None
        if isinstance(request, Problem):
            reply = request
        elif isinstance(request, messages.Move):
            done = game.move(seat, request.squares, request.ref)
            reply = Problem.of(done.kind, done.about, match=game.match.id, id=request.id) if isinstance(done, Fault) else None
        elif isinstance(request, messages.Moves):
            reply = replace(game.legal(seat), id=request.id)
        elif isinstance(request, messages.Resign):
            game.resign(seat)
        elif isinstance(request, messages.Ping):
            reply = messages.Pong(id=request.id)
        elif isinstance(request, messages.Hello):
            reply = messages.Welcome(text="Ludus tournament", version=VERSION, id=request.id)
        else:
            reply = Problem.of(Kind.NOT_POSSIBLE, "In a tournament you can say move, moves, resign and ping", id=request.id)
        if reply:
            self._reply(reply, game, seat, line)

    def _reply(self, reply: AnyReply, game: TournamentGame, seat: int, line: bytes) -> None:
        if isinstance(reply, Problem):
            self._log.note("refused", f"{reply.code}: {reply.sentence}")
            self._errors += reply.code != Kind.ILLEGAL.code  # those are counted by the match
            if self._errors > MOST_ERRORS and not game.is_over:
                last = quoted(line.decode("utf-8", "replace").rstrip())
                game.forfeit(seat, f"has sent more than {MOST_ERRORS} lines that are no answer; the last: {last}")
        self._send(jsonlines.write(reply))

    def _send(self, line: bytes) -> None:
        if self._program:
            self._program.say(line)


class TeamContender:
    """A team: whoever's turn it is answers."""

    def __init__(self, members: dict[str, Contender]) -> None:
        self._members = members

    def answer(self, game: TournamentGame, seat: int) -> None:
        """Have the one answer who is to move; whoever has gone is not asked again in this game."""
        if game.mover(seat) in game.gone:
            game.pass_on(seat)
        self._members[game.mover(seat)].answer(game, seat)

    def close(self) -> None:
        """End all of them."""
        with ExitStack() as stack:
            for member in self._members.values():
                stack.callback(member.close)


def contender_for(plan: Plan, entry: Entry, game: TournamentGame, seat: int, places: Places) -> Contender:
    """Who plays for an entry at a seat."""
    if entry.members:
        return TeamContender({member.name: contender_for(plan, member, game, seat, places) for member in entry.members})
    task = game.task
    if not entry.is_program:
        return ComputerContender(game, seat, entry.plays)
    against = f"{task.name}: {entry.name} as team {seat + 1} against {task.players[1 - seat]}"
    log = ProgramLog(places.log(entry.name))
    program = ProgramContender(entry.command, confinement_for(plan, entry, places), plan.output, log)
    program.begin(against)
    return program
