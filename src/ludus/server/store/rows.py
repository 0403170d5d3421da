"""A group of changes as rows of the tables: of what changes twice only the last counts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import msgspec
from sqlalchemy import Table

from ludus.server.matches.events import AnyEvent, Closed, Made
from ludus.server.store.changes import (
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
    TournamentSummary,
)
from ludus.server.store.results import first_summary, number_of, results_of
from ludus.server.store.schema import (
    accounts,
    answers,
    events,
    matches,
    networks,
    ratings,
    results,
    scores,
    sessions,
    tournament_events,
    tournaments,
)

Row: TypeAlias = dict[str, Any]

_as_row = msgspec.structs.asdict
_encode = msgspec.json.Encoder().encode
_events: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)
_names = msgspec.json.Decoder(list[str]).decode
_teams = msgspec.json.Decoder(list[list[str]]).decode


class Rows:
    """The rows that a group of changes comes to; a table in which nothing changes costs nothing."""

    def __init__(self, changes: Sequence[Change], last_answer: int) -> None:
        self.put: dict[Table, list[Row]] = {}
        self.dropped: list[Row] = []  # sessions
        self.unrated: list[str] = []  # whose ratings are dropped, before any is put; empty for everybody
        self.last_answer = last_answer
        self._summaries: dict[str, MatchSummary] = {}
        self._losers: dict[str, int] = {}
        alike: defaultdict[Callable[[Rows, list[Any]], None], list[Change]] = defaultdict(list)
        for change in changes:
            alike[TAKEN_BY[type(change)]].append(change)
        for take, taken in alike.items():
            take(self, taken)
        if self._summaries:
            self._put_matches()

    def _take_events(self, given: list[AddEvent]) -> None:
        self.put[events] = [
            {"match": each.match, "number": each.event.number, "at": each.event.at, "body": _encode(each.event).decode()}
            for each in given
        ]
        for each in given:
            if isinstance(each.event, Made):
                self._summaries.setdefault(each.match, first_summary(each.event))
            elif isinstance(each.event, Closed):
                self._losers[each.match] = each.event.loser

    def _take_summaries(self, given: list[PutSummary]) -> None:
        self._summaries |= {each.summary.match: each.summary for each in given}

    def _put_matches(self) -> None:
        """How matches stand, and who has won those that are over."""
        self.put[matches] = [_match_row(summary) for summary in self._summaries.values()]
        self.put[results] = [
            {"player": player, "match": summary.match, "game": summary.game, "result": result}
            for summary in self._summaries.values()
            if summary.status == "over"
            for player, result in results_of(summary, self._losers.get(summary.match, -1)).items()
        ]

    def _take_answers(self, given: list[PutAnswer]) -> None:
        first, self.last_answer = self.last_answer + 1, self.last_answer + len(given)
        self.put[answers] = [{**_as_row(answer), "number": number} for number, answer in enumerate(given, first)]

    def _take_accounts(self, given: list[PutAccount]) -> None:
        last = {each.account.name: each.account for each in given}
        self.put[accounts] = [_as_row(account) for account in last.values()]

    def _take_sessions(self, given: list[PutSession | DropSession]) -> None:
        last = {each.session.token if isinstance(each, PutSession) else each.token: each for each in given}
        self.put[sessions] = [_as_row(each.session) for each in last.values() if isinstance(each, PutSession)]
        self.dropped = [{"gone": each.token} for each in last.values() if isinstance(each, DropSession)]

    def _take_networks(self, given: list[PutNetworks]) -> None:
        last = {each.known.player: each.known.networks for each in given}
        self.put[networks] = [{"player": player, "networks": _encode(known).decode()} for player, known in last.items()]

    def _take_tournament_events(self, given: list[AddTournamentEvent]) -> None:
        self.put[tournament_events] = [
            {
                "tournament": each.tournament,
                "number": each.event.number,
                "at": each.event.at,
                "body": _encode(each.event).decode(),
            }
            for each in given
        ]

    def _take_tournaments(self, given: list[PutTournament]) -> None:
        last = {each.summary.tournament: each.summary for each in given}
        self.put[tournaments] = [
            {**_as_row(each), "number": number_of(each.tournament), "winners": _encode(each.winners).decode()}
            for each in last.values()
        ]

    def _take_scores(self, given: list[PutScore]) -> None:
        last = {(score.player, score.what, score.name): score for score in given}
        self.put[scores] = [_as_row(score) for score in last.values()]

    def _take_ratings(self, given: list[PutRating | DropRatings]) -> None:
        last: dict[tuple[str, str], PutRating] = {}
        for each in given:
            if isinstance(each, PutRating):
                last[each.player, each.game] = each
            else:
                self.unrated.append(each.player)
                last = {key: rating for key, rating in last.items() if each.player not in ("", key[0])}
        self.put[ratings] = [_as_row(rating) for rating in last.values()]


TAKEN_BY: dict[type[Change], Callable[[Rows, list[Any]], None]] = {
    AddEvent: Rows._take_events,
    PutSummary: Rows._take_summaries,
    PutAnswer: Rows._take_answers,
    PutAccount: Rows._take_accounts,
    PutSession: Rows._take_sessions,
    DropSession: Rows._take_sessions,
    PutNetworks: Rows._take_networks,
    AddTournamentEvent: Rows._take_tournament_events,
    PutTournament: Rows._take_tournaments,
    PutScore: Rows._take_scores,
    PutRating: Rows._take_ratings,
    DropRatings: Rows._take_ratings,
}
"""Every kind of change; two of which one can undo the other are taken together, in their order."""


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
    row = _as_row(summary)
    row["standing"] = row.pop("status")
    return {**row, "number": number_of(summary.match), "teams": _encode(summary.teams).decode()}


def summary_in(row: Row) -> MatchSummary:
    """The summary that a row holds."""
    fields = {name: row[name] for name in MatchSummary.__struct_fields__ if name != "status"}
    return MatchSummary(**{**fields, "status": row["standing"], "teams": _teams(row["teams"])})
