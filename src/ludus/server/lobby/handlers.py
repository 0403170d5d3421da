"""Handlers for finding matches and seats: lists, making and seeking matches, sitting down, leaving."""

from __future__ import annotations

from typing import Any

from ludus.rules.errors import LudusError
from ludus.rules.rulebook import Rulebook
from ludus.server.call import Answer, Call, Job, JobFailed, Steps
from ludus.server.context import Context, Handlers
from ludus.server.fault import Fault
from ludus.server.lobby.lists import list_matches, list_players
from ludus.server.matches import commands
from ludus.server.matches.events import NOBODY, Terms
from ludus.server.matches.history import hidden_fields
from ludus.server.matches.lookup import find_room
from ludus.wire import messages
from ludus.wire.error_sentences import Kind

USUAL_MOVE_SECONDS = 180.0
"""Seconds for each move between people who have not said otherwise."""

FIRST_TIME = "The first time takes up to half a minute."

# Lists


def games(context: Context, call: Call[messages.Games]) -> Answer:
    """List what can be played."""
    del call
    return messages.GameList(games=context.catalogue.list())


def describe(context: Context, call: Call[messages.Describe]) -> Steps[Answer]:
    """Tell all there is to know about a game before it is played."""
    catalogue = context.catalogue
    game = catalogue.find(call.request.game)
    if game is None:
        return Fault(Kind.NO_GAME, catalogue.unknown(call.request.game))
    chosen = catalogue.chosen(game, call.request.options)
    if not chosen:
        return catalogue.described(game, chosen)
    try:  # the file has to be read with these options
        described: messages.Described = yield Job("games", lambda: catalogue.described(game, chosen))
    except JobFailed as error:
        return Fault(Kind.WRONG_OPTION, str(error))
    return described


def picture(context: Context, call: Call[messages.Picture]) -> Answer:
    """Give the picture of a piece or of a type of square."""
    catalogue, name = context.catalogue, call.request.picture
    game = catalogue.find(call.request.game)
    if game is None:
        return Fault(Kind.NO_GAME, catalogue.unknown(call.request.game))
    svg = catalogue.picture(game, name)
    if svg is None:
        return Fault(Kind.NO_PICTURE, name)
    return messages.Pictured(game=game, picture=name, svg=svg)


def matches(context: Context, call: Call[messages.Matches]) -> Answer:
    """List what is being played."""
    game = context.catalogue.find(call.request.game) if call.request.game else ""
    if game is None:
        return Fault(Kind.NO_GAME, context.catalogue.unknown(call.request.game))
    return list_matches(context, game, call.now)


def players(context: Context, call: Call[messages.Players]) -> Answer:
    """List who is here."""
    del call
    return list_players(context)


# Seats


def new(context: Context, call: Call[messages.New]) -> Steps[Answer]:
    """Make a match and sit down."""
    request = call.request
    rulebook = yield from find_rulebook(context, call, request.game, request.options, request.position)
    if isinstance(rulebook, Fault):
        return rulebook
    try:
        start = context.catalogue.position(rulebook, request.position)
    except LudusError as error:
        return Fault(Kind.WRONG_POSITION, str(error))
    if start is not None and (known := hidden_fields(rulebook, start)):
        return Fault(Kind.WRONG_POSITION, f"the position says what nobody may know: {', '.join(known)}")
    if not 0 <= request.team <= rulebook.game.seats:
        return Fault(Kind.NOT_POSSIBLE, f"There is no team {request.team}; the teams are 1 to {rulebook.game.seats}")
    terms = terms_of(rulebook, request, request.players, request.delay, request.position, rated=request.rated == "yes")
    room = context.lobby.make(terms, rulebook, start, call.player, call.now)
    if isinstance(room, Fault):
        return room
    fault = context.lobby.sit_down(room, call.player, request.team - 1, call.now)
    while request.computer and not fault and room.match.free:
        fault = context.lobby.seat_computer(room, NOBODY, request.computer, call.now)
    return fault or room.seated(call.player)


def seek(context: Context, call: Call[messages.Seek]) -> Steps[Answer]:
    """Find a match."""
    return (yield from seek_seat(context, call))


def seek_seat(context: Context, call: Call[messages.Seek], players: int = 0, position: str = "") -> Steps[Answer]:
    """Find a match for this number of players, or for as many as the game has seats; it may begin in a position."""
    rulebook = yield from find_rulebook(context, call, call.request.game, call.request.options, position)
    if isinstance(rulebook, Fault):
        return rulebook
    terms = terms_of(rulebook, call.request, players, position=position)
    room = context.lobby.seek(terms, rulebook, call.player, call.now)
    return room if isinstance(room, Fault) else room.seated(call.player)


