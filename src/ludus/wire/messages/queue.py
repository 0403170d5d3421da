"""The queue: waiting to be paired with somebody of about the same strength."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, TypeAlias

from msgspec import field

from ludus.wire.messages.base import Reply, Request, counted, word
from ludus.wire.words import Choice, Seconds, Word, YesNo

TITLE = "The queue"


class Queue(Request, tag="queue", frozen=True):
    """Wait to be paired with somebody who wants the same game on the same terms.

    The nearest rating comes first; the longer you wait, the further away it may be. Nobody is paired with the same player again
    while somebody else is there. With `again=yes` you wait again after each game.
    """

    example: ClassVar[str] = "QUEUE tic-tac-toe move=30 again=yes"
    begins_game: ClassVar[bool] = True

    game: Word
    move: Seconds = 180.0
    main: Seconds = 0.0
    increment: Seconds = 0.0
    again: YesNo = "no"
    options: Choice = field(default_factory=dict)


class Unqueue(Request, tag="unqueue", frozen=True):
    """Stop waiting in the queue."""

    example: ClassVar[str] = "UNQUEUE"


class Queued(Reply, tag="queued", frozen=True):
    """You wait in the queue, with this many others for the same. `seated` follows when somebody is found."""

    game: str
    others: int

    def _lines(self) -> Iterable[str]:
        return [f"QUEUED {word(self.game)} {self.others}"]

    def _sentences(self) -> Iterable[str]:
        others = f", with {counted(self.others, 'other')}" if self.others else ""
        return [f"You wait for a game of {self.game}{others}. UNQUEUE gives up."]


QueueRequest: TypeAlias = Queue | Unqueue
QueueReply: TypeAlias = Queued

EXAMPLES: tuple[Reply, ...] = (Queued(game="tic-tac-toe", others=1),)
"""One of each reply."""
