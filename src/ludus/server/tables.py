"""The tables at which matches are played: who sits and watches there, what they are told, and when a clock runs out."""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from ludus.rules.rulebook import WATCHER
from ludus.server import events
from ludus.server.changes import AddEvent, PutStanding, Standing
from ludus.server.events import AnyEvent, Closed
from ludus.server.match import Match, silence
from ludus.server.outbox import Outbox
from ludus.server.telling import Teller
from ludus.server.visitors import Visitor, Visitors
from ludus.wire import messages
from ludus.wire.messages import AnyReply

LINGER = 600.0
"""So many seconds a finished match stays at its table, for a rematch and a last word."""

MOST_LINGERING = 1_000
"""So many finished matches stay at most; others are read from the store when they are asked for."""

QUIET = (messages.Joined, messages.Left, messages.Seated)
"""What plain visitors are not told."""


@dataclass
class Table:
    """A match, and those who watch it. Where they shall see it late, `late` is the match as it stood so many seconds ago."""

    match: Match
    teller: Teller
    late: Table | None = None
    watchers: set[int] = field(default_factory=set)
    asked: dict[int, tuple[int, str | None]] = field(default_factory=dict)
    alarm: float | None = None
    until: float = 0.0  # when it is cleared away, once the match is over

    @property
    def seen(self) -> Table:
        """The table as those see it who watch."""
        return self.late or self

    @property
    def next_late(self) -> float | None:
        """When those who watch may see the next event. The time of day may have been set back, the order stays."""
        if self.late is None or len(self.late.match.log) == len(self.match.log):
            return None
        event = self.match.log[len(self.late.match.log)]
        return max(self.late.until, event.at + self.match.terms.delay)


