"""Handlers for the queue, and the pairing of those who wait in it."""

from __future__ import annotations

from ludus.server.call import Answer, Call, Steps
from ludus.server.context import Context, Handlers
from ludus.server.fault import Fault
from ludus.server.lobby.handlers import find_rulebook, terms_of
from ludus.server.lobby.queue import Waiter
from ludus.server.matches import commands
from ludus.wire import messages
from ludus.wire.error_sentences import Kind


def queue(context: Context, call: Call[messages.Queue]) -> Steps[Answer]:
    """Wait for an opponent."""
    rulebook = yield from find_rulebook(context, call, call.request.game, call.request.options)
    if isinstance(rulebook, Fault):
        return rulebook
    terms = terms_of(rulebook, call.request, rulebook.game.seats)
    others = context.queue.enter(Waiter(call.player, terms, call.now, call.request.again == "yes"))
    return messages.Queued(game=terms.game, others=others)


def unqueue(context: Context, call: Call[messages.Unqueue]) -> Answer:
    """Stop waiting."""
    return messages.Done() if context.queue.leave(call.player) else Fault(Kind.NOT_POSSIBLE, "You are not in the queue")


def pair_waiting_players(context: Context, now: float) -> None:
    """Begin the matches of those in the queue who can be paired."""
    if not context.lobby.open:
        return
    waiting = list(context.queue.waiting.values())
    ratings = {each.player: context.ratings.of(each.player, each.terms.game).shown for each in waiting}
    busy = {each.player for each in waiting if any(room.match.begun for room in context.rooms.of(each.player))}
    networks = context.lobby.neighbours.apart(each.player for each in waiting)
    for group in context.queue.pair(now, ratings, busy, networks):
        terms = group[0].terms
        rulebook = context.catalogue.prepare(terms.game, terms.options)  # it was compiled when they came
        room = context.lobby.arrange(terms, rulebook, group[0].player, now)
        context.queue.note_begin(room.match.id, group)
        for seat, waiter in enumerate(group):
            context.rooms.do(room, commands.sit(room.match, waiter.player, seat, now))
        for waiter in group:
            context.outbox.send(context.connections.numbers(waiter.player), room.seated(waiter.player))
    if (due := context.queue.next_time) is not None:
        context.outbox.wake_at(due)


HANDLERS: Handlers = {messages.Queue: queue, messages.Unqueue: unqueue}
