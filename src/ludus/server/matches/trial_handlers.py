"""Handlers for what is asked before a move: the board drawn, a move tried, a hint."""

from __future__ import annotations

from ludus.rules.errors import MoveError
from ludus.rules.movetext import move_text, why_not
from ludus.rules.rule import ONGOING
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord
from ludus.rules.typedmove import read_typed_move
from ludus.server.call import Answer, Call, JobFailed, Steps
from ludus.server.context import Context, Handlers
from ludus.server.fault import Fault
from ludus.server.matches.computer import ComputerTurn, think
from ludus.server.matches.diagram import diagram
from ludus.server.matches.drawn_board import differences, drawn_squares
from ludus.server.matches.events import NOBODY
from ludus.server.matches.lookup import as_seen, find_asking_room, find_room, find_shown_room
from ludus.server.matches.match import Match
from ludus.server.matches.room import Room
from ludus.wire import messages
from ludus.wire.error_sentences import Kind

HINT_LEVEL = 5
"""How well the computer plays that gives hints."""


def draw(context: Context, call: Call[messages.Diagram]) -> Steps[Answer]:
    """Draw the board."""
    room = yield from find_shown_room(context, call, call.request.match)
    if isinstance(room, Fault):
        return room
    seat = room.match.seat_of(call.player)
    shown, _ = as_seen(context, room, seat, call.now)
    return diagram(shown.match, seat)


def attempt(context: Context, call: Call[messages.Try]) -> Answer:
    """Say what a move would change; nothing is changed."""
    room = _asking_room(context, call)
    if isinstance(room, Fault):
        return room
    match, request = room.match, call.request
    seat = match.seat_of(call.player)
    if seat not in match.asked:
        return Fault(Kind.NOT_YOUR_TURN)
    if not request.squares and not request.text:
        return Fault(Kind.WRONG_FIELD, "TRY needs a move: its squares, or a text as players write it")
    try:
        move = _named_move(match, seat, request)
    except MoveError as error:
        return Fault(Kind.ILLEGAL, str(error))
    return _tried(match, seat, move)


def _asking_room(context: Context, call: Call[messages.Try] | Call[messages.Hint]) -> Room | Fault:
    """The room that is meant: the one that awaits a move where only one does."""
    asking = None if call.request.match else find_asking_room(context, call.player, "")
    room = asking or find_room(context, call.connection, call.request.match)
    if isinstance(room, Fault):
        return room
    if room.match.seat_of(call.player) == NOBODY:
        return Fault(Kind.NOT_YOUR_MATCH)
    if room.match.status != "playing":
        return Fault(Kind.GAME_OVER if room.match.closed else Kind.NOT_YET)
    return room


def _named_move(match: Match, seat: int, request: messages.Try) -> int:
    """The legal move that is named; raises `MoveError`."""
    rulebook, state = match.rulebook, match.play.state
    if not request.squares:
        return read_typed_move(rulebook, state, request.text, seat)
    inside = all(1 <= x <= rulebook.width and 1 <= y <= rulebook.height for x, y in request.squares)
    found = rulebook.find(state, [rulebook.square(x, y) for x, y in request.squares], seat) if inside else None
    if found is None:
        raise MoveError(why_not(rulebook, state, request.squares, seat))
    return found


def _tried(match: Match, seat: int, move: int) -> messages.Tried:
    """What a seat would see change. Where something is hidden, nothing is computed from what the seat does not know."""
    rulebook = match.rulebook
    before = rulebook.seen_by(match.play.state, seat)
    after = rulebook.play(before, move, seat)
    told = not rulebook.game.hides
    result = _ending(rulebook, after) if told else ""
    return messages.Tried(
        match=match.id,
        text=move_text(rulebook, before, move, seat),
        path=match.path(seat, move),
        squares=differences(drawn_squares(rulebook, before), drawn_squares(rulebook, rulebook.seen_by(after, seat))),
        turn=[other + 1 for other in rulebook.acting(after)] if told and not result else [],
        chance=told and not result and rulebook.chances(after) > 0,
        result=result,
    )


def _ending(rulebook: Rulebook, state: StateRecord) -> str:
    outcome = rulebook.outcome(state)
    return "" if outcome == ONGOING else rulebook.ending(state, outcome)


def hint(context: Context, call: Call[messages.Hint]) -> Steps[Answer]:
    """Have the computer think for a player whose match allows it."""
    room = _asking_room(context, call)
    if isinstance(room, Fault):
        return room
    match, seat = room.match, room.match.seat_of(call.player)
    if not _allows_hints(match, seat):
        return Fault(Kind.NOT_POSSIBLE, "No hints in this match; they come with NEW ... hints=yes, or against the computer")
    if not match.awaits(call.player):
        return Fault(Kind.NOT_YOUR_TURN)
    state = match.play.state
    try:
        move = yield from think(context, ComputerTurn(call.now, room, seat, call.player), match.ref(seat), HINT_LEVEL)
    except JobFailed:
        return Fault(Kind.NOT_NOW, "The computer has no time for a hint")
    return messages.Hinted(
        match=match.id, text=move_text(match.rulebook, state, move, seat), path=_path(match, state, seat, move)
    )


def _allows_hints(match: Match, seat: int) -> bool:
    """Whether hints were agreed on, or harm nobody: all the others are computers."""
    others = (other for other in range(match.seats) if other != seat)
    return not match.made.tournament and (match.terms.hints or all(match.is_computer(other) for other in others))


def _path(match: Match, state: StateRecord, seat: int, move: int) -> list[tuple[int, int]]:
    rulebook = match.rulebook
    return [rulebook.xy(square) for square in rulebook.squares(rulebook.asked(state, seat), move)]


HANDLERS: Handlers = {messages.Diagram: draw, messages.Try: attempt, messages.Hint: hint}