def terms_of(
    rulebook: Rulebook,
    request: messages.New | messages.Seek | messages.Queue | messages.Challenge,
    players: int,
    delay: float = 0.0,
    position: str = "",
    *,
    rated: bool = True,
) -> Terms:
    """What the players of a match agree on, as a request says it. Nobody has to hurry against the computer alone."""
    computer = isinstance(request, messages.New) and request.computer > 0
    usual = 0.0 if computer else USUAL_MOVE_SECONDS
    return Terms(
        game=rulebook.game.slug,
        options=dict(rulebook.file.chosen),
        players=players or rulebook.game.seats,
        move=usual if request.move < 0 else request.move,
        main=request.main,
        increment=request.increment,
        delay=delay,
        position=position,
        rated=rated,
        hints=isinstance(request, messages.New) and request.hints == "yes",
    )


def find_rulebook(
    context: Context, call: Call[Any], word: str, options: dict[str, int], position: str = ""
) -> Steps[Rulebook | Fault]:
    """The rules of a game with these options; what was never compiled waits for its turn to be, and whoever asks is told so."""
    catalogue = context.catalogue
    game = catalogue.find(word)
    if game is None:
        return Fault(Kind.NO_GAME, catalogue.unknown(word))
    chosen = catalogue.chosen(game, options, position)
    ready = catalogue.ready(game, chosen)
    if ready is not None:
        return ready
    try:
        loaded: Rulebook | None = yield Job("games", lambda: catalogue.load(game, chosen))
        if loaded is None:
            name = catalogue.games[game].game.name
            context.outbox.send([call.connection.id], messages.Notice(text=f"{name} is being made ready. {FIRST_TIME}"))
            loaded = yield Job("compilations", lambda: catalogue.prepare(game, chosen), usual=not chosen)
    except JobFailed as error:
        return Fault(Kind.WRONG_OPTION, str(error))
    return loaded


def join(context: Context, call: Call[messages.Join]) -> Answer:
    """Take a seat."""
    room = context.rooms.get(call.request.match)
    if room is None:
        return Fault(Kind.NO_MATCH, call.request.match)
    if refusal := context.lobby.neighbours.refusal(room, call.player):
        context.pressure.note("refused", "a second seat from one network", call.connection.address)
        return refusal
    seat, word = call.request.team - 1, call.request.luck
    return context.lobby.sit(room, call.player, seat, call.now, word) or room.seated(call.player)


def computer(context: Context, call: Call[messages.Computer]) -> Answer:
    """Give a seat to the computer."""
    request = call.request
    room = find_room(context, call.connection, request.match)
    if isinstance(room, Fault):
        return room
    if room.match.seat_of(call.player) == NOBODY:
        return Fault(Kind.NOT_YOUR_MATCH)
    return context.lobby.seat_computer(room, request.team - 1, request.level or 1, call.now) or messages.Done()


def unwatch(context: Context, call: Call[messages.Unwatch]) -> Answer:
    """Stop watching a match."""
    if call.request.match in call.connection.watching:
        context.rooms.unwatch(call.request.match, call.connection)
    return messages.Done()


def leave(context: Context, call: Call[messages.Leave]) -> Answer:
    """Leave a match, or stop watching it."""
    connection, request, rooms = call.connection, call.request, context.rooms
    watched = request.match
    if not watched and not rooms.of_player.get(call.player):
        watched = next(iter(connection.watching), "")
    if watched in connection.watching:
        rooms.unwatch(watched, connection)
        return messages.Done()
    room = find_room(context, connection, request.match)
    if isinstance(room, Fault):
        return room
    fault = rooms.do(room, commands.leave(room.match, call.player, call.now))
    was_plain = connection.plain
    connection.plain = was_plain and fault is not None  # leaving means not being seated for the next game
    told = room.match.begun and room.match.closed  # by the result, which is all that a plain client needs
    return fault or (None if was_plain and told else messages.Done())


HANDLERS: Handlers = {
    messages.Games: games,
    messages.Describe: describe,
    messages.Picture: picture,
    messages.Matches: matches,
    messages.Players: players,
    messages.New: new,
    messages.Seek: seek,
    messages.Join: join,
    messages.Computer: computer,
    messages.Unwatch: unwatch,
    messages.Leave: leave,
}
