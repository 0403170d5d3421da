"""What the plain client says: boards and news as lines."""

from __future__ import annotations

import time

from ludus.clients.terminal.board_frame import Marks, draw_board, fit, needs
from ludus.clients.terminal.canvas import Canvas
from ludus.clients.terminal.followed_match import DECLINES, OFFERS, FollowedMatch
from ludus.clients.terminal.look import BoardLook
from ludus.clients.terminal.model import ClientModel
from ludus.clients.terminal.screens.lobby import row_text
from ludus.clients.terminal.screens.tournament import standing_lines
from ludus.clients.terminal.sentences import clock_text, result_of, sentence_of, status_of
from ludus.clients.terminal.theme import MONO
from ludus.wire.client import Heard
from ludus.wire.messages import (
    Changed,
    Declined,
    Described,
    Ended,
    GameList,
    Joined,
    Left,
    MatchList,
    MoveList,
    Offered,
    PlayerList,
    Said,
    Seated,
    TournamentList,
    TournamentShown,
)


def board_text(match: FollowedMatch, look: BoardLook) -> list[str]:
    """The board drawn with letters, and whose turn it is."""
    wide, tall, margin = needs(look, match.squares.values())
    room = (margin + wide * look.width, tall * look.height + bool(look.described.columns))
    place = fit(look, match.squares.values(), room, Marks())
    if place is None:
        return board_words(match, None, look)
    canvas = Canvas(*place.size)
    draw_board(canvas, 0, 0, place, look, match.squares, Marks(), MONO)
    seconds = match.seconds_left(match.team, time.monotonic()) if match.is_my_turn else None
    clock = f" ({clock_text(seconds)} left)" if seconds is not None else ""
    status = [] if match.result else [f"{status_of(match, look)}{clock}"]
    return ["", *canvas.text().splitlines(), *status]


def board_words(match: FollowedMatch, model: ClientModel | None, look: BoardLook | None = None) -> list[str]:
    """The pieces on the board, one a line, as somebody would say them."""
    look = look or (model.look_of(match.game, match.options) if model else None)
    if look is None:
        return ["There is no board yet."]
    pieces = [look.spoken(square) for square in match.squares.values() if square.piece]
    return pieces or ["The board is empty."]


def news_of(heard: Heard, model: ClientModel, *, own: bool) -> list[str]:
    """What there is to say about a message; `own` if somebody has asked for it."""
    reply = heard.reply
    if sentence := sentence_of(reply):
        return [sentence]
    if isinstance(reply, (Changed, Said, Joined, Left, Offered, Declined, Seated)):
        return _of_match(reply)
    if isinstance(reply, Ended):
        match = model.followed.get(reply.match)
        return [result_of(match) if match else reply.sentence]
    return _lists(heard) if own else []


def _of_match(reply: Changed | Said | Joined | Left | Offered | Declined | Seated) -> list[str]:
    if isinstance(reply, Changed):
        if reply.what == "undo":
            return [f"{reply.player or 'Somebody'} takes back a move."]
        return [f"{reply.player}: {reply.text}" if reply.what == "move" else reply.words or reply.text]
    if isinstance(reply, Said):
        return [f"{reply.player} says: {reply.text}"]
    if isinstance(reply, Seated):
        waits = f", waiting for {reply.free} more" if reply.free else ""
        return [f"You play {reply.game} in {reply.match} as team {reply.team}{waits}."]
    if isinstance(reply, Joined):
        return [f"{reply.player} sits down."]
    if isinstance(reply, Left):
        return [f"{reply.player} leaves."]
    return [f"{reply.player} {(OFFERS if isinstance(reply, Offered) else DECLINES)[reply.what]}."]


def _lists(heard: Heard) -> list[str]:
    reply = heard.reply
    if isinstance(reply, GameList):
        return [f"{game.game}: {game.says}" for game in reply.games]
    if isinstance(reply, MatchList):
        return [row_text(match) for match in reply.matches] or ["Nobody is playing."]
    if isinstance(reply, PlayerList):
        return [row_text(player) for player in reply.players]
    if isinstance(reply, TournamentList):
        return [row_text(each) for each in reply.tournaments] or ["There are no tournaments."]
    if isinstance(reply, TournamentShown):
        return standing_lines(reply)
    if isinstance(reply, Described):
        return reply.rules
    if isinstance(reply, MoveList):
        return [move.text for move in reply.moves]
    return []
