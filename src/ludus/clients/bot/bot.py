"""`Bot`: what a bot's author writes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from ludus.clients.bot.position import BotPosition
from ludus.wire.messages import Ended, LegalMove

RESIGN = "resign"

Decision: TypeAlias = LegalMove | str | Sequence[tuple[int, int]]
"""A move: one of `position.moves`, its text, or its squares; or RESIGN."""


class NoMove(Exception):
    """A bot could not choose, for a reason that its author can read: one sentence."""


class Bot:
    """Chooses moves. Only `choose` has to be written; the same bot may be asked about several matches at once."""

    async def choose(self, position: BotPosition) -> Decision:
        """The move to make in a position; there is at least one."""
        raise NotImplementedError

    async def ended(self, match: str, result: Ended) -> None:
        """A match is over."""

    async def close(self) -> None:
        """No more matches."""
