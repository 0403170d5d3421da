"""Handlers for offers in a match, and for the answers to them and to challenges."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ludus.server.call import Answer, Call, Steps
from ludus.server.context import Context, Handlers
from ludus.server.fault import Fault
from ludus.server.lobby.challenges import OpenChallenge
from ludus.server.lobby.talk_handlers import answer_challenge
from ludus.server.matches import agreements
from ludus.server.matches.commands import Command
from ludus.server.matches.event_limit import is_full
from ludus.server.matches.events import NOBODY
from ludus.server.matches.lookup import find_room, load_room
from ludus.server.matches.match import Agreement, Match
from ludus.server.matches.room import Room
from ludus.wire import messages
from ludus.wire.error_sentences import Kind

AgreementCommand = Callable[[Match, str, Agreement, float], Command[Fault | None]]


@dataclass(frozen=True, slots=True)
class OpenOffer:
    """An offer in a match that waits for an answer."""

    what: Agreement
    match: str


def offer(context: Context, call: Call[messages.Offer]) -> Steps[Answer]:
    """Offer something."""
    return (yield from _agree(context, call, call.request.what, call.request.match, agreements.offer))


def accept(context: Context, call: Call[messages.Accept]) -> Steps[Answer]:
    """Accept an offer or a challenge."""
    return (yield from _answer(context, call, agreements.accept))


def decline(context: Context, call: Call[messages.Decline]) -> Steps[Answer]:
    """Decline an offer or a challenge, or take back one's own."""
    return (yield from _answer(context, call, agreements.decline))


def _answer(context: Context, call: Call[messages.Accept] | Call[messages.Decline], command: AgreementCommand) -> Steps[Answer]:
    """Answer what is meant; where nothing is said about it, the only thing that is open."""
    request, accepts = call.request, isinstance(call.request, messages.Accept)
    if request.what and request.what != "challenge":
        return (yield from _agree(context, call, request.what, request.match, command))
    found = _only_one(_open_to(context, call, accepts=accepts))
    if isinstance(found, Fault):
        return found
    if isinstance(found, OpenChallenge):
        return answer_challenge(context, found, call.player, call.now, accepts=accepts)
    return (yield from _agree(context, call, found.what, found.match, command))


def _open_to(
    context: Context, call: Call[messages.Accept] | Call[messages.Decline], *, accepts: bool
) -> list[OpenOffer | OpenChallenge]:
    """What somebody can answer: first what others want; only if there is nothing, what can be taken back."""
    request, player = call.request, call.player
    own = context.challenges.of.get(player)
    challenges = [each for each in context.challenges.to(player) if request.player.lower() in ("", each.by.lower())]
    offers = [] if request.what == "challenge" or request.player else _offers(context, player, request.match, mine=False)
    found: list[OpenOffer | OpenChallenge] = [*offers, *([] if request.match else challenges)]
    if found or accepts:
        return found
    mine = [] if request.what == "challenge" else _offers(context, player, request.match, mine=True)
    return [*mine, *([own] if own and not request.match else [])]


def _offers(context: Context, player: str, match: str, *, mine: bool) -> list[OpenOffer]:
    """The offers in a player's matches, those of the own side or of the others; after a match, somebody may want another."""
    going = context.rooms.of(player)
    over = [room for room in context.rooms.kept_finished if room.match.seat_of(player) != NOBODY]
    return [
        OpenOffer(what, room.match.id)
        for room in (*going, *over)
        for what, willing in room.match.agreed.items()
        if match in ("", room.match.id) and willing and (room.match.seat_of(player) in willing) == mine
    ]


def _only_one(found: list[OpenOffer | OpenChallenge]) -> OpenOffer | OpenChallenge | Fault:
    if not found:
        return Fault(Kind.NOT_OFFERED)
    if len(found) > 1:
        said = [
            f"challenge player={each.by}" if isinstance(each, OpenChallenge) else f"{each.what} match={each.match}"
            for each in found
        ]
        return Fault(Kind.NOT_POSSIBLE, f"Several things are open; say which one: {', '.join(said)}")
    return found[0]


def _agree(
    context: Context,
    call: Call[messages.Offer] | Call[messages.Accept] | Call[messages.Decline],
    what: Agreement,
    name: str,
    command: AgreementCommand,
) -> Steps[Answer]:
    request, rematch = call.request, what == "rematch"
    if rematch and name:
        loaded = yield from load_room(context, call, name)
        if isinstance(loaded, Fault):
            return loaded
    room = find_room(context, call.connection, name, over=rematch)
    if isinstance(room, Fault):
        return room
    if rematch and not isinstance(request, messages.Decline) and (fault := context.lobby.no_rematch(room)):
        return fault
    is_new = isinstance(request, messages.Offer) and not room.match.agreed.get(what)
    if is_new and is_full(room.match.log, context.settings.policy.matches.remarks):
        return Fault(Kind.NOT_POSSIBLE, "Enough has been offered in this match")
    fault = context.rooms.do(room, command(room.match, call.player, what, call.now))
    if not fault and rematch and room.match.all_want("rematch"):
        successor = context.lobby.rematch(room, call.now)
        if isinstance(successor, Fault):
            return successor
        _tell_seats(context, successor)
    return fault or messages.Done()


def _tell_seats(context: Context, room: Room) -> None:
    """Tell all players of a rematch which seat they have."""
    for team in room.match.teams:
        for player in team.players:
            context.outbox.send(context.connections.numbers(player), room.seated(player))


HANDLERS: Handlers = {messages.Offer: offer, messages.Accept: accept, messages.Decline: decline}
