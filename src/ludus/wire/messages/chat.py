"""What players say to each other: offers, the answers to them, and chat."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, TypeAlias

from ludus.wire.messages.base import Reply, Request, word
from ludus.wire.words import Agreement, AnyWord, Text

TITLE = "Offers and chat"


# Requests


class Offer(Request, tag="offer", frozen=True):
    """Offer a draw, ask to take back your last move, or ask for another game. An offer stands until the other side moves."""

    example: ClassVar[str] = "OFFER draw"

    what: Agreement
    match: AnyWord = ""


class Accept(Request, tag="accept", frozen=True):
    """Accept what the others have offered."""

    example: ClassVar[str] = "ACCEPT draw"

    what: Agreement
    match: AnyWord = ""


class Decline(Request, tag="decline", frozen=True):
    """Decline what the others have offered."""

    example: ClassVar[str] = "DECLINE undo"

    what: Agreement
    match: AnyWord = ""


class Chat(Request, tag="chat", frozen=True):
    """Say something to everybody in a match. Spectators may chat before the game and after it."""

    example: ClassVar[str] = "CHAT Good luck!"

    text: Text
    match: AnyWord = ""


# Replies


class Offered(Reply, tag="offered", frozen=True):
    """Somebody makes an offer, or agrees to one."""

    match: str
    number: int
    what: Agreement
    player: str
    team: int

    def _lines(self) -> Iterable[str]:
        return [f"OFFERED {self.what.upper()} {word(self.player)} {self.team} {word(self.match)}"]


class Declined(Reply, tag="declined", frozen=True):
    """An offer was declined."""

    match: str
    number: int
    what: Agreement
    player: str
    team: int

    def _lines(self) -> Iterable[str]:
        return [f"DECLINED {self.what.upper()} {word(self.player)} {self.team} {word(self.match)}"]


class Said(Reply, tag="said", frozen=True):
    """Somebody said something."""

    match: str
    number: int
    player: str
    text: str

    def _lines(self) -> Iterable[str]:
        return [f"CHAT {word(self.match)} {word(self.player)} {self.text}"]


ChatRequest: TypeAlias = Offer | Accept | Decline | Chat
ChatReply: TypeAlias = Offered | Declined | Said

EXAMPLES: tuple[Reply, ...] = (
    Offered(match="m7", number=7, what="draw", player="bob", team=2),
    Declined(match="m7", number=8, what="draw", player="ann", team=1),
    Said(match="m7", number=10, player="ann", text="Good luck!"),
)
"""One of each reply."""
