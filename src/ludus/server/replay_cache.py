"""`ReplayCache`: answers that were given before. A request that comes twice, because its answer was lost, is not done twice."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Iterable

import msgspec

from ludus.server.connections import Connection
from ludus.server.policy import Policy
from ludus.server.store.changes import PutAnswer
from ludus.wire import messages
from ludus.wire.messages import Accepted, AnyReply, AnyRequest, LoggedIn

_reply: msgspec.json.Decoder[AnyReply] = msgspec.json.Decoder(AnyReply)


class ReplayCache:
    """The last answers to requests with an id, by player."""

    def __init__(self, kept: Iterable[PutAnswer], policy: Policy) -> None:
        self._most, self._most_players = policy.store.answers, policy.requests.answer_players
        self._of: OrderedDict[str, OrderedDict[str, AnyReply]] = OrderedDict()
        for answer in kept:
            self.remember(answer.player, answer.request, _reply.decode(answer.reply))

    def find(self, connection: Connection, request: AnyRequest) -> AnyReply | None:
        """The answer to the same request when it came before, if it did."""
        answers = self._of.get(connection.player) if connection.player else None
        return answers.get(_key(connection, request)) if answers and request.id else None

    def keep(self, connection: Connection, request: AnyRequest, reply: AnyReply, now: float) -> PutAnswer | None:
        """Remember the answer to something that was done; what is to be stored of it, if anything."""
        if not request.id or not connection.player or not _is_kept(request, reply):
            return None
        key = _key(connection, request)
        self.remember(connection.player, key, reply)
        return PutAnswer(connection.player, key, msgspec.json.encode(reply), now)

    def remember(self, player: str, request: str, reply: AnyReply) -> None:
        """Remember an answer, and forget the oldest ones."""
        answers = self._of.setdefault(player, OrderedDict())
        self._of.move_to_end(player)
        if len(self._of) > self._most_players:
            self._of.popitem(last=False)
        answers[request] = reply
        while len(answers) > self._most:
            answers.popitem(last=False)


def _key(connection: Connection, request: AnyRequest) -> str:
    """What makes a request the same as one before: its id, all it says, and the token of whoever says it.

    Coming back with a token goes on counting ids; logging in again begins anew.
    """
    whole = hashlib.sha256(connection.token.encode() + msgspec.json.encode(request))
    return f"{request.id} {whole.hexdigest()[:16]}"


def _is_kept(request: AnyRequest, reply: AnyReply) -> bool:
    """Whether an answer is kept: nothing about tokens and passwords, and no move that its match knows by the reference."""
    known = isinstance(request, messages.Move) and request.ref and isinstance(reply, Accepted)
    secret = isinstance(reply, LoggedIn) or isinstance(request, (messages.Password, messages.Reset))
    return not known and not secret
