"""Handlers for words outside a match, and for challenges."""

from __future__ import annotations

from msgspec.structs import replace

from ludus.server.call import Answer, Call, Steps
from ludus.server.context import Context, Handlers
from ludus.server.fault import Fault
from ludus.server.lobby.challenges import OpenChallenge
from ludus.server.lobby.handlers import find_rulebook, terms_of
from ludus.wire import messages
from ludus.wire.error_sentences import Kind

SILENT = "Players of a tournament may not talk during their games"


def tell(context: Context, call: Call[messages.Tell]) -> Answer:
    """Say something to one player."""
    player = _find_player(context, call, call.request.player)
    if isinstance(player, Fault):
        return player
    context.outbox.send(_listening(context, player), messages.Told(player=call.player, text=call.request.text))
    return messages.Done()


def shout(context: Context, call: Call[messages.Shout]) -> Answer:
    """Say something to everybody."""
    fault = _may_not_speak(context, call)
    if fault:
        return fault
    heard = [player for player in context.connections.players if not context.tournaments.is_silent(player)]
    numbers = [number for player in heard for number in _listening(context, player)]
    context.outbox.send(numbers, messages.Shouted(player=call.player, text=call.request.text))
    return messages.Done()


def challenge(context: Context, call: Call[messages.Challenge]) -> Steps[Answer]:
    """Challenge a player."""
    request = call.request
    player = _find_player(context, call, request.player)
    if isinstance(player, Fault):
        return player
    if player == call.player:
        return Fault(Kind.NOT_POSSIBLE, "You cannot challenge yourself; NEW ... computer=3 plays the computer")
    rulebook = yield from find_rulebook(context, call, request.game, request.options)
    if isinstance(rulebook, Fault):
        return rulebook
    seats = rulebook.game.seats
    if seats != 2 or request.team not in (1, 2):
        return Fault(Kind.NOT_POSSIBLE, "A challenge is for a game of two, and you are team 1 or 2; NEW makes other matches")
    before = context.challenges.of.get(call.player)
    if before:
        _tell_dropped(context, before, call.player)
    made = OpenChallenge(call.player, player, request.team, terms_of(rulebook, request, seats), rulebook)
    context.challenges.of[call.player] = made
    context.outbox.send([*_listening(context, player), *_listening(context, call.player)], made.told())
    return messages.Done()


def drop_challenges(context: Context, player: str) -> None:
    """A player has gone."""
    for gone in context.challenges.drop(player):
        _tell_dropped(context, gone, player)


def answer_challenge(context: Context, found: OpenChallenge, player: str, now: float, *, accepts: bool) -> Answer:
    """Begin the match of a challenge, or say that there will be none; who has made it can take it back."""
    context.challenges.of.pop(found.by, None)
    if not accepts or player == found.by:
        _tell_dropped(context, found, player)
        return messages.Done()
    near = context.lobby.neighbours.are_near(found.by, player)  # they know what they do, but it counts for no rating
    room = context.lobby.make(replace(found.terms, rated=not near), found.rulebook, None, found.by, now)
    if isinstance(room, Fault):
        return room
    fault = context.lobby.sit_down(room, found.by, found.team - 1, now) or context.lobby.sit(room, player, 2 - found.team, now)
    context.outbox.send(_listening(context, found.by), room.seated(found.by))
    return fault or room.seated(player)


def _tell_dropped(context: Context, gone: OpenChallenge, player: str) -> None:
    both = [*_listening(context, gone.by), *_listening(context, gone.player)]
    context.outbox.send(both, messages.Unchallenged(by=gone.by, to=gone.player, player=player))


def _find_player(context: Context, call: Call[messages.Tell] | Call[messages.Challenge], name: str) -> str | Fault:
    """The player who is meant and may be spoken to, however the name is spelled."""
    known = context.accounts.player(name)
    player = known.name if known else name
    if not context.connections.is_here(player):
        return Fault(Kind.NOT_POSSIBLE, f"{player} is not here; WHO lists who is") if known else Fault(Kind.NO_PLAYER, name)
    if context.tournaments.is_silent(player):
        return Fault(Kind.NOT_POSSIBLE, f"{player} is playing in a tournament and may not be spoken to")
    return _may_not_speak(context, call) or player


def _may_not_speak(context: Context, call: Call[messages.Tell] | Call[messages.Shout] | Call[messages.Challenge]) -> Fault | None:
    if context.tournaments.is_silent(call.player):
        return Fault(Kind.NOT_POSSIBLE, SILENT)
    if not context.words.take(call.player, call.now):
        return Fault(Kind.TOO_FAST)
    return None


def _listening(context: Context, player: str) -> list[int]:
    """The connections of a player, without those that know nothing but moves."""
    return [number for number in context.connections.numbers(player) if not context.connections.is_plain(number)]


HANDLERS: Handlers = {messages.Tell: tell, messages.Shout: shout, messages.Challenge: challenge}
