"""`SqlStore`: everything in an SQL database, whichever SQLAlchemy knows how to talk to."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from itertools import chain
from math import inf, nextafter
from typing import Any

from sqlalchemy import Connection, Engine, Table, bindparam, delete, exists, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Dialect
from sqlalchemy.exc import DBAPIError

from ludus.server.matches.events import AnyEvent
from ludus.server.policy import StorePolicy
from ludus.server.store.bulk_insert import BulkInsert
from ludus.server.store.changes import (
    Account,
    ArchiveQuery,
    Change,
    EndedMatch,
    GameTally,
    Kept,
    MatchSummary,
    PlayedMatch,
    PutAnswer,
    PutRating,
    Session,
    TournamentSummary,
)
from ludus.server.store.errors import StoreAway, StoreError, in_one_sentence, in_words
from ludus.server.store.kept_answers import remembered
from ludus.server.store.outage import Outage
from ludus.server.store.results import tally
from ludus.server.store.rows import Row, Rows, event_in, networks_in, summary_in, teams_in, tournament_in
from ludus.server.store.schema import (
    accounts,
    answers,
    events,
    matches,
    meta,
    networks,
    ratings,
    results,
    scores,
    sessions,
    tournament_events,
    tournaments,
)
from ludus.server.tournaments.events import AnyTournamentEvent, read_event

TIDY_AFTER = 100
"""Answers to a player after which the oldest are looked for and dropped."""

WRITTEN = (events, matches, results, accounts, sessions, networks, answers, tournament_events, tournaments, scores, ratings)
"""The tables in the order in which a commit writes them."""

ADDED_TO = (events, answers, tournament_events)
"""Those of them in which no row ever changes: a second one under the same key is refused."""

CLOSED = '{"event":"closed"'
"""How the event begins with which a match ends."""


class SqlStore:
    """A store in a database: `writer` has the one connection that writes, `reader` those that only read."""

    def __init__(
        self,
        writer: Engine,
        reader: Engine,
        place: str,
        policy: StorePolicy,
        check: Callable[[], None] = lambda: None,
        let_go: Callable[[], None] = lambda: None,
    ) -> None:
        self._writer, self._reader, self.place, self._policy = writer, reader, place, policy
        self._check, self._let_go = check, let_go  # raises an error when the database is not the one that was opened
        self._statements = _Statements(writer.dialect, policy.answers)
        self._since_tidied: Counter[str] = Counter()
        self._tidied = float("-inf")
        with in_one_sentence(place), reader.connect() as connection:
            self._answers = int(connection.scalar(select(func.max(answers.c.number))) or 0)
            self._alive = float(connection.scalar(select(meta.c.alive)) or 0.0)  # as we have noted it last

    # Writing

    def commit(self, changes: Sequence[Change], now: float) -> None:
        """Keep all of these, or none; `now` is noted as the last time the server was alive."""
        rows = Rows(changes, self._answers)
        now = now if now != self._alive else nextafter(now, inf)  # each commit has a time of its own
        outage: Outage | None = None
        while True:
            try:
                self._commit(rows, now, again=outage is not None)
                break
            except StoreAway as error:
                outage = outage or Outage(self._policy.outage_seconds)
                outage.wait(error)
            finally:
                # What was written to a file that is gone is not kept, and a try may have failed because the file is gone. To look
                # before a try as well would gain nothing: nobody is told of what is only written.
                self._check()
        if outage:
            outage.end()
        self._alive, self._answers = now, rows.last_answer

    def _commit(self, rows: Rows, now: float, *, again: bool) -> None:
        """Keep these, in one transaction. The note that we are alive shows whether an earlier try was kept after all."""
        try:
            with self._writer.begin() as connection:
                noted = connection.execute(self._statements.alive, {"now": now, "last": self._alive})
                if noted.rowcount == 1:
                    self._write(connection, rows)
                    if now - self._tidied >= self._policy.tidy_seconds:
                        connection.execute(self._statements.drop_old, {"before": now - self._policy.answer_seconds})
                        self._tidied = now
                elif not again or connection.scalar(select(meta.c.alive)) != now:
                    raise StoreError(f"{self.place} was changed by somebody else while the server was using it")
        except DBAPIError as error:
            raise in_words(error, self.place) from error

    def _write(self, connection: Connection, rows: Rows) -> None:
        """First drop, then put: what is dropped and put again in one group is there afterwards."""
        if rows.dropped:
            connection.execute(self._statements.drop_session, rows.dropped)
        for player in rows.unrated:
            connection.execute(delete(ratings).where(ratings.c.player == player) if player else delete(ratings))
        for table, put in self._statements.puts:
            given = rows.put.get(table, ())
            for begin in range(0, len(given), put.most):
                part = given[begin : begin + put.most]
                text = put.head + ", ".join([put.row] * len(part)) + put.tail
                connection.exec_driver_sql(text, tuple(chain.from_iterable(map(put.values_of, part))))
        if answers in rows.put:
            self._tidy(connection, rows.put[answers])

    def _tidy(self, connection: Connection, given: list[Row]) -> None:
        """Drop the oldest answers of a player; seldom, because looking for them costs more than keeping them."""
        players = [answer["player"] for answer in given]
        self._since_tidied.update(players)
        for player in set(players):
            if self._since_tidied[player] >= TIDY_AFTER:
                connection.execute(self._statements.drop_oldest, {"of": player})
                del self._since_tidied[player]

    # Reading

    def load(self) -> Kept:
        """Everything that is needed to go on."""
        with in_one_sentence(self.place), self._reader.connect() as connection:
            alive = float(connection.scalar(select(meta.c.alive)) or 0.0)
            unfinished = select(events.c.match, events.c.body).join(matches, matches.c.match == events.c.match)
            unfinished = unfinished.where(matches.c.standing != "over").order_by(
                matches.c.number, events.c.match, events.c.number
            )
            going: defaultdict[str, list[AnyEvent]] = defaultdict(list)
            for match, body in connection.execute(unfinished):
                going[match].append(event_in(body))
            given = select(answers.c.player, answers.c.request, answers.c.reply, answers.c.at).order_by(answers.c.number)
            return Kept(
                accounts=[Account(*row) for row in connection.execute(_ordered(accounts, "made", "name"))],
                sessions=[Session(*row) for row in connection.execute(_ordered(sessions, "made", "token"))],
                matches=dict(going),
                answers=remembered([PutAnswer(*row) for row in connection.execute(given)], alive, self._policy),
                last_match=int(connection.scalar(select(func.max(matches.c.number))) or 0),
                alive=alive,
                tournaments=_unfinished_tournaments(connection),
                last_tournament=int(connection.scalar(select(func.max(tournaments.c.number))) or 0),
                ratings=[PutRating(*row) for row in connection.execute(_ordered(ratings, "player", "game"))],
                networks=[networks_in(*row) for row in connection.execute(_ordered(networks, "player"))],
            )

    def events(self, match: str) -> list[AnyEvent]:
        """Everything that happened in a match."""
        asked = select(events.c.body).where(events.c.match == match).order_by(events.c.number)
        with in_one_sentence(self.place), self._reader.connect() as connection:
            return [event_in(body) for body in connection.scalars(asked)]

    def statistics(self, player: str, now: float, since: float = 0.0) -> list[GameTally]:
        """What a player has won, lost, drawn and forfeited, game by game."""
        asked = select(results.c.game, results.c.result, func.count()).join(matches, results.c.match == matches.c.match)
        asked = asked.where(results.c.player == player, matches.c.ended <= now, matches.c.ended >= since)
        counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
        with in_one_sentence(self.place), self._reader.connect() as connection:
            for game, result, count in connection.execute(asked.group_by(results.c.game, results.c.result)):
                counts[game][result] = count
        return [tally(game, counts[game]) for game in sorted(counts)]

    def last_matches(self, player: str, count: int, now: float, since: float = 0.0) -> list[MatchSummary]:
        """The last finished matches of a player, newest first."""
        asked = select(matches).join(results, results.c.match == matches.c.match)
        asked = asked.where(results.c.player == player, matches.c.ended <= now, matches.c.ended >= since)
        asked = asked.order_by(matches.c.ended.desc(), matches.c.number.desc()).limit(count)
        with in_one_sentence(self.place), self._reader.connect() as connection:
            return [summary_in(dict(row)) for row in connection.execute(asked).mappings()]

    def finished_matches(self, query: ArchiveQuery) -> list[MatchSummary]:
        """Finished matches, newest first."""
        asked = select(matches).where(matches.c.standing == "over", matches.c.number < query.before)
        asked = asked.where(matches.c.ended.between(query.since, query.until))
        if query.game:
            asked = asked.where(matches.c.game == query.game)
        if query.player:
            asked = asked.join(results, results.c.match == matches.c.match).where(results.c.player == query.player)
            asked = asked.where(results.c.result == query.result) if query.result else asked
        elif query.result:
            asked = asked.where(exists().where(results.c.match == matches.c.match, results.c.result == query.result))
        asked = asked.order_by(matches.c.number.desc()).limit(query.count)
        with in_one_sentence(self.place), self._reader.connect() as connection:
            return [summary_in(dict(row)) for row in connection.execute(asked).mappings()]

    def played(self, player: str, count: int, now: float, since: float = 0.0) -> list[PlayedMatch]:
        """The last finished matches of a player in short, newest first."""
        asked = select(matches.c.game, matches.c.teams, results.c.result).join(results, results.c.match == matches.c.match)
        asked = asked.where(results.c.player == player, matches.c.ended <= now, matches.c.ended >= since)
        asked = asked.order_by(matches.c.ended.desc(), matches.c.number.desc()).limit(count)
        with in_one_sentence(self.place), self._reader.connect() as connection:
            return [PlayedMatch(game, teams_in(teams), result) for game, teams, result in connection.execute(asked)]

    def scores(self, player: str, since: float = 0.0) -> dict[str, Counter[str]]:
        """How often a player has won, lost, drawn and forfeited matches of several games, and tournaments."""
        asked = select(scores.c.what, scores.c.result, func.count()).where(scores.c.player == player, scores.c.at >= since)
        counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
        with in_one_sentence(self.place), self._reader.connect() as connection:
            for what, result, count in connection.execute(asked.group_by(scores.c.what, scores.c.result)):
                counts[what][result] = count
        return dict(counts)

    def tournament_events(self, tournament: str) -> list[AnyTournamentEvent]:
        """Everything that happened in a tournament."""
        asked = select(tournament_events.c.body).where(tournament_events.c.tournament == tournament)
        with in_one_sentence(self.place), self._reader.connect() as connection:
            return [read_event(body) for body in connection.scalars(asked.order_by(tournament_events.c.number))]

    def last_tournaments(self, count: int) -> tuple[list[TournamentSummary], int]:
        """The last tournaments that are over, newest first, and how many there are in all."""
        over = tournaments.c.standing == "over"
        asked = select(tournaments).where(over).order_by(tournaments.c.number.desc()).limit(count)
        with in_one_sentence(self.place), self._reader.connect() as connection:
            total = int(connection.scalar(select(func.count()).select_from(tournaments).where(over)) or 0)
            return [tournament_in(dict(row)) for row in connection.execute(asked).mappings()], total

    def ended_matches(self) -> list[EndedMatch]:
        """All matches that are over, in the order in which they ended."""
        first = events.alias()
        asked = select(first.c.body, events.c.body, matches.c.teams).join(first, first.c.match == events.c.match)
        asked = asked.join(matches, matches.c.match == events.c.match)
        asked = asked.where(first.c.number == 1, events.c.body.startswith(CLOSED), matches.c.standing == "over")
        with in_one_sentence(self.place), self._reader.connect() as connection:
            rows = connection.execute(asked.order_by(events.c.id))
            return [EndedMatch(event_in(made), event_in(closed), teams_in(teams)) for made, closed, teams in rows]  # type: ignore[arg-type]

    def close(self) -> None:
        """Close the database; readers first, so that the writer is the last to close."""
        self._reader.dispose()
        self._writer.dispose()
        self._let_go()


class _Statements:
    """The statements that write, made once; both databases say "or else change it" in the same way, under their own names."""

    def __init__(self, dialect: Dialect, most_answers: int) -> None:
        inserting = postgresql.insert if dialect.name == "postgresql" else sqlite.insert

        def put(table: Table) -> BulkInsert:
            if table in ADDED_TO:
                return BulkInsert(insert(table), dialect)
            said = inserting(table)
            keys = list(table.primary_key.columns)
            fresh = {column.name: said.excluded[column.name] for column in table.columns if column not in keys}
            return BulkInsert(said.on_conflict_do_update(index_elements=keys, set_=fresh), dialect)

        self.puts = [(table, put(table)) for table in WRITTEN]
        self.drop_session = delete(sessions).where(sessions.c.token == bindparam("gone"))
        self.alive = update(meta).where(meta.c.alive == bindparam("last")).values(alive=bindparam("now"))
        mine = answers.c.player == bindparam("of")
        numbers = select(answers.c.number).where(mine).order_by(answers.c.number.desc())
        last_gone = numbers.offset(most_answers).limit(1).scalar_subquery()
        self.drop_oldest = delete(answers).where(mine, answers.c.number <= last_gone)
        self.drop_old = delete(answers).where(answers.c.at < bindparam("before"))


def _unfinished_tournaments(connection: Connection) -> dict[str, list[AnyTournamentEvent]]:
    """The events of the tournaments that are not over."""
    asked = select(tournament_events.c.tournament, tournament_events.c.body)
    asked = asked.join(tournaments, tournaments.c.tournament == tournament_events.c.tournament)
    asked = asked.where(tournaments.c.standing != "over").order_by(tournaments.c.number, tournament_events.c.number)
    going: defaultdict[str, list[AnyTournamentEvent]] = defaultdict(list)
    for tournament, body in connection.execute(asked):
        going[tournament].append(read_event(body))
    return dict(going)


def _ordered(table: Table, *names: str) -> Any:
    return select(table).order_by(*(table.c[name] for name in names))
