"""The client's end of a connection, without a socket: requests with ids out, replies matched to them in, and what to say after
the connection broke.

    ask(request) ──► id, bytes to send                    bytes received ──► feed ──► [(reply, the request it answers)]

    after a break:   resume() ──► bytes to send           logged in again ──► catch_up() ──► bytes to send

It speaks JSON. `questions` are the moves that are awaited, `numbers` the last event of each match; both are kept up to date.
"""

from __future__ import annotations

import itertools
from typing import NamedTuple

from msgspec.structs import replace

from ludus.wire.error_sentences import Kind
from ludus.wire.jsonlines import read_reply, write_request
from ludus.wire.messages import (
    Accepted,
    AnyReply,
    AnyRequest,
    Ask,
    Done,
    Ended,
    Leave,
    LoggedIn,
    LoggedOut,
    MatchBoard,
    Move,
    Problem,
    Resume,
    Seated,
    Unwatch,
    Watch,
)


class Heard(NamedTuple):
    """Something the server said, and the request that it answers, if it answers one."""

    reply: AnyReply
    request: AnyRequest | None


class Client:
    """What one client knows: who it is, what it has asked and not been answered, and how far it has followed each match."""

    def __init__(self, prefix: str = "") -> None:
        """`prefix` begins every id; it keeps apart two clients that play under one name."""
        self.name = self.token = ""
        self.playing: set[str] = set()
        """The matches it has a seat in and that are not over, as far as it was told."""
        self.watching: set[str] = set()
        """The matches it watches."""
        self.numbers: dict[str, int] = {}
        """The number of the last event it was told of, by match."""
        self.questions: dict[str, Ask] = {}
        """The questions that are still open, by match."""
        self.unanswered: dict[str, AnyRequest] = {}
        """The requests that were not answered yet, by id, in the order they were sent."""
        self._ids = (f"{prefix}{number}" for number in itertools.count(1))
        self._rest = b""

    # To the server

    def ask(self, request: AnyRequest) -> tuple[str, bytes]:
        """Give a request an id and remember it until it is answered: the id, and what to send."""
        request = replace(request, id=next(self._ids))
        self.unanswered[request.id] = request
        return request.id, write_request(request)

    def move(self, question: Ask, squares: list[tuple[int, int]]) -> tuple[str, bytes]:
        """Answer a question with a move: its id, and what to send."""
        return self.ask(Move(squares=squares, match=question.match, ref=question.ref))

    def resume(self) -> bytes:
        """The connection broke, and there is a new one: what to send first. What is on its way is lost."""
        self._rest = b""
        return write_request(Resume(token=self.token))

    def catch_up(self) -> bytes:
        """Logged in again: what to send to miss nothing. Whatever was not answered is asked again, under the same id, so that it
        is not done twice; events of matches that ended meanwhile, or are only watched, are asked for from where they stopped.
        """
        missed = sorted((self.numbers.keys() - self.playing) | self.watching)
        again = [write_request(request) for request in self.unanswered.values()]
        return b"".join([*again, *(self.ask(Watch(match=match, after=self.numbers.get(match, 0)))[1] for match in missed)])

    # From the server

    def feed(self, data: bytes) -> list[Heard]:
        """Some bytes from the server: the replies that they complete."""
        *lines, self._rest = (self._rest + data).split(b"\n")
        return [heard for line in lines if (heard := self.read(line)) is not None]

    def read(self, message: bytes) -> Heard | None:
        """One whole message; none for one of a newer server that this client does not know."""
        reply = read_reply(message)
        if isinstance(reply, Problem) and reply.code == Kind.UNREADABLE.code and b'"type":"problem"' not in message:
            return None
        request = self.unanswered.get(reply.id)
        if request is not None and reply.answers:
            del self.unanswered[reply.id]
        self._follow(reply, request)
        return Heard(reply, request)

    def _follow(self, reply: AnyReply, request: AnyRequest | None) -> None:
        """Keep up with what the server says."""
        number, match = getattr(reply, "number", 0), getattr(reply, "match", "")
        if match in self.numbers or isinstance(reply, (Seated, MatchBoard)):  # not what is said after the end
            self.numbers[match] = max(number, self.numbers.get(match, 0))
        if isinstance(reply, LoggedIn):
            self.name, self.token, self.playing = reply.name, reply.token, set(reply.matches)
            self.questions.clear()  # whatever is still awaited is asked again
        elif isinstance(reply, LoggedOut):
            self.name = self.token = ""
        elif isinstance(reply, Ask):
            self.questions[reply.match] = reply
        elif isinstance(reply, Accepted):
            if reply.match in self.questions and self.questions[reply.match].ref == reply.ref:
                del self.questions[reply.match]
        elif isinstance(reply, Seated) or (isinstance(reply, MatchBoard) and reply.team):
            self.playing.add(reply.match)
        elif isinstance(reply, Ended):
            self._forget(reply.match)
        elif isinstance(reply, Problem):
            if isinstance(request, Watch):
                self._forget(request.match)
        elif isinstance(request, Watch) and request.match in self.numbers:  # it is not over
            self.watching.add(request.match)
        elif isinstance(request, Unwatch):
            self.watching.discard(request.match)
            if request.match not in self.playing:
                self._forget(request.match)
        elif isinstance(request, Leave) and isinstance(reply, Done) and request.match:
            self._forget(request.match)

    def _forget(self, match: str) -> None:
        """A match is over, or is left."""
        self.numbers.pop(match, None)
        self.questions.pop(match, None)
        self.playing.discard(match)
        self.watching.discard(match)
