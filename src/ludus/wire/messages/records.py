"""A match on paper: its position as a saved file, its record, and the archive of all that are over."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar, TypeAlias

from msgspec import Meta

from ludus.wire.messages.base import Reply, Request, in_columns, word
from ludus.wire.messages.lists import MatchEntry
from ludus.wire.words import AnyName, AnyWord, Day, MatchResult

TITLE = "Saved positions and records"


# Requests


class Save(Request, tag="save", frozen=True):
    """Get the position as a saved file, unless part of it is hidden. With `step`, the one after so many moves and throws.

    Joined by `; `, its lines are a position for `new`: `NEW conquest :ConquestBoard; die 1 1 1 5 3 6; key 5 1 1`
    """

    example: ClassVar[str] = "SAVE"

    match: AnyWord = ""
    step: Annotated[int, Meta(ge=-1, le=1_000_000)] = -1


class Record(Request, tag="record", frozen=True):
    """Get the record of a match."""

    example: ClassVar[str] = "RECORD m7"
    before_login: ClassVar[bool] = True

    match: AnyWord = ""


class Archive(Request, tag="archive", frozen=True):
    """List finished matches, the last first: of one game, of one player, with one result, or of some days.

    `result` is the player's or, without a player, anybody's. `since` and `until` are days in universal time, both included. For
    the next page, say `before` which match you have seen.
    """

    example: ClassVar[str] = "ARCHIVE player=ann result=won since=2026-11-01 before=m40"
    before_login: ClassVar[bool] = True

    game: AnyWord = ""
    player: AnyName = ""
    before: AnyWord = ""
    result: MatchResult = ""
    since: Day = ""
    until: Day = ""


# Replies


class Saved(Reply, tag="saved", frozen=True):
    """The position as a saved file."""

    match: str
    lines: list[str]

    def _lines(self) -> Iterable[str]:
        return [*(f"SAVED {line}" for line in self.lines), f"END SAVED {word(self.match)}"]

    def _sentences(self) -> Iterable[str]:
        return self.lines


class Recorded(Reply, tag="recorded", frozen=True):
    """The record of a match. Chance is written `*3`, with what it means in braces where the game has words for it."""

    match: str
    lines: list[str]

    def _lines(self) -> Iterable[str]:
        return [*(f"RECORD {line}" for line in self.lines), f"END RECORD {word(self.match)}"]

    def _sentences(self) -> Iterable[str]:
        return self.lines


class Archived(Reply, tag="archived", frozen=True):
    """Finished matches, the last first. `more` says whether there are older ones."""

    matches: list[MatchEntry]
    more: bool = False

    def _lines(self) -> Iterable[str]:
        return [*(entry.line() for entry in self.matches), f"END ARCHIVE {'MORE' if self.more else 'ALL'}"]

    def _sentences(self) -> Iterable[str]:
        yield "Finished matches:" if self.matches else "No finished match is like that."
        yield from in_columns(entry.columns() for entry in self.matches)
        if self.more and self.matches:
            yield f"There are older ones: ARCHIVE before={self.matches[-1].match} lists them."


RecordsRequest: TypeAlias = Save | Record | Archive
RecordsReply: TypeAlias = Saved | Recorded | Archived

_OVER = MatchEntry("m3", "santorini", "over", [["ann"], ["cat"]], 0, 31, "Team 2 has resigned", ended=1793000000.0)

EXAMPLES: tuple[Reply, ...] = (
    Saved(match="m7", lines=["ConquestBoard", "die 1 1 1 5 3 6", "key 5 1 1"]),
    Recorded(match="m7", lines=['[Game "conquest"]', '[Match "m7"]', '[Result "0-1"]', "", "1. 1,1-1,6 2. 5,8-5,7"]),
    Archived(matches=[_OVER], more=True),
)
"""One of each reply."""
