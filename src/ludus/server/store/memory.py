"""`MemoryStore`: a store without a disk, for tests and simulations, which can lose its power in the middle of a commit.

store.lose_power(after=3)          the third commit from now is torn: nothing of it is kept
store.lose_power(after=3, kept=True)     or it is kept whole, and nobody hears of it
store = store.restarted()          what a new process finds: every commit that was completed, whole
"""

from __future__ import annotations

import threading
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from ludus.server.matches.events import AnyEvent, Closed, Made
from ludus.server.policy import StorePolicy
from ludus.server.store.changes import (
    Account,
    AddEvent,
    AddTournamentEvent,
    ArchiveQuery,
    Change,
    DropRatings,
    DropSession,
    EndedMatch,
    GameTally,
    Kept,
    KnownNetworks,
    MatchSummary,
    Outcome,
    PlayedMatch,
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
from ludus.server.store.errors import StoreError
from ludus.server.store.kept_answers import remembered
from ludus.server.store.results import first_summary, number_of, results_of, tally
from ludus.server.tournaments.events import AnyTournamentEvent


class PowerLost(StoreError):
    """The simulated machine is off: nothing can be read or written until it is restarted."""


@dataclass
class MemoryContents:
    """Everything that is kept."""

    events: dict[str, dict[int, AnyEvent]] = field(default_factory=dict)
    summaries: dict[str, MatchSummary] = field(default_factory=dict)
    results: dict[str, dict[str, Outcome]] = field(default_factory=dict)
    accounts: dict[str, Account] = field(default_factory=dict)
    sessions: dict[str, Session] = field(default_factory=dict)
    networks: dict[str, KnownNetworks] = field(default_factory=dict)
    answers: list[PutAnswer] = field(default_factory=list)
    alive: float = 0.0
    tournament_events: dict[str, dict[int, AnyTournamentEvent]] = field(default_factory=dict)
    tournaments: dict[str, TournamentSummary] = field(default_factory=dict)
    scores: dict[tuple[str, str, str], PutScore] = field(default_factory=dict)
    ratings: dict[tuple[str, str], PutRating] = field(default_factory=dict)
    ended: list[str] = field(default_factory=list)  # matches in the order in which they ended

    def put(self, change: Change) -> None:
        """Keep one change."""
        match change:
            case AddEvent(match=match, event=event):
                self.events.setdefault(match, {})[event.number] = event
                if isinstance(event, Made):
                    self.summaries.setdefault(match, first_summary(event))
                elif isinstance(event, Closed):
                    self.ended.append(match)
            case PutSummary(summary=summary):
                self.summaries[summary.match] = summary
            case PutAnswer():
                self.answers.append(change)
            case PutAccount(account=account):
                self.accounts[account.name] = account
            case PutSession(session=session):
                self.sessions[session.token] = session
            case PutNetworks(known=known):
                self.networks[known.player] = known
            case DropSession(token=token):
                self.sessions.pop(token, None)
            case AddTournamentEvent(tournament=name, event=happened):
                self.tournament_events.setdefault(name, {})[happened.number] = happened
            case PutTournament(summary=tournament):
                self.tournaments[tournament.tournament] = tournament
            case PutScore(player=player, what=what, name=name):
                self.scores[player, what, name] = change
            case PutRating(player=player, game=game):
                self.ratings[player, game] = change
            case DropRatings(player=player):
                self.ratings = {key: each for key, each in self.ratings.items() if player not in ("", key[0])}

    def refuse_twins(self, changes: Sequence[Change]) -> None:
        """Refuse a group in which an event has the number of another."""
        added = Counter((change.match, change.event.number) for change in changes if isinstance(change, AddEvent))
        for (match, number), count in added.items():
            if count > 1 or number in self.events.get(match, {}):
                raise StoreError(f"memory holds another row under that key already: event {number} of {match}")
        for each in changes:
            if isinstance(each, AddTournamentEvent) and each.event.number in self.tournament_events.get(each.tournament, {}):
                raise StoreError(
                    f"memory holds another row under that key already: event {each.event.number} of {each.tournament}"
                )

    def note_results(self, summary: MatchSummary) -> None:
        """Note what a match means for its players, when it is over."""
        if summary.status == "over":
            happened = self.events.get(summary.match, {}).values()
            loser = next((event.loser for event in happened if isinstance(event, Closed)), -1)
            self.results[summary.match] = results_of(summary, loser)


class MemoryStore:
    """A store in memory; it behaves like the others as long as the power is on."""

    def __init__(self, contents: MemoryContents | None = None, policy: StorePolicy | None = None) -> None:
        self._contents, self._policy = contents or MemoryContents(), policy or StorePolicy()
        self._lock = threading.RLock()  # readers in other threads see a commit whole, or not at all
        self._commits_left: int | None = None
        self._keeps_last = False
        self._off = False
        self._tidy_at = self._policy.answers

    # The power

    def lose_power(self, after: int = 1, *, kept: bool = False) -> None:
        """Lose the power in the commit that many commits from now, before it is completed or, with `kept`, just after."""
        self._commits_left, self._keeps_last = after, kept

    def restarted(self) -> MemoryStore:
        """What a new process finds; this store stays as dead as its process."""
        self._off = True
        return MemoryStore(self._contents, self._policy)

    # The store

    def commit(self, changes: Sequence[Change], now: float) -> None:
        """Keep all of these, or none."""
        with self._powered() as contents:
            if self._commits_left is not None:
                self._commits_left -= 1
                self._off = self._commits_left == 0
            if self._off and not self._keeps_last:
                raise PowerLost("the power was lost before the commit was completed")
            contents.refuse_twins(changes)
            for change in changes:
                contents.put(change)
            for match in {change.summary.match for change in changes if isinstance(change, PutSummary)}:
                contents.note_results(contents.summaries[match])
            contents.alive = now
            if len(contents.answers) > self._tidy_at:
                contents.answers = remembered(contents.answers, now, self._policy)
                self._tidy_at = 2 * len(contents.answers) + self._policy.answers
            if self._off:
                raise PowerLost("the power was lost after the commit was completed")

    def load(self) -> Kept:
        """Everything that is needed to go on."""
        with self._powered() as contents:
            going = [match for match, summary in contents.summaries.items() if summary.status != "over"]
            return Kept(
                accounts=sorted(contents.accounts.values(), key=lambda account: (account.made, account.name)),
                sessions=sorted(contents.sessions.values(), key=lambda session: (session.made, session.token)),
                matches={match: self.events(match) for match in sorted(going, key=number_of) if match in contents.events},
                answers=remembered(contents.answers, contents.alive, self._policy),
                last_match=max(map(number_of, contents.summaries), default=0),
                alive=contents.alive,
                tournaments={
                    name: self.tournament_events(name)
                    for name, summary in contents.tournaments.items()
                    if summary.standing != "over"
                },
                last_tournament=max(map(number_of, contents.tournaments), default=0),
                ratings=[contents.ratings[key] for key in sorted(contents.ratings)],
                networks=[contents.networks[player] for player in sorted(contents.networks)],
            )

    def events(self, match: str) -> list[AnyEvent]:
        """Everything that happened in a match."""
        with self._powered() as contents:
            happened = contents.events.get(match, {})
            return [happened[number] for number in sorted(happened)]

    def statistics(self, player: str, now: float, since: float = 0.0) -> list[GameTally]:
        """What a player has won, lost, drawn and forfeited, game by game."""
        counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
        with self._powered() as contents:
            for summary in self._played(player, now, since):
                counts[summary.game][contents.results[summary.match][player]] += 1
        return [tally(game, counts[game]) for game in sorted(counts)]

    def finished_matches(self, query: ArchiveQuery) -> list[MatchSummary]:
        """Finished matches, newest first."""
        with self._powered() as contents:
            found = [
                each
                for each in contents.summaries.values()
                if each.status == "over"
                and query.since <= each.ended <= query.until
                and number_of(each.match) < query.before
                and query.game in ("", each.game)
                and _has_result(contents.results.get(each.match, {}), query)
            ]
            return sorted(found, key=lambda each: -number_of(each.match))[: query.count]

    def last_matches(self, player: str, count: int, now: float, since: float = 0.0) -> list[MatchSummary]:
        """The last finished matches of a player, newest first."""
        with self._powered():
            played = self._played(player, now, since)
        return sorted(played, key=lambda summary: (summary.ended, number_of(summary.match)), reverse=True)[:count]

    def played(self, player: str, count: int, now: float, since: float = 0.0) -> list[PlayedMatch]:
        """The last finished matches of a player in short, newest first."""
        with self._powered() as contents:
            last = self.last_matches(player, count, now, since)
            return [PlayedMatch(each.game, each.teams, contents.results[each.match][player]) for each in last]

    def scores(self, player: str, since: float = 0.0) -> dict[str, Counter[str]]:
        """How often a player has won, lost, drawn and forfeited matches of several games, and tournaments."""
        counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
        with self._powered() as contents:
            for score in contents.scores.values():
                if score.player == player and score.at >= since:
                    counts[score.what][score.result] += 1
        return dict(counts)

    def tournament_events(self, tournament: str) -> list[AnyTournamentEvent]:
        """Everything that happened in a tournament."""
        with self._powered() as contents:
            happened = contents.tournament_events.get(tournament, {})
            return [happened[number] for number in sorted(happened)]

    def last_tournaments(self, count: int) -> tuple[list[TournamentSummary], int]:
        """The last tournaments that are over, newest first, and how many there are in all."""
        with self._powered() as contents:
            over = [each for each in contents.tournaments.values() if each.standing == "over"]
        return sorted(over, key=lambda each: -number_of(each.tournament))[:count], len(over)

    def ended_matches(self) -> list[EndedMatch]:
        """All matches that are over, in the order in which they ended."""
        with self._powered() as contents:
            found = []
            for match in contents.ended:
                happened = self.events(match)
                made, closed = happened[0], next(event for event in happened if isinstance(event, Closed))
                if isinstance(made, Made):
                    found.append(EndedMatch(made, closed, contents.summaries[match].teams))
            return found

    def close(self) -> None:
        """Let go of it."""

    def _played(self, player: str, now: float, since: float) -> list[MatchSummary]:
        finished = [self._contents.summaries[match] for match, results in self._contents.results.items() if player in results]
        return [summary for summary in finished if since <= summary.ended <= now]

    @contextmanager
    def _powered(self) -> Iterator[MemoryContents]:
        with self._lock:
            if self._off:
                raise PowerLost("the power is off")
            yield self._contents


def _has_result(results: dict[str, Outcome], query: ArchiveQuery) -> bool:
    """Whether the player, or anybody, has the result that is asked for."""
    if not query.player and not query.result:
        return True
    return any(query.player in ("", player) and query.result in ("", result) for player, result in results.items())
