"""What players say to each other: offers, the answers to them, and chat."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Literal, TypeAlias

from ludus.wire.messages.base import Reply, Request, word
from ludus.wire.words import Agreement, AnyName, AnyWord, Offering, Text

TITLE = "Offers and chat"

WANTED = {"draw": "a draw", "undo": "to take back a move", "rematch": "another game"}
"""What is offered, in words."""


# Requests


class Offer(Request, tag="offer", frozen=True):
    """Offer a draw, ask to take back your last move, or ask for another game. An offer stands until the other side moves."""

    example: ClassVar[str] = "OFFER draw"

    what: Agreement
    match: AnyWord = ""


class Accept(Request, tag="accept", frozen=True):
    """Accept what the others have offered, or a challenge. If only one thing is open, you need not say which.

    `match` and `player` say which of several is meant: the match, or who has challenged you.
    """

    example: ClassVar[str] = "ACCEPT draw"

    what: Offering = ""
    match: AnyWord = ""
    player: AnyName = ""


class Decline(Request, tag="decline", frozen=True):
    """Decline what the others have offered, or a challenge. You can also take back an offer or a challenge of your own."""

    example: ClassVar[str] = "DECLINE undo"

    what: Offering = ""
    match: AnyWord = ""
    player: AnyName = ""


class Chat(Request, tag="chat", frozen=True):
    """Say something to everybody in a match, or with `to=team` to your own team alone.

    Spectators may chat before the game and after it.
    """

    example: ClassVar[str] = "CHAT Good luck!"

    text: Text
    match: AnyWord = ""
    to: Literal["all", "team"] = "all"


# Replies


class Offered(Reply, tag="offered", frozen=True):
    """Somebody makes an offer, or `accepts` one."""

    match: str
    number: int
    what: Agreement
    player: str
    team: int
    accepts: bool = False

    def _lines(self) -> Iterable[str]:
        done = "ACCEPTED" if self.accepts else "OFFERED"
        return [f"{done} {self.what.upper()} {word(self.player)} {self.team} {word(self.match)}"]

    def _sentences(self) -> Iterable[str]:
        if self.accepts:
            return [f"{self.match}: {self.player} accepts {WANTED[self.what].replace('a draw', 'the draw')}."]
        return [f"{self.match}: {self.player} offers {WANTED[self.what]}. The other side may ACCEPT or DECLINE."]


class Declined(Reply, tag="declined", frozen=True):
    """An offer was declined."""

    match: str
    number: int
    what: Agreement
    player: str
    team: int

    def _lines(self) -> Iterable[str]:
        return [f"DECLINED {self.what.upper()} {word(self.player)} {self.team} {word(self.match)}"]

    def _sentences(self) -> Iterable[str]:
        return [f"{self.match}: {self.player} declines {WANTED[self.what].replace('a draw', 'the draw')}."]


class Said(Reply, tag="said", frozen=True):
    """Somebody said something; `to` is `team` if only your team was told."""

    match: str
    number: int
    player: str
    text: str
    to: Literal["all", "team"] = "all"

    def _lines(self) -> Iterable[str]:
        word_of = "TEAMCHAT" if self.to == "team" else "CHAT"
        return [f"{word_of} {word(self.match)} {word(self.player)} {self.text}"]

    def _sentences(self) -> Iterable[str]:
        heard = " to the team" if self.to == "team" else ""
        return [f"{self.match}: {self.player} says{heard}: {self.text}"]


ChatRequest: TypeAlias = Offer | Accept | Decline | Chat
ChatReply: TypeAlias = Offered | Declined | Said

EXAMPLES: tuple[Reply, ...] = (
    Offered(match="m7", number=7, what="draw", player="bob", team=2),
    Offered(match="m7", number=8, what="draw", player="ann", team=1, accepts=True),
    Declined(match="m7", number=8, what="draw", player="ann", team=1),
    Said(match="m7", number=10, player="ann", text="Good luck!"),
    Said(match="m7", number=11, player="cat", text="Shall we?", to="team"),
)
"""One of each reply."""
