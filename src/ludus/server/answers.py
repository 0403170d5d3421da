"""Answers that were given before, for those who did not hear them: a request that comes twice is not done twice."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Iterable

import msgspec

from ludus.server.changes import PutAnswer
from ludus.server.visitors import Visitor
from ludus.wire import messages
from ludus.wire.messages import Accepted, AnyReply, AnyRequest, LoggedIn

ANSWERS_KEPT = 200
"""So many answers to requests with an id are remembered for each player."""

PLAYERS_KEPT = 5_000
"""For so many players, those who asked last, answers are remembered."""

_reply: msgspec.json.Decoder[AnyReply] = msgspec.json.Decoder(AnyReply)


class Answers:
    """The last answers to requests with an id, by player."""

    def __init__(self, kept: Iterable[PutAnswer]) -> None:
        self._of: OrderedDict[str, OrderedDict[str, AnyReply]] = OrderedDict()
        for answer in kept:
            self.remember(answer.player, answer.request, _reply.decode(answer.reply))

    def given(self, visitor: Visitor, request: AnyRequest) -> AnyReply | None:
        """What was answered when a player said this before, if it was said before."""
        answers = self._of.get(visitor.player) if visitor.player else None
        return answers.get(_key(visitor, request)) if answers and request.id else None

    def keep(self, visitor: Visitor, request: AnyRequest, reply: AnyReply, now: float) -> PutAnswer | None:
        """Remember an answer to something that was done; what is to be kept of it, if anything."""
        if not request.id or not visitor.player or not _is_kept(request, reply):
            return None
        key = _key(visitor, request)
        self.remember(visitor.player, key, reply)
        return PutAnswer(visitor.player, key, msgspec.json.encode(reply), now)

    def remember(self, player: str, request: str, reply: AnyReply) -> None:
        """Remember an answer, and forget the oldest ones."""
        answers = self._of.setdefault(player, OrderedDict())
        self._of.move_to_end(player)
        if len(self._of) > PLAYERS_KEPT:
            self._of.popitem(last=False)
        answers[request] = reply
        while len(answers) > ANSWERS_KEPT:
            answers.popitem(last=False)


def _key(visitor: Visitor, request: AnyRequest) -> str:
    """What makes a request the same as one before: its id, all it says, and the token of who says it.

    Who comes back with a token goes on counting; who logs in anew begins anew.
    """
    whole = hashlib.sha256(visitor.token.encode() + msgspec.json.encode(request))
    return f"{request.id} {whole.hexdigest()[:16]}"


def _is_kept(request: AnyRequest, reply: AnyReply) -> bool:
    """Whether an answer is kept: none that holds a token, and no accepted move that the match knows by its reference."""
    known = isinstance(request, messages.Move) and request.ref and isinstance(reply, Accepted)
    return not known and not isinstance(reply, LoggedIn)
