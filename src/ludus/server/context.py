"""`Context`: everything a handler may need, in one place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from ludus.server.accounts.accounts import Accounts
from ludus.server.analysis.computation import Computation
from ludus.server.call import Answer, Call, Steps
from ludus.server.catalogue import Catalogue
from ludus.server.connections import Connections
from ludus.server.lobby.challenges import Challenges
from ludus.server.lobby.lobby import Lobby
from ludus.server.lobby.neighbours import Neighbours
from ludus.server.lobby.queue import WaitingList
from ludus.server.matches.reminders import Reminders
from ludus.server.matches.rooms import Rooms
from ludus.server.outbox import Outbox
from ludus.server.pressure import Pressure
from ludus.server.rate_limit import Buckets, Rate
from ludus.server.settings import Settings
from ludus.server.statistics.ratings import Ratings
from ludus.server.store.changes import Kept, Store
from ludus.server.tournaments.hall import TournamentHall

MOST_TALKERS = 20_000
"""Players of whom it is remembered how much they have said."""


@dataclass(slots=True)
class Context:
    """The parts of a server that handlers work with."""

    settings: Settings
    accounts: Accounts
    catalogue: Catalogue
    store: Store
    outbox: Outbox
    connections: Connections
    rooms: Rooms
    lobby: Lobby
    computation: Computation
    ratings: Ratings
    tournaments: TournamentHall
    queue: WaitingList
    reminders: Reminders
    words: Buckets
    challenges: Challenges = field(default_factory=Challenges)
    pressure: Pressure = field(default_factory=Pressure)

    @classmethod
    def of(
        cls,
        kept: Kept,
        store: Store,
        catalogue: Catalogue,
        settings: Settings,
        accounts: Accounts,
        chance: Callable[[int], bytes],
        computation: Computation | None = None,
    ) -> Context:
        """The context of a server that goes on from what was kept; `chance` gives random bytes."""
        outbox, connections = Outbox(), Connections()
        rooms = Rooms(outbox, connections, settings.policy.matches)
        most = max(settings.policy.matches.players, 100) if settings.game else settings.policy.matches.per_network
        neighbours = Neighbours(connections, most)  # a server for one game seats whoever comes
        lobby = Lobby(rooms, connections, catalogue, chance, settings.policy.matches, neighbours, kept.last_match)
        computation = computation or Computation.of(settings.policy)
        ratings = Ratings(kept.ratings)
        hall = TournamentHall(outbox, connections, rooms, lobby, ratings, settings.policy.tournaments)
        queue = WaitingList(settings.policy.queue)
        reminders = Reminders(outbox, connections, settings.policy.matches)
        words = Buckets(Rate(settings.policy.matches.words, settings.policy.matches.word_seconds), MOST_TALKERS)
        return cls(
            settings,
            accounts,
            catalogue,
            store,
            outbox,
            connections,
            rooms,
            lobby,
            computation,
            ratings,
            hall,
            queue,
            reminders,
            words,
        )


Handler: TypeAlias = Callable[[Context, Call[Any]], Answer | Steps[Answer]]
"""A plain function, or a generator function that waits for jobs."""

Handlers: TypeAlias = dict[type, Handler]
"""The handlers of a topic, by the requests they answer."""
