"""Handlers for the conversation itself: greeting, help, a sign of life, goodbye."""

from __future__ import annotations

from ludus.rules.play import Play
from ludus.rules.rulebook import Rulebook
from ludus.server.call import Answer, Call
from ludus.server.context import Context, Handlers
from ludus.server.fault import Fault
from ludus.wire import messages
from ludus.wire.error_sentences import Kind
from ludus.wire.manual import explain, first_steps_in
from ludus.wire.messages import Done, Goodbye, Pong
from ludus.wire.words import VERSION


def hello(context: Context, call: Call[messages.Hello]) -> Answer:
    """Say what kind of client this is."""
    if call.request.version != VERSION:
        return Fault(Kind.WRONG_VERSION, str(call.request.version))
    if call.request.kind:
        call.connection.program = call.request.kind == "program"
        if call.connection.program:
            context.connections.tell_in_prose(call.connection, False)
    if call.request.moves:
        call.connection.lists_moves = call.request.moves == "yes"
    return Done()


def style(context: Context, call: Call[messages.Style]) -> Answer:
    """Choose how matches are told."""
    if not call.connection.line:
        return Fault(Kind.NOT_POSSIBLE, "A program that speaks JSON draws for itself; DIAGRAM gives the board in letters")
    context.connections.tell_in_prose(call.connection, call.request.style == "board")
    call.connection.width = call.request.width or call.connection.width
    return Done()


def show_help(context: Context, call: Call[messages.Help]) -> Answer:
    """Explain the commands; on a server for one game, first how to move there."""
    game, options = context.settings.game, context.settings.options
    if call.request.about or not game:
        return explain(call.request.about)
    rulebook = context.catalogue.ready(game, options)
    return first_steps_in(context.catalogue.games[game].game.name, _example(rulebook) if rulebook else messages.Move.example)


def _example(rulebook: Rulebook) -> str:
    """The first legal move of a game, as a program writes it."""
    play = Play(rulebook)
    while play.chances:
        play.happen(0)
    asked = rulebook.asked(play.state, play.acting[0])
    squares = [rulebook.xy(square) for square in rulebook.squares(asked, rulebook.moves(asked)[0])]
    return " ".join(map(str, ["MOVE", len(squares), *(place for square in squares for place in square)]))


def ping(context: Context, call: Call[messages.Ping]) -> Answer:
    """Show that the server is there."""
    del context, call
    return Pong()


def leave(context: Context, call: Call[messages.Quit]) -> Answer:
    """Say goodbye, when everything that was asked before is answered."""
    del context
    connection = call.connection
    connection.leaving = connection.finishing = True
    connection.farewell = Goodbye(text="Goodbye", id=call.request.id)
    return None


HANDLERS: Handlers = {
    messages.Hello: hello,
    messages.Style: style,
    messages.Help: show_help,
    messages.Ping: ping,
    messages.Quit: leave,
}
