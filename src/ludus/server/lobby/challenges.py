"""`Challenges`: who wants to play whom. They last as long as both are here, and are kept nowhere."""

from __future__ import annotations

from dataclasses import dataclass, field

from ludus.rules.rulebook import Rulebook
from ludus.server.matches.events import Terms, times_of
from ludus.wire.messages import Challenged


@dataclass(frozen=True, slots=True)
class OpenChallenge:
    """One player wants to play another, on these terms."""

    by: str
    player: str
    team: int
    terms: Terms
    rulebook: Rulebook

    def told(self) -> Challenged:
        """The message for both."""
        terms = self.terms
        return Challenged(
            by=self.by, player=self.player, game=terms.game, team=self.team, options=terms.options, times=times_of(terms)
        )


@dataclass(slots=True)
class Challenges:
    """The challenges that are open, one for each player who has made one."""

    of: dict[str, OpenChallenge] = field(default_factory=dict)

    def to(self, player: str) -> list[OpenChallenge]:
        """Those that a player may accept."""
        return [each for each in self.of.values() if each.player == player]

    def drop(self, player: str) -> list[OpenChallenge]:
        """A player has gone: what is not open any more."""
        gone = [each for each in self.of.values() if player in (each.by, each.player)]
        for each in gone:
            del self.of[each.by]
        return gone
