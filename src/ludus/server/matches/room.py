"""`Room`: a match, those who watch it, and the delayed copy that they see where a delay was agreed."""

from __future__ import annotations

from dataclasses import dataclass, field

from ludus.server.matches.match import Match
from ludus.server.matches.view import MatchView
from ludus.server.store.changes import MatchSummary
from ludus.wire.messages import Seated


@dataclass
class Room:
    """A match, and those who watch it. Where watchers see it with a delay, `late` is the match as it stood back then."""

    match: Match
    view: MatchView
    late: Room | None = None
    watchers: set[int] = field(default_factory=set)
    asked: dict[int, tuple[int, str | None]] = field(default_factory=dict)
    alarm: float | None = None
    networks: dict[str, set[str]] = field(default_factory=dict)  # from where players came when they sat down
    redraw: bool = False  # the board has changed since it was drawn for those who read drawn boards
    drawn: dict[int, list[str]] = field(default_factory=dict)  # by seat, what they were shown
    until: float = 0.0  # when the room is cleared, once the match is over

    @property
    def seen(self) -> Room:
        """The room as watchers see it."""
        return self.late or self

    @property
    def next_late(self) -> float | None:
        """When watchers may see the next event. The order stays even if the time of day was set back."""
        if self.late is None or len(self.late.match.log) == len(self.match.log):
            return None
        event = self.match.log[len(self.late.match.log)]
        return max(self.late.until, event.at + self.match.terms.delay)

    def seated(self, player: str) -> Seated:
        """The message for a player who has taken a seat here."""
        match = self.match
        return Seated(match=match.id, number=match.number, game=match.terms.game, team=match.seat_of(player) + 1, free=match.free)


def room_at_the_start(match: Match) -> Room:
    """A room for the same match as it was before anything happened in it."""
    past = Match(match.rulebook, match.made, match.start)
    return Room(past, MatchView(past))


def summary_of(match: Match) -> MatchSummary:
    """A match in short, for lists."""
    closed = match.closed
    return MatchSummary(
        match=match.id,
        game=match.terms.game,
        status=match.status,
        teams=match.players or [list(team.players) for team in match.teams],
        moves=sum(match.moves_made),
        made=match.made.at,
        ended=closed.at + match.terms.delay if closed else 0.0,
        sentence=closed.sentence if closed else "",
        winner=closed.winner if closed else -1,
        how=closed.how if closed else "",
    )
