"""Seating: a game of a tournament as a match, and who sits where in it."""

from __future__ import annotations

from ludus.rules.rulebook import Rulebook
from ludus.server.lobby.lobby import Lobby
from ludus.server.matches import commands
from ludus.server.matches.events import Terms
from ludus.server.matches.room import Room
from ludus.server.tournaments.series import FAILURES
from ludus.server.tournaments.state import TournamentState
from ludus.server.tournaments.teams import level_of
from ludus.server.tournaments.tournament import NextGame


def make_room(lobby: Lobby, state: TournamentState, rulebook: Rulebook, game: NextGame, now: float) -> Room:
    """The match in which a game is played, with all seats free."""
    pairing, arrangement, sizes = state.pairings[game.pairing - 1], state.arrangement, [len(side) for side in sides(state, game)]
    clock = arrangement.move, arrangement.main, arrangement.increment
    return lobby.arrange(
        Terms(rulebook.game.slug, dict(rulebook.file.chosen), sum(sizes), *clock, 0.0, ""),
        rulebook,
        arrangement.by or state.id,
        now,
        games=game.game,
        score=[sum(each.points(entrant) for each in pairing.games) for entrant in (game.mover, game.other)],
        forfeited=[each.number for each in pairing.games if each.how in FAILURES],
        tournament=state.id,
        sizes=sizes if max(sizes) > 1 else [],
    )


def sides(state: TournamentState, game: NextGame) -> list[list[str]]:
    """Who sits down to a game, by seat: the computer has its own name, as everybody who plays alone."""
    return [state.teams.players(entrant) or [entrant] for entrant in (game.mover, game.other)]


def seat_everybody(lobby: Lobby, room: Room, state: TournamentState, game: NextGame, now: float) -> list[str]:
    """Have everybody sit down, which begins the game; who that is."""
    seated = [(player, seat) for seat, side in enumerate(sides(state, game)) for player in side]
    for player, seat in seated:
        lobby.rooms.do(room, commands.sit(room.match, player, seat, now, level_of(player)))
    return [player for player, _ in seated]
