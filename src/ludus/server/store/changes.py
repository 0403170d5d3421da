"""What is to be kept: the changes that the core gives to the store, a group at a time, all of them or none.

Nobody is told of anything before the group it belongs to is on disk.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal, Protocol, TypeAlias

from msgspec import Struct, field

from ludus.server.matches.events import AnyEvent, Closed, Made
from ludus.server.tournaments.events import AnyTournamentEvent

Outcome: TypeAlias = Literal["won", "lost", "drawn", "forfeited"]


class Account(Struct, frozen=True):
    """A player's account; the password only as its Argon2id hash."""

    name: str
    password: str
    role: str
    made: float
    banned: str = ""


class Session(Struct, frozen=True):
    """A token that lets a player come back, kept as its hash; guests have a session and no account."""

    token: str
    player: str
    guest: bool
    made: float


class MatchSummary(Struct, frozen=True):
    """A match in short, for lists: kept beside its events, so that no match has to be replayed to list it.

    `ended` is when everybody may know that it is over: delayed watchers do not learn it from a list.
    """

    match: str
    game: str
    status: str
    teams: list[list[str]]
    moves: int
    made: float
    ended: float
    sentence: str
    winner: int
    how: str


class TournamentSummary(Struct, frozen=True):
    """A tournament in short, for lists; `ended` is 0 while it goes on."""

    tournament: str
    game: str
    kind: str
    standing: str
    players: int
    by: str
    winners: list[str]
    made: float
    ended: float


class AddEvent(Struct, frozen=True):
    """An event of a match."""

    match: str
    event: AnyEvent


class PutAccount(Struct, frozen=True):
    """An account as it is now."""

    account: Account


class PutSession(Struct, frozen=True):
    """A new session."""

    session: Session


class DropSession(Struct, frozen=True):
    """A session that has ended, by the hash of its token."""

    token: str


class PutSummary(Struct, frozen=True):
    """The summary of a match as it is now."""

    summary: MatchSummary


class KnownNetworks(Struct, frozen=True):
    """From where the owner of an account has logged in, the latest last; networks are kept as hashes."""

    player: str
    networks: list[str]


class PutNetworks(Struct, frozen=True):
    """The networks of an account's owner as they are now."""

    known: KnownNetworks


class PutAnswer(Struct, frozen=True):
    """The answer to a request with an id, as JSON, in case the request comes again."""

    player: str
    request: str
    reply: bytes
    at: float


class AddTournamentEvent(Struct, frozen=True):
    """An event of a tournament."""

    tournament: str
    event: AnyTournamentEvent


class PutTournament(Struct, frozen=True):
    """The summary of a tournament as it is now."""

    summary: TournamentSummary


class PutScore(Struct, frozen=True):
    """What a match of several games, or a whole tournament, means for a player."""

    player: str
    what: Literal["match", "tournament"]
    name: str
    result: Outcome
    at: float


class PutRating(Struct, frozen=True):
    """A player's rating in a game as it is now, and what it was after each of the last games."""

    player: str
    game: str
    mu: float
    sigma: float
    games: int
    course: str = ""


class DropRatings(Struct, frozen=True):
    """All ratings of a player are gone; of everybody, if there is no name."""

    player: str


Change: TypeAlias = (
    AddEvent
    | PutAccount
    | PutSession
    | DropSession
    | PutSummary
    | PutAnswer
    | PutNetworks
    | AddTournamentEvent
    | PutTournament
    | PutScore
    | PutRating
    | DropRatings
)


class GameTally(Struct, frozen=True):
    """A player's results in one game."""

    game: str
    won: int
    lost: int
    drawn: int
    forfeited: int


class ArchiveQuery(Struct, frozen=True, kw_only=True):
    """Which finished matches are wanted: what is empty does not matter. `before` is the number of a match, the rest are times."""

    game: str = ""
    player: str = ""
    result: str = ""
    """That of the player or, without one, of anybody."""
    before: int
    since: float = 0.0
    until: float
    """Those that ended later are not listed; at most now, because delayed watchers must not learn it from a list."""
    count: int


class PlayedMatch(Struct, frozen=True):
    """A finished match as one of its players sees it."""

    game: str
    teams: list[list[str]]
    result: Outcome


class EndedMatch(Struct, frozen=True):
    """A finished match from its events: how it was made and ended, and who played when it began."""

    made: Made
    closed: Closed
    teams: list[list[str]]


class Kept(Struct):
    """What a server needs to go on where it stopped: everything but finished matches and tournaments."""

    accounts: list[Account]
    sessions: list[Session]
    matches: dict[str, list[AnyEvent]]
    answers: list[PutAnswer]
    last_match: int
    alive: float
    tournaments: dict[str, list[AnyTournamentEvent]] = field(default_factory=dict)
    last_tournament: int = 0
    ratings: list[PutRating] = field(default_factory=list)
    networks: list[KnownNetworks] = field(default_factory=list)


class Store(Protocol):
    """Where everything is kept. `commit` returns when its changes are on disk; the others only read."""

    def load(self) -> Kept:
        """Everything that is needed to go on. `alive` is when the last commit or heartbeat was; 0 for a new store."""

    def commit(self, changes: Sequence[Change], now: float) -> None:
        """Keep all of these, or none; `now` is noted as the last time the server was alive."""

    def events(self, match: str) -> list[AnyEvent]:
        """Everything that happened in a match; empty when there is none of that name."""

    def statistics(self, player: str, now: float, since: float = 0.0) -> list[GameTally]:
        """What a player has won, lost, drawn and forfeited, game by game, as far as everybody may know by now.

        Matches that had ended before `since` were somebody else's of the same name.
        """

    def last_matches(self, player: str, count: int, now: float, since: float = 0.0) -> list[MatchSummary]:
        """The last matches of a player of which everybody may know by now that they are over, newest first."""

    def finished_matches(self, query: ArchiveQuery) -> list[MatchSummary]:
        """Matches that are over, newest first."""

    def played(self, player: str, count: int, now: float, since: float = 0.0) -> list[PlayedMatch]:
        """The last matches of a player of which everybody may know by now that they are over, newest first, in short."""

    def scores(self, player: str, since: float = 0.0) -> dict[str, Counter[str]]:
        """How often a player has won, lost, drawn and forfeited matches of several games, and tournaments."""

    def tournament_events(self, tournament: str) -> list[AnyTournamentEvent]:
        """Everything that happened in a tournament; empty when there is none of that name."""

    def last_tournaments(self, count: int) -> tuple[list[TournamentSummary], int]:
        """The last tournaments that are over, newest first, and how many there are in all."""

    def ended_matches(self) -> list[EndedMatch]:
        """All matches that are over, in the order in which they ended."""

    def close(self) -> None:
        """Close the store."""
