"""A group of changes as rows of the tables: of what changes twice only the last counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import msgspec

from ludus.server.changes import (
    Account,
    AddEvent,
    Change,
    DropSession,
    PutAccount,
    PutAnswer,
    PutSession,
    PutStanding,
    Session,
    Standing,
)
from ludus.server.events import AnyEvent, Closed, Made
from ludus.server.store.keeping import first_standing, number_of, results_of

Row: TypeAlias = dict[str, Any]

_encode = msgspec.json.Encoder().encode
_events: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)
_teams = msgspec.json.Decoder(list[list[str]]).decode


class Rows:
    """The rows that a group of changes comes to."""

    def __init__(self, changes: Sequence[Change]) -> None:
        self.events: list[Row] = []
        self.answers: list[PutAnswer] = []
        self._accounts: dict[str, Account] = {}
        self._sessions: dict[str, Session | None] = {}  # None: dropped
        self._standings: dict[str, Standing] = {}
        self._losers: dict[str, int] = {}
        for change in changes:
            self._take(change)

    def _take(self, change: Change) -> None:
        match change:
            case AddEvent(match=match, event=event):
                self.events.append({"match": match, "number": event.number, "at": event.at, "body": _encode(event).decode()})
                if isinstance(event, Made):
                    self._standings.setdefault(match, first_standing(event))
                elif isinstance(event, Closed):
                    self._losers[match] = event.loser
            case PutStanding(standing=standing):
                self._standings[standing.match] = standing
            case PutAnswer():
                self.answers.append(change)
            case PutAccount(account=account):
                self._accounts[account.name] = account
            case PutSession(session=session):
                self._sessions[session.token] = session
            case DropSession(token=token):
                self._sessions[token] = None

    @property
    def accounts(self) -> list[Row]:
        """Accounts to put."""
        return [msgspec.structs.asdict(account) for account in self._accounts.values()]

    @property
    def sessions(self) -> list[Row]:
        """Sessions to put."""
        return [msgspec.structs.asdict(session) for session in self._sessions.values() if session]

    @property
    def dropped(self) -> list[Row]:
        """Sessions to drop."""
        return [{"gone": token} for token, session in self._sessions.items() if session is None]

    @property
    def matches(self) -> list[Row]:
        """How matches stand."""
        return [
            {**msgspec.structs.asdict(standing), "number": number_of(match), "teams": _encode(standing.teams).decode()}
            for match, standing in self._standings.items()
        ]

    @property
    def results(self) -> list[Row]:
        """Who has won the matches that are over."""
        return [
            {"player": player, "match": standing.match, "game": standing.game, "result": result}
            for standing in self._standings.values()
            if standing.standing == "over"
            for player, result in results_of(standing, self._losers.get(standing.match, -1)).items()
        ]


def event_in(body: str) -> AnyEvent:
    """The event that a row holds."""
    return _events.decode(body)


def standing_in(row: Row) -> Standing:
    """The standing that a row holds."""
    return Standing(**{**{name: row[name] for name in Standing.__struct_fields__}, "teams": _teams(row["teams"])})