class Tables:
    """All matches that are open, being played, or just over."""

    def __init__(self, outbox: Outbox, visitors: Visitors, think: Callable[[Table, int, str], None]) -> None:
        self.outbox, self.visitors, self.think = outbox, visitors, think
        self.tables: dict[str, Table] = {}
        self.of_player: dict[str, dict[str, Table]] = {}  # those that are not over
        self.open: dict[str, Table] = {}  # those with a free seat
        self._alarms: list[tuple[float, str]] = []
        self.over: list[Table] = []  # those whose match has just ended
        self._touched: dict[str, Table] = {}
        self._lingering: deque[str] = deque()

    # Tables

    def add(self, match: Match, now: float, *, new: bool) -> Table:
        """Set a table for a match: a new one, or one that went on before."""
        table = Table(match, Teller(match), _set_back(match) if match.terms.delay else None, until=now + LINGER)
        self.tables[match.id] = table
        match.heard = lambda event: self._heard(table, event)
        for team in match.teams:
            for player in team.players:
                self._seat(player, table)
        if new:
            self.outbox.keep(AddEvent(match.id, match.made))
        if match.standing == "open":
            self.open[match.id] = table
        if match.closed:
            self._let_linger(table)
        self._set_alarm(table)
        return table

    def __iter__(self) -> Iterator[Table]:
        return iter(self.tables.values())

    def get(self, name: str) -> Table | None:
        """The table of a match."""
        return self.tables.get(name)

    def watch(self, table: Table, visitor: Visitor) -> None:
        """Let somebody watch."""
        table.watchers.add(visitor.id)
        visitor.watching.add(table.match.id)

    def unwatch(self, name: str, visitor: Visitor) -> None:
        """Somebody has seen enough."""
        visitor.watching.discard(name)
        if name in self.tables:
            self.tables[name].watchers.discard(visitor.id)

    @property
    def lingering(self) -> Iterator[Table]:
        """Those whose match is over, the last first."""
        return (self.tables[name] for name in reversed(self._lingering) if name in self.tables)

    # What happens at a table

    def _heard(self, table: Table, event: AnyEvent) -> None:
        """Keep an event, and tell it to everybody at the table."""
        match = table.match
        self._touched[match.id] = table
        self.outbox.keep(AddEvent(match.id, event))
        if isinstance(event, events.Sat):
            self._seat(event.player, table)
        for seat, reply in table.teller.tell(event, lambda: self._seats_present(table), event.at):
            self._send(table, seat, reply)
        if isinstance(event, events.Stood):
            self._unseat(event.player, table)
        elif isinstance(event, events.Began):
            self.open.pop(match.id, None)
        elif isinstance(event, Closed):
            self.open.pop(match.id, None)
            self.outbox.keep(PutStanding(standing_of(match)))
            self.over.append(table)
            for team in match.teams:
                for player in team.players:
                    self._unseat(player, table)
            table.until = event.at if event.how == "abandoned" else event.at + match.terms.delay + LINGER
            self._let_linger(table)

    def settle(self, now: float) -> None:
        """After something was done: ask those whose move is awaited."""
        while self._touched:
            _, table = self._touched.popitem()
            self._ask_around(table, now)

    def _ask_around(self, table: Table, now: float) -> None:
        """Ask everybody at a table who was not asked yet, and set the alarm for their clocks."""
        match = table.match
        for seat, since in match.asked.items():
            player = match.next_player(seat)
            if table.asked.get(seat) != (since, player):
                table.asked[seat] = since, player
                if player is not None:
                    self._ask(table, seat, player, now)
        self._set_alarm(table)

    def _ask(self, table: Table, seat: int, player: str, now: float) -> None:
        """Ask the player whose turn it is in a team for a move."""
        if player in table.match.levels:
            self.think(table, seat, player)
        elif self.visitors.is_here(player):
            self.outbox.send(self.visitors.numbers(player), self.question(table, seat, now))

    def ask_one(self, table: Table, visitor: Visitor, now: float) -> None:
        """Ask on one connection, if the move of its player is awaited."""
        if table.match.awaits(visitor.player):
            self.outbox.send([visitor.id], self.question(table, table.match.seat_of(visitor.player), now))

    def ask_again(self, table: Table, seat: int) -> None:
        """Have a seat asked once more, although the question is the same."""
        table.asked.pop(seat, None)
        self._touched[table.match.id] = table

    def question(self, table: Table, seat: int, now: float) -> messages.Ask:
        """The question that a seat is asked."""
        made = table.match.made
        return table.teller.ask(seat, now, (made.games, made.score or [0.0] * table.match.seats, made.forfeited))

    def bring_up_to_date(self, table: Table, visitor: int, seat: int, now: float) -> None:
        """Show a match to somebody who has just come to it."""
        match = table.match
        watcher = self.visitors.get(visitor)
        if watcher and seat != WATCHER:
            self.unwatch(match.id, watcher)  # who plays is told everything already
        if match.begun:
            self.outbox.send([visitor], table.teller.board(seat, now))
        if match.closed:
            self.outbox.send([visitor], table.teller.ended(match.closed, seat))

    def tell_others(self, player: str, what: str) -> None:
        """Tell those who play with somebody what has become of them; plain visitors know only the game."""
        for table in self.of_player.get(player, {}).values():
            if table.match.standing == "playing":
                others = [other for team in table.match.teams for other in team.players if other != player]
                numbers = [number for other in others for number in self.visitors.numbers(other)]
                text = f"{player} {what} ({table.match.id})"
                self.outbox.send([each for each in numbers if not self.visitors.is_plain(each)], messages.Notice(text=text))

    def look_after(self, table: Table, now: float) -> None:
        """Take up a match that went on before the server stopped."""
        self._ask_around(table, now)

    def tick(self, now: float) -> None:
        """See whose time is up, and clear tables at which nobody plays any more."""
        while self._alarms and self._alarms[0][0] <= now:
            _, name = heapq.heappop(self._alarms)
            table = self.tables.get(name)
            if table is None or table.alarm is None:
                continue
            table.alarm = None
            table.match.tick(now)
            self.catch_up(table, now)
            if table.match.closed and table.until <= now:
                self._clear(name)
            else:
                self._ask_around(table, now)

    def catch_up(self, table: Table, now: float) -> None:
        """Show those who watch a match late what they may see by now."""
        while table.late and (due := table.next_late) is not None and due <= now:
            event = table.match.log[len(table.late.match.log)]
            table.late.until = due
            table.late.match.apply(event)
            for _, reply in table.late.teller.tell(event, lambda: [WATCHER], event.at):
                self.outbox.send(table.watchers, reply)

    @property
    def next_time(self) -> float | None:
        """When the next clock runs out."""
        return self._alarms[0][0] if self._alarms else None

    # Inside

    def _let_linger(self, table: Table) -> None:
        """Keep a table whose match is over for a while, but not too many of them: the store has them all.

        One whose end is still to be shown to those who watch it late stays until then.
        """
        self._lingering.append(table.match.id)
        for _ in range(len(self._lingering) - MOST_LINGERING):
            name = self._lingering.popleft()
            oldest = self.tables.get(name)
            if oldest and oldest.watchers and oldest.next_late is not None:
                self._lingering.append(name)
            else:
                self._clear(name)

    def _clear(self, name: str) -> None:
        """Clear a table away. Its match stops speaking to it, so that both are freed at once: were they left to the garbage
        collector, everybody would wait for it, a tenth of a second now and then.
        """
        table = self.tables.pop(name, None)
        if table:
            table.match.heard = silence
            for number in table.watchers:
                watcher = self.visitors.get(number)
                if watcher:
                    watcher.watching.discard(name)

    def _seat(self, player: str, table: Table) -> None:
        for visitor in self.visitors.of(player):
            self.unwatch(table.match.id, visitor)
        if not table.match.closed:
            self.of_player.setdefault(player, {})[table.match.id] = table

    def _unseat(self, player: str, table: Table) -> None:
        mine = self.of_player.get(player, {})
        mine.pop(table.match.id, None)
        if not mine:
            self.of_player.pop(player, None)

    def _set_alarm(self, table: Table) -> None:
        """Wake up when something is due; one alarm is enough, so a later time than the one that is set waits for it."""
        match = table.match
        when = match.deadline
        if table.late is not None or match.closed:
            times = (when, table.next_late, table.until if match.closed else None)
            when = min((time for time in times if time is not None), default=None)
        if when is not None and (table.alarm is None or when < table.alarm):
            table.alarm = when
            heapq.heappush(self._alarms, (when, table.match.id))

    def _seats_present(self, table: Table) -> list[int]:
        """The seats of which somebody is connected, and the watchers'."""
        present = [
            seat for seat, team in enumerate(table.match.teams) if any(self.visitors.is_here(player) for player in team.players)
        ]
        return [*present, WATCHER] if table.watchers and not table.late else present

    def _send(self, table: Table, seat: int | None, reply: AnyReply) -> None:
        """Send a message to the players of a seat, to those who watch, or to everybody."""
        teams = table.match.teams if seat is None else [] if seat == WATCHER else [table.match.teams[seat]]
        here = [number for team in teams for player in team.players for number in self.visitors.numbers(player)]
        if isinstance(reply, QUIET):
            here = [number for number in here if not self.visitors.is_plain(number)]
        self.outbox.send(here, reply)
        if table.watchers and seat in (None, WATCHER) and not table.late:
            self.outbox.send(table.watchers, reply)


def _set_back(match: Match) -> Table:
    """A match as it was before anything happened in it."""
    past = Match(match.rulebook, match.made, match.start)
    return Table(past, Teller(past))


def standing_of(match: Match) -> Standing:
    """How a match stands, for lists."""
    closed = match.closed
    return Standing(
        match=match.id,
        game=match.terms.game,
        standing=match.standing,
        teams=match.players or [list(team.players) for team in match.teams],
        moves=sum(match.moves_made),
        made=match.made.at,
        ended=closed.at + match.terms.delay if closed else 0.0,
        sentence=closed.sentence if closed else "",
        winner=closed.winner if closed else -1,
        how=closed.how if closed else "",
    )
