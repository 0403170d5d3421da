"""A move without the word MOVE: what a player types who thinks of the game and not of commands."""

from __future__ import annotations

from ludus.rules.errors import MoveError, UnreadableMove
from ludus.rules.typedmove import read_typed_move
from ludus.server.connections import Connection
from ludus.server.context import Context
from ludus.server.matches.room import Room
from ludus.wire.messages import Move
from ludus.wire.words import AnyText, is_value


def bare_move(context: Context, connection: Connection, said: str) -> Move | None:
    """The move that a line means which begins with no command: `d3`, or `m7 d3` to say in which match.

    Whatever has a digit in it is taken for a move, so that a player hears why it is not one. Words without any, such as the boxes
    of Yahtzee, are moves where the game can read them: otherwise they are commands that were misspelt.
    """
    rooms = [room for room in context.rooms.of(connection.player) if room.match.status == "playing"]
    first, _, rest = said.partition(" ")
    named = next((room for room in rooms if room.match.id == first.lower().rstrip(":")), None)
    text = rest.strip() if named else said
    if not rooms or not text or not is_value(AnyText, text):
        return None
    meant = [named] if named else rooms
    if any(character.isdigit() for character in text) or any(_is_readable(room, connection.player, text) for room in meant):
        return Move(text=text, match=named.match.id if named else "")
    return None


def _is_readable(room: Room, player: str, text: str) -> bool:
    """Whether a text is a move of the game, legal now or not."""
    match = room.match
    if not match.awaits(player):
        return False
    try:
        read_typed_move(match.rulebook, match.play.state, text, match.seat_of(player))
    except UnreadableMove:
        return False
    except MoveError:
        return True
    return True
