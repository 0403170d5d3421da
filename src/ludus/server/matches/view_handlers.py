"""Handlers that show a match: as it stands, as a saved position, or as it goes on."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.rules.play import Moved, Play
from ludus.rules.savefile import saved_lines
from ludus.rules.state import StateRecord
from ludus.server.call import Answer, Call, Job, JobFailed, Steps
from ludus.server.context import Context, Handlers
from ludus.server.fault import Fault
from ludus.server.matches.events import NOBODY, AnyEvent
from ludus.server.matches.history import hidden_fields
from ludus.server.matches.lookup import as_seen, find_shown_room, load_room
from ludus.server.matches.match import Match
from ludus.server.matches.room import Room
from ludus.server.matches.view import MatchView
from ludus.wire import messages
from ludus.wire.error_sentences import Kind


def show(context: Context, call: Call[messages.Show]) -> Steps[Answer]:
    """Show everything about a match."""
    room = yield from find_shown_room(context, call, call.request.match)
    if isinstance(room, Fault):
        return room
    match = room.match
    seat = match.seat_of(call.player)
    shown, time = as_seen(context, room, seat, call.now)
    made, nothing = match.made, [0.0] * match.seats
    told = seat != NOBODY or time >= made.at  # delayed watchers must not learn how the match before has ended
    return messages.Shown(
        match=match.id,
        standing=shown.match.status,
        board=shown.view.board(seat, time),
        ref=match.ref(seat) if match.awaits(call.player) else "",
        refused=match.erred.get(call.player, 0),
        games=made.games if told else 1,
        score=made.score or nothing if told else nothing,
        forfeited=made.forfeited if told else [],
        tournament=room.view.series,
    )


def save(context: Context, call: Call[messages.Save]) -> Steps[Answer]:
    """Give the position as a saved file, with what the asker may see."""
    room = yield from find_shown_room(context, call, call.request.match)
    if isinstance(room, Fault):
        return room
    match = room.match
    seat = match.seat_of(call.player)
    shown, _ = as_seen(context, room, seat, call.now)
    state = _state_after(shown.match, call.request.step)
    if state is None:
        return Fault(Kind.NOT_POSSIBLE, f"There are {len(shown.match.play.steps)} steps in this match so far")
    if hidden_fields(match.rulebook, state):
        return Fault(Kind.NOT_POSSIBLE, "Something in this position is hidden, so it cannot be saved")
    return messages.Saved(match=match.id, lines=saved_lines(match.rulebook, match.rulebook.seen_by(state, seat)))


def _state_after(match: Match, step: int) -> StateRecord | None:
    """The position after so many steps, or as it stands now; None where there have not been so many."""
    play = match.play
    if step < 0 or step == len(play.steps):
        return play.state
    if step > len(play.steps):
        return None
    past = Play(match.rulebook, match.start)
    for each in play.steps[:step]:
        if isinstance(each, Moved):
            past.play(each.seat, each.move)
        else:
            past.happen(each.chance)
    return past.state


def watch(context: Context, call: Call[messages.Watch]) -> Steps[Answer]:
    """Show a match from now on, or beginning with what has happened after an event that was seen before."""
    room = yield from load_room(context, call, call.request.match)
    if isinstance(room, Fault):
        return room
    if call.request.after:
        return (yield from _retell(context, call, room))
    seat = _watch(context, call, room)
    shown, time = as_seen(context, room, seat, call.now)
    context.rooms.bring_up_to_date(shown, call.connection, seat, time)
    context.rooms.ask_one(room, call.connection, call.now)
    return messages.Done()


def _watch(context: Context, call: Call[messages.Watch], room: Room) -> int:
    """Let a connection watch, unless it is the player's own match; the player's seat in it."""
    seat = room.match.seat_of(call.player)
    if seat == NOBODY:
        context.rooms.watch(room, call.connection)
    return seat


def _retell(context: Context, call: Call[messages.Watch], room: Room) -> Steps[Answer]:
    """Tell again what was told after an event. A long match takes long, so all but the end of it is done in another thread."""
    seat = room.match.seat_of(call.player)
    shown, _ = as_seen(context, room, seat, call.now)
    retelling, happened = Retelling(shown.match, seat, call.request.after), list(shown.match.log)
    try:
        said: list[messages.AnyReply] = yield Job("store", lambda: retelling.go_on(happened))
    except JobFailed:
        return Fault(Kind.NOT_NOW, f"Match {call.request.match} cannot be read")
    shown, time = as_seen(context, room, _watch(context, call, room), call.now)
    for reply in said + retelling.go_on(shown.match.log):
        context.outbox.send([call.connection.id], reply)
    shown.view.board(seat, time)  # what changes from here on is told
    context.rooms.ask_one(room, call.connection, call.now)
    return messages.Done()


class Retelling:
    """What a seat was told about a match after an event, told again."""

    def __init__(self, match: Match, seat: int, after: int) -> None:
        self._past, self._seat, self._after = Match(match.rulebook, match.made, match.start), seat, after
        self._view = MatchView(self._past)
        self._view.board(seat, match.made.at)  # from here on, what changes is told

    def go_on(self, log: Sequence[AnyEvent]) -> list[messages.AnyReply]:
        """What was told about the events after those of the last call."""
        said: list[messages.AnyReply] = []
        for event in log[len(self._past.log) :]:
            self._past.apply(event)
            told = self._view.tell(event, [self._seat], event.at)
            heard = [reply for whose, reply in told if whose in (None, self._seat)]
            said += heard if self._view.history.number(self._seat, event.number) > self._after else []
        return said


HANDLERS: Handlers = {messages.Show: show, messages.Save: save, messages.Watch: watch}
