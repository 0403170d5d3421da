"""A group of changes as rows of the tables: of what changes twice only the last counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import msgspec

from ludus.server.matches.events import AnyEvent, Closed, Made
from ludus.server.store.changes import (
    Account,
    AddEvent,
    AddTournamentEvent,
    Change,
    DropRatings,
    DropSession,
    KnownNetworks,
    MatchSummary,
    PutAccount,
    PutAnswer,
    PutNetworks,
    PutRating,
    PutScore,
    PutSession,
    PutSummary,
    PutTournament,
    Session,
    TournamentSummary,
)
from ludus.server.store.results import first_summary, number_of, results_of

Row: TypeAlias = dict[str, Any]

_encode = msgspec.json.Encoder().encode
_events: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)
_names = msgspec.json.Decoder(list[str]).decode
_teams = msgspec.json.Decoder(list[list[str]]).decode


class Rows:
    """The rows that a group of changes comes to."""

    def __init__(self, changes: Sequence[Change]) -> None:
        self.events: list[Row] = []
        self.answers: list[PutAnswer] = []
        self._accounts: dict[str, Account] = {}
        self._sessions: dict[str, Session | None] = {}  # None: dropped
        self._networks: dict[str, KnownNetworks] = {}
        self._summaries: dict[str, MatchSummary] = {}
        self._losers: dict[str, int] = {}
        self.tournament_events: list[Row] = []
        self._tournaments: dict[str, TournamentSummary] = {}
        self._scores: dict[tuple[str, str, str], PutScore] = {}
        self._ratings: dict[tuple[str, str], PutRating] = {}
        self.unrated: list[str] = []  # whose ratings are dropped, before any is put; empty for everybody
        for change in changes:
            self._take(change)

    def _take(self, change: Change) -> None:
        match change:
            case AddEvent(match=match, event=event):
                self.events.append({"match": match, "number": event.number, "at": event.at, "body": _encode(event).decode()})
                if isinstance(event, Made):
                    self._summaries.setdefault(match, first_summary(event))
                elif isinstance(event, Closed):
                    self._losers[match] = event.loser
            case PutSummary(summary=summary):
                self._summaries[summary.match] = summary
            case PutAnswer():
                self.answers.append(change)
            case PutAccount(account=account):
                self._accounts[account.name] = account
            case PutSession(session=session):
                self._sessions[session.token] = session
            case PutNetworks(known=known):
                self._networks[known.player] = known
            case DropSession(token=token):
                self._sessions[token] = None
            case _:
                self._take_of_tournament(change)

    def _take_of_tournament(self, change: Change) -> None:
        match change:
            case AddTournamentEvent(tournament=name, event=happened):
                body = _encode(happened).decode()
                self.tournament_events.append({"tournament": name, "number": happened.number, "at": happened.at, "body": body})
            case PutTournament(summary=summary):
                self._tournaments[summary.tournament] = summary
            case PutScore(player=player, what=what, name=name):
                self._scores[player, what, name] = change
            case PutRating(player=player, game=game):
                self._ratings[player, game] = change
            case DropRatings(player=player):
                self.unrated.append(player)
                self._ratings = {key: each for key, each in self._ratings.items() if player not in ("", key[0])}

    @property
    def accounts(self) -> list[Row]:
        """Accounts to put."""
        return [msgspec.structs.asdict(account) for account in self._accounts.values()]

    @property
    def sessions(self) -> list[Row]:
        """Sessions to put."""
        return [msgspec.structs.asdict(session) for session in self._sessions.values() if session]

    @property
    def networks(self) -> list[Row]:
        """Known networks to put."""
        return [{"player": known.player, "networks": _encode(known.networks).decode()} for known in self._networks.values()]

    @property
    def dropped(self) -> list[Row]:
        """Sessions to drop."""
        return [{"gone": token} for token, session in self._sessions.items() if session is None]

    @property
    def tournaments(self) -> list[Row]:
        """How tournaments stand."""
        return [
            {**msgspec.structs.asdict(each), "number": number_of(each.tournament), "winners": _encode(each.winners).decode()}
            for each in self._tournaments.values()
        ]

    @property
    def scores(self) -> list[Row]:
        """Scores to put."""
        return [msgspec.structs.asdict(score) for score in self._scores.values()]

    @property
    def ratings(self) -> list[Row]:
        """Ratings to put."""
        return [msgspec.structs.asdict(rating) for rating in self._ratings.values()]

    @property
    def matches(self) -> list[Row]:
        """How matches stand."""
        return [_match_row(summary) for summary in self._summaries.values()]

    @property
    def results(self) -> list[Row]:
        """Who has won the matches that are over."""
        return [
            {"player": player, "match": summary.match, "game": summary.game, "result": result}
            for summary in self._summaries.values()
            if summary.status == "over"
            for player, result in results_of(summary, self._losers.get(summary.match, -1)).items()
        ]


def event_in(body: str) -> AnyEvent:
    """The event that a row holds."""
    return _events.decode(body)


def teams_in(text: str) -> list[list[str]]:
    """The teams that a row holds."""
    return _teams(text)


def tournament_in(row: Row) -> TournamentSummary:
    """The tournament that a row holds."""
    fields = {name: row[name] for name in TournamentSummary.__struct_fields__}
    return TournamentSummary(**{**fields, "winners": _names(row["winners"])})


def networks_in(player: str, networks: str) -> KnownNetworks:
    """The known networks that a row holds."""
    return KnownNetworks(player, _names(networks))


def _match_row(summary: MatchSummary) -> Row:
    """A summary as a row: `standing` is what the table calls its status."""
    row = msgspec.structs.asdict(summary)
    row["standing"] = row.pop("status")
    return {**row, "number": number_of(summary.match), "teams": _encode(summary.teams).decode()}


def summary_in(row: Row) -> MatchSummary:
    """The summary that a row holds."""
    fields = {name: row[name] for name in MatchSummary.__struct_fields__ if name != "status"}
    return MatchSummary(**{**fields, "status": row["standing"], "teams": _teams(row["teams"])})
