"""Handlers for what is said in a match: moves, resignation, talk."""

from __future__ import annotations

from ludus.server.call import Answer, Call, Steps
from ludus.server.context import Context, Handlers
from ludus.server.fault import Fault
from ludus.server.matches import commands
from ludus.server.matches.event_limit import is_full
from ludus.server.matches.events import NOBODY
from ludus.server.matches.legality import legal_moves
from ludus.server.matches.lookup import find_asking_room, find_room, load_room
from ludus.server.matches.room import Room
from ludus.wire import messages
from ludus.wire.error_sentences import Kind

# Moves


def move(context: Context, call: Call[messages.Move]) -> Answer | Steps[Answer]:
    """Make a move."""
    request = call.request
    if request.match:
        room = context.rooms.get(request.match)
        if room is None and request.ref:  # perhaps it was accepted before the match was over
            return _move_after_loading(context, call)
        return _move(context, call, room or Fault(Kind.NO_MATCH, request.match))
    asking = find_asking_room(context, call.player, request.ref)
    return _move(context, call, asking or find_room(context, call.connection, "", over=bool(request.ref)))


def _move_after_loading(context: Context, call: Call[messages.Move]) -> Steps[Answer]:
    """Make a move in a match that has to be read from the store."""
    loaded = yield from load_room(context, call, call.request.match)
    return loaded if isinstance(loaded, Fault) else _move(context, call, loaded)


def _move(context: Context, call: Call[messages.Move], room: Room | Fault) -> messages.Accepted | Fault:
    """Make a move in a room, or say why not; then a person is asked once more."""
    answer = room if isinstance(room, Fault) else _move_in(room, context, call)
    if isinstance(answer, Fault) and answer.kind is not Kind.ILLEGAL and not call.connection.program:
        for each in context.rooms.of(call.player):
            if each.match.awaits(call.player):
                context.rooms.ask_again(each, each.match.seat_of(call.player))
    return answer


def _move_in(room: Room, context: Context, call: Call[messages.Move]) -> messages.Accepted | Fault:
    request, match, connection = call.request, room.match, call.connection
    if not request.squares and not request.text:
        return Fault(Kind.WRONG_FIELD, "A move needs squares, or a text as players write it: MOVE 2 1 1 1 6, or MOVE a1-a6")
    player, program = connection.player, connection.program
    policy, before = context.settings.policy.matches, match.number
    command = commands.move(match, player, request.squares or request.text, request.ref, call.now, policy, program=program)
    played = context.rooms.do(room, command)
    if isinstance(played, Fault):
        if played.kind is Kind.ILLEGAL and match.number == before:  # it was not written down, so the question is the same
            context.rooms.ask_again(room, match.seat_of(player))
        return played
    return messages.Accepted(match=match.id, number=room.view.history.number(played.seat, played.number), ref=played.ref)


def moves(context: Context, call: Call[messages.Moves]) -> Answer:
    """List the legal moves."""
    room = find_room(context, call.connection, call.request.match)
    if isinstance(room, Fault):
        return room
    match = room.match
    seat = match.seat_of(call.player)
    if seat == NOBODY:
        return Fault(Kind.NOT_YOUR_MATCH)
    if seat not in match.asked:
        return Fault(Kind.GAME_OVER if match.closed else Kind.NOT_YOUR_TURN if match.begun else Kind.NOT_YET)
    return messages.MoveList(match=match.id, moves=legal_moves(match.rulebook, match.play.state, seat))


def resign(context: Context, call: Call[messages.Resign]) -> Answer:
    """Give up."""
    room = find_room(context, call.connection, call.request.match)
    if isinstance(room, Fault):
        return room
    return context.rooms.do(room, commands.resign(room.match, call.player, call.now)) or messages.Done()


# Talk


def chat(context: Context, call: Call[messages.Chat]) -> Answer:
    """Say something to everybody in a room."""
    request, connection = call.request, call.connection
    name = request.match or next(iter(connection.watching), "")
    found = find_room(context, connection, request.match, over=True)
    room = context.rooms.get(name) if isinstance(found, Fault) and name in connection.watching else found
    if room is None or isinstance(room, Fault):
        return room or Fault(Kind.NO_MATCH, name)
    match = room.match
    seat = match.seat_of(call.player)
    if seat == NOBODY and match.id not in connection.watching:
        return Fault(Kind.NOT_YOUR_MATCH)
    if context.tournaments.is_silent(call.player):
        return Fault(Kind.NOT_POSSIBLE, "Players of a tournament may not talk during their games")
    if seat == NOBODY and match.begun and not room.seen.match.closed:
        return Fault(Kind.NOT_POSSIBLE, "Watchers may talk before and after a game, but not while it is being played")
    policy = context.settings.policy.matches
    share = policy.watcher_chat_share if seat == NOBODY else policy.player_chat_share
    if is_full(match.log, share * policy.remarks):
        return Fault(Kind.NOT_POSSIBLE, "Enough has been said in this match")
    team = seat if request.to == "team" else NOBODY
    if request.to == "team" and seat == NOBODY:
        return Fault(Kind.NOT_YOUR_MATCH)
    context.rooms.do(room, commands.say(match, call.player, request.text, call.now, team))
    return messages.Done()


def luck(context: Context, call: Call[messages.Luck]) -> Answer:
    """Add a word to the seed."""
    room = find_room(context, call.connection, call.request.match)
    if isinstance(room, Fault):
        return room
    return context.rooms.do(room, commands.add_word(room.match, call.player, call.request.word, call.now)) or messages.Done()


HANDLERS: Handlers = {
    messages.Move: move,
    messages.Moves: moves,
    messages.Resign: resign,
    messages.Chat: chat,
    messages.Luck: luck,
}
